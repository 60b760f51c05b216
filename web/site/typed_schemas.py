"""JSON Schemas generated from typed dicts, so that one declaration serves both mypy and the OpenAPI description.

A typed dict becomes a named schema that allows no other fields. Metadata of `Annotated` is added to the schema of the annotated
type, or replaces that schema if the metadata contains a reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import EnumMeta
from types import UnionType
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

from referee.formats.schemas import FLAG, NUMBER, TEXT, WHOLE, Shape, array, given, mapping, maybe, one_of, ref

_PLAIN: Mapping[Any, Shape] = {str: TEXT, int: WHOLE, float: NUMBER, bool: FLAG, Any: {}}


def schemas_of(*types: type) -> dict[str, Shape]:
    """Return the schemas of typed dicts, and of all typed dicts in their fields, by name.

    Raise ValueError if two different types have the same name.
    """
    found: dict[str, type] = {}
    waiting = list(types)
    while waiting:
        named = waiting.pop()
        if found.setdefault(named.__name__, named) is not named:
            raise ValueError(f"two types are named {named.__name__}")
        waiting += [one for one in _mentioned(get_type_hints(named).values()) if found.get(one.__name__) is not one]
    return {name: _object(named) for name, named in found.items()}


def _object(named: Any) -> Shape:
    hints = get_type_hints(named, include_extras=True)
    required = tuple(name for name in hints if name in named.__required_keys__)
    return given(required, **{name: schema_of(hint) for name, hint in hints.items()})


def schema_of(hint: Any) -> Shape:
    """Return the schema of a type; a typed dict becomes a reference by name."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        more = {key: value for meta in parts[1:] for key, value in meta.shape.items()}
        return more if "$ref" in more else {**schema_of(parts[0]), **more}
    if origin in (Required, NotRequired):
        return schema_of(parts[0])
    if origin is Literal:
        return one_of(*parts)
    if origin in (UnionType, Union):  # of a type and None
        return maybe(schema_of(parts[0]))
    if origin in (list, tuple, Sequence):
        return array(schema_of(parts[0]))
    if origin in (dict, Mapping):
        key = schema_of(parts[0])
        return {**mapping(schema_of(parts[1])), **({} if key is TEXT else {"propertyNames": key})}
    if is_typeddict(hint):
        return ref(hint.__name__)
    return one_of(*hint) if isinstance(hint, EnumMeta) else _PLAIN[hint]


def _mentioned(hints: Iterable[Any]) -> list[type]:
    """Return the typed dicts that occur in types, at any depth."""
    return [found for hint in hints for found in ([hint] if is_typeddict(hint) else _mentioned(get_args(hint)))]
