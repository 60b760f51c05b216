"""The OpenAPI description is accurate: schemathesis sends valid and invalid requests and validates every response."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.internal.conjecture import providers
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from tests.web.conftest import ORIGIN, Phone
from web.photos.worker import Worker
from web.site.app import create_app
from web.site.companion import Config
from web.site.openapi import describe

load_all_checks()
CHECKS_MADE = [
    *CHECKS.get_by_names(
        [
            "not_a_server_error",
            "status_code_conformance",
            "content_type_conformance",
            "response_schema_conformance",
            "negative_data_rejection",
            "unsupported_method",
            "allow_header_conformance",
        ]
    )
]
# For a longer search: TERRANOVA_SEED=7 TERRANOVA_EXAMPLES=200 python -m pytest tests/web/site/test_openapi.py
SEED, EXAMPLES = int(os.environ.get("TERRANOVA_SEED", "2026")), int(os.environ.get("TERRANOVA_EXAMPLES", "12"))
MANY_EXAMPLES = 200
# Not as described; what is as described but cannot be, on this board or in this game, is a conflict.
REFUSED_AS_INVALID = (400, 413, 415, 422)
CALLS = [(path, method) for path, item in describe()["paths"].items() for method in item if method != "parameters"]

# A reader that finds no board on anything: what matters here is the interface round it.
SILENT = """
import json, sys
print(json.dumps({"ready": True}), flush=True)
words = dict.fromkeys(["en", "de", "fr", "fi", "it", "hu"], "No board.")
for line in sys.stdin:
    print(json.dumps({"problem": "board-not-found", "messages": words}), flush=True)
"""


@pytest.fixture(autouse=True)
def same_examples_in_any_company(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop Hypothesis from using literals of the loaded modules, which would make a seed depend on the other tests."""
    if hasattr(providers, "_get_local_constants"):
        monkeypatch.setattr(providers, "_get_local_constants", providers.Constants)
        monkeypatch.setattr(providers, "CONSTANTS_CACHE", type(providers.CONSTANTS_CACHE)(1024))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """Provide an app with two games in progress, and the OpenAPI description it serves."""
    made = create_app(Config(data=tmp_path_factory.mktemp("data"), needs_code=False, start_worker=lambda: Worker(SILENT)))
    keeper, referee = Phone(made.test_client()), Phone(made.test_client())
    keeper.new_game("Anna", "Bo", mode="keeper")
    keeper.must("confirm", pioneers={"red": ["K1", "E5"], "yellow": ["E7", "F3"]}, stones=["J1", "J2", "J3", "J4"])
    referee.new_game("Anna", "Bo", "Cleo", mode="referee")
    referee.must("turns", turn="@A1")
    described = schemathesis.openapi.from_wsgi("/api/openapi.json", made)
    yield {"schema": described, "games": [keeper.game_id, referee.game_id]}
    made.extensions["terranova"].close()


MODES = pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: str(mode.value))
EACH_CALL = pytest.mark.parametrize(("path", "method"), CALLS, ids=lambda word: str(word).strip("/"))


@MODES
@EACH_CALL
def test_every_answer_is_as_described(table: dict[str, Any], path: str, method: str, mode: GenerationMode) -> None:
    search(table, path, method, mode, EXAMPLES)


@pytest.mark.slow
@MODES
@EACH_CALL
def test_every_one_of_200_answers_is_as_described(table: dict[str, Any], path: str, method: str, mode: GenerationMode) -> None:
    search(table, path, method, mode, MANY_EXAMPLES)


def search(table: dict[str, Any], path: str, method: str, mode: GenerationMode, examples: int) -> None:
    """Send a number of generated requests to one operation."""
    operation = table["schema"][path][method]
    if mode is GenerationMode.NEGATIVE and not can_be_wrong(operation):
        return

    @seed(SEED)
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        case.headers.update({**ORIGIN, "Accept-Encoding": "identity"})
        if "game_id" in case.path_parameters and mode is GenerationMode.POSITIVE:
            case.path_parameters["game_id"] = table["games"][len(str(case.body)) % 2]
        if mode is GenerationMode.POSITIVE and len(str(case.query)) % 2:
            name_a_known_board(case.body)
        answer = case.call_and_validate(checks=CHECKS_MADE)
        if mode is GenerationMode.POSITIVE:
            assert answer.status_code not in REFUSED_AS_INVALID, answer.text

    ask()


def name_a_known_board(body: Any) -> None:
    """Make generated positions name a built-in board, so that the rest of them is parsed too."""
    if isinstance(body, dict):
        for position in (body, body.get("before"), body.get("after"), body.get("start")):
            if isinstance(position, dict) and "board" in position:
                position["board"] = "islet"


def test_check_uses_only_the_pieces_of_after_as_described(table: dict[str, Any]) -> None:
    position = {"format": "terranova-position/1", "board": "islet", "players": ["red", "yellow"], "pioneers": {}}
    position["reserve"] = {"red": 13, "yellow": 13}
    ask = table["schema"].app.test_client()
    shape = validator(describe()["paths"]["/api/check"]["post"]["requestBody"]["content"]["application/json"]["schema"])
    for where, count, fits in (("after", 13, True), ("after", 14, True), ("before", 13, True), ("before", 14, False)):
        body = {"before": position, "after": position, where: {**position, "reserve": {"red": count, "yellow": 13}}}
        assert shape.is_valid(body) == fits
        assert (ask.post("/api/check", json=body).status_code == 200) == fits


def test_query_parameters_that_are_not_described_are_refused_in_the_api_alone(table: dict[str, Any]) -> None:
    ask = table["schema"].app.test_client()
    for address in (
        "/api/games?color=red",
        "/api/score?x=",
        "/api/games?page=1&page=2",
        f"/api/games/{table['games'][0]}?from=0",
    ):
        answer = ask.post(address, json={}) if "score" in address else ask.get(address)
        assert answer.status_code in REFUSED_AS_INVALID
        assert answer.get_json()["problem"] in ("unknown-key", "repeated-key")
    assert '"color"' in ask.get("/api/games?color=red").get_json()["message"]
    for address in ("/?utm=1", f"/games/{table['games'][0]}?from=chat", "/api/games?lang=de"):
        assert ask.get(address).status_code == 200


def test_unknown_language_beside_a_known_one_is_the_one_named(phone: Phone) -> None:
    answer = phone.client.get("/api/games?lang=de&lang=tlh")
    assert (answer.status_code, answer.get_json()["problem"]) == (422, "unknown-word")
    assert "tlh" in answer.get_json()["message"].split(";")[0]


def test_games_are_listed_page_by_page_or_all_at_once(table: dict[str, Any]) -> None:
    ask = table["schema"].app.test_client()
    whole = ask.get("/api/games").get_json()
    pages = [ask.get(f"/api/games?limit=1&page={number}").get_json() for number in range(1, len(whole["games"]) + 2)]
    assert [game for page in pages for game in page["games"]] == whole["games"]
    assert not whole["older"]
    assert [page["older"] for page in pages] == [True] * (len(whole["games"]) - 1) + [False, False]


@pytest.mark.parametrize("body", [b"\xff\xfe", b"\xff\xfe{}", b'{"a": "\xe9"}'])
def test_body_that_is_not_utf_8_is_named_so(table: dict[str, Any], body: bytes) -> None:
    answer = table["schema"].app.test_client().post("/api/score", data=body, content_type="application/json")
    assert (answer.status_code, answer.get_json()["problem"]) == (400, "not-text")
    assert "UTF-8" in answer.get_json()["message"]


@pytest.mark.parametrize("number", ["3.0", "0.3e1", "3E0"])
def test_whole_number_may_be_written_in_every_way_that_json_has(table: dict[str, Any], number: str) -> None:
    path = f"/api/games/{table['games'][0]}/goto"
    sent = f'{{"from": {number}, "to": 0}}'
    answer = table["schema"].app.test_client().post(path, data=sent, content_type="application/json", headers=ORIGIN)
    assert answer.get_json()["problem"] == "conflict"


def validator(shape: Any) -> Any:
    """Return a validator for a schema of the description."""
    return jsonschema_rs.validator_for({**shape, "components": describe()["components"]})


def can_be_wrong(operation: Any) -> bool:
    """Return whether an operation has any input that can be invalid."""
    return bool(operation.body) or any(parameter.name not in ("game_id", "name", "job_id") for parameter in operation.query)


def test_description_names_every_address(table: dict[str, Any]) -> None:
    rules = {rule.rule.replace("<int:", "<") for rule in table["schema"].app.url_map.iter_rules()}
    served = {rule.replace("<", "{").replace(">", "}") for rule in rules if rule.startswith("/api/")}
    assert served == set(describe()["paths"])
