"""One game shared as JSON, text or link: it is imported unchanged, or refused with one sentence."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

import pytest

from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, say
from tests.web.conftest import Phone
from tests.web.positions import CROSSING
from tests.web.takeaway.conftest import play_with_undo
from tests.web.takeaway.test_bundle import keep_board
from web.games.store import Store
from web.games.table import open_table, position_at
from web.site.companion import Companion
from web.takeaway.additions import Way
from web.takeaway.game_table import scores_table
from web.takeaway.intake import bring_in_words
from web.takeaway.shared import (
    Shared,
    share_game,
    share_position,
    shared_from_json,
    shared_from_link,
    shared_from_text,
    shared_to_json,
    shared_to_link,
    shared_to_text,
)


@pytest.fixture
def shared(phone: Phone, companion: Companion) -> Shared:
    """Provide a game in its shared form."""
    return share_game(open_table(companion.store, play_with_undo(phone)))


def test_json_text_and_link_come_back_as_the_same_game(shared: Shared) -> None:
    assert shared.game.written == ("@E5", "@F3")
    assert shared_from_json(shared_to_json(shared), "x") == shared
    assert shared_from_text(shared_to_text(shared)) == shared
    assert shared_from_link(f"http://table.example/look#{shared_to_link(shared)}") == shared


def test_game_that_no_turns_lead_to_starts_where_they_begin_again(phone: Phone, companion: Companion) -> None:
    phone.new_game("Anna", "Bo", start=CROSSING, mode="keeper")
    phone.must("confirm", pioneers={"red": ["E5"], "yellow": ["E7", "F3"]}, stones=["F6"], ruling=True)
    table = open_table(companion.store, phone.game_id or "")
    found = share_game(table)
    assert found.game.turns == ()
    assert found.game.start.position == table.position
    assert shared_from_text(shared_to_text(found)) == found


def test_link_holds_its_position_alone(phone: Phone, companion: Companion) -> None:
    table = open_table(companion.store, play_with_undo(phone))
    found = shared_from_link(shared_to_link(share_position(table)))
    assert found.game.start.position == table.position
    assert found.game.names == ("Anna", "Bo")
    assert found.game.turns == ()


def test_link_carries_a_board_that_is_not_built_in(
    phone: Phone, companion: Companion, data: Path, other_store: Store, other_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_board(data, "lagoon")
    phone.new_game("Anna", "Bo", board="lagoon")
    phone.must("turns", turn="@E5")
    found = share_game(open_table(companion.store, phone.game_id or ""))
    monkeypatch.setenv("TERRANOVA_DATA", str(other_data))
    for words in (shared_to_link(found), shared_to_text(found), json.dumps(shared_to_json(found))):
        (added,) = bring_in_words(other_store, words)
        board = position_at(other_store.read(added.game_id).revisions[1]).board
        assert (board.label, board.cells) == ("Islet", found.board.cells)
    assert len(other_store.game_ids()) == 1


def test_record_alone_carries_its_board_too(
    phone: Phone, companion: Companion, data: Path, other_store: Store, other_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_board(data, "lagoon")
    phone.new_game("Anna", "Bo", board="lagoon")
    taken = phone.client.get(f"/games/{phone.game_id}/take/x-record.json").get_data(as_text=True)
    monkeypatch.setenv("TERRANOVA_DATA", str(other_data))
    (added,) = bring_in_words(other_store, taken)
    assert open_table(other_store, added.game_id).position.board.name == "lagoon"


def test_link_is_found_in_a_message(shared: Shared, other_store: Store) -> None:
    link = shared_to_link(shared)
    (added,) = bring_in_words(other_store, f"Look what we played:\nhttp://10.0.0.7:8642/look#{link} What an end!")
    assert added.names == ("Anna", "Bo")


def test_imported_game_can_be_continued(shared: Shared, other_store: Store) -> None:
    (added,) = bring_in_words(other_store, shared_to_text(shared))
    table = open_table(other_store, added.game_id)
    assert (added.way, table.names) == (Way.NEW, {"red": "Anna", "yellow": "Bo"})
    assert share_game(table).game.written == shared.game.written
    (again,) = bring_in_words(other_store, shared_to_link(shared))
    assert (again.way, again.game_id) == (Way.KNOWN, added.game_id)


def link_of(value: object) -> str:
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(value).encode())).decode()


REFUSED = [
    ("http://table.example/look#eJyrVkrLL8pNLFGyUipJ", "link-cut-short"),
    ("http://table.example/look#", "link-cut-short"),
    ("http://table.example/look#%%%%", "link-cut-short"),
    ("", "empty-file"),
    ("dear all, see you on Sunday", "other-format"),
    (link_of({"format": "terranova-game/2"}), "other-format"),
    (link_of({"format": "somebody-else/1"}), "other-format"),
    (link_of([1]), "wrong-type"),
    (base64.urlsafe_b64encode(zlib.compress(b" " * 5_000_000)).decode(), "link-too-long"),
    ("A" * 70_000, "link-too-long"),
    ('{"format":"terranova-game/1","board":"atlantis","players":{"red":"A","yellow":"B"},"turns":[]}', "no-such-board"),
    ('{"format":"terranova-game/1","board":"/etc/passwd","players":{"red":"A","yellow":"B"},"turns":[]}', "no-such-board"),
    ('{"format":"terranova-game/1","board":"islet","players":{"red":"A","yellow":"B"},"turns":["@E5","@E5"]}', "illegal-turn"),
    ('{"format":"terranova-board/1"}', "missing-key"),
    ("Terra Nova\nBoard: islet\nRed: A\nYellow: B\n\n1. @E5\n3. @E7\n", "not-a-game"),
    ("Terra Nova\nBoard: islet\nRed: A\nhello\n", "not-a-game"),
]


def test_unreadable_input_is_refused_in_one_sentence(other_store: Store) -> None:
    for words, slug in REFUSED:
        with pytest.raises(Problem) as refused:
            bring_in_words(other_store, words)
        assert refused.value.slug == slug, words[:100]
        for language in LANGUAGES:
            assert "\n" not in say(refused.value.message, language)
    assert other_store.game_ids() == ()


def test_every_shorter_link_is_refused_and_none_is_half_read(shared: Shared, other_store: Store) -> None:
    link = shared_to_link(shared)
    for length in range(len(link) - 1):
        with pytest.raises(Problem):
            shared_from_link(link[:length])


def test_scores_open_in_a_spreadsheet_and_no_cell_is_a_formula(phone: Phone, companion: Companion) -> None:
    phone.new_game("=1+1", "-Bo")
    phone.must("turns", turn="@E5")
    table = open_table(companion.store, phone.game_id or "")
    english, german = (scores_table(table, language).decode("utf-8") for language in ("en", "de"))
    assert english.startswith("\ufeffNumber,Time,Player,Turn,'=1+1,'-Bo\r\n")
    assert ",'=1+1,'@E5,0,0\r\n" in english
    assert german.startswith("\ufeffNummer;Zeit;Spieler;Zug;'=1+1;'-Bo\r\n")
