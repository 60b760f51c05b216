"""The reading of every photo in tests/photos: words and confidence of each hex, doubtful hexes, centres."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.cli.runs import run
from tests.recording.masks import mask

PHOTOS = Path(__file__).parents[1] / "photos"


def record_readings() -> Iterator[str]:
    """Yield one entry for each photo: everything but the time it took."""
    for path in sorted(PHOTOS.glob("*.jpg")):
        ran = run("read", str(path), "--json")
        reading = json.loads(ran.out)
        cells = reading.pop("cells", {})
        reading.pop("milliseconds", None)
        rows = "\n".join(f"{cell} {one['piece']} {one['confidence']}" for cell, one in cells.items())
        yield f"### {path.name}\nexit {ran.code}\n{rows}\n{mask(json.dumps(reading), str(PHOTOS))}\n"
