"""The pages' scripts agree with the API: their types come from the OpenAPI description, and TypeScript checks every use."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.api_types import TYPES, type_of, write_types
from web.site.openapi import describe

COMPILER = shutil.which("tsc")
OPTIONS = {
    "checkJs": True,
    "allowJs": True,
    "noEmit": True,
    "strict": True,
    "target": "es2022",
    "module": "es2022",
    "moduleResolution": "bundler",
    "lib": ["es2023", "dom", "dom.iterable"],
    "types": [],
}


def check(folder: Path, scripts: Path) -> subprocess.CompletedProcess[str]:
    settings = folder / "tsconfig.json"
    settings.write_text(json.dumps({"compilerOptions": OPTIONS, "include": [f"{scripts}/*.js"]}), encoding="utf-8")
    assert COMPILER is not None
    return subprocess.run([COMPILER, "-p", str(settings)], capture_output=True, text=True, timeout=120, check=False)


def test_types_of_the_api_are_those_of_the_description() -> None:
    assert TYPES.read_text(encoding="utf-8") == write_types(describe()["components"]["schemas"])


def test_schema_becomes_a_type() -> None:
    schema = {
        "type": "object",
        "properties": {"id": {"type": "string"}, "many": {"type": "array", "items": {"enum": ["a", "b"]}}},
        "required": ["id"],
    }
    assert type_of(schema) == '{\n  id: string;\n  many?: Array<"a" | "b">;\n}'


@pytest.mark.skipif(COMPILER is None, reason="TypeScript (tsc) is not installed")
def test_scripts_use_the_api_as_it_is_described(tmp_path: Path) -> None:
    done = check(tmp_path, TYPES.parent)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(COMPILER is None, reason="TypeScript (tsc) is not installed")
def test_key_that_the_api_does_not_have_is_found(tmp_path: Path) -> None:
    (tmp_path / "api_types.d.ts").write_text(TYPES.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "wrong.js").write_text(
        '/** @param {import("./api_types.js").State} state */\nexport const wrong = (state) => state.revison;\n', encoding="utf-8"
    )
    done = check(tmp_path, tmp_path)
    assert done.returncode != 0
    assert "revison" in done.stdout
