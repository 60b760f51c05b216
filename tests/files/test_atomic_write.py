"""Files are written atomically, and no temporary files remain."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO
from unittest.mock import patch

import pytest

from referee.files.atomic_write import write_file_whole, write_stream_whole
from referee.words.problems import Problem

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="modes and links of another kind")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_new_file_holds_everything(tmp_path: Path) -> None:
    write_file_whole(tmp_path / "new.json", b"all of it")
    assert (tmp_path / "new.json").read_bytes() == b"all of it"
    assert names(tmp_path) == ["new.json"]


def test_failure_half_way_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_bytes(b"old")

    def fail(file: BinaryIO) -> None:
        file.write(b"new but not all")
        raise OSError(errno.ENOSPC, "full")

    with pytest.raises(Problem) as caught:
        write_stream_whole(path, fail)
    assert caught.value.slug == "disk-full"
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["old.json"]


def test_interruption_half_way_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_bytes(b"old")

    def interrupt(file: BinaryIO) -> None:
        file.write(b"new but not all")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_stream_whole(path, interrupt)
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["old.json"]


def test_failure_to_replace_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_bytes(b"old")
    with patch("os.replace", side_effect=OSError(errno.EACCES, "no")), pytest.raises(Problem) as caught:
        write_file_whole(path, b"new")
    assert caught.value.slug == "not-allowed"
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["old.json"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [("", "is-a-folder"), ("none/file.json", "no-such-folder"), ("a\0b", "cannot-write"), ("x" * 300, "cannot-write")],
)
def test_place_where_nothing_can_be_written_is_refused(tmp_path: Path, name: str, slug: str) -> None:
    with pytest.raises(Problem) as caught:
        write_file_whole(f"{tmp_path}/{name}", b"new")
    assert caught.value.slug == slug
    assert names(tmp_path) == []


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="this system has no /proc")
def test_folder_that_keeps_no_files_is_not_called_missing() -> None:
    with pytest.raises(Problem) as caught:
        write_file_whole("/proc/x.json", b"new")
    assert caught.value.slug == "cannot-write"


def test_hyphen_is_not_taken_for_a_file_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Problem) as caught:
        write_file_whole("-", b"meant for standard output")
    assert caught.value.slug == "usage"
    assert names(tmp_path) == []


def test_file_as_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Problem) as caught:
        write_file_whole(tmp_path / "file" / "more", b"new")
    assert caught.value.slug == "no-such-folder"


@on_unix
def test_mode_of_the_old_file_is_kept_and_a_new_one_follows_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "private.json"
    path.write_bytes(b"old")
    path.chmod(0o600)
    write_file_whole(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    mask = os.umask(0o027)
    try:
        write_file_whole(tmp_path / "fresh.json", b"new")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "fresh.json").stat().st_mode) == 0o640


@on_unix
def test_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "link.json").symlink_to("real.json")
    write_file_whole(tmp_path / "link.json", b"new")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"new"


@on_unix
def test_device_is_written_to_and_not_replaced() -> None:
    write_file_whole("/dev/null", b"gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
