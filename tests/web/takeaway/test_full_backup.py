"""Full backups: made while the companion runs, restored beside existing games, refused if damaged."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest

from referee.words.problems import Problem
from tests.web.conftest import Phone, new_save_id
from tests.web.served import Served, serving
from tests.web.takeaway.conftest import play_with_undo
from web.games.history import TurnRecord
from web.games.photo_shelf import PhotoShelf
from web.games.store import Draft, Store
from web.games.table import open_table
from web.site.companion import DATABASE_FILE, Companion, Config
from web.takeaway.full_backup import write_full_backup
from web.takeaway.full_restore import restore_zip

PICTURE = b"\xff\xd8 a picture \xff\xd9"


def add_photo(companion: Companion, game_id: str) -> str:
    """Store a photo in a game, and a revision with it."""
    photo, _ = companion.shelf.add(game_id, new_save_id(), 0)
    for path in companion.shelf.paths(photo.id):
        path.write_bytes(PICTURE)
    companion.shelf.finish(photo.id, {"reading": {"photo": {"width": 4, "height": 3}}})
    companion.shelf.note_kept(photo.id)
    stored = companion.store.read(game_id)
    here = stored.revisions[stored.game.revision]
    draft = Draft(here.kind, here.position, TurnRecord(photo=photo.id))
    companion.store.save(stored, here.number, here.number, new_save_id(), draft)
    return photo.id


@pytest.fixture
def backup(phone: Phone, companion: Companion, config: Config, other_data: Path) -> Path:
    """Provide a backup of a game with a photo, made while its companion is open."""
    add_photo(companion, play_with_undo(phone))
    path = other_data / "backup.zip"
    written = write_full_backup(config.data, config.data / DATABASE_FILE, str(path))
    assert (written.games, written.photos, written.left_out) == (1, 1, 0)
    return path


def test_backup_brings_games_back_with_their_photos(
    phone: Phone, companion: Companion, backup: Path, other_store: Store, other_data: Path
) -> None:
    shelf = PhotoShelf(other_store, other_data)
    restore_zip(other_store, other_data, backup)
    game_id = phone.game_id or ""
    assert other_store.read(game_id) == companion.store.read(game_id)
    assert shelf.of_game(game_id) == companion.shelf.of_game(game_id)
    (photo,) = shelf.of_game(game_id)
    assert shelf.read_picture(photo.id, small=True) == PICTURE
    sentence = restore_zip(other_store, other_data, backup)
    assert (sentence.values["new"], sentence.values["known"]) == (0, 1)


def test_restoring_keeps_both_where_the_same_game_differs_each_with_its_photos(
    phone: Phone, companion: Companion, backup: Path, config: Config
) -> None:
    game_id = phone.game_id or ""
    stored = companion.store.read(game_id)
    companion.store.move(stored, stored.game.revision, 1)
    changed = companion.store.read(game_id)
    here = changed.revisions[1]
    with companion.store.writing() as connection:  # what the backup has as revision 2 is another turn here
        connection.exec_driver_sql("UPDATE revisions SET save_id = 'another-save' WHERE number = 2")
    assert here.number == 1
    sentence = restore_zip(companion.store, config.data, backup)
    assert (sentence.values["new"], sentence.values["beside"]) == (0, 1)
    (other,) = set(companion.store.game_ids()) - {game_id}
    (first,), (second,) = companion.shelf.of_game(game_id), companion.shelf.of_game(other)
    assert first.id != second.id
    assert companion.shelf.read_picture(second.id, small=False) == PICTURE
    assert open_table(companion.store, other).here.record.photo == second.id


@pytest.mark.parametrize("spoil", ["cut", "directory", "database", "version"])
def test_damaged_backup_restores_nothing(backup: Path, other_store: Store, other_data: Path, spoil: str) -> None:
    if spoil == "cut":
        backup.write_bytes(backup.read_bytes()[:-40])
    elif spoil == "directory":
        backup.write_bytes(backup.read_bytes().replace(b"PK\x01\x02", b"PK\x01\x00"))
    else:
        with zipfile.ZipFile(backup) as packed:
            files = {name: packed.read(name) for name in packed.namelist()}
        files["terranova.sqlite" if spoil == "database" else "backup.json"] = b'{"format": "terranova-backup/2"}'
        with zipfile.ZipFile(backup, "w") as writing:
            for name, data in files.items():
                writing.writestr(name, data)
    with pytest.raises(Problem):
        restore_zip(other_store, other_data, backup)
    assert other_store.game_ids() == ()
    assert not list(other_data.glob(".restore-*"))


@pytest.mark.slow
def test_backup_is_whole_while_phones_go_on_playing(tmp_path: Path, other_data: Path) -> None:
    target = other_data / "backup.zip"
    with serving(tmp_path, "--no-code") as served:
        stopped = threading.Event()
        playing = threading.Thread(target=keep_starting_games, args=(served, stopped))
        playing.start()
        try:
            done = run("backup", "-o", str(target), "--data", str(tmp_path), "--json")
        finally:
            stopped.set()
            playing.join()
        answer = json.loads(done.stdout)
        assert answer["format"] == "terranova-backup/1"
        assert answer["games"] >= 1
    with serving(other_data / "new", "--no-code", "--restore", str(target)) as restored:
        status, listed = restored.ask("GET", "/api/games")
    assert (status, len(listed["games"])) == (200, answer["games"])


def keep_starting_games(served: Served, stopped: threading.Event) -> None:
    """Start one game after the other until stopped."""
    while not stopped.is_set():
        status, _ = served.ask("POST", "/api/games", {"players": ["Anna", "Bo"], "board": "islet", "save": new_save_id()})
        assert status == 201


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command."""
    return subprocess.run([sys.executable, "-m", "referee.cli.main", *arguments], capture_output=True, text=True, check=True)


def test_backup_does_not_take_the_place_of_the_games(phone: Phone, companion: Companion, config: Config, tmp_path: Path) -> None:
    play_with_undo(phone)
    database, link = config.data / DATABASE_FILE, tmp_path / "link.zip"
    link.symlink_to(database)
    for target in (database, link):
        with pytest.raises(Problem) as refused:
            write_full_backup(config.data, database, str(target))
        assert refused.value.slug == "overwrites-input"
    assert companion.store.has_games()


def test_folder_without_games_is_named(tmp_path: Path) -> None:
    with pytest.raises(Problem) as refused:
        write_full_backup(tmp_path, tmp_path / DATABASE_FILE, str(tmp_path / "x.zip"))
    assert refused.value.slug == "no-games"
    assert not (tmp_path / "x.zip").exists()
