"""The eight landscapes: recognizable by pattern alone, calm in the middle, no finer than printers can print."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
import pypdfium2
import pytest

from printables.artwork.landscape_marks import draw_marks
from printables.artwork.landscapes import ARTISTS, VARIANTS, draw_landscape, symbol_name, variant_of
from printables.artwork.palette import Ink, landscape_inks, scenery
from printables.artwork.sea_picture import draw_legend_entry
from printables.drawing.drawing import THINNEST_MM, Drawing, Path, Symbol, Use, hexagon, polygon, rectangle, shift
from printables.drawing.pdf import Book, PdfPage, write_pdf
from referee.boards.board import LANDSCAPES, MARKS
from referee.layout.layout import CROWN_CAP_HEX_MM
from referee.layout.shapes import Box

HEX_MM = 32.0
PIXELS_PER_MM, FINER = 8, 2  # drawn finer than looked at: renderers widen hairlines to a pixel
CAP_RADIUS_MM = 6.0
LABEL_MIDDLE_MM = -15.6  # below the centre of the hex
SIZE = 40  # mm of paper round a hex


def paths_of(symbol: Symbol) -> list[Path]:
    return [item for item in symbol.items if isinstance(item, Path)]


@cache
def raster(look: str, variant: int, ink: Ink) -> np.ndarray:
    """Return one hex as lightness, 0 black to 1 white, (rows, columns); its background continues outside."""
    symbol = draw_landscape(look, variant, HEX_MM, ink)
    name = symbol_name(look, variant)
    ground = rectangle(0, 0, SIZE, SIZE, fill=landscape_inks(look, ink).tint)
    drawing = Drawing(SIZE, SIZE, (ground, Use(name, shift(SIZE / 2, SIZE / 2))), {name: symbol})
    page = pypdfium2.PdfDocument(write_pdf(Book("hex", "en", (PdfPage(drawing),))))[0]
    picture = page.render(scale=FINER * PIXELS_PER_MM * 25.4 / 72, grayscale=True).to_pil()
    grey = np.asarray(picture, dtype=float) / 255
    rows, columns = (SIZE * PIXELS_PER_MM,) * 2
    return grey[: FINER * rows, : FINER * columns].reshape(rows, FINER, columns, FINER).mean(axis=(1, 3))


@cache
def texture(look: str, variant: int) -> np.ndarray:
    """Describe a pattern visually: amount of ink, its share in six directions, and coarseness."""
    cells = raster(look, variant, Ink.LIGHT)
    across, down = np.gradient(cells, axis=1), np.gradient(cells, axis=0)
    strength = np.hypot(across, down)
    directions, _ = np.histogram(np.arctan2(down, across) % np.pi, bins=6, range=(0, np.pi), weights=strength)
    spectrum = np.abs(np.fft.rfft2(cells - cells.mean())) ** 2
    frequency = np.hypot(np.fft.fftfreq(cells.shape[0])[:, None], np.fft.rfftfreq(cells.shape[1])[None, :])
    bands, _ = np.histogram(frequency, bins=[0.004, 0.012, 0.025, 0.05, 0.1, 0.2, 0.4], weights=spectrum)
    return np.concatenate(([8 * (1 - cells).mean()], 2 * directions / directions.sum(), bands / bands.sum()))


def test_every_landscape_has_an_artist() -> None:
    assert set(ARTISTS) == set(LANDSCAPES)


@pytest.mark.parametrize("look", LANDSCAPES)
def test_landscapes_are_known_by_pattern_alone(look: str) -> None:
    """Without colour, each hex is more similar to the others of its landscape than to any of another."""
    patterns = {(other, k): texture(other, k) for other in LANDSCAPES for k in range(VARIANTS)}
    for variant in range(VARIANTS):
        here = patterns[look, variant]
        far = {key: float(np.linalg.norm(here - pattern)) for key, pattern in patterns.items()}
        own = [away for (other, _), away in far.items() if other == look]
        foreign = [away for (other, _), away in far.items() if other != look]
        assert max(own) < min(foreign), f"{look} {variant}: {max(own):.3f} {min(foreign):.3f}"


@pytest.mark.parametrize("look", LANDSCAPES)
def test_no_two_variants_are_alike(look: str) -> None:
    for one, other in combinations(range(VARIANTS), 2):
        assert np.abs(raster(look, one, Ink.COLOUR) - raster(look, other, Ink.COLOUR)).mean() > 0.008


@pytest.mark.parametrize("look", LANDSCAPES)
def test_the_same_hex_is_drawn_the_same_every_time(look: str) -> None:
    assert draw_landscape.__wrapped__(look, 1, HEX_MM, Ink.COLOUR) == draw_landscape.__wrapped__(look, 1, HEX_MM, Ink.COLOUR)


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("hex_mm", [15.0, 32.0, 40.0])
@pytest.mark.parametrize("look", LANDSCAPES)
def test_no_line_is_finer_than_a_printer_prints(look: str, hex_mm: float, ink: Ink) -> None:
    for path in paths_of(draw_landscape(look, 0, hex_mm, ink)):
        assert not path.stroke or path.width_mm >= THINNEST_MM


@pytest.mark.parametrize("look", LANDSCAPES)
def test_pictures_stay_inside_their_hex(look: str) -> None:
    for variant in range(VARIANTS):
        for path in paths_of(draw_landscape(look, variant, HEX_MM, Ink.COLOUR)):
            for segment in path.segments:
                if segment[0] != "Z":
                    x, y = segment[-2:]
                    assert max(abs(x), abs(x) / 2 + abs(y) * sqrt(3) / 2) <= HEX_MM / 2 + 0.01, (variant, x, y)


@pytest.mark.parametrize("look", LANDSCAPES)
def test_the_label_has_a_quiet_background(look: str) -> None:
    for variant in range(VARIANTS):
        cells = raster(look, variant, Ink.COLOUR)
        middle, label = SIZE / 2 * PIXELS_PER_MM, (SIZE / 2 + LABEL_MIDDLE_MM) * PIXELS_PER_MM
        high, wide = PIXELS_PER_MM, 2 * PIXELS_PER_MM
        patch = cells[int(label) - high : int(label) + high, int(middle) - wide : int(middle) + wide]
        assert np.ptp(patch) < 0.02, variant


@pytest.mark.parametrize("look", sorted(set(LANDSCAPES) - {"mountain"}))
def test_the_middle_is_calmer_than_the_rest(look: str) -> None:
    """Except for mountains: their peaks fill the hex, in quieter inks."""
    middle, outside = [], []
    for variant in range(VARIANTS):
        cells = raster(look, variant, Ink.LIGHT)
        rows, columns = np.indices(cells.shape) / PIXELS_PER_MM - SIZE / 2
        distance = np.hypot(rows, columns)
        middle.append((1 - cells)[distance < CAP_RADIUS_MM].mean())
        outside.append((1 - cells)[(distance > CAP_RADIUS_MM) & (distance < 13)].mean())
    assert np.mean(middle) < np.mean(outside)


def test_neighbours_seldom_share_a_variant() -> None:
    pairs = [((q, r), (q + dq, r + dr)) for q in range(12) for r in range(12) for dq, dr in ((1, 0), (0, 1), (-1, 1))]
    shared = sum(variant_of(*one) == variant_of(*other) for one, other in pairs)
    assert shared / len(pairs) < 0.3


@pytest.mark.parametrize("look", LANDSCAPES)
def test_landscapes_in_light_ink_leave_the_paper_white(look: str) -> None:
    for path in paths_of(draw_landscape(look, 0, HEX_MM, Ink.LIGHT)):
        assert path.fill in (None, "#ffffff")


def test_a_picture_grows_with_its_hex() -> None:
    small, large = (paths_of(draw_landscape("forest", 0, size, Ink.COLOUR)) for size in (20.0, 40.0))
    for one, other in zip(small, large, strict=True):
        for a, b in zip(one.segments, other.segments, strict=True):
            assert b[1:] == pytest.approx([2 * n for n in a[1:]])


ALIKE = tuple(f"moor{mark}" for mark in MARKS)


def hex_with_marks(look: str, ink: Ink) -> np.ndarray:
    """Return one hex with background, engraving and mark as (rows, columns, 3), 0 to 255, on white paper."""
    middle = (SIZE / 2, SIZE / 2)
    corners = hexagon(middle, HEX_MM)
    name = symbol_name(look, 0)
    items = (polygon(corners, fill=landscape_inks(look, ink).tint), Use(name, shift(*middle)), *draw_marks(look, (corners,), ink))
    drawing = Drawing(SIZE, SIZE, items, {name: draw_landscape(look, 0, HEX_MM, ink)})
    page = pypdfium2.PdfDocument(write_pdf(Book("hex", "en", (PdfPage(drawing),))))[0]
    return np.asarray(page.render(scale=PIXELS_PER_MM * 25.4 / 72).to_pil().convert("RGB"), dtype=float)


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize(("one", "other"), list(combinations(ALIKE, 2)))
def test_landscapes_that_share_a_picture_are_distinguishable_around_a_crown_cap(one: str, other: str, ink: Ink) -> None:
    pictures = [hex_with_marks(look, ink) for look in (one, other)]
    rows, columns = np.indices(pictures[0].shape[:2]) / PIXELS_PER_MM - SIZE / 2
    beside_the_cap = np.hypot(rows, columns) > CROWN_CAP_HEX_MM / 2
    changed = (np.abs(pictures[0] - pictures[1]).max(axis=2) > 60) & beside_the_cap
    assert changed.sum() / PIXELS_PER_MM**2 > 6, "square millimetres"


@pytest.mark.parametrize("look", ALIKE[1:])
def test_marks_leave_the_label_free(look: str) -> None:
    marked, plain = hex_with_marks(look, Ink.LIGHT), hex_with_marks(ALIKE[0], Ink.LIGHT)
    middle, label = SIZE / 2 * PIXELS_PER_MM, (SIZE / 2 + LABEL_MIDDLE_MM) * PIXELS_PER_MM
    rows, columns = slice(int(label) - 10, int(label) + 10), slice(int(middle) - 20, int(middle) + 20)
    assert np.array_equal(marked[rows, columns], plain[rows, columns])


def test_legend_shows_the_mark_of_each_landscape() -> None:
    entries = [draw_legend_entry(look, "Moor", Box(0, 0, 40, 13), 32.0, Ink.LIGHT, scenery(Ink.LIGHT)) for look in ALIKE]
    assert [len(entry) - len(entries[0]) for entry in entries] == [0, 1, 1]
    assert entries[1] != entries[2]
