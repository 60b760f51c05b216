"""Takes photos out of requests: at most 32 MB, straight into a file of our own name, told by their first bytes.

Neither what the sender calls the file nor its type is looked at.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from flask import Request, current_app, request

from referee.words.problems import Problem
from referee.words.texts import text
from web.site.requests import refuse_unknown_fields

MAX_PHOTO_BYTES = 32 * 2**20
# Room for the borders and the few fields round the photo.
MAX_REQUEST_BYTES = MAX_PHOTO_BYTES + 64 * 2**10
MAX_FIELDS = 10
NO_ROOM = "terranova.no_room"  # in a request's environment: its body found no room in the temporary folder
# Werkzeug holds what it has not yet taken apart against this too, so it must be well above the 64 kB it reads at a time.
MAX_FIELD_BYTES = 500_000


class UploadRequest(Request):
    """A request whose file is written where it is read from, not to a temporary file first."""

    max_form_parts = MAX_FIELDS

    def __init__(self, environ: Any, populate_request: bool = True, shallow: bool = False) -> None:
        super().__init__(environ, populate_request, shallow)
        self.uploads: list[IO[bytes]] = []
        self.taken: set[str] = set()

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        try:
            stream = open(_incoming() / f"{secrets.token_hex(8)}.photo", "w+b")  # noqa: SIM115  closed with the request
        except OSError:
            raise Problem("not-saved", text("serve.store_not_saved")) from None
        self.uploads.append(stream)
        return stream

    def drop_uploads(self) -> None:
        """Close the files of this request and remove those that nobody took."""
        for stream in self.uploads:
            with contextlib.suppress(OSError):  # what is still to be written finds no room on a full disk
                stream.close()
            if stream.name not in self.taken:
                with contextlib.suppress(OSError):
                    Path(stream.name).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Upload:
    """A photo that has arrived whole, in a file that belongs to whoever asked for it."""

    path: Path


def take_photo() -> Upload:
    """Take the photo of this request; the caller owns the file from now on."""
    refuse_unknown_fields(request.files, ("photo",))
    given = request.files.get("photo")
    if given is None:
        raise Problem("no-photo", text("serve.no_photo"))
    stream: Any = given.stream
    stream.flush()
    path = Path(stream.name)
    if path.stat().st_size == 0:
        raise Problem("not-a-picture", text("serve.empty_photo"))
    cast(UploadRequest, request).taken.add(stream.name)
    return Upload(path)


def _incoming() -> Path:
    folder: Path = current_app.extensions["terranova"].shelf.incoming
    return folder
