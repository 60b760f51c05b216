"""Restrict a phone to its own table, and check that everything named in an address is accessible through the phone's door.

Every parameter of every address is classified in this module; a test in `tests/web/club` walks the route map and fails on an
unclassified parameter. What lists, searches and request bodies can reach is restricted by the door's store, photos and boards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import g, request

from referee.boards.board_shelf import use_board_shelf
from referee.words.problems import Problem
from referee.words.texts import text
from web.games import household
from web.games.table import board_named
from web.site.companion import Companion, companion
from web.site.entry import Entry
from web.site.errors import no_such_page

Check = Callable[[Companion, str], None]


def _check_game(here: Companion, given: str) -> None:
    if here.entry.known_game != given:
        here.store.game(given)


def _check_job(here: Companion, given: str) -> None:
    if here.shelf.find(given) is not None:
        return
    table, tables = here.entry.table, here.tables
    if table is None or tables is None or not tables.has_job(table.id, given):
        raise Problem("no-such-job", text("serve.no_such_job"))


def _check_profile(here: Companion, given: str) -> None:
    household.kept_profile(here.store, given)


def _check_board(_here: Companion, given: str) -> None:
    board_named(given)


def _is_harmless(_here: Companion, _given: str) -> None:
    """Accept any value, since the parameter names nothing stored, or something that is checked elsewhere."""


# Parameters with the same meaning in all addresses.
CHECKS: Mapping[str, Check] = {
    "game_id": _check_game,
    "job_id": _check_job,
    "profile_id": _check_profile,
    "cell": _is_harmless,
    "code": _is_harmless,
    "language": _is_harmless,
    "lesson": _is_harmless,
    "number": _is_harmless,
    "part": _is_harmless,
    "script": _is_harmless,
    "step": _is_harmless,
    "table_id": _is_harmless,  # on the organiser's pages, which phones at tables cannot open
    "version": _is_harmless,
}
# The checks of the parameter `name`, whose meaning depends on the endpoint.
NAMES: Mapping[str, Check] = {
    "api.geometry": _check_board,
    "board_api.remove_board": _check_board,
    "board_pages.board_as_json": _check_board,
    "board_pages.board_as_map": _check_board,
    "board_pages.edit_board": _check_board,
    "pages.board_drawing": _check_board,
    "pages.small_board_drawing": _check_board,
    "pages.photo": _is_harmless,  # looked up among the photos of the game
    "pages.static_file": _is_harmless,
    "prints.download": _is_harmless,
    "prints.progress": _is_harmless,
    "prints.step_picture": _is_harmless,
    "takeaway.game_file": _is_harmless,
}
HOST = "host"  # the blueprint of the organiser's pages


def check_for(endpoint: str, parameter: str) -> Check | None:
    """Return the check of a parameter of an address, or None if the parameter is not classified."""
    return NAMES.get(endpoint) if parameter == "name" else CHECKS.get(parameter)


def let_in(entry: Entry) -> None:
    """Restrict the rest of the request to what an entry gives access to."""
    g.companion = companion().through(entry)
    if entry.boards is not None:
        g.leave_boards = use_board_shelf(entry.boards)


def describe_door() -> dict[str, object]:
    """Return the template variables about the club and the phone's access.

    The variables state whether this is a club, whether the phone is the organiser's, whether any table is open, and which table
    the phone has joined, if any.
    """
    here = companion()
    joined = here.tables is not None and "companion" in g
    return {
        "in_club": here.tables is not None,
        "is_host": joined and here.entry.door.is_house,
        "has_tables": lambda: here.tables is not None and here.tables.has_open(),
        "club_table": here.entry.table if joined else None,
    }


def let_out(_: BaseException | None) -> None:
    """Restore the board shelf that `let_in` replaced, at the end of the request."""
    if (leave := g.pop("leave_boards", None)) is not None:
        leave()


def refuse_what_is_elsewhere() -> None:
    """If the phone is at a table, refuse a request for the organiser's pages or for anything behind another door.

    Raise the same Problem as for a page or an object that does not exist.
    """
    here = companion()
    if here.entry.door.is_house:
        return
    if request.blueprint == HOST:
        raise no_such_page()
    for parameter, given in (request.view_args or {}).items():
        check = check_for(request.endpoint or "", parameter)
        if check is None:
            raise no_such_page()
        check(here, str(given))


def note_job(job_id: str) -> None:
    """Record that the reading of a photo without a game belongs to the phone's table, if the phone is at one."""
    here = companion()
    if here.entry.table is not None and here.tables is not None:
        here.tables.note_job(here.entry.table.id, job_id)
