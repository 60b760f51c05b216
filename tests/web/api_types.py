"""The types of the API for the pages' scripts: `python -m tests.web.api_types` writes them from the OpenAPI description.

The scripts name them in JSDoc comments, and `tsc --checkJs` checks every use; no browser ever loads the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from web.site.openapi import describe

TYPES = Path(__file__).parents[2] / "web" / "static" / "js" / "api_types.d.ts"
HEAD = "// Written by `python -m tests.web.api_types` from the OpenAPI description of this program; a test compares it.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def write_types(schemas: Mapping[str, Any]) -> str:
    """Return one exported type for each named schema."""
    return HEAD + "".join(f"\nexport type {name} = {type_of(schema)};\n" for name, schema in sorted(schemas.items()))


def type_of(schema: Mapping[str, Any] | bool, indent: str = "") -> str:
    """Return a JSON Schema as a TypeScript type."""
    if isinstance(schema, bool) or not schema:
        return "unknown"
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for key, joint in (("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")):
        if key in schema:
            return f"({joint.join(type_of(part, indent) for part in schema[key])})"
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(type_of({**schema, "type": one}, indent) for one in kind)
    if kind == "array":
        return f"Array<{type_of(schema.get('items', {}), indent)}>"
    if kind == "object" or "properties" in schema:
        return object_type(schema, indent)
    return PLAIN.get(str(kind), "unknown")


def object_type(schema: Mapping[str, Any], indent: str) -> str:
    """Return an object: its known properties, and the type of any others."""
    inner = indent + "  "
    required = set(schema.get("required", ()))
    lines = [
        f"{inner}{name if NAME.fullmatch(name) else json.dumps(name)}{'' if name in required else '?'}: {type_of(part, inner)};"
        for name, part in schema.get("properties", {}).items()
    ]
    others = schema.get("additionalProperties", not lines)
    if others and not lines:
        return f"Record<string, {type_of(others, indent) if isinstance(others, Mapping) else 'any'}>"
    return "{\n" + "\n".join(lines) + f"\n{indent}}}"


if __name__ == "__main__":
    TYPES.write_text(write_types(describe()["components"]["schemas"]), encoding="utf-8")
