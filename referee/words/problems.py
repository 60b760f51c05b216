"""The exceptions for errors shown to users. Their messages explain what is wrong with the input and how to fix it.

The command line turns a Problem into an exit code, and the web app turns it into a response, each in a single place.
"""

from __future__ import annotations

from referee.words.texts import Text, say


class Problem(Exception):
    """An error shown to the user. `slug` identifies the problem for programs; `message` explains it to people."""

    def __init__(self, slug: str, message: Text) -> None:
        super().__init__(slug)
        self.slug = slug
        self.message = message

    def __reduce__(self) -> tuple[type[Problem], tuple[str, Text]]:
        """Return the class and both constructor arguments for pickling; by default, unpickling would pass only the slug."""
        return type(self), (self.slug, self.message)

    def __str__(self) -> str:
        return say(self.message, "en")


class Refusal(Problem):
    """A Problem with well-formed input that the rules forbid, such as an illegal turn or a turn after the end of the game."""
