"""The one kind of error that is told to a person: what is wrong with the input and what to do.

Nobody catches a Problem to print it but the command line and the web app; each turns it into its own form in one place.
"""

from __future__ import annotations

from referee.words.texts import Text, say


class Problem(Exception):
    """Something is wrong with what was given. `slug` is for programs, `message` for people, in any language."""

    def __init__(self, slug: str, message: Text) -> None:
        super().__init__(slug)
        self.slug = slug
        self.message = message

    def __str__(self) -> str:
        return say(self.message, "en")


class Refusal(Problem):
    """The input is sound and the answer is "no": an illegal turn, a turn after the end."""
