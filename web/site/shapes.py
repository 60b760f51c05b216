"""Declarative request fields, each of which is a value that provides both a parser and a JSON Schema.

Larger shapes are composed of smaller ones. A parser raises a Problem for a value that does not fit its shape.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from referee.files.fields import Location, take_list, take_map, take_object, take_string, take_whole, take_word
from referee.files.json_input import quoted
from referee.words.problems import Problem
from referee.words.texts import text

Schema = Mapping[str, Any]
Value = TypeVar("Value")
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, slots=True)
class Shape(Generic[Value]):
    """A parser for a value, and the JSON Schema that describes the value."""

    take: Callable[[object, Location], Value]
    schema: Schema

    def described(self, **more: object) -> Shape[Value]:
        """Return the shape with entries added to its schema, such as a description."""
        return replace(self, schema={**self.schema, **more})


@dataclass(frozen=True, slots=True)
class Body:
    """The shape of a JSON object with known fields; optional fields that are absent are omitted from the parsed result."""

    required: tuple[str, ...]
    fields: Mapping[str, Shape[Any]]

    def take(self, value: object, place: Location) -> dict[str, Any]:
        """Parse an object and return its fields, each parsed by its shape; raise a Problem for missing or unknown fields."""
        sent = take_object(value, place, self.required, tuple(self.fields))
        return {name: shape.take(sent[name], place.key(name)) for name, shape in self.fields.items() if name in sent}

    @property
    def schema(self) -> Schema:
        """The schema of the whole object."""
        properties = {name: shape.schema for name, shape in self.fields.items()}
        return {"type": "object", "properties": properties, "required": list(self.required), "additionalProperties": False}


STRING = Shape(take_string, {"type": "string"})


def take_flag(value: object, place: Location) -> bool:
    """Parse a boolean."""
    if not isinstance(value, bool):
        raise Problem("wrong-type", text("serve.not_true_or_false", key=place.path, given=quoted(value)))
    return value


FLAG = Shape(take_flag, {"type": "boolean"})


def whole(low: int, high: int) -> Shape[int]:
    """Return the shape of an integer between two inclusive bounds."""
    return Shape(lambda value, place: take_whole(value, place, low, high), {"type": "integer", "minimum": low, "maximum": high})


def one_of(words: Collection[Word]) -> Shape[Word]:
    """Return the shape of an enumeration of strings."""
    return Shape(lambda value, place: take_word(value, place, words), {"enum": [str(word) for word in words]})


def maybe(shape: Shape[Value]) -> Shape[Value | None]:
    """Return the shape of a value that is null or fits `shape`."""
    schema = {"anyOf": [shape.schema, {"type": "null"}]}
    return Shape(lambda value, place: None if value is None else shape.take(value, place), schema)


def listed(shape: Shape[Value]) -> Shape[tuple[Value, ...]]:
    """Return the shape of a list whose items all fit `shape`."""

    def take(value: object, place: Location) -> tuple[Value, ...]:
        return tuple(shape.take(item, place.item(number)) for number, item in enumerate(take_list(value, place)))

    return Shape(take, {"type": "array", "items": shape.schema})


def at_most(most: int, shape: Shape[tuple[Value, ...]], complain: Callable[[int], Problem]) -> Shape[tuple[Value, ...]]:
    """Return the shape of a list that fits `shape` and has at most `most` items.

    `complain` returns the Problem for a longer list, given the list's length.
    """

    def take(value: object, place: Location) -> tuple[Value, ...]:
        if len(given := take_list(value, place)) > most:
            raise complain(len(given))
        return shape.take(value, place)

    return Shape(take, {**shape.schema, "maxItems": most})


def by_key(key: Schema, shape: Shape[Value]) -> Shape[dict[str, Value]]:
    """Return the shape of an object whose values fit `shape`, and whose keys are described by the schema `key`.

    The parser does not check the keys, since the game's board and players are not known yet.
    """

    def take(value: object, place: Location) -> dict[str, Value]:
        return {name: shape.take(item, place.key(name)) for name, item in take_map(value, place).items()}

    return Shape(take, {"type": "object", "propertyNames": key, "additionalProperties": shape.schema})
