"""Photos that are read one after the other: while one is read, the next is already opened, in a thread of its own.

Nothing but time may tell. What could be answered otherwise or later than in its turn is left for its turn: what cannot be opened,
what is no plain file, what takes much room. And the thread ends with the work it ran beside, for while it decodes, nobody is
heard on standard error.
"""
from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

from calibration.photo import decode_pixels, read_file, read_header
from referee.snapshots import OpenedPhoto, open_to_read

MOST_ROOM = 64_000_000      # bytes, of a file and of what decoding it takes: PNG up to 20 megapixels, and whatever phones take


class PhotoAhead:
    """At most one photo that was opened before its turn."""

    def __init__(self) -> None:
        self._opened: tuple[Path, OpenedPhoto] | None = None

    def take(self, path: Path) -> OpenedPhoto:
        """Gives the photo whose turn it is, and keeps nothing of it."""
        ahead, self._opened = self._opened, None
        return ahead[1] if ahead and ahead[0] == path else open_to_read(path)

    @contextmanager
    def opening(self, path: Path | None) -> Iterator[None]:
        """Opens the photo that is next while the caller works, and waits for that in the end; None: there is none."""
        if path is None:
            yield
            return
        thread = Thread(target=self._open, args=(path,))
        thread.start()
        try:
            yield
        finally:
            thread.join()

    def _open(self, path: Path) -> None:
        with suppress(Exception):       # in its turn the photo will say itself what is wrong with it
            if path.is_file() and path.stat().st_size <= MOST_ROOM:
                opened = _open_light(path)
                self._opened = (path, opened) if opened else None


def _open_light(path: Path) -> OpenedPhoto | None:
    """Opens a photo, unless its header tells that decoding it takes much room."""
    begun = time.perf_counter()
    name, data = str(path), read_file(path)
    header = read_header(data, name)
    if header.room_bytes > MOST_ROOM:
        return None
    photo = decode_pixels(data, header, name)
    return OpenedPhoto(photo, name, 1000 * (time.perf_counter() - begun))
