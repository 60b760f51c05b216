"""JSON Schemas made from typed dicts: each kind of type that responses use."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import jsonschema_rs
import pytest

from referee.formats.schemas import Meta
from web.site.typed_schemas import schema_of, schemas_of


class Cap(StrEnum):
    CROWN = "crown"
    CAGE = "cage"


Inner = TypedDict("Inner", {"number": Annotated[int, Meta({"minimum": 0})]})
Outer = TypedDict("Outer", {"inner": list[Inner], "by_cap": Mapping[Cap, str], "more": NotRequired[Inner | None]})


def test_typed_dict_becomes_a_closed_object_beside_those_it_mentions() -> None:
    schemas = schemas_of(Outer)
    assert list(schemas) == ["Outer", "Inner"]
    assert schemas["Outer"]["required"] == ["inner", "by_cap"]
    assert schemas["Outer"]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("given", "is_valid"),
    [
        ({"inner": [{"number": 1}], "by_cap": {"crown": "red"}}, True),
        ({"inner": [], "by_cap": {}, "more": None}, True),
        ({"inner": [{"number": -1}], "by_cap": {}}, False),
        ({"inner": [], "by_cap": {"cork": "red"}}, False),
        ({"inner": []}, False),
        ({"inner": [], "by_cap": {}, "colour": "red"}, False),
    ],
)
def test_schema_accepts_what_the_type_allows(given: object, is_valid: bool) -> None:
    validator = jsonschema_rs.validator_for({**schema_of(Outer), "components": {"schemas": schemas_of(Outer)}})
    assert validator.is_valid(given) is is_valid


def test_two_types_of_one_name_are_refused() -> None:
    other = TypedDict("Inner", {"letter": str})  # type: ignore[misc]
    with pytest.raises(ValueError, match="Inner"):
        schemas_of(Outer, other)


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (Cap, {"enum": ["crown", "cage"]}),
        (Literal["one"], {"enum": ["one"]}),
        (str | None, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        (tuple[float, ...], {"type": "array", "items": {"type": "number"}}),
        (Annotated[Any, Meta({"$ref": "#/components/schemas/Inner"})], {"$ref": "#/components/schemas/Inner"}),
    ],
)
def test_each_kind_of_type_has_its_schema(hint: Any, schema: object) -> None:
    assert schema_of(hint) == schema
