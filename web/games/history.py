"""The record of what happened in a revision, as frozen values and in its JSON form in the database.

Hexes are stored by printed label and players by colour, so a history can be read without its board. `record_from_json` reverses
`record_to_json`, which omits empty fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NotRequired, TypedDict, TypeVar

from referee.files.fields import Location, take_list, take_map, take_string, take_whole, take_word
from referee.formats.schemas import Labels as JsonLabels
from referee.formats.schemas import PointsByColour
from referee.rules.pieces import Colour
from referee.rules.position import Position, labels_of
from referee.words.texts import Text
from web.games.payments import Payment, Status, Why

Labels = tuple[str, ...]
ByColour = Mapping[Colour, int]
Value = TypeVar("Value")


class Kind(StrEnum):
    """How a revision was made. `PLACE` is a turn during setup."""

    START = "start"
    PLACE = "place"
    TURN = "turn"
    PHOTO = "photo"
    EDIT = "edit"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Settlement:
    """A region that was settled, with its value and the points awarded.

    `terrains` and `pioneers` are None for regions that were already empty and closed at the start of the game.
    """

    cells: Labels
    value: int
    awards: ByColour
    why: Why
    terrains: Labels | None = None
    pioneers: ByColour | None = None


Settled = TypedDict(
    "Settled",
    {
        "cells": JsonLabels,
        "terrains": NotRequired[Sequence[str]],
        "value": int,
        "pioneers": NotRequired[PointsByColour],
        "awards": PointsByColour,
        "why": Why,
    },
)


@dataclass(frozen=True, slots=True)
class Unseen:
    """The labels of doubtful hexes that nobody reviewed, and an estimate of the points that depended on these hexes."""

    cells: Labels
    points: int


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """What happened in one revision.

    `ruling` gives, by language, the referee's reason why a ruling was needed. `mends` is the number of the revision that this
    one corrects. `replaces` is the number of the last revision of the line that a correction has replaced. `scores` is None
    unless the players set the scores.
    """

    player: Colour | None = None
    turn: str | None = None
    settlements: tuple[Settlement, ...] = ()
    take_off: Mapping[Colour, Labels] = field(default_factory=dict)
    photo: str | None = None
    earlier_photos: tuple[str, ...] = ()
    mends: int | None = None
    ruling: Mapping[str, str] | None = None
    scores: ByColour | None = None
    unseen: Unseen | None = None
    seconds: int | None = None
    replaces: int | None = None


def settlement_of(position: Position, payment: Payment) -> Settlement:
    """Convert a payment to the settlement that the history stores."""
    return Settlement(
        cells=labels_of(position.board, payment.cells),
        value=payment.value,
        awards=by_colour(position.players, payment.awards),
        why=payment.why or Why.NOBODY,
        terrains=tuple(position.board.terrains[number].id for number in payment.terrains),
        pioneers=by_colour(position.players, payment.pioneers),
    )


def settlements_of(position: Position, payments: Sequence[Payment]) -> tuple[Settlement, ...]:
    """Convert the payments with status `PAYS` to settlements, in order; leave out the others."""
    return tuple(settlement_of(position, payment) for payment in payments if payment.status is Status.PAYS)


def by_colour(players: Sequence[Colour], numbers: Sequence[int]) -> dict[Colour, int]:
    """Return the non-zero numbers by colour; `numbers` are in seat order."""
    return {colour: number for colour, number in zip(players, numbers, strict=True) if number}


def labels_by_colour(position: Position, masks: Sequence[int]) -> dict[Colour, Labels]:
    """Return the labels of cells by colour, from one cell mask per seat; omit colours without cells."""
    return {colour: labels_of(position.board, mask) for colour, mask in zip(position.players, masks, strict=True) if mask}


def settlement_to_json(settled: Settlement) -> Settled:
    """Return the JSON of a settlement, omitting fields that are None."""
    written: Settled = {
        "cells": list(settled.cells),
        "terrains": list(settled.terrains or ()),
        "value": settled.value,
        "pioneers": dict(settled.pioneers or {}),
        "awards": dict(settled.awards),
        "why": settled.why,
    }
    if settled.terrains is None:
        del written["terrains"]
    if settled.pioneers is None:
        del written["pioneers"]
    return written


def record_to_json(record: TurnRecord) -> dict[str, Any]:
    """Return the JSON of a revision's record, omitting empty fields."""
    unseen = record.unseen
    written = {
        "player": record.player,
        "turn": record.turn,
        "events": [settlement_to_json(settled) for settled in record.settlements],
        "take_off": {colour: list(labels) for colour, labels in record.take_off.items()},
        "photo": record.photo,
        "earlier_photos": list(record.earlier_photos),
        "mends": record.mends,
        "ruling": record.ruling and dict(record.ruling),
        "scores": record.scores and dict(record.scores),
        "unseen": unseen and {"cells": list(unseen.cells), "points": unseen.points},
        "seconds": record.seconds,
        "replaces": record.replaces,
    }
    return {name: value for name, value in written.items() if value}


def record_from_json(value: object, source: Text) -> TurnRecord:
    """Parse the record of a revision from JSON; raise a Problem if it is malformed.

    Unknown fields from newer versions are ignored.
    """
    at = Location(source)
    found = take_map(value, at)
    return TurnRecord(
        player=_optional(_colour, found, "player", at),
        turn=_optional(take_string, found, "turn", at),
        settlements=_optional(_settlements, found, "events", at) or (),
        take_off=_optional(_labels_by_colour, found, "take_off", at) or {},
        photo=_optional(take_string, found, "photo", at),
        earlier_photos=_optional(_strings, found, "earlier_photos", at) or (),
        mends=_optional(take_whole, found, "mends", at),
        ruling=_optional(_sentences, found, "ruling", at),
        scores=_optional(_numbers, found, "scores", at),
        unseen=_optional(_unseen, found, "unseen", at),
        seconds=_optional(take_whole, found, "seconds", at),
        replaces=_optional(take_whole, found, "replaces", at),
    )


def _optional(take: Callable[[object, Location], Value], found: Mapping[str, object], name: str, at: Location) -> Value | None:
    return None if found.get(name) is None else take(found[name], at.key(name))


def _needed(take: Callable[[object, Location], Value], found: Mapping[str, object], name: str, at: Location) -> Value:
    return take(found.get(name), at.key(name))


def _settlements(value: object, at: Location) -> tuple[Settlement, ...]:
    return tuple(_settlement(event, at.item(number)) for number, event in enumerate(take_list(value, at)))


def _settlement(value: object, at: Location) -> Settlement:
    found = take_map(value, at)
    return Settlement(
        cells=_needed(_strings, found, "cells", at),
        value=_needed(take_whole, found, "value", at),
        awards=_needed(_numbers, found, "awards", at),
        why=_needed(_why, found, "why", at),
        terrains=_optional(_strings, found, "terrains", at),
        pioneers=_optional(_numbers, found, "pioneers", at),
    )


def _unseen(value: object, at: Location) -> Unseen:
    found = take_map(value, at)
    return Unseen(_needed(_strings, found, "cells", at), _needed(take_whole, found, "points", at))


def _colour(value: object, at: Location) -> Colour:
    return take_word(value, at, tuple(Colour))


def _why(value: object, at: Location) -> Why:
    return take_word(value, at, tuple(Why))


def _strings(value: object, at: Location) -> tuple[str, ...]:
    return tuple(take_string(item, at.item(number)) for number, item in enumerate(take_list(value, at)))


def _numbers(value: object, at: Location) -> ByColour:
    return {_colour(colour, at): take_whole(number, at.key(colour)) for colour, number in take_map(value, at).items()}


def _labels_by_colour(value: object, at: Location) -> Mapping[Colour, Labels]:
    return {_colour(colour, at): _strings(labels, at.key(colour)) for colour, labels in take_map(value, at).items()}


def _sentences(value: object, at: Location) -> Mapping[str, str]:
    return {language: take_string(sentence, at.key(language)) for language, sentence in take_map(value, at).items()}
