"""Usage errors are reported in one sentence, in the user's language, and as JSON on request."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.cli.main import COMMANDS
from referee.words.texts import LANGUAGES
from tests.cli.positions import position, write_json
from tests.cli.runs import assert_one_sentence, assert_refused, run

FAULTS = [
    (),
    ("bord",),
    ("score",),
    ("score", "--colour"),
    ("score", "-x", "-"),
    ("score", "-", "--lang", "en_GB"),
    ("score", "-", "--lang", ""),
    ("--lang", "xx", "score", "-"),
    ("play", "-"),
    ("play", "-", "E5-E4", "+E3", "+D3"),
    ("check", "-"),
    ("replay", "-", "--output"),
    ("new", "extra"),
    ("new", "--players", "5"),
    ("new", "--players", "1"),
    ("new", "--players", "two"),
    ("new", "--players", "2.0"),
    ("new", "--players", "9" * 5000),
    ("new", "--players", "²"),
    ("new", "--edition", "en"),
    ("new", "--board"),
    ("--jsonn",),
    ("score", "-", "--json=yes"),
]


@pytest.mark.parametrize("arguments", FAULTS)
def test_fault_of_the_command_line_is_a_problem_in_json(arguments: tuple[str, ...]) -> None:
    assert_refused(run(*arguments, "--json"))


@pytest.mark.parametrize("arguments", FAULTS)
def test_fault_of_the_command_line_is_one_sentence_on_standard_error(arguments: tuple[str, ...]) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert_one_sentence(ran)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("bord",), "bord"),
        (("score",), "POSITION.json"),
        (("score", "--colour"), "--colour"),
        (("play", "-"), "TURN"),
        (("play", "-", "E5-E4", "+E3"), "+E3"),
        (("new", "--players", "5"), "5"),
        (("new", "--edition", "en"), "de, fr, fi, it, hu"),
        (("new", "--board"), "--board needs a value"),
        (("score", "-", "--json=yes"), "--json takes no value"),
    ],
)
def test_fault_is_named(arguments: tuple[str, ...], named: str) -> None:
    assert named in run(*arguments).err


def test_json_asked_for_before_the_command_counts() -> None:
    assert_refused(run("--json", "score", "none.json"), "no-such-file")


def test_letters_that_steer_a_terminal_are_shown_as_escapes() -> None:
    ran = run("score", "no\x1b[31m\nsuch\u202efile.json")
    assert_one_sentence(ran)
    assert "\x1b" not in ran.err
    assert "\u202e" not in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_an_example_in_every_language(command: str, language: str) -> None:
    ran = run(*([command] if command else []), "--help", "--lang", language)
    assert ran.code == 0
    assert ran.err == ""
    assert f"  terranova {command}".rstrip() in ran.out.splitlines()[-1]
    assert max(map(len, ran.out.splitlines())) <= 80
    english = run(*([command] if command else []), "--help", "--lang", "en").out
    assert (ran.out == english) == (language == "en")


def test_names_that_are_no_text_are_answered(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff\xfe.json")
    assert_refused(run("score", name, "--json"), "no-such-file")
    assert_refused(run("new", "--board", name, "--json"), "no-such-board")
    assert_refused(run("board", name, "--json"), "no-such-board")
    path = write_json(tmp_path / name, position())
    ran = run("score", path, path)
    assert ran.code == 0
    assert ran.out.splitlines()[0].endswith("\\udcff\\udcfe.json")
    assert_refused(run("play", path, f"@{name}", "--json"), "unreadable-turn")


def test_help_needs_no_other_arguments_and_lists_every_command() -> None:
    helped = run("--help").out
    assert all(f"  {command} " in helped for command in COMMANDS)


def test_version_is_printed() -> None:
    assert run("--version").out.startswith("terranova 0.")


def test_json_is_english_in_any_system_language() -> None:
    finnish = run("score", "none.json", "--json", environment={"LC_ALL": "fi_FI.UTF-8"})
    assert finnish.json == run("score", "none.json", "--json").json
    assert finnish.err == run("score", "none.json").err


def test_explicit_language_translates_the_message_and_nothing_else() -> None:
    english = run("score", "none.json", "--json").json
    german = run("score", "none.json", "--json", "--lang", "de").json
    assert german["message"] != english["message"]
    assert {**german, "message": ""} == {**english, "message": ""}


def test_explicit_language_translates_labels_and_nothing_else() -> None:
    english = run("board", "terranova", "--json").json
    italian = run("board", "terranova", "--json", "--lang=it").json
    assert [terrain["label"] for terrain in italian["terrains"]] != [terrain["label"] for terrain in english["terrains"]]
    for board in (english, italian):
        for terrain in board["terrains"]:
            terrain["label"] = ""
    assert italian == english


def test_explicit_language_translates_the_reason_and_nothing_else(tmp_path: Path) -> None:
    path = write_json(tmp_path / "stays.json", position())
    english = run("check", path, path, "--json").json
    french = run("check", path, path, "--json", "--lang", "fr").json
    assert french["reason"] != english["reason"]
    assert {**french, "reason": ""} == {**english, "reason": ""}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "de_DE", "LC_MESSAGES": "hu_HU"}, "hu"),
        ({"LANG": "de_DE", "LC_MESSAGES": "hu_HU", "LC_ALL": "it_IT@euro"}, "it"),
        ({"LANG": "sv_SE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE"}, "en"),
        ({"LC_ALL": "", "LANG": "fi_FI"}, "fi"),
        ({}, "en"),
    ],
)
def test_people_are_answered_in_the_systems_language(environment: dict[str, str], language: str) -> None:
    spoken = run("score", "none.json", environment=environment).err
    assert spoken == run("score", "none.json", "--lang", language).err


def test_sentences_differ_in_all_six_languages() -> None:
    spoken = {run("score", "none.json", "--lang", language).err for language in LANGUAGES}
    assert len(spoken) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("arguments", FAULTS)
def test_faults_can_be_reported_in_every_language(arguments: tuple[str, ...], language: str) -> None:
    ran = run(*arguments, "--lang", language)
    assert ran.code == 2
    assert_one_sentence(ran)
