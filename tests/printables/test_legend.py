"""The pictures in the legend look the same on boards of all hex sizes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from printables.artwork.palette import Ink
from printables.documents.catalogue import Material
from referee.layout.papers import PrintChoice
from tests.printables.documents import laid_out, pdf_of
from tests.printables.rasters import render

PX_PER_MM = 6.0
SIDE_PX = 48
NEAR = 24.0  # of 255, as a mean over the picture
PALE = 250  # of 255


def pictures_in(choice: PrintChoice, ink: Ink) -> list[NDArray[np.float64]]:
    """Return the square inside each picture of the legend, all at one size, in grey."""
    poster = render(pdf_of(Material.POSTER, "terranova", choice, ink), 0, PX_PER_MM)
    pictures = []
    for entry in laid_out("terranova", choice).legend:
        height = min(entry.box.height - 1.2, 12.0)
        x, y, half = entry.box.left + height / 2 + 0.5, entry.box.centre[1], height * 0.3
        top, bottom, left, right = (round(side * PX_PER_MM) for side in (y - half, y + half, x - half, x + half))
        picture = cv2.resize(poster[top:bottom, left:right].mean(axis=2), (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
        pictures.append(cv2.GaussianBlur(picture, (0, 0), 1.5))
    return pictures


@pytest.mark.parametrize("hex_mm", [12.0, 60.0])
def test_legend_of_small_and_large_hexes_shows_the_usual_pictures(hex_mm: float) -> None:
    """Regression: the legend of small hexes was cut from outside their pictures, that of large hexes showed almost nothing."""
    usual = pictures_in(PrintChoice(), Ink.LIGHT)
    assert len(usual) == 8
    for picture, as_usual in zip(pictures_in(PrintChoice("A3", hex_mm, sheets=49), Ink.LIGHT), usual, strict=True):
        assert (picture < PALE).mean() > 0.5 * (as_usual < PALE).mean() > 0
        assert np.abs(picture - as_usual).mean() < NEAR
