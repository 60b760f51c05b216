"""JSON Schemas of values that requests and responses share."""

from __future__ import annotations

from printables.artwork.palette import Ink
from referee.formats.schemas import Shape, one_of
from referee.layout.papers import PAPERS

INKS = tuple(Ink)
LARGEST_REVISION_NUMBER = 1_000_000
_ACTION = r"([A-Z][0-9]+-[A-Z][0-9]+|\+[A-Z][0-9]+|@[A-Z][0-9]+|pass)"
TURN: Shape = {"type": "string", "pattern": f"^{_ACTION}( {_ACTION})*$"}
DONE: Shape = {"type": "string", "pattern": f"^({_ACTION}( {_ACTION})*)?$"}
REVISION_NUMBER: Shape = {"type": "integer", "minimum": 0, "maximum": LARGEST_REVISION_NUMBER}
PAPER = one_of(*PAPERS)
