"""Convert database errors to problems, each with a sentence on what is wrong and what to do. This module runs no queries."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, SQLAlchemyError

from referee.words.problems import Problem
from referee.words.texts import Text, text
from web.games.database_file import Condition, condition_of, is_forbidden, is_full


@contextmanager
def database_errors_as_problems(key: str) -> Iterator[None]:
    """Convert database, file and JSON errors that are raised in the block to a Problem.

    `key`, either `serve.store_not_saved` or `serve.store_unreadable`, is the text for errors without a more specific sentence.
    """
    try:
        yield
    except (SQLAlchemyError, OSError, json.JSONDecodeError) as error:
        if isinstance(error, DataError):  # a value that no row can hold, such as an id with a NUL or beyond an integer
            raise Problem("bad-request", text("serve.bad_request")) from error
        slug = "not-saved" if key == "serve.store_not_saved" else "store-unreadable"
        if isinstance(error, DBAPIError) and _is_out_of_reach(error):
            raise Problem("not-saved", text("serve.store_no_database")) from error
        raise Problem(slug, _sentence_for(error, slug)) from error


def _sentence_for(error: Exception, slug: str) -> Text:
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error) and condition_of(cause) is Condition.LOCKED:
        return text("serve.store_locked")
    if is_full(cause):
        return text("serve.store_full")
    if isinstance(cause, PermissionError) or is_forbidden(cause):
        return text("serve.store_forbidden")
    return text("serve.store_not_saved") if slug == "not-saved" else text("serve.store_unreadable")


def _is_out_of_reach(error: DBAPIError) -> bool:
    """Return whether an error means that the database server is unreachable.

    An error without a statement was raised on connecting.
    """
    return error.connection_invalidated or (error.statement is None and not isinstance(error.orig, sqlite3.Error))
