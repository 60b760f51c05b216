"""The static files of the pages: compressed once, cached by browsers indefinitely, and versioned by content.

The version is a path prefix, so relative imports between modules and styles stay within one version.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Response, request

from referee.words.problems import Problem
from referee.words.texts import text

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
_PACKED_ALREADY = (".png", ".woff2")
_REMARKED = (".css", ".js")
_REMARK = re.compile(rb"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file ready to send; `packed` is None if compression gains nothing."""

    kind: str
    plain: bytes
    packed: bytes | None


@cache
def static_files() -> Mapping[str, StaticFile]:
    """Load all static files, by path; only these are served, so that no request path reaches the file system."""
    found = {}
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file() and path.suffix in TYPES:
            plain = without_remarks(path.read_bytes()) if path.suffix in _REMARKED else path.read_bytes()
            packed = None if path.suffix in _PACKED_ALREADY else gzip.compress(plain, BEST_PACKING, mtime=0)
            found[path.relative_to(FOLDER).as_posix()] = StaticFile(TYPES[path.suffix], plain, packed)
    return found


def without_remarks(source: bytes) -> bytes:
    """Return a script or style sheet without the block comments on lines of their own.

    These are a quarter of what scripts would weigh. The other lines keep their numbers.
    """
    return _REMARK.sub(lambda remark: b"\n" * remark[0].count(b"\n"), source)


@cache
def static_version() -> str:
    """Return a short hash of all files, used as their common version."""
    digest = sha256()
    for name, file in static_files().items():
        digest.update(name.encode() + b"\0" + file.plain + b"\0")
    return digest.hexdigest()[:VERSION_LETTERS]


def static_address(name: str) -> str:
    """Return the URL of a static file.

    Raises KeyError if there is no such file.
    """
    if name not in static_files():
        raise KeyError(name)
    return f"/static/{static_version()}/{name}"


def answer_static(name: str) -> Response:
    """Return a response with a static file.

    Raises a Problem if there is no such file.
    """
    file = static_files().get(name)
    if file is None:
        raise Problem("no-such-page", text("serve.no_such_page"))
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
