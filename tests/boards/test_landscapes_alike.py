"""Landscapes of a board never look alike: those sharing a picture get marks, and too many are rejected."""

from __future__ import annotations

import json

import pytest

from referee.boards.board import LANDSCAPES, MARKS, landscape_of, looks_of
from referee.boards.library import parse_board
from referee.boards.maps import parse_board_toml
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, say


def drawn(*looks: str | None) -> str:
    """Return a one-row board file whose custom landscapes use these pictures; None leaves the picture open."""
    letters = [chr(ord("a") + number) for number in range(len(looks))]
    legend = "".join(
        f"{letter} = {{ id = 'own-{letter}'{f', looks-like = {json.dumps(look)}' if look else ''} }}\n"
        for letter, look in zip(letters, looks, strict=True)
    )
    return f"name = 'x'\nmap = '{' '.join(letters)} X'\n[legend]\nX = 'moor'\n{legend}"


def test_no_two_landscapes_of_a_board_look_alike() -> None:
    for looks in (("moor", None, "moor", "lake"), (None,) * 23, ("moor", "moor", *(None,) * 6)):
        board = parse_board_toml(drawn(*looks), "my.toml")
        assert len(set(looks_of(board))) == len(board.terrains)
        for look, expected in zip(looks_of(board)[1:], looks, strict=True):
            assert expected in (None, landscape_of(look))


def test_known_landscape_keeps_its_plain_picture_wherever_it_is_listed() -> None:
    words = drawn("moor", None, None).replace("X = 'moor'\n", "") + "X = 'moor'\n"
    assert looks_of(parse_board_toml(words, "my.toml")) == ("moor-cornered", "meadow", "cornfield", "moor")


def test_fourth_landscape_of_one_look_is_refused_with_the_pictures_that_are_free() -> None:
    words = drawn("moor", "moor", "moor", "lake")
    with pytest.raises(Problem) as refused:
        parse_board_toml(words, "my.toml")
    assert refused.value.slug == "looks-alike"
    sentence = say(refused.value.message, "en")
    line = 1 + words[: words.index("own-c")].count("\n")
    assert sentence.startswith(f"my.toml, line {line}, column ")
    assert "meadow" in sentence.rpartition(":")[2]
    assert "moor" not in sentence.rpartition(":")[2]
    assert all(say(refused.value.message, language) for language in LANGUAGES)


@pytest.mark.parametrize("count", [26, 60])
def test_more_landscapes_than_are_distinguishable_are_refused(count: int) -> None:
    most = len(LANDSCAPES) * len(MARKS)
    terrains = [{"id": f"own-{number}", "label": f"Own {number}"} for number in range(count)]
    board = {"format": "terranova-board/1", "name": "x", "terrains": terrains, "cells": []}
    for words in (json.dumps(board), drawn(*(None,) * 25)):
        with pytest.raises(Problem) as refused:
            parse_board(words.encode(), "my")
        assert refused.value.slug == "too-many-terrains"
        assert f"at most {most}" in say(refused.value.message, "en")
