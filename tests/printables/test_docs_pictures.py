"""The pictures in the documentation show the current drawings, and stay small."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from printables.artwork.palette import Ink
from printables.documents.catalogue import Material
from tests.printables.docs_pictures import DOCS, PICTURES, draw_picture

MOST_BYTES = 200_000
NEAR = 2.0  # of 255, as a mean over the picture


@pytest.mark.parametrize(("name", "material", "ink", "page", "width"), PICTURES)
def test_picture_in_the_documentation_is_todays(name: str, material: Material, ink: Ink, page: int, width: int) -> None:
    kept = (DOCS / name).read_bytes()
    assert len(kept) < MOST_BYTES
    today = draw_picture(material, ink, page, width)
    old, new = (np.asarray(Image.open(BytesIO(png)).convert("RGB")).astype(int) for png in (kept, today))
    assert old.shape == new.shape
    assert np.abs(old - new).mean() < NEAR
