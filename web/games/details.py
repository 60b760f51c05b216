"""A problem that carries more than its sentence, for pages that show both sides or offer a choice. Knows no request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.words.problems import Problem
from referee.words.texts import Text


class DetailedProblem(Problem):
    """A problem with more to show than its sentence, such as what both sides of a conflict have changed."""

    def __init__(self, slug: str, message: Text, details: Mapping[str, Any]) -> None:
        super().__init__(slug, message)
        self.details = details
