"""The static files of the pages, which are compressed once, cached by browsers for a year, and versioned by content.

The version is a path prefix, so relative imports between modules and styles stay within one version. Style sheets that a page
needs together are joined into one response, since each request costs a slow phone several milliseconds.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from flask import Response, request

from web.site.errors import no_such_page

FOLDER = Path(__file__).resolve().parents[1] / "static"
FOREVER = "public, max-age=31536000, immutable"
BEST_PACKING = 9
VERSION_LETTERS = 12
TYPES: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
# Maximum number of joined files cached, which is more than the pages use.
KEPT_JOINED = 32
JOINER = "+"
_JOINED = re.compile(rf"css/(\w+(?:{re.escape(JOINER)}\w+)+)\.css", re.ASCII)
_PACKED_ALREADY = (".png", ".woff2")
_REMARKED = (".css", ".js")
_REMARK = re.compile(rb"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file ready to send; `packed` is the gzipped content, or None for formats that are already compressed."""

    kind: str
    plain: bytes
    packed: bytes | None


@cache
def static_files() -> Mapping[str, StaticFile]:
    """Return all static files by path. Only these files are served, so that no path in a request reaches the file system."""
    found = {}
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file() and path.suffix in TYPES:
            plain = without_remarks(path.read_bytes()) if path.suffix in _REMARKED else path.read_bytes()
            found[path.relative_to(FOLDER).as_posix()] = _file(path.suffix, plain)
    return found


def _file(suffix: str, plain: bytes) -> StaticFile:
    packed = None if suffix in _PACKED_ALREADY else gzip.compress(plain, BEST_PACKING, mtime=0)
    return StaticFile(TYPES[suffix], plain, packed)


def find_static(name: str) -> StaticFile | None:
    """Return a file, or the style sheets whose names are joined in `name`; return None if a file is missing or repeated."""
    if joined := _JOINED.fullmatch(name):
        return _join_sheets(joined[1])
    return static_files().get(name)


@lru_cache(maxsize=KEPT_JOINED)
def _join_sheets(names: str) -> StaticFile | None:
    parts = names.split(JOINER)
    sheets = [static_files().get(f"css/{part}.css") for part in parts]
    if len(set(parts)) < len(parts) or None in sheets:
        return None
    return _file(".css", b"\n".join(sheet.plain for sheet in sheets if sheet is not None))


def without_remarks(source: bytes) -> bytes:
    """Return a script or style sheet without the block comments that stand on lines of their own.

    In scripts, these comments are a quarter of the size. The other lines keep their numbers.
    """
    return _REMARK.sub(lambda remark: b"\n" * remark[0].count(b"\n"), source)


@cache
def static_version() -> str:
    """Return a short hash of all static files, which is their common version."""
    digest = sha256()
    for name, file in static_files().items():
        digest.update(name.encode() + b"\0" + file.plain + b"\0")
    return digest.hexdigest()[:VERSION_LETTERS]


def static_address(name: str) -> str:
    """Return the URL of a static file.

    Raise KeyError if there is no such file.
    """
    if find_static(name) is None:
        raise KeyError(name)
    return f"/static/{static_version()}/{name}"


def sheets_address(names: Sequence[str]) -> str:
    """Return the URL of style sheets, joined in the given order.

    Raise KeyError if one is missing or repeated.
    """
    return static_address(f"css/{JOINER.join(names)}.css")


def answer_static(name: str) -> Response:
    """Return a response with a static file.

    Raise a Problem if there is no such file.
    """
    file = find_static(name)
    if file is None:
        raise no_such_page()
    answer = Response(file.plain, content_type=file.kind) if file.packed is None else answer_packed(file.packed, file.kind)
    is_current = (request.view_args or {}).get("version") == static_version()
    answer.headers["Cache-Control"] = FOREVER if is_current else "no-cache"
    return answer


def answer_packed(packed: bytes, kind: str) -> Response:
    """Return a response with gzipped data, decompressed for clients that do not accept gzip."""
    if request.accept_encodings.quality("gzip") > 0:
        answer = Response(packed, content_type=kind)
        answer.headers["Content-Encoding"] = "gzip"
        return answer
    return Response(gzip.decompress(packed), content_type=kind)
