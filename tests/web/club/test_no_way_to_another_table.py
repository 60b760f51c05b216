"""No access from one club table to another through any address, name, list or body, nor through the SQL of any response."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.web.club.club_phones import Belongings, Club, furnish
from tests.web.conftest import ORIGIN, Phone, new_save_id
from tests.web.databases import emptied
from web.club.tables import ClubTable
from web.site import club_join
from web.site.app import OPEN_TO_ALL
from web.site.doorkeeper import CHECKS, HOST, NAMES, _check_board, _is_harmless, check_for

pytestmark = pytest.mark.postgresql

NOTHING = Belongings("0" * 16, "0" * 16, "f" * 16, "no-such-board-xxxxx", "e" * 16)
# Values of parameters that do not refer to a table.
PLAIN: dict[str, object] = {
    "cell": "A1",
    "language": "en",
    "lesson": "setup",
    "number": 0,
    "part": "board",
    "script": "page.js",
    "step": 1,
    "version": "x",
    "table_id": 1,
}
PLAIN_NAMES = {
    "prints.download": "board.pdf",
    "prints.progress": "board.pdf",
    "prints.step_picture": "cut",
    "takeaway.game_file": "terra-nova-record.json",
}


@pytest.fixture(scope="module")
def club(postgresql: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Provide a club for all tests of this file."""
    made = Club(emptied(postgresql), tmp_path_factory.mktemp("club"))
    yield made
    made.close()


class Two:
    """Two fully furnished tables with a phone at each."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.tables: tuple[ClubTable, ...] = club.open("Window", "Bar")
        self.here, self.there = (club.phone(table.code) for table in self.tables)
        self.ours = furnish(club, self.tables[0], self.here, "Xaver", "Yrsa")
        self.theirs = furnish(club, self.tables[1], self.there, "Zelda", "Quentin")


@pytest.fixture(scope="module")
def two(club: Club) -> Two:
    """Provide two tables of that club."""
    return Two(club)


def rules_of(club: Club) -> list[Rule]:
    """Return all URL rules of the app that need a code."""
    return [rule for rule in club.app.url_map.iter_rules() if rule.endpoint not in OPEN_TO_ALL]


def values_for(rule: Rule, named: Belongings) -> dict[str, object]:
    """Return values for the parameters of a URL rule that name belongings of a table wherever possible."""
    values: dict[str, object] = {}
    for parameter in rule.arguments:
        if parameter == "name":
            is_board = NAMES[rule.endpoint] is _check_board
            values[parameter] = named.board if is_board else PLAIN_NAMES.get(rule.endpoint, named.photo)
        else:
            known = {"game_id": named.game, "job_id": named.job, "profile_id": named.profile}
            values[parameter] = known.get(parameter, PLAIN.get(parameter))
        assert values[parameter] is not None, f"{rule}: add a value for {parameter} to this test"
    return values


def names_something(rule: Rule) -> bool:
    """Return whether an address names something that belongs to a table."""
    return any(check_for(rule.endpoint, parameter) is not _is_harmless for parameter in rule.arguments)


def send(club: Club, client: FlaskClient, rule: Rule, method: str, named: Belongings) -> TestResponse:
    """Send a request with an empty body, as one of our own pages would."""
    address = club.app.url_map.bind("localhost").build(rule.endpoint, values_for(rule, named), method)
    body: dict[str, Any] = {} if method in ("GET", "HEAD") else {"json": {}}
    return client.open(address, method=method, headers=ORIGIN, **body)


def test_every_parameter_of_every_address_has_been_classified(club: Club) -> None:
    for rule in rules_of(club):
        for parameter in rule.arguments:
            assert check_for(rule.endpoint, parameter) is not None, f"{rule}: classify {parameter} in web/site/doorkeeper.py"


def test_no_classification_is_left_over(club: Club) -> None:
    rules = list(club.app.url_map.iter_rules())
    assert {parameter for rule in rules for parameter in rule.arguments} == {*CHECKS, "name"}
    assert {rule.endpoint for rule in rules if "name" in rule.arguments} == set(NAMES)


def test_what_belongs_to_another_table_is_answered_as_if_it_did_not_exist(two: Two) -> None:
    walked = 0
    for rule in filter(names_something, rules_of(two.club)):
        for method in sorted((rule.methods or set()) - {"OPTIONS"}):
            foreign = send(two.club, two.here, rule, method, two.theirs)
            missing = send(two.club, two.here, rule, method, NOTHING)
            assert foreign.status_code == missing.status_code == 404, (rule, method, foreign.status_code, missing.status_code)
            assert anonymous(foreign, two.theirs) == anonymous(missing, NOTHING), (rule, method)
            walked += 1
    assert walked > 50


def test_own_things_are_found_at_the_same_addresses(two: Two) -> None:
    for rule in filter(names_something, rules_of(two.club)):
        if "GET" in (rule.methods or ()):
            answer = send(two.club, two.here, rule, "GET", two.ours)
            assert answer.status_code in (200, 304), (rule, answer.status_code, answer.get_data(as_text=True)[:300])


def anonymous(answer: TestResponse, named: Belongings) -> str:
    """Return the body of a response without the names given in the request."""
    body = answer.get_data(as_text=True)
    for given in (named.game, named.photo, named.job, named.board, named.profile):
        body = body.replace(given, "…")
    return body


def test_strangers_take_as_many_statements_as_nothing(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club_join, "CODE_SECONDS", 3600.0)  # otherwise the house's code is read again in the middle
    counted: list[str] = []
    event.listen(
        two.club.companion.store.engine, "before_cursor_execute", lambda _c, _k, statement, *_: counted.append(statement)
    )
    for rule in filter(names_something, rules_of(two.club)):
        for method in sorted((rule.methods or set()) - {"OPTIONS"}):
            found = []
            for named in (two.theirs, NOTHING):
                counted.clear()
                send(two.club, two.here, rule, method, named)
                found.append(list(counted))
            assert found[0] == found[1], (rule, method)


def test_pages_without_names_show_nothing_of_another_table(two: Two) -> None:
    telling = ("Zelda", "Quentin", "Isle of Bar", "Pieces of Bar", two.tables[1].code, str(two.club.companion.join.code))
    secrets = [*telling, *(getattr(two.theirs, field) for field in Belongings.__slots__)]
    for rule in rules_of(two.club):
        if "GET" in (rule.methods or ()) and not rule.arguments:
            answer = two.here.get(rule.rule)
            shown = unpacked(answer)
            assert answer.status_code < 500, rule
            assert not [secret for secret in secrets if secret in shown], rule
            assert rule.endpoint.startswith(f"{HOST}.") == (answer.status_code == 404), rule


def unpacked(answer: TestResponse) -> str:
    """Return the body of an answer as text, and that of the files in a zip."""
    if answer.mimetype != "application/zip":
        return answer.get_data().decode("utf-8", "replace")
    with zipfile.ZipFile(io.BytesIO(answer.get_data())) as packed:
        return " ".join(name + packed.read(name).decode() for name in packed.namelist())


def test_zip_statistics_and_search_hold_the_games_of_this_table(two: Two) -> None:
    for rule, words in (("/take/terra-nova.zip", "Xaver"), ("/?q=xaver", "Xaver"), ("/api/games", two.ours.game)):
        assert words in unpacked(two.here.get(rule))
    assert "Zelda" not in unpacked(two.here.get("/?q=zelda")).replace('value="zelda"', "")
    listed = [one["id"] for one in two.here.get("/api/games").get_json()["games"]]
    assert two.ours.game in listed
    assert two.theirs.game not in listed
    assert two.here.get("/statistics.json").get_json()["kept"] == len(listed)


@pytest.mark.parametrize("query", ["/new?rematch={game}", "/boards/new?from={board}", "/print?board={board}&paper=A4"])
def test_queries_that_name_another_tables_things_find_nothing(two: Two, query: str) -> None:
    foreign = two.here.get(query.format(game=two.theirs.game, board=two.theirs.board))
    missing = two.here.get(query.format(game=NOTHING.game, board=NOTHING.board))
    assert foreign.status_code == missing.status_code
    assert anonymous(foreign, two.theirs) == anonymous(missing, NOTHING)
    ours = two.here.get(query.format(game=two.ours.game, board=two.ours.board))
    assert anonymous(ours, two.ours) != anonymous(missing, NOTHING)


def test_bodies_that_name_another_tables_things_are_refused(two: Two) -> None:
    table = Phone(two.here, two.ours.game)
    table.look()
    bodies: list[tuple[str, dict[str, Any]]] = [
        (f"/api/games/{two.ours.game}/preview", picture(table, two.theirs.photo)),
        (f"/api/games/{two.ours.game}/confirm", {**picture(table, two.theirs.photo), "save": new_save_id()}),
        ("/api/games", {"players": ["A", "B"], "board": two.theirs.board}),
        (
            "/api/turns",
            {"format": "terranova-position/1", "board": two.theirs.board, "players": ["red", "yellow"], "pioneers": {}},
        ),
        ("/api/boards", drawing(f"Not {two.theirs.board}", two.theirs.board)),
    ]
    for address, body in bodies:
        foreign = two.here.post(address, json=body, headers=ORIGIN)
        renamed = json.loads(json.dumps(body).replace(two.theirs.board, NOTHING.board).replace(two.theirs.photo, NOTHING.photo))
        missing = two.here.post(address, json=renamed, headers=ORIGIN)
        assert foreign.status_code == missing.status_code, (address, foreign.get_json(), missing.get_json())
        if foreign.status_code != 201:
            assert anonymous(foreign, two.theirs) == anonymous(missing, NOTHING), address


def picture(table: Phone, photo: str) -> dict[str, Any]:
    """Return a picture of the table that names a photo."""
    return {"from": table.state["revision"], "pioneers": {"red": ["A1"], "yellow": []}, "stones": [], "photo": photo}


def drawing(title: str, replaces: str) -> dict[str, Any]:
    """Return a drawing with a title that names the board to replace."""
    cells = [[q, r, q % 4] for q in range(8) for r in range(5)]
    terrains = [{"id": look} for look in ("meadow", "forest", "lake", "desert")]
    return {"title": title, "terrains": terrains, "cells": cells, "replaces": replaces, "version": "0" * 12}


def test_board_of_another_table_outlives_a_drawing_that_wants_to_replace_it(two: Two) -> None:
    before = two.there.get(f"/boards/{two.theirs.board}.toml").get_data()
    saved = two.here.post("/api/boards", json=drawing("Mine", two.theirs.board), headers=ORIGIN).get_json()
    assert (saved["outcome"], saved["name"] == two.theirs.board) == ("new", False)
    assert two.there.get(f"/boards/{two.theirs.board}.toml").get_data() == before


def test_profile_of_another_table_cannot_be_chosen(two: Two) -> None:
    def choose(profile: str) -> TestResponse:
        return two.here.post(f"/games/{two.ours.game}/pieces/use", data={"profile": profile}, headers=ORIGIN)

    assert anonymous(choose(two.theirs.profile), two.theirs) == anonymous(choose(NOTHING.profile), NOTHING)
    assert choose(two.ours.profile).status_code == 303


def test_photo_of_another_table_explains_nothing(two: Two) -> None:
    address = f"/api/jobs/{two.ours.photo}?with="
    foreign, missing = (two.here.get(address + named.photo) for named in (two.theirs, NOTHING))
    assert (foreign.status_code, foreign.get_data()) == (missing.status_code, missing.get_data())


def test_unfinished_turn_of_another_table_is_neither_seen_nor_overwritten(two: Two) -> None:
    started = {"from": 1, "turn": "@B1"}
    sent = two.there.put(f"/api/games/{two.theirs.game}/unfinished", json=started, headers=ORIGIN)
    assert sent.status_code == 204
    assert (
        two.here.put(f"/api/games/{two.theirs.game}/unfinished", json={"from": 1, "turn": ""}, headers=ORIGIN).status_code == 404
    )
    answer = two.here.get(f"/api/games/{two.theirs.game}")
    assert (answer.status_code, answer.headers.get("Terranova-Unfinished")) == (404, None)
    assert two.there.get(f"/api/games/{two.theirs.game}").headers["Terranova-Unfinished"] == "@B1"


def test_save_id_of_another_table_starts_a_game_of_its_own(two: Two) -> None:
    body = {"players": ["Zelda", "Quentin"], "board": "islet", "save": new_save_id()}
    first, second = (client.post("/api/games", json=body, headers=ORIGIN).get_json()["id"] for client in (two.there, two.here))
    assert first != second


def test_record_of_another_tables_game_is_kept_beside_it_without_a_word(two: Two) -> None:
    islet = Phone(two.there)
    game = islet.new_game("Zelda", "Quentin", board="islet")["id"]
    record = two.there.get(f"/games/{game}/take/x-record.json").get_data(as_text=True)
    before = len(two.here.get("/api/games").get_json()["games"])
    pages = [bring_in(client, record) for client in (two.there, two.here, two.here)]
    assert game in pages[0]
    assert game not in pages[1] + pages[2]
    assert re.findall(r"/games/(\w+)", pages[1]) == re.findall(r"/games/(\w+)", pages[2]) != []
    assert len(two.here.get("/api/games").get_json()["games"]) == before + 1


def bring_in(client: FlaskClient, words: str) -> str:
    """Import pasted text and return the resulting page."""
    answer = client.post("/take", data={"words": words}, headers=ORIGIN)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)
