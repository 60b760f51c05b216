"""`terranova doctor` reports a sound installation as such and names each problem."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Phone
from web.games.replay import replay_games
from web.site.companion import DATABASE_FILE, Companion
from web.site.doctor import Finding, examine


def doctor(data: Path, *options: str) -> tuple[int, dict[str, Any]]:
    """Run the command; return its exit code and output."""
    line = [sys.executable, "-m", "referee.cli.main", "doctor", "--json", "--data", str(data), *options]
    done = subprocess.run(line, capture_output=True, text=True, encoding="utf-8", check=False, timeout=120)
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout)


def games_of(findings: list[Finding]) -> list[Finding]:
    """Return the findings about games."""
    return [finding for finding in findings if finding.what in ("game", "games", "database")]


@pytest.fixture
def played(phone: Phone, companion: Companion) -> Phone:
    """Provide a game with every kind of entry."""
    phone.new_game("Anna", "Bo", mode="keeper")
    phone.must("turns", turn="@A1")
    phone.must("undo")
    corner = {"pioneers": {"red": ["K1", "E5"], "yellow": ["E7", "F3"]}, "stones": ["J1", "J2", "J3", "J4"]}
    state = phone.must("confirm", **corner)
    phone.must("confirm", **corner, mends=state["revision"])
    phone.must("confirm", pioneers={"red": ["E5"], "yellow": ["E7", "F3"]}, stones=corner["stones"], scores={"red": 50})
    done: list[str] = []
    while not (following := phone.get("next", done=" ".join(done)))["may_end"]:
        start = min(following["moves"])
        done.append(f"{start}-{following['moves'][start][0]}")
    phone.must("turns", turn=" ".join(done))
    return phone


def change_stored(data: Path, statement: str) -> None:
    """Change stored data directly in the database."""
    with sqlite3.connect(data / DATABASE_FILE) as connection:
        connection.execute(statement)
    connection.close()


def test_sound_games_agree_when_played_again(played: Phone, companion: Companion) -> None:
    assert [wrong for _, wrong in replay_games(companion.store)] == [()]
    findings = games_of(list(examine(companion.config.data, None)))
    assert all(finding.fine for finding in findings)
    assert findings[-1].what == "games"


@pytest.mark.parametrize(
    ("revision", "change"),
    [
        (1, "replace(position, '\"A1\"', '\"A2\"')"),
        (2, "replace(position, '\"red\":', '\"red\": 1')"),
        (3, "json_set(position, '$.scores.red', 99)"),
        (5, "json_set(position, '$.to_move', 'red')"),
        (5, "json_set(position, '$.scores.yellow', 7)"),
        (4, "'{}'"),
    ],
)
def test_revision_that_does_not_follow_is_named(played: Phone, companion: Companion, revision: int, change: str) -> None:
    change_stored(companion.config.data, f"UPDATE revisions SET position = {change} WHERE number = {revision}")
    wrong = [one for one in games_of(list(examine(companion.config.data, None))) if not one.fine]
    assert wrong
    assert revision in {one.sentence.values.get("revision", revision) for one in wrong}


@pytest.mark.parametrize(
    "change",
    [
        "json_set(what, '$.events[0].value', 3)",
        "json_set(what, '$.events[0].pioneers.yellow', 2)",
        "json_set(what, '$.events[0].cells', json_array('K1', 'K2'))",
        "json_remove(what, '$.events')",
    ],
)
def test_payment_that_the_rules_do_not_make_is_named(played: Phone, companion: Companion, change: str) -> None:
    change_stored(companion.config.data, f"UPDATE revisions SET what = {change} WHERE number = 2")
    wrong = [one for one in games_of(list(examine(companion.config.data, None))) if not one.fine]
    assert 2 in {one.sentence.values["revision"] for one in wrong}


def test_damaged_game_hides_no_other(played: Phone, companion: Companion) -> None:
    damaged = played.game_id
    other = Phone(played.client)
    other.new_game("Cleo", "Dan")
    for damage in ("position = '{}'", "position = '{'", "what = '['"):
        change_stored(companion.config.data, f"UPDATE revisions SET {damage} WHERE number > 0 AND game_id = '{damaged}'")
        assert [game["id"] for game in other.client.get("/api/games").get_json()["games"]] == [other.game_id]
        assert other.client.get("/").status_code == 200
        assert other.must("turns", turn=f"@{other.state['next']['places'][0]}")
        assert played.client.get(f"/api/games/{damaged}").status_code in (422, 503)
        wrong = [one for one in examine(companion.config.data, None) if not one.fine]
        assert {one.sentence.values["game"] for one in wrong} == {damaged}


def test_healthy_companion_is_reported_in_one_object(tmp_path: Path) -> None:
    code, report = doctor(tmp_path)
    assert (code, report["format"], report["fine"]) == (0, "terranova-doctor/1", True)
    assert {"versions", "reader", "fonts", "database"} <= {finding["what"] for finding in report["findings"]}


def test_damaged_database_is_reported_with_the_newest_backup(played: Phone, companion: Companion) -> None:
    from web.games.backups import back_up

    data = companion.config.data
    backup = back_up(data / DATABASE_FILE, data)
    companion.close()
    damaged = bytearray((data / DATABASE_FILE).read_bytes())
    damaged[4096:9000] = os.urandom(9000 - 4096)
    (data / DATABASE_FILE).write_bytes(damaged)
    wrong = [one for one in examine(data, None) if not one.fine]
    assert [one.what for one in wrong] == ["database"]
    assert wrong[0].sentence.values["backup"] == str(backup)


def test_library_that_is_missing_is_named_with_the_way_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "cv2.py").write_text('raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory")')
    monkeypatch.setenv("PYTHONPATH", str(folder))
    findings = {finding.what: finding for finding in examine(tmp_path, None)}
    assert not findings["reader"].fine
    assert "libGL.so.1" in str(findings["reader"].sentence.values["reason"])
    assert [advice.key for advice in findings["reader"].advice] == ["serve.doctor_libgl"]


@pytest.mark.parametrize("address", ["no address", "unheardof://host/name", "postgresql+unheardof://host/name"])
def test_invalid_address_is_reported_in_one_sentence(tmp_path: Path, address: str) -> None:
    code, answer = doctor(tmp_path, "--database", address)
    assert code == 1
    assert "postgresql://user@host/name" in answer["findings"][-1]["message"]


def test_unreachable_server_is_distinguished_from_damaged_games(tmp_path: Path) -> None:
    code, answer = doctor(tmp_path, "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert code == 1
    assert "does not answer" in answer["findings"][-1]["message"]


def test_file_in_place_of_the_data_folder_is_not_fine(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text("no folder", encoding="utf-8")
    code, answer = doctor(tmp_path / "games.txt")
    assert code == 1
    assert "games.txt" in answer["findings"][-1]["message"]
