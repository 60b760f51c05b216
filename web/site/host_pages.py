"""The organiser's pages in a club: open, watch, rename and close tables, renew codes, print cards and move games.

`doorkeeper` refuses phones that have joined a table. Every form works without scripts.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from referee.layout.papers import PAPERS
from referee.words.problems import Problem
from referee.words.texts import say, text
from web.club.overview import ClubOverview, TableOverview, read_overview
from web.club.tables import MOST_TABLES, ClubTable, ClubTables, games_of, too_many_tables
from web.site import choices, responses
from web.site.bodies import clean_words
from web.site.club_join import ClubJoin
from web.site.companion import companion
from web.site.doorkeeper import HOST
from web.site.errors import no_such_page
from web.site.languages import answer_language
from web.site.pages import answer_qr, give_cookie
from web.site.request_fields import refuse_unknown_fields, take_page
from web.site.security import group_code, make_code

SEE_OTHER = 303
GAMES_A_PAGE = 20
LONGEST_TITLE = 60
CLUB_NAME = "club name"
CARD_PAPERS = ("A4", "Letter")
_RANGE = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?", re.ASCII)

host = Blueprint(HOST, __name__, url_prefix="/host")


def _tables() -> ClubTables:
    tables = companion().tables
    assert tables is not None, "these pages exist in a club alone"
    return tables


@host.get("")
def show() -> str:
    """Show the open tables with their activity, or how to open tables if there are none."""
    return render_template(
        "host.html",
        club=overview_json(read_overview(companion().store)),
        name=club_name(),
        papers=CARD_PAPERS,
        games=_games_of(None, 1),
        titles=[table.title for table in _tables().all_open()],
    )


@host.get("/overview")
def overview() -> Response:
    """Serve the activity of the tables as JSON, which the page polls."""
    answer = jsonify(overview_json(read_overview(companion().store)))
    answer.headers["Cache-Control"] = "no-cache"
    answer.set_etag(sha256(answer.get_data()).hexdigest()[:16])
    answer.make_conditional(request)
    return answer


@host.post("/tables")
def open_tables() -> BaseResponse:
    """Open tables, given by names or by numbers such as 1-40."""
    refuse_unknown_fields(request.form, ("names",))
    _tables().open(titles_in(request.form.get("names", ""), answer_language()), make_code)
    return redirect("/host", SEE_OTHER)


@host.post("/name")
def name_club() -> BaseResponse:
    """Save the name of the club, which is printed on the cards."""
    refuse_unknown_fields(request.form, ("name",))
    companion().store.keep_setting(CLUB_NAME, clean_words(request.form.get("name", ""), LONGEST_TITLE))
    return redirect("/host", SEE_OTHER)


@host.post("/code")
def renew_house_code() -> BaseResponse:
    """Renew the code of the house; this phone stays joined, and all others with the old code lose access."""
    join = companion().join
    assert isinstance(join, ClubJoin), "these pages exist in a club alone"
    join.renew_code()
    answer = redirect("/host", SEE_OTHER)
    give_cookie(answer, join.cookie_value)
    return answer


@host.get("/tables/<int:table_id>")
def show_table(table_id: int) -> str:
    """Show an open table: its QR code, its games, and the forms to change it."""
    table, number = _tables().opened(table_id), take_page(request.args)
    titles = [other.title for other in _tables().all_open() if other.id != table_id]
    games = _games_of(table_id, number)
    return render_template("host_table.html", table=table, address=_address(), games=games, titles=titles, papers=CARD_PAPERS)


@host.get("/tables/<int:table_id>/qr.svg")
def table_qr(table_id: int) -> Response:
    """Serve the QR code with which phones join a table."""
    return answer_qr(link_to(_tables().opened(table_id)))


@host.post("/tables/<int:table_id>/title")
def rename_table(table_id: int) -> BaseResponse:
    """Rename a table."""
    refuse_unknown_fields(request.form, ("title",))
    title = clean_words(request.form.get("title", ""), LONGEST_TITLE)
    if not title:
        raise Problem("no-name", text("club.table_without_name"))
    _tables().rename(table_id, title)
    return redirect(f"/host/tables/{table_id}", SEE_OTHER)


@host.post("/tables/<int:table_id>/code")
def renew_code(table_id: int) -> BaseResponse:
    """Renew the code of a table, which ends the access of its phones."""
    _tables().renew_code(table_id, make_code())
    return redirect(f"/host/tables/{table_id}", SEE_OTHER)


@host.post("/tables/<int:table_id>/close")
def close_table(table_id: int) -> BaseResponse:
    """Close a table, which ends the access of its phones; its games remain accessible to the house."""
    _tables().close(table_id)
    return redirect("/host", SEE_OTHER)


@host.post("/games/<game_id>/table")
def move_game(game_id: str) -> BaseResponse:
    """Move a game to the open table with the given title, or back to the house if no title is given."""
    refuse_unknown_fields(request.form, ("title",))
    title = clean_words(request.form.get("title", ""), LONGEST_TITLE)
    table = next((table for table in _tables().all_open() if table.title == title), None)
    if title and table is None:
        raise Problem("no-such-table", text("club.no_table_named", title=title))
    _tables().assign(game_id, None if table is None else table.id)
    return redirect("/host" if table is None else f"/host/tables/{table.id}", SEE_OTHER)


@host.get("/cards.pdf")
def cards() -> Response:
    """Serve the cards of all open tables, or of one, as a PDF document."""
    from printables.documents.table_cards import CardChoice, TableCard, write_cards

    paper = request.args.get("paper", CARD_PAPERS[0])
    wanted = request.args.get("table")
    shown = [table for table in _tables().all_open() if wanted in (None, str(table.id))]
    if paper not in CARD_PAPERS or not shown:
        raise no_such_page()
    made = [TableCard(table.title, group_code(table.code), link_to(table)) for table in shown]
    choice = CardChoice(club_name(), _address(), answer_language(), *PAPERS[paper])
    answer = Response(write_cards(choice, made), content_type="application/pdf")
    answer.headers["Content-Disposition"] = 'inline; filename="terra-nova-tables.pdf"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def titles_in(given: str, language: str) -> list[str]:
    """Parse the titles of tables to open. Numbers and ranges become titles such as "Table 7"; other text is normalized.

    Raise a Problem if there is no title, a title is too long, or there are more titles than a club may have tables.
    """
    titles: list[str] = []
    for part in re.split(r"[,;\n]", given):
        words = clean_words(part, LONGEST_TITLE)
        numbers = _RANGE.fullmatch(words)
        if numbers is not None:
            first, last = sorted((int(numbers[1]), int(numbers[2] or numbers[1])))
            count = range(first, min(last, first + MOST_TABLES) + 1)
            titles.extend(say(text("web.host_table_number", n=number), language) for number in count)
        elif words:
            titles.append(words)
        if len(titles) > MOST_TABLES:
            raise too_many_tables()
    if not titles:
        raise Problem("no-name", text("club.no_tables_named"))
    return titles


def club_name() -> str:
    """Return the name of the club, or "Terra Nova" if the club has no name."""
    return companion().store.setting(CLUB_NAME) or "Terra Nova"


def link_to(table: ClubTable) -> str:
    """Return the link with which a phone joins a table."""
    return choices.join_link(_address(), table.code)


def _address() -> str:
    return str(choices.addresses_json(companion())["best"])


def overview_json(found: ClubOverview) -> dict[str, Any]:
    """Serialize the club's activity."""
    return {
        "tables": [_table_json(one) for one in found.tables],
        "waiting": found.waiting,
        "wait": _seconds_since(found.waiting_since),
        "readers": found.readers,
    }


def _table_json(one: TableOverview) -> dict[str, Any]:
    return {
        "id": one.table.id,
        "title": one.table.title,
        "code": group_code(one.table.code),
        "games": one.games,
        "in_play": one.in_play,
        "phones": one.phones,
        "at": one.last_activity,
        "waiting": one.waiting,
        "wait": _seconds_since(one.waiting_since),
    }


def _seconds_since(at: str | None) -> int:
    return 0 if at is None else max(0, round((datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()))


def _games_of(table_id: int | None, number: int) -> dict[str, Any]:
    found, total = games_of(companion().store, table_id, GAMES_A_PAGE, (number - 1) * GAMES_A_PAGE)
    return {"cards": responses.cards_json(found), "page": number, "has_more": total > number * GAMES_A_PAGE, "total": total}
