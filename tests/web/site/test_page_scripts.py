"""The sentences of the pages' scripts: those needed at the start are on the page, the others are loaded with their module."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from referee.words.texts import LANGUAGES, catalogue
from tests.web.conftest import Phone
from web.site.languages import ROOM
from web.site.page_scripts import later_sentences, modules_of
from web.site.static_files import FOLDER, static_files, without_remarks

SCRIPTS = FOLDER / "js"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
QUOTED = re.compile(r"""["'`]([a-z][a-z0-9_]*)["'`]""")


def code_of(module: str) -> str:
    return COMMENT.sub("", (SCRIPTS / module).read_text(encoding="utf-8"))


def sentences_in(module: str) -> set[str]:
    return set(QUOTED.findall(code_of(module))) & set(catalogue(ROOM, "en"))


def page_data(page: str) -> dict[str, Any]:
    return dict(json.loads(page.split('id="page-data">')[1].split("</script>")[0]))


def opened(phone: Phone) -> dict[str, Any]:
    phone.new_game()
    return page_data(phone.client.get(f"/games/{phone.game_id}?lang=hu").get_data(as_text=True))


def test_page_holds_no_sentence_that_only_later_modules_use(phone: Phone) -> None:
    started = ("game.js", *modules_of("game.js"))
    assert "snap.js" not in started
    assert set(opened(phone)["words"]) == set().union(*map(sentences_in, started))


def test_sentences_of_later_modules_come_in_the_language_of_the_page_and_stay(phone: Phone) -> None:
    data = opened(phone)
    answer = phone.client.get(data["later_words"])
    known = catalogue(ROOM, "hu")
    assert answer.get_json() == {name: known[name] for name in answer.get_json()}
    for module in ("snap.js", "menu.js", "picture_editor.js", "replay.js", "clock.js"):
        assert sentences_in(module) <= data["words"].keys() | answer.get_json().keys()
    assert "immutable" in answer.headers["Cache-Control"]
    assert "Cookie" not in answer.headers.get("Vary", "")


def test_earlier_version_of_the_sentences_is_answered_but_not_kept(phone: Phone) -> None:
    answer = phone.client.get("/words/0/de/game.js")
    assert answer.get_json() == later_sentences("game.js", "de")
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/words/0/xx/game.js", "/words/0/de/none.js", "/words/0/de/api_types.d.ts", "/words/0/de/.."])
def test_sentences_of_unknown_scripts_and_languages_are_not_found(phone: Phone, path: str) -> None:
    assert phone.client.get(path).status_code == 404


def test_every_module_loaded_later_waits_for_its_sentences() -> None:
    for module in SCRIPTS.glob("*.js"):
        code = code_of(module.name)
        assert code.count("import(") == code.count("load(import("), f"{module.name}: write load(import(...))"


@pytest.mark.parametrize("language", LANGUAGES)
def test_later_sentences_are_those_of_every_module_in_reach(language: str) -> None:
    reached = {"game.js"}
    while True:
        links = {link for name in reached for link in re.findall(r"""["']\./([a-z_]+\.js)["']""", code_of(name))}
        if links <= reached:
            break
        reached |= links
    on_page = set().union(*map(sentences_in, ("game.js", *modules_of("game.js"))))
    assert set(later_sentences("game.js", language)) == set().union(*map(sentences_in, reached)) - on_page


def test_scripts_and_styles_are_sent_without_remarks_but_with_all_their_code() -> None:
    for name, file in static_files().items():
        source = Path(FOLDER / name).read_bytes()
        if name.endswith((".js", ".css")):
            assert COMMENT.sub("", file.plain.decode()).split() == COMMENT.sub("", source.decode()).split(), name
            assert file.plain.count(b"\n") == source.count(b"\n"), name
            assert not re.search(rb"(?m)^[ \t]*/\*[^\n]*\*/$", file.plain), name


def test_code_beside_a_remark_is_kept() -> None:
    source = b'a(); /* one */\n/* two */ b();\n  /* three\n     four */\nc("/* five */");\n/* six */ d(); /* seven */\n'
    assert without_remarks(source) == b'a(); /* one */\n/* two */ b();\n\n\nc("/* five */");\n/* six */ d(); /* seven */\n'
