"""The exported zip: it restores the same games, adds to existing ones, and other zips are refused."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.boards.board import LANDSCAPES, Board, Cell, Terrain
from referee.boards.library import list_saved_boards, load_board
from referee.formats.positions import board_to_json
from referee.words.problems import Problem
from referee.words.texts import say
from tests.web.conftest import ORIGIN, Phone
from tests.web.positions import CROSSING
from tests.web.takeaway.conftest import play_with_undo
from web.games.kept_boards import keep_board as keep_drawn
from web.games.store import Store
from web.site.companion import Companion
from web.takeaway import carried_boards
from web.takeaway.additions import Way
from web.takeaway.bundle import MOST_FILE_BYTES, open_bundle, write_bundle
from web.takeaway.intake import bring_in_file, bring_in_words
from web.takeaway.records import record_to_bytes


def bundle_of(store: Store) -> bytes:
    packed = io.BytesIO()
    write_bundle(store, packed)
    return packed.getvalue()


def kept(folder: Path, data: bytes) -> Path:
    path = folder / "taken.zip"
    path.write_bytes(data)
    return path


def zip_of(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as writing:
        for name, data in files.items():
            writing.writestr(name, data)
    return packed.getvalue()


def files_in(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as reading:
        return {name: reading.read(name) for name in reading.namelist()}


def test_games_come_back_byte_for_byte_after_a_wipe(
    phone: Phone, companion: Companion, other_store: Store, other_data: Path, data: Path
) -> None:
    play_with_undo(phone)
    phone.new_game("Cleo", "Dora", start=CROSSING, mode="keeper", paper="A3", ink="grey", hex_mm=40.5, clock=True)
    details = {"date": "2026-01-31", "place": "Café", "note": "Rain", "shelf": "archive"}
    assert phone.client.patch(f"/api/games/{phone.game_id}", json=details, headers=ORIGIN).status_code == 200
    phone.must("confirm", pioneers={"red": ["E5"], "yellow": ["E7", "F3"]}, stones=["F6"], ruling=True)
    taken = bundle_of(companion.store)
    added = bring_in_file(other_store, kept(other_data, taken))
    assert [one.way for one in added] == [Way.NEW, Way.NEW]
    for game_id in companion.store.game_ids():
        assert record_to_bytes(other_store.read(game_id)) == record_to_bytes(companion.store.read(game_id))
    assert bundle_of(other_store) == taken


def test_game_deleted_during_an_export_is_left_out(phone: Phone, companion: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = play_with_undo(phone)
    listed = (*companion.store.game_ids(), "0123456789abcdef")
    monkeypatch.setattr(Store, "game_ids", lambda _store: listed)
    assert [name for name in files_in(bundle_of(companion.store)) if "games" in name] == [f"games/{game_id}.json"]


def test_zip_brought_in_twice_adds_nothing(phone: Phone, companion: Companion, data: Path) -> None:
    play_with_undo(phone)
    taken = kept(data, bundle_of(companion.store))
    assert [one.way for one in bring_in_file(companion.store, taken)] == [Way.KNOWN]
    assert len(companion.store.game_ids()) == 1


def test_where_the_same_game_differs_both_are_kept(
    phone: Phone, companion: Companion, other_store: Store, other_data: Path, data: Path
) -> None:
    game_id = play_with_undo(phone)
    bring_in_file(other_store, kept(other_data, bundle_of(companion.store)))
    phone.must("turns", turn="@C4")
    here = Phone(phone.client, game_id)
    other = other_store.read(game_id)
    other_store.save(other, other.game.revision, other.game.revision, "another-save", _draft(other))
    taken = kept(data, bundle_of(other_store))
    (added,) = bring_in_file(companion.store, taken)
    assert (added.way, added.beside) == (Way.BESIDE, game_id)
    assert set(companion.store.game_ids()) == {game_id, added.game_id}
    assert here.look()["revision"] == 4
    assert [one.way for one in bring_in_file(companion.store, taken)] == [Way.KNOWN]


def _draft(stored: Any) -> Any:
    from web.games.store import Draft

    here = stored.revisions[stored.game.revision]
    return Draft(stored.revisions[1].kind, here.position, here.record)


def test_zip_carries_a_board_that_the_other_computer_lacks(
    phone: Phone, companion: Companion, other_store: Store, other_data: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_board(data, "lagoon")
    phone.new_game("Anna", "Bo", board="lagoon")
    phone.must("turns", turn="@E5")
    taken = kept(other_data, bundle_of(companion.store))
    monkeypatch.setenv("TERRANOVA_DATA", str(other_data))
    (added,) = bring_in_file(other_store, taken)
    assert list_saved_boards() == ("lagoon",)
    assert other_store.read(added.game_id).game.settings["board"] == "lagoon"


def test_board_imported_from_a_zip_keeps_its_title_and_borrowed_pictures(
    phone: Phone, companion: Companion, other_store: Store, other_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    islet = load_board("islet")
    borrowed = replace(islet.terrains[0], id="tundra", label="Tundra", looks_like=islet.terrains[0].id)
    drawn = replace(islet, name="x", label="Anna’s island", terrains=(borrowed, *islet.terrains[1:]))
    name = keep_drawn(drawn).name
    phone.new_game("Anna", "Bo", board=name)
    taken = kept(other_data, bundle_of(companion.store))
    monkeypatch.setenv("TERRANOVA_DATA", str(other_data))
    bring_in_file(other_store, taken)
    there = load_board(name)
    assert (there.label, there.terrains, there.cells) == ("Anna’s island", drawn.terrains, drawn.cells)
    bring_in_file(other_store, taken)
    assert list_saved_boards() == (name,)


def test_known_board_needs_no_room_among_the_boards(
    phone: Phone, companion: Companion, other_store: Store, other_data: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_board(data, "lagoon")
    phone.new_game("Anna", "Bo", board="lagoon")
    taken = kept(other_data, bundle_of(companion.store))
    monkeypatch.setattr(carried_boards, "MOST_BOARDS", 1)
    assert [one.way for one in bring_in_file(other_store, taken)] == [Way.NEW]
    monkeypatch.setenv("TERRANOVA_DATA", str(other_data))
    keep_board(other_data, "atoll")
    with pytest.raises(Problem) as refused:
        bring_in_file(companion.store, taken)
    assert refused.value.slug == "too-many-boards"
    assert list_saved_boards() == ("atoll",)


def row_of(hexes: int) -> Board:
    """Return a valid board with all hexes in one row."""
    terrains = tuple(Terrain(landscape) for landscape in LANDSCAPES)
    return Board("causeway", terrains, tuple(Cell(f"A{q + 1}", q, 0, q % len(terrains)) for q in range(hexes)))


def test_board_too_large_for_any_page_is_not_imported_with_a_game(
    phone: Phone, companion: Companion, other_store: Store, other_data: Path
) -> None:
    phone.new_game("Anna", "Bo", board="islet")
    record = json.loads(record_to_bytes(companion.store.read(phone.game_id or "")))
    board = board_to_json(row_of(500), "en")
    game = {"format": "terranova-game/1", "board": "causeway", "players": {"red": "Anna", "yellow": "Bo"}, "turns": []}
    shared = {"format": "terranova-shared/1", "board": board, "game": game}
    carrying = {**record, "board": board, "settings": {**record["settings"], "board": "causeway"}}
    packed = {**files_in(bundle_of(companion.store)), "boards/causeway.json": json.dumps(board).encode()}
    for data in (json.dumps(shared).encode(), json.dumps(carrying).encode(), zip_of(packed)):
        with pytest.raises(Problem) as refused:
            bring_in_file(other_store, kept(other_data, data))
        assert refused.value.slug == "bad-board"
    assert (other_store.game_ids(), list_saved_boards()) == ((), ())


def test_game_opens_although_its_hexes_are_too_large_for_the_paper(phone: Phone, companion: Companion) -> None:
    record = json.loads(record_to_bytes(companion.store.read(play_with_undo(phone))))
    record.update(id="0123456789abcdef", settings={**record["settings"], "hex_mm": 80.0})
    (added,) = bring_in_words(companion.store, json.dumps(record))
    page = phone.client.get(f"/games/{added.game_id}").get_data(as_text=True)
    assert "/boards/islet/board.svg?paper=A4&" in page.replace("\\u0026", "&").replace("&amp;", "&")
    assert "hex_mm=80" not in page


def keep_board(data: Path, name: str) -> None:
    """Save a board of another name that looks like a built-in one."""
    (data / "boards").mkdir(exist_ok=True)
    drawn = {**board_to_json(load_board("islet"), "en"), "name": name}
    (data / "boards" / f"{name}.json").write_text(json.dumps(drawn), encoding="utf-8")


NOT_OURS: list[tuple[Any, str]] = [
    (lambda files: {**files, "../evil.json": b"{}"}, "strange-file"),
    (lambda files: {**files, "games/../../evil.json": b"{}"}, "strange-file"),
    (lambda files: {**files, "/etc/passwd": b"x"}, "strange-file"),
    (lambda files: {name: data for name, data in files.items() if not name.startswith("games")}, "no-games"),
    (lambda files: {**files, "games/0123456789abcdef.json": b"{"}, "not-json"),
    (lambda files: {**files, "games/0123456789abcdef.json": b'{"format":"terranova-record/2"}'}, "wrong-format"),
    (lambda files: {**files, "backup.json": b"{}"}, "full-backup"),
]


def test_zip_that_is_not_ours_adds_nothing(
    phone: Phone, companion: Companion, other_store: Store, other_data: Path, data: Path
) -> None:
    play_with_undo(phone)
    files = files_in(bundle_of(companion.store))
    for spoil, slug in NOT_OURS:
        with pytest.raises(Problem) as refused:
            bring_in_file(other_store, kept(other_data, zip_of(spoil(files))))
        assert refused.value.slug == slug
        assert "\n" not in say(refused.value.message)
    assert other_store.game_ids() == ()
    assert not list(other_data.parent.glob("**/evil*"))


def test_zip_cut_short_is_refused_in_one_sentence(
    phone: Phone, companion: Companion, other_store: Store, other_data: Path
) -> None:
    play_with_undo(phone)
    taken = bundle_of(companion.store)
    for length in (10, 100, len(taken) - 30):
        with pytest.raises(Problem) as refused:
            bring_in_file(other_store, kept(other_data, taken[:length]))
        assert refused.value.slug == "damaged-zip"


def test_zip_with_damaged_bytes_is_read_or_refused_with_a_problem(phone: Phone, companion: Companion) -> None:
    play_with_undo(phone)
    taken = bundle_of(companion.store)
    chance = Random(1)
    refused = 0
    for _ in range(600):
        damaged = bytearray(taken)
        damaged[chance.randrange(len(taken) // 2, len(taken))] = chance.randrange(256)
        try:
            list(open_bundle(io.BytesIO(damaged)).read_games())
        except Problem:
            refused += 1
    assert refused > 200


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_zip_packed_in_a_way_the_app_never_uses_is_refused(
    phone: Phone, companion: Companion, other_store: Store, other_data: Path, packing: int
) -> None:
    """A damaged or hostile LZMA stream raises errors of its own and may ask for gigabytes."""
    play_with_undo(phone)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", packing) as writing:
        for name, data in files_in(bundle_of(companion.store)).items():
            writing.writestr(name, data)
    begun = packed.getvalue().index(b".json") + 20
    damaged = packed.getvalue()[:begun] + bytes(20) + packed.getvalue()[begun + 20 :]
    for given in (damaged, packed.getvalue()):
        with pytest.raises(Problem) as refused:
            bring_in_file(other_store, kept(other_data, given))
        assert refused.value.slug == "damaged-zip"
    assert other_store.game_ids() == ()


def test_zip_bomb_takes_no_more_memory_than_one_file_may(
    phone: Phone, companion: Companion, other_store: Store, other_data: Path, data: Path
) -> None:
    play_with_undo(phone)
    bomb = zip_of({**files_in(bundle_of(companion.store)), "games/0123456789abcdef.json": b" " * (8 * MOST_FILE_BYTES)})
    lying = bomb.replace((8 * MOST_FILE_BYTES).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    assert lying != bomb
    for packed in (bomb, lying):
        path = kept(other_data, packed)
        tracemalloc.start()
        with pytest.raises(Problem) as refused:
            bring_in_file(other_store, path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert refused.value.slug in ("too-large", "damaged-zip", "empty-file")
        assert peak < 5 * MOST_FILE_BYTES
    assert other_store.game_ids() == ()


NOWHERE = {"cells": [], "value": 0, "awards": {}, "why": "nobody"}
SPOIL: list[tuple[str, Callable[[Any], object]]] = [
    ("version", lambda record: record.update(format="terranova-record/9")),
    ("name", lambda record: record["settings"].update(players=["Anna", "anna"])),
    ("board", lambda record: record["settings"].update(board="/etc/passwd")),
    ("unknown board", lambda record: record["settings"].update(board="atlantis")),
    ("time", lambda record: record.update(created="yesterday")),
    ("id", lambda record: record.update(id="../../../evil12345")),
    ("parent", lambda record: record["revisions"][1].update(parent=2)),
    ("number", lambda record: record["revisions"][1].update(number=7)),
    ("pointer", lambda record: record.update(revision=99)),
    ("turn", lambda record: record["revisions"][1]["what"].update(turn="@Z99")),
    ("hex", lambda record: record["revisions"][1]["what"].update(take_off={"red": ["Z99"]})),
    ("position", lambda record: record["revisions"][2]["position"]["pioneers"].update(red=["Z99"])),
    ("colour", lambda record: record["revisions"][1]["what"].update(player="green")),
    ("ruling", lambda record: record["revisions"][1]["what"].update(ruling={"en": "why"})),
    ("start", lambda record: record["revisions"][1].update(kind="start")),
    ("key", lambda record: record.update(more=1)),
    ("save id", lambda record: record["revisions"][1].update(save=record["revisions"][2]["save"])),
    ("paper", lambda record: record["settings"].update(paper="A0")),
    ("ink", lambda record: record["settings"].update(ink=["grey"])),
    ("hex", lambda record: record["settings"].update(hex_mm="32")),
    ("practice", lambda record: record["settings"].update(practice="chess")),
    ("date", lambda record: record["settings"].update(date="yesterday")),
    ("place", lambda record: record["settings"].update(place=5)),
    ("note", lambda record: record["settings"].update(note=["x"])),
    ("shelf", lambda record: record["settings"].update(shelf=None)),
    ("taught", lambda record: record["settings"].update(taught={"profile": 5})),
    ("note that PostgreSQL cannot search", lambda record: record["settings"].update(note="a\0b")),
    ("setting of a newer version with a NUL", lambda record: record["settings"].update(later={"\0": []})),
    ("time with a NUL", lambda record: record.update(created="2026-11-20\x0011:46:59Z")),
    ("time of another form", lambda record: record["revisions"][1].update(at="2020-W01-1T00:00Z")),
    ("hex of many digits", lambda record: record["settings"].update(hex_mm=31.123)),
    ("scores", lambda record: record["revisions"][1]["position"].pop("scores")),
    ("score of one player", lambda record: record["revisions"][1]["position"]["scores"].pop("yellow")),
    ("rulebook", lambda record: record["revisions"][1]["position"].pop("edition")),
    ("ruling without a reason", lambda record: record["revisions"][1].update(kind="ruling")),
    ("territory without hexes", lambda record: record["revisions"][1]["what"].update(events=[NOWHERE])),
]


def test_record_with_a_wrong_part_is_refused_in_one_sentence(
    phone: Phone, companion: Companion, other_store: Store, other_data: Path
) -> None:
    written = record_to_bytes(companion.store.read(play_with_undo(phone)))
    path = other_data / "game.json"
    for what, spoil in SPOIL:
        record = json.loads(written)
        spoil(record)
        path.write_text(json.dumps(record), encoding="utf-8")
        with pytest.raises(Problem) as refused:
            bring_in_file(other_store, path)
        assert "\n" not in say(refused.value.message, "de"), what
    assert other_store.game_ids() == ()
