"""The illustrated steps on the Print centre's page: how to calibrate the print, and how to assemble the sheets into a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from printables.artwork.palette import Ink
from printables.documents.step_pictures import (
    draw_card_in_frame,
    draw_cutting,
    draw_joining,
    draw_measuring,
    draw_photographing,
    draw_pieces_on_spots,
    draw_taping,
)
from printables.drawing.drawing import Drawing
from referee.layout.layout import Layout
from referee.words.texts import Text, text


@dataclass(frozen=True, slots=True)
class Step:
    """A step: the name of its picture, an optional heading, and the instruction."""

    picture: str
    head: Text | None
    sentence: Text


SCALE_STEPS = (
    Step("measure", None, text("web.print_step_measure")),
    Step("card", None, text("web.print_step_card")),
    Step("photo", None, text("web.print_step_photo")),
    Step("pieces", None, text("web.print_step_pieces")),
)
_CUT = Step("cut", text("print.step_cut_head"), text("print.step_cut"))
_JOIN = Step("join", text("print.step_tape_head"), text("print.step_tape"))
_TAPE = Step("tape", None, text("web.print_step_tape"))
CALIBRATE_COMMANDS = ("terranova calibrate",)

PICTURES: Mapping[str, Callable[[Layout, Ink], Drawing]] = {
    "measure": lambda _layout, _ink: draw_measuring(),
    "card": lambda _layout, ink: draw_card_in_frame(ink),
    "photo": lambda _layout, _ink: draw_photographing(),
    "pieces": lambda _layout, ink: draw_pieces_on_spots(ink),
    "cut": draw_cutting,
    "join": draw_joining,
    "tape": lambda layout, _ink: draw_taping(layout),
}


def assembly_steps(layout: Layout) -> tuple[Step, ...]:
    """Return the steps that assemble the sheets into a board; a single sheet only has to be cut."""
    return (_CUT,) if len(layout.pages) == 1 else (_CUT, _JOIN, _TAPE)
