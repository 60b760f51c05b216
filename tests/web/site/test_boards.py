"""Boards in the companion: drawn, checked, imported, changed and deleted over the API, and played like the built-in ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.boards.board import LANDSCAPES
from referee.boards.board_json import board_from_json
from referee.boards.drawings import LEAST_HEXES, MOST_HEXES
from referee.boards.library import list_saved_boards, load_board, load_kept_board
from referee.boards.made import make_board
from referee.boards.maps import format_board_toml
from referee.formats.positions import board_to_json
from referee.rules.pieces import PIONEERS_EACH
from tests.web.conftest import ORIGIN, Phone
from web.site.board_bodies import MOST_LANDSCAPES
from web.takeaway.carried_boards import plan_boards

BUILT_IN = [{"id": landscape} for landscape in LANDSCAPES]


def drawing(rows: list[str], title: str = "Anna's island", **more: Any) -> dict[str, Any]:
    """Return a drawing of rows of digits, each the number of a landscape; the rows lean to the right."""
    cells = [[q, r, int(digit)] for r, row in enumerate(rows) for q, digit in enumerate(row) if digit.isdigit()]
    return {"title": title, "terrains": BUILT_IN, "cells": cells, **more}


SMALL = ["000111", "000111", "000111", "222333", "222333", "222333"]


def save(phone: Phone, body: dict[str, Any], status: int = 201) -> dict[str, Any]:
    answer = phone.post("/api/boards", **body)
    assert answer.status_code == status, answer.get_json()
    return dict(answer.get_json())


def take_in(phone: Phone, words: str) -> tuple[int, dict[str, Any]]:
    answer = phone.post("/api/board-files", text=words)
    return answer.status_code, dict(answer.get_json())


def delete(phone: Phone, name: str) -> tuple[int, dict[str, Any]]:
    answer = phone.client.delete(f"/api/boards/{name}", headers=ORIGIN)
    return answer.status_code, dict(answer.get_json())


def test_drawn_board_is_offered_drawn_and_played_like_the_built_in_ones(phone: Phone) -> None:
    saved = save(phone, drawing(SMALL))
    assert saved == {"name": "anna-s-island", "title": "Anna's island", "outcome": "new"}
    assert {"id": "anna-s-island", "title": "Anna's island", "cells": 36} in phone.client.get("/api/choices").get_json()["boards"]
    page = phone.client.get("/new?board=anna-s-island").get_data(as_text=True)
    assert 'value="anna-s-island" checked' in page
    assert "Anna&#39;s island" in page
    assert phone.client.get("/boards/anna-s-island/small.svg").status_code == 200
    phone.new_game("Anna", "Bo", board="anna-s-island", mode="referee")
    phone.must("turns", turn="@A1")
    assert phone.look()["cells"]["A1"] == "red"


def test_drawing_is_checked_with_the_hexes_meant(phone: Phone) -> None:
    body = drawing(["0011.2", "0011"])
    checked = phone.post("/api/board-checks", **body).get_json()
    assert checked["hexes"] == 9
    apart, few, small = checked["remarks"]
    assert apart == {"sentence": "This hex is cut off from the island; connect it or clear it.", "cells": [[5, 0]]}
    assert few["sentence"].startswith("There are only 3 landscapes; use at least 4")
    assert small["sentence"].startswith("A board needs at least 26 hexes")
    assert checked["landscapes"][0] == {"hexes": 4, "parts": 1, "borders": 3, "coast": 11}
    assert save(phone, body, 409)["message"] == apart["sentence"]
    assert list_saved_boards() == ()


def test_smallest_board_has_room_for_the_pioneers_of_two_players() -> None:
    assert 2 * PIONEERS_EACH[2] == LEAST_HEXES


def test_drawing_without_flaws_has_no_remarks(phone: Phone) -> None:
    assert phone.post("/api/board-checks", **drawing(SMALL)).get_json()["remarks"] == []


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], "Nothing is drawn yet"),
        (["0123"] * 27, "at most 26 rows"),
        (["01230123012301230123"] * 25, f"at most {MOST_HEXES} hexes, and this one has 500"),
        (["0123" * 11], "at most 40 hexes, gaps included"),
        (["01230123"] * 3 + ["........", "01230123"], "These 8 hexes are cut off"),
    ],
)
def test_drawing_that_is_not_a_board_is_refused_in_one_sentence(phone: Phone, rows: list[str], sentence: str) -> None:
    body = drawing(rows)
    assert sentence in " ".join(remark["sentence"] for remark in phone.post("/api/board-checks", **body).get_json()["remarks"])
    assert sentence in save(phone, body, 409)["message"]
    assert list_saved_boards() == ()


def test_drawing_with_too_many_landscapes_is_refused_for_that_reason(phone: Phone) -> None:
    body = drawing(SMALL)
    many = [*body["terrains"], *({"id": f"land-{number}"} for number in range(MOST_LANDSCAPES))]
    refused = phone.post("/api/board-checks", **{**body, "terrains": many})
    assert refused.status_code == 409
    assert refused.get_json()["message"].startswith(f"A board can have at most {MOST_LANDSCAPES} landscapes")
    contradiction = phone.post("/api/board-checks", **{**body, "cells": [[0, 0, 9]]}).get_json()
    assert contradiction["message"].startswith("The drawing contradicts itself")


@pytest.mark.parametrize("title", ["", "   "])
def test_board_needs_a_name(phone: Phone, title: str) -> None:
    assert save(phone, drawing(SMALL, title), 409)["message"] == "Give the board a name."


def test_saving_twice_makes_one_board(phone: Phone) -> None:
    first, again = save(phone, drawing(SMALL)), save(phone, drawing(SMALL), 200)
    assert again == {**first, "outcome": "known"}
    assert list_saved_boards() == ("anna-s-island",)
    assert save(phone, drawing(SMALL[::-1]))["name"] == "anna-s-island-2"


def version(phone: Phone, name: str) -> str:
    page = phone.client.get(f"/boards/{name}/edit").get_data(as_text=True)
    return str(json.loads(page.split('id="page-data">')[1].split("</script>")[0])["edited"]["version"])


def test_changed_board_replaces_the_one_it_began_as(phone: Phone) -> None:
    name = save(phone, drawing(SMALL))["name"]
    changed = save(phone, drawing([*SMALL, "4444"], "Bo's", replaces=name, version=version(phone, name)), 200)
    assert changed == {"name": name, "title": "Bo's", "outcome": "changed"}
    assert list_saved_boards() == (name,)
    assert len(load_kept_board(name).cells) == 40


def test_board_with_games_or_changed_by_somebody_else_is_left_and_copied(phone: Phone) -> None:
    name = save(phone, drawing(SMALL))["name"]
    known = version(phone, name)
    phone.new_game("Anna", "Bo", board=name)
    copied = save(phone, drawing([*SMALL, "4444"], replaces=name, version=known))
    assert (copied["name"], copied["outcome"]) == (f"{name}-2", "copied")
    assert len(load_kept_board(name).cells) == 36
    assert save(phone, drawing(SMALL, "New name", replaces=name, version=known), 200)["outcome"] == "changed"
    stale = save(phone, drawing([*SMALL, "5555"], replaces=f"{name}-2", version=known))
    assert stale["outcome"] == "copied"


def test_board_is_deleted_only_where_no_game_uses_it(phone: Phone) -> None:
    name = save(phone, drawing(SMALL))["name"]
    phone.new_game("Anna", "Bo", board=name)
    assert delete(phone, name) == (409, delete(phone, name)[1])
    assert delete(phone, name)[1]["message"] == "1 game is played on this board, so it stays."
    assert delete(phone, "islet")[0] == 409
    assert delete(phone, "nowhere")[0] == 404
    other = save(phone, drawing(SMALL[::-1]))["name"]
    assert delete(phone, other)[0] == 200
    assert list_saved_boards() == (name,)


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_board_exported_as_a_file_is_imported_unchanged(phone: Phone, kind: str) -> None:
    name = save(phone, drawing(SMALL))["name"]
    before = load_kept_board(name)
    file = phone.client.get(f"/boards/{name}.{kind}")
    assert f'filename="{name}.{kind}"' in file.headers["Content-Disposition"]
    delete(phone, name)
    assert take_in(phone, file.get_data(as_text=True)) == (201, {"name": name, "title": "Anna's island", "outcome": "new"})
    assert load_kept_board(name) == before
    assert take_in(phone, file.get_data(as_text=True)) == (200, {"name": name, "title": "Anna's island", "outcome": "known"})
    assert "This board was already here." in phone.client.get(f"/boards?saved={name}&how=known").get_data(as_text=True)
    assert list_saved_boards() == (name,)


def board_json(**changes: Any) -> str:
    return json.dumps({**board_to_json(load_board("islet"), "en"), **changes})


def large_board() -> str:
    rows = "\n".join(" " * (row % 2) + "M F L D " * 5 for row in range(25))
    return f"name = 'big'\nmap = '''\n{rows}\n'''\nlegend = {{ M = 'meadow', F = 'forest', L = 'lake', D = 'desert' }}\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "empty"),
        ("hello", "cannot be read as TOML"),
        (board_json()[:3000], "not valid JSON"),
        (format_board_toml(make_board("1"))[:400], "Board file, line"),
        (board_json(format="terranova-board/2"), "terranova-board/1"),
        (
            "name = 'x'\nmap = 'M F . . L D'\nlegend = { M = 'meadow', F = 'forest', L = 'lake', D = 'desert' }",
            "cut off from the rest",
        ),
        (large_board(), "this one has 500"),
        ("[" * 900, "cannot be read as TOML"),
        ("{" * 5000, "nested"),
    ],
)
def test_file_that_is_not_a_board_is_refused_in_one_sentence_and_not_saved(phone: Phone, words: str, sentence: str) -> None:
    status, refusal = take_in(phone, words)
    assert status == 409
    assert sentence in refusal["message"]
    assert refusal["message"].count("\n") == 0
    assert list_saved_boards() == ()


def test_own_landscapes_of_a_file_are_kept_and_edited(phone: Phone) -> None:
    words = """name = "lagoon"
label = "The Lagoon"
map = 'M M M M M M F F F F F F F L L L L L L S S S S S S S'
[legend]
M = "meadow"
F = "forest"
L = "lake"
S = { id = "swamp", label = "Swamp", looks-like = "moor" }
"""
    assert take_in(phone, words)[1]["title"] == "The Lagoon"
    page = phone.client.get("/boards/the-lagoon/edit").get_data(as_text=True)
    edited = json.loads(page.split('id="page-data">')[1].split("</script>")[0])["edited"]
    swamp = next(one for one in edited["palette"] if one["label"] == "Swamp")
    assert swamp == {"label": "Swamp", "look": "moor", "given": {"id": "swamp", "label": "Swamp", "looks_like": "moor"}}
    assert 'id="look-moor"' in page
    body = {"title": edited["title"], "terrains": [one["given"] for one in edited["palette"]], "cells": edited["cells"]}
    assert save(phone, {**body, "replaces": "the-lagoon", "version": edited["version"]}, 200)["outcome"] == "changed"
    assert load_kept_board("the-lagoon").terrains[3].looks_like == "moor"


def test_damaged_board_file_is_shown_and_can_be_deleted(phone: Phone, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "torn.toml").write_text("name = ", encoding="utf-8")
    assert "damaged and cannot be opened" in phone.client.get("/boards").get_data(as_text=True)
    assert delete(phone, "torn")[0] == 200


def test_board_too_wide_for_the_editor_is_one_plain_sentence(phone: Phone, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    strip = f"name = 'wide'\nmap = '{'M F L D ' * 11}'\nlegend = {{ M = 'meadow', F = 'forest', L = 'lake', D = 'desert' }}\n"
    (tmp_path / "boards" / "wide.toml").write_text(strip, encoding="utf-8")
    answer = phone.client.get("/boards/wide/edit")
    assert answer.status_code == 409
    assert "at most 40 hexes, gaps included" in answer.get_data(as_text=True)


def test_drawn_board_imported_with_its_games_is_recognised(phone: Phone) -> None:
    name = save(phone, drawing(SMALL))["name"]
    carried = board_from_json(board_to_json(load_kept_board(name), "en"), "carried")
    assert plan_boards({name: carried})[name].is_known
    other = save(phone, drawing(SMALL[::-1], "Other"))["name"]
    assert not plan_boards({other: carried})[other].is_known


def test_game_cards_call_a_drawn_board_by_its_title(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", board=save(phone, drawing(SMALL))["name"])
    words = phone.client.get("/").get_data(as_text=True)
    assert "Anna&#39;s island" in words
    assert "· anna-s-island" not in words


def test_game_page_and_board_file_carry_the_title_of_a_drawn_board(phone: Phone) -> None:
    name = save(phone, drawing(SMALL))["name"]
    assert phone.client.get(f"/api/boards/{name}/geometry").get_json()["title"] == "Anna's island"
    file = phone.client.get(f"/boards/{name}.json").get_json()
    assert (file["name"], file["label"]) == (name, "Anna's island")


def test_island_is_made_from_a_seed(phone: Phone) -> None:
    made = phone.client.get("/api/made-board?seed=lagoon").get_json()
    assert made["cells"] == [[cell.q, cell.r, cell.terrain] for cell in make_board("lagoon").cells]
    assert phone.client.get("/boards/new?seed=lagoon").status_code == 200
    assert phone.client.get("/boards/new?from=wheel").status_code == 200
    assert phone.client.get("/boards/new?from=nowhere").status_code == 404
