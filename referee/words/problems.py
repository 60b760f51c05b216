"""The base class of all errors shown to users, which say what is wrong with the input and how to fix it.

Only the command line and the web app catch a Problem to display it, each in one place.
"""

from __future__ import annotations

from referee.words.texts import Text, say


class Problem(Exception):
    """Invalid input. `slug` identifies the problem for programs; `message` explains it to users in any language."""

    def __init__(self, slug: str, message: Text) -> None:
        super().__init__(slug)
        self.slug = slug
        self.message = message

    def __reduce__(self) -> tuple[type[Problem], tuple[str, Text]]:
        """Pickle both arguments; an exception would keep the slug alone."""
        return type(self), (self.slug, self.message)

    def __str__(self) -> str:
        return say(self.message, "en")


class Refusal(Problem):
    """Valid input with a negative answer, such as an illegal turn or a turn after the end of the game."""
