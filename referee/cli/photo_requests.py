"""Read photos with the options of one call of `terranova read`.

A request can be pickled, so that it can be sent to reading processes. Printing the results is the caller's task.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from referee.files.atomic_write import refuse_overwriting
from referee.files.json_input import STANDARD_INPUT
from referee.words.problems import Problem
from referee.words.texts import text

if TYPE_CHECKING:
    from referee.formats.positions import GivenPosition
    from referee.formats.readings import Reading
    from referee.memory.explanations import Explained
    from referee.reader.read_photo import ReadOptions, Snapshot
    from referee.rules.position import Position


@dataclass(frozen=True, slots=True)
class PhotoRead:
    """The reading of a photo, and the position derived from the reading.

    `explained` is what may have happened since the known position, or None if no position is known.
    """

    reading: Reading
    position: Position
    explained: Explained | None = None


@dataclass(frozen=True, slots=True)
class PhotoRequest:
    """How to read each of the photos, and where to write overlays and diagnostics.

    `stems` maps the path of each photo to the beginning of the names of its overlay and diagnostics. `before` is the known
    position before the photos, or None if unknown. `overlay` and `explain` are paths, or None to write no overlays or no
    diagnostics.
    """

    options: ReadOptions
    stems: Mapping[str, str]
    before: GivenPosition | None = None
    overlay: str | None = None
    explain: str | None = None

    def read(self, path: str, standard_input: bytes | None = None) -> PhotoRead:
        """Read one photo and write its overlay and diagnostics if requested; raise a Problem if that fails.

        If the photo comes from standard input, its bytes are given as `standard_input`.
        """
        snapshot = _read(path, standard_input, self.options)
        if self.overlay:
            _write_overlay(snapshot, self._overlay_path(self.overlay, path))
        if self.explain:
            _explain(snapshot, Path(self.explain), self.stems[path])
        return explained_by(PhotoRead(snapshot.reading, snapshot.position), self.before, path)

    def refuse_overwriting_photos(self) -> None:
        """Raise a Problem if an overlay would overwrite one of the photos."""
        if self.overlay:
            refuse_overwriting([self._overlay_path(self.overlay, path) for path in self.stems], self.stems)

    def _overlay_path(self, overlay: str, photo: str) -> Path:
        """Return the path of a photo's overlay.

        If `overlay` is an existing folder or there are several photos, the path is that of a file in `overlay`, otherwise
        `overlay` itself.
        """
        path = Path(overlay)
        if len(self.stems) == 1 and not os.path.isdir(path):
            return path
        return path / f"{self.stems[photo]}-overlay.jpg"


def stems_of(photos: Sequence[str]) -> dict[str, str]:
    """Return the beginning of the names of the files about each photo, by the photo's path.

    No two are equal, even where letter case is ignored.
    """
    stems: dict[str, str] = {}
    taken: set[str] = set()
    for photo in dict.fromkeys(photos):
        stems[photo] = next(stem for stem in _numbered(_stem(photo)) if stem.casefold() not in taken)
        taken.add(stems[photo].casefold())
    return stems


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}-{number}" for number in count(2))


def explained_by(read: PhotoRead, before: GivenPosition | None, path: str) -> PhotoRead:
    """Combine a reading with the position before the photo, or return the reading unchanged if `before` is None.

    Raise a Problem with the photo's `path` if the photo shows another board than that of the position.
    """
    if before is None:
        return read
    from referee.reader.remember import remember

    remembered = remember(read.reading, before.position, path)
    return PhotoRead(remembered.reading, remembered.position, remembered.explained)


def _read(path: str, standard_input: bytes | None, options: ReadOptions) -> Snapshot:
    from referee.reader.read_photo import read_photo, read_photo_bytes

    if standard_input is not None:
        return read_photo_bytes(standard_input, path, options)
    return read_photo(Path(path), options)


def _stem(photo: str) -> str:
    return "photo" if photo == STANDARD_INPUT else Path(photo).stem


def _write_overlay(snapshot: Snapshot, path: Path) -> None:
    from referee.files.atomic_write import write_file_whole
    from referee.reader.overlay import draw_overlay

    _make_folder(path.parent)
    kind = "png" if path.suffix.lower() == ".png" else "jpg"
    write_file_whole(path, draw_overlay(snapshot.overlaid, kind))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError):
        raise Problem("cannot-write", text("cli.cannot_write", file=str(folder))) from None


def _explain(snapshot: Snapshot, folder: Path, stem: str) -> None:
    from referee.reader.explain import write_diagnostics

    _make_folder(folder)
    write_diagnostics(snapshot.diagnostics, folder, stem)
