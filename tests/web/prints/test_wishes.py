"""The Print centre's form: every choice survives the round trip through the URL, and an invalid one is reported by field."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qs, urlencode

import pytest

from printables.artwork.palette import Ink
from printables.documents.catalogue import PARTS, SHEET_PARTS, Material
from referee.layout.papers import Orientation, PrintChoice
from referee.rules.position import Edition
from referee.words.texts import LANGUAGES, say
from web.prints.wishes import LONGEST_FIELD, PrintWish, format_wish, parse_wish

USUAL = PrintWish("terranova", "en", Edition.DE)


@pytest.mark.parametrize(
    "wish",
    [
        USUAL,
        PrintWish("wheel", "hu", Edition.HU, "Letter", Ink.LIGHT, 33.25, 12, 4.2, (97.5, 98.0), (Material.PIECES,), "50x70"),
        replace(USUAL, edition=Edition.IT, documents=PARTS),
        replace(USUAL, measured=(94.0, 94.0), orientation=Orientation.LANDSCAPE),
    ],
)
def test_wish_goes_through_an_address_and_back(wish: PrintWish) -> None:
    form = parse_wish(parse_qs(urlencode(format_wish(wish))), "fi")
    assert (form.wish, form.problems) == (wish, {})


def test_usual_choices_are_those_of_the_command_line() -> None:
    assert parse_wish({}, "en").wish == USUAL
    assert USUAL.choice == PrintChoice()
    assert USUAL.documents == SHEET_PARTS
    assert parse_wish({}, "it").wish.edition is Edition.IT


@pytest.mark.parametrize(
    ("field", "given", "sentence"),
    [
        ("board", "../etc/passwd", 'There is no board "../etc/passwd" here'),
        ("paper", "A9", 'There is no paper "A9"'),
        ("paper", "A0", "A0 is a paper for posters"),
        ("poster", "A9", 'There is no paper "A9"'),
        ("ink", "purple", '"purple" is not one of colour, light, grey'),
        ("language", "xx", '"xx" is not one of en'),
        ("edition", "en", '"en" is not one of de'),
        ("hex", "wide", '"wide" is none'),
        ("hex", "5", "A hex of 5 mm cannot be played on"),
        ("hex", "nan", '"nan" is none'),
        ("sheets", "50", "choose between 1 and 49"),
        ("sheets", "six", '"six"'),
        ("sheets", "٣", "is not a whole number"),
        ("orientation", "upright", '"upright" is not one of portrait, landscape'),
        ("margin", "21", "type at most 20 mm"),
        ("margin", "-1", "A margin of -1 mm is not possible"),
        ("measured", "about 97", '"about 97" is not a measurement'),
        ("measured", "40", "is not a matter of scale"),
        ("measured", "inf", '"inf" is not a measurement'),
        ("document", "hats", '"hats" is not one of board'),
        ("document", "", "Nothing is chosen"),
        ("hex", "3" * (LONGEST_FIELD + 1), f"at most {LONGEST_FIELD} characters"),
    ],
)
def test_wrong_choice_is_named_by_its_field_and_the_usual_one_kept(field: str, given: str, sentence: str) -> None:
    form = parse_wish({field: [given]}, "en")
    assert list(form.problems) == [field]
    assert sentence in say(form.problems[field].message, "en")
    assert form.wish == USUAL
    for language in LANGUAGES:
        assert "--" not in say(form.problems[field].message, language)


def test_lengths_may_be_typed_with_a_comma() -> None:
    form = parse_wish({"hex": ["32,5"], "margin": ["4,2"], "measured": ["97,5x98"]}, "de")
    assert (form.wish.hex_mm, form.wish.margin_mm, form.wish.measured) == (32.5, 4.2, (97.5, 98.0))
