"""Each named adjustment lowers confidence where its evidence is present, and does nothing when switched off."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.reader.adjustments import Reason
from referee.reader.classify import HexObservations, Verdict, weigh
from referee.reader.colours import appearance_features
from referee.reader.groups import Sample
from referee.reader.networks import FORM_NUMBERS, MASK_BLOCKS, Answers
from referee.reader.settings import DEFAULT
from referee.reader.words import EMPTY, STONE
from referee.rules.pieces import PIONEERS_EACH

HEXES = 60
RED, YELLOW = 0, 1


def clear_photo(**changes: object) -> HexObservations:
    """Return unambiguous observations: hexes 0 to 9 red, 10 to 19 stones, the rest empty."""
    words = np.array([RED] * 10 + [STONE] * 10 + [EMPTY] * (HEXES - 20))
    presence = np.full((HEXES, 3), -6, np.float32)
    presence[words == EMPTY, 0] = presence[words == STONE, 1] = presence[words == RED, 2] = 6
    colours = np.full((HEXES, 4), -30, np.float32)
    colours[:, RED] = 6
    masks = np.ones((HEXES, MASK_BLOCKS, MASK_BLOCKS), np.float32)
    answers = Answers(presence, np.full(HEXES, -12, np.float32), colours, masks)
    lab = np.zeros((HEXES, 3), np.float32)
    lab[words == RED] = (45, 60, 40)
    zeros = np.zeros(HEXES, np.float32)
    observed = HexObservations(
        answers=answers,
        first=answers,
        forms=np.zeros((HEXES, FORM_NUMBERS), np.float32),
        lab=lab,
        misfit=np.where(words == EMPTY, np.float32(0.01), np.float32(0.3)),
        missing=np.where(words == EMPTY, np.float32(0), np.float32(4)),
        burnt=zeros,
        inside=np.ones(HEXES, np.float32),
        doubt_mm=zeros,
        gaps=zeros,
        in_row=np.zeros(HEXES, bool),
        beside=np.abs(np.subtract.outer(np.arange(HEXES), np.arange(HEXES))) == 1,
        leaning=np.zeros((HEXES, HEXES), bool),
        samples=(),
    )
    return replace(observed, **changes)  # type: ignore[arg-type]


def only(number: int, value: float, rest: float = 0.0) -> np.ndarray:
    """Return an array in which one hex differs."""
    array = np.full(HEXES, rest, np.float32)
    array[number] = value
    return array


def with_odd(value: float) -> HexObservations:
    observed = clear_photo()
    answers = replace(observed.answers, odd=only(0, value, -12))
    return replace(observed, answers=answers, first=answers)


def with_three_hidden_in_a_row() -> HexObservations:
    observed = clear_photo()
    odd = np.full(HEXES, -12, np.float32)
    odd[:3] = 3
    answers = replace(observed.answers, odd=odd)
    return replace(observed, answers=answers, first=answers)


def with_third_colour() -> HexObservations:
    observed = clear_photo()
    colours = observed.answers.colours.copy()
    colours[0] = (-6, -6, 6, -6)
    answers = replace(observed.answers, colours=colours)
    return replace(observed, answers=answers, first=answers)


def with_sample_of_another_colour() -> HexObservations:
    observed = clear_photo()
    colours = observed.answers.colours.copy()
    colours[0, YELLOW] = 4
    answers = replace(observed.answers, colours=colours)
    look = appearance_features(observed.lab[:1], observed.answers.masks[:1])[0]
    sample = Sample(YELLOW, look, observed.forms[0], 50.0)
    return replace(observed, answers=answers, first=answers, samples=(sample,))


def with_three_playing_in_a_row() -> HexObservations:
    observed = clear_photo(in_row=only(0, 1).astype(bool))
    colours = observed.answers.colours.copy()
    for colour, hexes in ((1, (2, 3)), (2, (4, 5))):
        for number in hexes:
            colours[number] = np.where(np.arange(4) == colour, 6, -6)
    answers = replace(observed.answers, colours=colours)
    return replace(observed, answers=answers, first=answers)


def with_too_many() -> HexObservations:
    observed = clear_photo()
    presence = observed.answers.presence.copy()
    presence[: PIONEERS_EACH[2] + 2] = (-6, -6, 6)
    answers = replace(observed.answers, presence=presence)
    return replace(observed, answers=answers, first=answers, lab=np.tile(np.float32([45, 60, 40]), (HEXES, 1)))


def with_one_uncertain_pioneer_too_many() -> HexObservations:
    observed = clear_photo()
    presence, lab = observed.answers.presence.copy(), observed.lab.copy()
    most = PIONEERS_EACH[2]
    presence[:most], presence[most] = (-6, -6, 6), (-6, 1.0, 1.5)
    lab[:most], lab[most] = (45, 60, 40), (20, 28, 18)
    answers = replace(observed.answers, presence=presence)
    return replace(observed, answers=answers, first=answers, lab=lab)


def with_red_stones() -> HexObservations:
    observed = clear_photo()
    presence, forms = observed.answers.presence.copy(), observed.forms.copy()
    presence[:30], forms[15:30] = (-6, -6, 6), 2
    answers = replace(observed.answers, presence=presence)
    return replace(observed, answers=answers, first=answers, forms=forms, lab=np.tile(np.float32([45, 60, 40]), (HEXES, 1)))


def with_a_shadow_on_an_empty_hex() -> HexObservations:
    observed = clear_photo()
    presence = observed.answers.presence.copy()
    presence[HEXES - 1] = (0.5, 0, -6)
    answers = replace(observed.answers, presence=presence)
    return replace(observed, answers=answers, first=answers)


CASES = {
    Reason.PRINT_VISIBLE: with_a_shadow_on_an_empty_hex,
    Reason.HIDDEN_IN_PART: lambda: with_odd(-0.8),
    Reason.PLACE_UNCERTAIN: lambda: clear_photo(doubt_mm=only(0, 3.5)),
    Reason.COLOUR_NOT_PLAYING: with_third_colour,
    Reason.SAMPLES_DISAGREE: with_sample_of_another_colour,
    Reason.LIMITED_BY_SUPPLY: with_one_uncertain_pioneer_too_many,
    Reason.LOOKALIKES: with_red_stones,
    Reason.TWO_COLOURS: lambda: clear_photo(gaps=only(0, 90)),
    Reason.BURNT_OUT: lambda: clear_photo(burnt=only(0, 0.8)),
    Reason.HIDDEN: lambda: with_odd(0.1),
    Reason.BESIDE_HIDDEN: with_three_hidden_in_a_row,
    Reason.SCORE_MARKER_ROW: with_three_playing_in_a_row,
    Reason.PATTERN_SHOWS: lambda: clear_photo(missing=only(0, 0.1, 4)),
    Reason.COLOURLESS_PHOTO: lambda: clear_photo(colourless=True),
    Reason.COLOURLESS_PIECES: lambda: clear_photo(lab=clear_photo().lab * np.float32((1, 0.05, 0.05))),
    Reason.CUT_OFF: lambda: clear_photo(inside=only(0, 0.5, 1)),
    Reason.MORE_THAN_THE_BOX_HOLDS: with_too_many,
}


def judged(observed: HexObservations, reason: Reason | None = None) -> Verdict:
    players = 4 if reason is Reason.SCORE_MARKER_ROW else 2
    return weigh(observed, players, DEFAULT)


def test_every_adjustment_has_a_case() -> None:
    assert set(CASES) == set(Reason)


@pytest.mark.parametrize("reason", Reason)
def test_adjustment_changes_a_hex_and_does_nothing_when_switched_off(reason: Reason) -> None:
    observed = CASES[reason]()
    players = 4 if reason is Reason.SCORE_MARKER_ROW else 2
    adjusted = weigh(observed, players, DEFAULT)
    without = weigh(observed, players, replace(DEFAULT, switched_off=frozenset({reason})))
    changed = np.flatnonzero([reason in adjusted.reasons(number) for number in range(HEXES)])
    assert len(changed)
    before, after = without.raw_confidence[changed], adjusted.raw_confidence[changed]
    assert ((after > before) if reason is Reason.PRINT_VISIBLE else (after < before)).any()
    assert not any(reason in without.reasons(number) for number in range(HEXES))


def test_clear_hex_is_lowered_by_nothing() -> None:
    verdict = weigh(clear_photo(), 2, DEFAULT)
    assert verdict.reasons(0) == ()


def test_probabilities_add_up_and_agree_with_word_and_confidence() -> None:
    for make in CASES.values():
        verdict = judged(make())
        assert np.allclose(verdict.probabilities.sum(1), 1, atol=1e-4)
        seen = verdict.visible > 0.999
        first = verdict.probabilities[np.arange(HEXES), verdict.shares.argmax(1)]
        assert np.allclose(first[seen], verdict.confidence[seen], atol=1e-3)


def test_hidden_hex_has_uniform_probabilities() -> None:
    verdict = weigh(with_odd(8), 2, DEFAULT)
    assert np.allclose(verdict.probabilities[0], 1 / 6, atol=0.01)
