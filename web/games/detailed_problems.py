"""Problems that carry details in addition to a sentence, for pages that show both sides of a conflict or offer a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from referee.formats.schemas import Label, Labels, LabelsByColour
from referee.rules.pieces import Piece
from referee.words.problems import Problem
from referee.words.texts import Text, say_in_all_languages


class DetailedProblem(Problem):
    """A problem with extra details, such as what each side of a conflict has changed."""

    def __init__(self, slug: str, message: Text, details: Mapping[str, Any]) -> None:
        super().__init__(slug, message)
        self.details = details


Arrangement = TypedDict("Arrangement", {"pioneers": LabelsByColour, "stones": Labels})


class BothSides(TypedDict):
    """A hex with its content on each side of a conflict."""

    cell: Label
    yours: Piece
    theirs: Piece


class BothChanged(BothSides):
    """A hex that both sides changed, with its content before."""

    before: Piece


Conflict = TypedDict(
    "Conflict", {"revision": int, "cells": list[BothChanged], "merged": Arrangement, "yours": Arrangement, "theirs": Arrangement}
)

Overtaken = TypedDict("Overtaken", {"revision": int, "cells": list[BothSides], "turn": list[str], "playable": list[str]})


def problem_answer(problem: Problem) -> dict[str, Any]:
    """Return a problem's slug and its sentence in every language, since later requests could use any language."""
    return {"problem": problem.slug, "messages": say_in_all_languages(problem.message)}
