"""Pieces are classified by the groups in a photo: by colour and size, by form, and with parked samples."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.reader.classify import accept_samples
from referee.reader.colours import appearance_features
from referee.reader.groups import Sample, Things, form_odds, form_similarity, settle_groups
from referee.reader.networks import Answers
from referee.reader.review import kinds_in_doubt, pieces_to_review
from referee.reader.settings import DEFAULT
from referee.rules.pieces import Piece

BLUE, STONE = 2, 4


def looking(*lab: tuple[float, float, float], forms: list[float] | None = None) -> Things:
    """Return the features of pieces of one size; their forms differ along one axis."""
    settled = np.zeros((len(lab), 12), np.float32)
    settled[:, 0] = 0 if forms is None else forms
    appearance = appearance_features(np.array(lab, np.float32), np.full((len(lab), 14, 14), 0.2, np.float32))
    return Things(appearance, settled, np.zeros((len(lab), len(lab)), bool))


def likely(*rows: list[float], times: list[int]) -> np.ndarray:
    return np.array([row for row, count in zip(rows, times, strict=True) for _ in range(count)], np.float32)


def test_parked_sample_draws_an_odd_shade_to_its_group() -> None:
    """Orange caps lie between two colours; the red sample on its spot makes them red."""
    all_things = looking((55, 50, 45), (56, 52, 44), (80, 5, 75), (81, 4, 76), (79, 6, 74), (55, 51, 45))
    things = all_things.part(np.arange(5))
    shares = likely([0.5, 0.5, 0, 0, 0], [0.02, 0.98, 0, 0, 0], times=[2, 3])
    alone = settle_groups(things, shares, DEFAULT)
    backed = settle_groups(things, shares, DEFAULT, (Sample(0, all_things.appearance[5], all_things.forms[5], 3.0),))
    assert backed[0, 0] > alone[0, 0]
    assert backed[0, 0] > backed[0, 1]


def test_thing_unlike_all_groups_is_left_to_the_networks() -> None:
    """Four red caps, four yellow ones, and a cork lying on its painted side: it fits no group."""
    things = looking(*[(50, 60, 40)] * 4, *[(80, 0, 75)] * 4, (40, 12, 22))
    shares = likely([0.98, 0.02, 0, 0, 0], [0.02, 0.98, 0, 0, 0], [0.7, 0.3, 0, 0, 0], times=[4, 4, 1])
    settled = settle_groups(things, shares, DEFAULT)[8]
    assert abs(np.log(settled[0] / settled[1]) - np.log(0.7 / 0.3)) < 0.3


def test_piece_amid_a_group_is_assigned_to_it() -> None:
    """Dark yellow glass resembles brown stone, but in this photo its neighbours in colour are yellow."""
    things = looking(*[(50, 11, 39)] * 5, *[(68, 16, 29)] * 20)
    shares = likely([0, 0.9, 0, 0, 0.1], [0, 0.3, 0, 0, 0.7], [0, 0, 0, 0, 1], times=[4, 1, 20])
    settled = settle_groups(things, shares, DEFAULT)[4]
    assert settled[1] > settled[STONE]


def test_stone_behind_a_leaning_pioneer_is_not_taken_for_that_pioneer() -> None:
    """The network sees a stone, but the blue head in front of it is what was measured; without the lean, blue wins."""
    things = looking(*[(35, 10, -50)] * 6, *[(60, 2, 6)] * 10)
    shares = likely([0, 0, 1, 0, 0], [0, 0, 0.05, 0, 0.95], [0, 0, 0, 0, 1], times=[5, 1, 10])
    assert settle_groups(things, shares, DEFAULT)[5].argmax() == BLUE
    leaning = np.zeros((16, 16), bool)
    leaning[5, 0] = True
    assert settle_groups(replace(things, leaning=leaning), shares, DEFAULT)[5].argmax() == STONE


def test_two_pioneers_in_a_row_remain_pioneers() -> None:
    """Where the network sees a second blue piece behind the first, the lean alone does not make it a stone."""
    things = looking(*[(35, 10, -50)] * 6, *[(60, 2, 6)] * 10)
    shares = likely([0, 0, 1, 0, 0], [0, 0, 0.9, 0, 0.1], [0, 0, 0, 0, 1], times=[5, 1, 10])
    leaning = np.zeros((16, 16), bool)
    leaning[5, 0] = True
    assert settle_groups(replace(things, leaning=leaning), shares, DEFAULT)[5, BLUE] > 0.98


def test_brass_nuts_are_no_yellow_pioneers_where_the_others_are_chips() -> None:
    """Their colour is between yellow and a stone, but their form matches no pioneer."""
    forms = [0.0] * 12 + [4.0] * 12
    things = looking(*[(45, 60, 40)] * 6, *[(75, 8, 62)] * 6, *[(70, 9, 52)] * 12, forms=forms)
    shares = likely([1, 0, 0, 0, 0], [0, 0.9, 0, 0, 0.1], [0, 0.55, 0, 0, 0.45], times=[6, 6, 12])
    settled = settle_groups(things, shares, DEFAULT)
    assert (settled[:12, STONE] < 0.2).all()
    assert (settled[12:, STONE] > 0.8).all()


def test_stones_of_one_colour_are_not_taken_for_pioneers() -> None:
    """Thirty stones that may be yellow beside six red pioneers: their form differs from that of red."""
    forms = np.array([[0.0]] * 6 + [[4.0]] * 30) * np.eye(12)[:1]
    shares = likely([1, 0, 0, 0, 0], [0, 0.6, 0, 0, 0.4], times=[6, 30])
    assert (form_odds(form_similarity(forms.astype(np.float32)), shares, DEFAULT)[6:] < -1).all()


def test_form_unlike_both_kinds_gives_no_evidence() -> None:
    forms = np.array([[0.0]] * 6 + [[5.0]] * 6 + [[-20.0]]) * np.eye(12)[:1]
    shares = likely([0.5, 0.5, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 0.5, 0, 0.5], times=[6, 6, 1])
    assert abs(form_odds(form_similarity(forms.astype(np.float32)), shares, DEFAULT)[12]) < 0.01


def spot_answers(own: float, empty: float = 0.02) -> Answers:
    """Return network answers for the stone spot with the probability `own` for a stone, else yellow."""
    presence = np.log(np.array([[empty, (1 - empty) * own, (1 - empty) * (1 - own)]], np.float32))
    colours = np.array([[-9, 9, -9, -9]], np.float32)
    return Answers(presence, np.full(1, -9, np.float32), colours, np.full((1, 14, 14), 0.2, np.float32))


@pytest.mark.parametrize(
    ("own", "empty", "is_taken"),
    [(0.9, 0.02, True), (0.2, 0.02, True), (0.002, 0.02, False), (0.9, 0.9, False)],
)
def test_sample_is_taken_for_its_spots_piece_unless_the_network_is_sure(own: float, empty: float, is_taken: bool) -> None:
    """A brass nut on the stone spot may look yellow, but a yellow cap is not a stone, and bare print is nothing."""
    there, nut = np.ones(1, bool), looking((70, 9, 52))
    found = accept_samples((Piece.STONE,), spot_answers(own, empty), nut.appearance, nut.forms, there, DEFAULT)
    assert [sample.group for sample in found] == ([STONE] if is_taken else [])
    assert not accept_samples((Piece.STONE,), spot_answers(own, empty), nut.appearance, nut.forms, ~there, DEFAULT)


def test_doubt_about_stones_of_a_players_hue_is_a_doubt_about_these_kinds() -> None:
    """Thirty pieces, stones or yellow, are no evidence about the rest, unlike pieces that cannot be present."""
    there = [0.0, 0.3, 0.0, 0.0, 0.7, 0.0]
    faint = [0.0, 0.3, 0.0, 0.0, 0.4, 0.3]
    sure = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    shares = likely(there, faint, sure, times=[30, 10, 20])
    doubtful = np.array([True] * 40 + [False] * 20)
    kinds = kinds_in_doubt(shares, doubtful, DEFAULT)
    assert kinds is not None
    assert kinds.words == (1, STONE)
    assert kinds.explained.tolist() == [True] * 30 + [False] * 30
    few = np.array([True] * 8 + [False] * 52)
    assert kinds_in_doubt(shares, few, DEFAULT) is None


def test_where_two_kinds_are_in_doubt_every_piece_of_both_is_reviewed_and_no_other() -> None:
    """A stone of which the networks are sure may be a pioneer just as well, since the others of its kind may be."""
    there, stone, red = [0.0, 0.3, 0.0, 0.0, 0.7, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    empty = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    shares = likely(there, stone, red, empty, times=[30, 5, 10, 15])
    doubtful = np.array([True] * 30 + [False] * 30)
    kinds = kinds_in_doubt(shares, doubtful, DEFAULT)
    assert pieces_to_review(shares, doubtful, kinds, DEFAULT).tolist() == [True] * 35 + [False] * 25
    assert pieces_to_review(shares, doubtful, None, DEFAULT).tolist() == [True] * 45 + [False] * 15
    few = np.array([True] * 5 + [False] * 55)
    assert not pieces_to_review(shares, few, None, DEFAULT).any()
