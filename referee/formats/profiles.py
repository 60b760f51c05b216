"""Profiles of what a household's pieces look like, and their JSON format, terranova-profile.

The reader compares the pieces in a photo with a profile.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.files.fields import (
    Location,
    take_decimal,
    take_format,
    take_list,
    take_map,
    take_object,
    take_string,
    take_whole,
    take_word,
)
from referee.files.json_input import read_json_file, source_name
from referee.formats.positions import JsonObject
from referee.rules.pieces import Piece
from referee.words.problems import Problem
from referee.words.texts import Text, text

PROFILE = "terranova-profile/1"
KINDS: tuple[Piece, ...] = tuple(piece for piece in Piece if piece is not Piece.EMPTY)
SHEET = "sheet"  # the calibration sheet
INKS = ("colour", "light", "grey", SHEET)  # inks of the prints on which pieces were photographed
FORM_NUMBERS = 12
LONGEST_NAME = 60
MOST_PROTOTYPES = 24  # for each kind of piece
_LAB = ((0.0, 150.0), (-200.0, 200.0), (-200.0, 200.0))
_FAR = 1000.0
_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Prototype:
    """The typical appearance of some pieces of one kind: means over `count` pieces, and the spread around these means.

    `lab` is CIE Lab relative to white paper, and `spread` is the standard deviation of each component. `log_size` is the
    logarithm of the area in square millimetres that a piece covers in the photo. `form` is the output of the form network.
    """

    lab: tuple[float, float, float]
    spread: tuple[float, float, float]
    log_size: float
    size_spread: float
    form: tuple[float, ...]
    form_spread: float
    count: int
    ink: str


@dataclass(frozen=True, slots=True)
class Profile:
    """The appearance of one household's pieces, the version of the networks used, and the number of photos evaluated."""

    name: str
    networks: str
    photos: int
    kinds: dict[Piece, tuple[Prototype, ...]]

    @property
    def pieces(self) -> int:
        """The number of pieces on which the profile is based."""
        return sum(prototype.count for prototypes in self.kinds.values() for prototype in prototypes)


def open_profile(path: str, networks: str) -> Profile:
    """Read a profile from a file; raise a Problem if it is missing, invalid or for another version of the networks."""
    return profile_from_json(read_json_file(path), source_name(path), networks)


def profile_from_json(value: object, source: str | Text, networks: str) -> Profile:
    """Parse a profile; raise a Problem if it is invalid or belongs to another version of the networks."""
    place = Location(source)
    take_format(take_map(value, place), place, PROFILE)
    fields = take_object(value, place, ("format", "name", "networks", "made_from", "kinds"))
    name, version = (take_string(fields[key], place.key(key)) for key in ("name", "networks"))
    check_name(name, place.key("name").text)
    if version != networks:
        raise Problem("other-networks", text("read.profile_other_networks", source=source))
    made = take_object(fields["made_from"], place.key("made_from"), ("photos", "pieces"))
    photos, pieces = (take_whole(made[key], place.key("made_from").key(key)) for key in ("photos", "pieces"))
    at = place.key("kinds")
    kinds = {
        take_word(word, at, KINDS): tuple(
            _read_prototype(item, at.key(word).item(number)) for number, item in enumerate(_few(items, at.key(word)))
        )
        for word, items in take_map(fields["kinds"], at).items()
    }
    profile = Profile(name, version, photos, {kind: kinds[kind] for kind in KINDS if kinds.get(kind)})
    if profile.pieces != pieces:
        values = {"place": place.key("made_from").key("pieces").text, "said": pieces, "found": profile.pieces}
        raise Problem("wrong-count", text("read.profile_wrong_count", **values))
    return profile


def check_name(name: str, label: str | Text) -> None:
    """Raise a Problem if the name of a profile is too long; `label` is the field or option shown in the message."""
    if len(name) > LONGEST_NAME:
        raise Problem("too-long", text("read.profile_name_long", place=label, most=LONGEST_NAME))


def _few(value: object, place: Location) -> list[object]:
    found = take_list(value, place)
    if len(found) > MOST_PROTOTYPES:
        raise Problem("too-long", text("read.profile_too_many", place=place.text, found=len(found), most=MOST_PROTOTYPES))
    return found


def _read_prototype(value: object, place: Location) -> Prototype:
    names = ("lab", "spread", "log_size", "size_spread", "form", "form_spread", "count", "ink")
    fields = take_object(value, place, names)
    lab, spread = (
        _numbers(fields["lab"], place.key("lab"), _LAB),
        _numbers(fields["spread"], place.key("spread"), ((0.0, 200.0),) * 3),
    )
    size = take_decimal(fields["log_size"], place.key("log_size"), 0.0, 15.0)
    size_spread, form_spread = (take_decimal(fields[key], place.key(key), 0.0, _FAR) for key in ("size_spread", "form_spread"))
    form = _numbers(fields["form"], place.key("form"), ((-_FAR, _FAR),) * FORM_NUMBERS)
    count, ink = take_whole(fields["count"], place.key("count"), low=1), take_word(fields["ink"], place.key("ink"), INKS)
    return Prototype(
        (lab[0], lab[1], lab[2]), (spread[0], spread[1], spread[2]), size, size_spread, form, form_spread, count, ink
    )


def _numbers(value: object, place: Location, bounds: tuple[tuple[float, float], ...]) -> tuple[float, ...]:
    found = take_list(value, place)
    if len(found) != len(bounds):
        raise Problem("wrong-length", text("read.profile_wrong_length", place=place.text, found=len(found), wanted=len(bounds)))
    return tuple(take_decimal(item, place.item(k), *bounds[k]) for k, item in enumerate(found))


def profile_to_json(profile: Profile) -> JsonObject:
    """Return a profile as JSON."""
    return {
        "format": PROFILE,
        "name": profile.name,
        "networks": profile.networks,
        "made_from": {"photos": profile.photos, "pieces": profile.pieces},
        "kinds": {kind.value: [_prototype_to_json(one) for one in found] for kind, found in profile.kinds.items()},
    }


def _prototype_to_json(one: Prototype) -> JsonObject:
    return {
        "lab": [round(value, _DIGITS) for value in one.lab],
        "spread": [round(value, _DIGITS) for value in one.spread],
        "log_size": round(one.log_size, _DIGITS),
        "size_spread": round(one.size_spread, _DIGITS),
        "form": [round(value, _DIGITS) for value in one.form],
        "form_spread": round(one.form_spread, _DIGITS),
        "count": one.count,
        "ink": one.ink,
    }
