"""Settled land on pictures of the board: tinted, hatched if it has no owner, with its payment, in SVG and in PDF."""

from __future__ import annotations

from printables.artwork.land_picture import draw_land
from printables.artwork.palette import LAND_TINTS
from printables.drawing.drawing import Drawing, rectangle
from printables.drawing.pdf import Book, PdfPage, write_pdf
from printables.drawing.svg import write_svg
from referee.boards.library import load_board
from referee.layout.layout import lay_out
from referee.layout.papers import choice_for
from referee.rules.pieces import Colour
from referee.rules.position import mask_of
from referee.rules.taken_land import TakenLand, middle_cell
from tests.printables.rasters import render


def land_of(*labels: str, takers: tuple[Colour, ...] = (), points: int = 0) -> TakenLand:
    """Return settled land on the islet."""
    number_of = load_board("islet").number_of
    return TakenLand(mask_of(number_of[label] for label in labels), takers, points)


def test_land_is_tinted_and_labelled_with_its_payment_in_svg() -> None:
    layout = lay_out(load_board("islet"), choice_for("A4", None))
    lands = (land_of("K1", "K2", "K3", takers=(Colour.RED,), points=9), land_of("A1", "A2", takers=tuple(Colour)[:2], points=3))
    shown = write_svg(Drawing(layout.width, layout.height, draw_land(layout.island, lands)))
    assert f'fill="{LAND_TINTS[Colour.RED].colour}"' in shown
    assert f'fill-opacity="{LAND_TINTS[Colour.RED].opacity:g}"' in shown
    assert ">9</text>" in shown
    assert ">2×3</text>" in shown


def test_land_without_an_owner_is_hatched_and_has_no_badge() -> None:
    layout = lay_out(load_board("islet"), choice_for("A4", None))
    shown = write_svg(Drawing(layout.width, layout.height, draw_land(layout.island, (land_of("K1", "K2"),))))
    assert shown.count("<clipPath") == 2
    assert "<text" not in shown


def test_tint_lets_the_landscape_show_through_in_pdf() -> None:
    layout = lay_out(load_board("islet"), choice_for("A4", None))
    ground = rectangle(0, 0, layout.width, layout.height, fill="#ffffff")
    land = land_of("E5", takers=(Colour.RED,), points=3)
    beside = rectangle(0, 0, 10, 10, fill="#000000")
    drawing = Drawing(layout.width, layout.height, (ground, *draw_land(layout.island, (land,)), beside))
    page = render(write_pdf(Book("Land", "en", (PdfPage(drawing),))), 0, 2)
    x, y = layout.island.centres[load_board("islet").number_of["E5"]]
    tint = LAND_TINTS[Colour.RED]
    mixed = [255 + (int(tint.colour[k : k + 2], 16) - 255) * tint.opacity for k in (1, 3, 5)]
    shown = page[round((y + layout.island.hex_mm * 0.3) * 2), round(x * 2)]
    assert all(abs(int(here) - wanted) < 4 for here, wanted in zip(shown, mixed, strict=True))
    assert list(page[8, 8]) == [0, 0, 0]  # what is drawn after it is opaque again


def test_badge_lies_in_the_middle_of_its_land() -> None:
    board = load_board("islet")
    row = land_of("E3", "E4", "E5", "E6", "E7")
    assert board.cells[middle_cell(board, row.cells)].id == "E5"
