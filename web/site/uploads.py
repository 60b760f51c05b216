"""Receive uploaded files of up to about 32 MB, each streamed into a file with a generated name.

The client's file name is not used for the stored file, and the client's content type is ignored.
"""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path
from typing import IO, Any, cast

from flask import Request, current_app, request

from referee.words.problems import Problem
from referee.words.texts import text
from web.site.request_fields import refuse_unknown_fields

MAX_PHOTO_BYTES = 32 * 2**20
# Room for the multipart boundaries and the few fields besides the photo.
MAX_REQUEST_BYTES = MAX_PHOTO_BYTES + 64 * 2**10
MAX_FIELDS = 10
NO_ROOM = "terranova.no_room"  # environ key: the body did not fit into the temporary folder
# Werkzeug also counts its unparsed buffer against this limit, which must be well above the 64 kB that Werkzeug reads at a time.
MAX_FIELD_BYTES = 500_000


class UploadRequest(Request):
    """A request that streams uploaded files straight into the data folder's subfolder for incoming files."""

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
        """Close the files of this request and delete those that were not claimed."""
        for stream in self.uploads:
            with contextlib.suppress(OSError):  # flushing can fail on a full disk
                stream.close()
            if stream.name not in self.taken:
                with contextlib.suppress(OSError):
                    Path(stream.name).unlink(missing_ok=True)


def take_photo() -> Path:
    """Return the path of this request's photo; the caller then owns the file and has to delete it.

    Raise a Problem if there is no photo, if it is empty, or if another file was uploaded.
    """
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
    return path


def take_file() -> Path | None:
    """Return the path of the file uploaded in the form field `file`, or None if no file was chosen.

    The file is deleted at the end of the request. Raise a Problem if a file was uploaded in another field.
    """
    refuse_unknown_fields(request.files, ("file",))
    given = request.files.get("file")
    if given is None:
        return None
    stream: Any = given.stream
    stream.flush()
    path = Path(stream.name)
    return path if given.filename or path.stat().st_size else None


def _incoming() -> Path:
    folder: Path = current_app.extensions["terranova"].shelf.incoming
    return folder
