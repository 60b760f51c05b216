"""The pages that export and import games, show statistics and shared games, and delete a game permanently.

Each view parses the request, calls a use case and renders the result. Files are offered as plain links, so that any phone can
download them, with or without scripts.
"""

from __future__ import annotations

import io
import json
import re
import threading
import unicodedata
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from referee.boards.library import BUILT_IN
from referee.words.texts import say, text, write_decimals
from web.games.game_lists import played_on
from web.games.stamps import local_time
from web.games.table import Table, open_table
from web.site import choices
from web.site.companion import companion
from web.site.errors import no_such_page
from web.site.languages import answer_language
from web.site.request_fields import refuse_unknown_fields
from web.site.security import host_name
from web.site.uploads import take_file
from web.takeaway.bundle import write_bundle
from web.takeaway.forgetting import backups_with, forget_game
from web.takeaway.game_table import scores_table
from web.takeaway.intake import bring_in_file, bring_in_words
from web.takeaway.moments import moment_of, moments_of
from web.takeaway.records import record_to_bytes
from web.takeaway.shared import share_game, share_position, shared_to_json, shared_to_link, shared_to_text
from web.takeaway.statistics import bg_stats_link, read_statistics, result_of, statistics_json, write_table

GAME_NAME = "Terra Nova"
LONGEST_FILE_NAME = 60
_OWN_NAMES = ("localhost", "127.0.0.1", "::1")
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9]+")
_one_zip = threading.Lock()  # each takes up to 32 MB
_one_film = threading.Lock()  # each keeps a processor busy for a second or two

takeaway = Blueprint("takeaway", __name__)


@takeaway.get("/games/<game_id>/take")
def game_page(game_id: str) -> str:
    """Show the files and links for exporting a game, and the backups that contain the game."""
    table = open_table(companion().store, game_id)
    result = result_of(table.stored)
    return render_template(
        "take_game.html",
        game={"id": game_id, "title": table.game.title or " · ".join(table.names.values())},
        files=_file_name(table),
        links={
            "link_to_game": shared_to_link(share_game(table)),
            "link_to_position": shared_to_link(share_position(table)),
        },
        address=_address(),
        bg_stats=None if result is None else bg_stats_link(table.stored, result, GAME_NAME),
        backups=[path.name for path in _backups_with(game_id)],
    )


@takeaway.get("/games/<game_id>/take/<path:name>")
def game_file(game_id: str, name: str) -> Response:
    """Serve a game as a file; the ending of the requested name selects the format."""
    table = open_table(companion().store, game_id)
    for ending, (kind, make) in _FILES.items():
        if name.endswith(ending):
            return _file(make(table), kind, f"{_file_name(table)}{ending}", shown="shown" in request.args)
    raise no_such_page()


def _picture(table: Table) -> Any:
    from web.takeaway.picture import draw_moment

    caption = " · ".join(filter(None, (GAME_NAME, table.game.title, local_time(table.game.changed)[:10])))
    return draw_moment(moment_of(table), tuple(table.names.values()), caption)


def _svg(table: Table) -> bytes:
    from web.takeaway.picture import write_picture_svg

    return write_picture_svg(_picture(table))


def _png(table: Table) -> bytes:
    from web.takeaway.picture import write_picture_png

    return write_picture_png(_picture(table))


def _film(table: Table) -> bytes:
    from web.takeaway.film import write_film

    with _one_film:
        return write_film(moments_of(table), tuple(table.names.values()))


def _turns(table: Table) -> bytes:
    return (json.dumps(shared_to_json(share_game(table)), ensure_ascii=False, indent=1) + "\n").encode()


def _record(table: Table) -> bytes:
    return record_to_bytes(table.stored, None if table.board_name in BUILT_IN else table.position.board)


_FILES: dict[str, tuple[str, Callable[[Table], bytes]]] = {
    ".svg": ("image/svg+xml; charset=utf-8", _svg),
    ".png": ("image/png", _png),
    ".gif": ("image/gif", _film),
    "-record.json": ("application/json", _record),
    ".json": ("application/json", _turns),
    ".txt": ("text/plain; charset=utf-8", lambda table: shared_to_text(share_game(table)).encode()),
    ".csv": ("text/csv; charset=utf-8", lambda table: scores_table(table, answer_language())),
}


def _file_name(table: Table) -> str:
    words = table.game.title or " ".join(table.names.values())
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    name = _NOT_PLAIN.sub("-", f"terra-nova {played_on(table.game)} {plain}").strip("-").lower()
    return name[:LONGEST_FILE_NAME].rstrip("-")


def _file(data: bytes, kind: str, name: str, *, shown: bool = False) -> Response:
    answer = make_response(data)
    answer.headers["Content-Type"] = kind
    answer.headers["Content-Disposition"] = f'{"inline" if shown else "attachment"}; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _address() -> str:
    """Return a URL of this server that other devices can open.

    This is the URL that the request used, unless its host is a name such as localhost.
    """
    name = host_name(request.host) or ""
    is_own = name in _OWN_NAMES or name.endswith(".localhost")
    return str(choices.addresses_json(companion())["best"] if is_own else request.host_url)


def _backups_with(game_id: str) -> Any:
    here = companion()
    return () if here.config.database else backups_with(here.config.data, game_id)


@takeaway.post("/games/<game_id>/delete")
def delete_game(game_id: str) -> str:
    """Delete a game permanently, also from the backups on this computer, and list the backups that contained the game."""
    here = companion()
    held = forget_game(here.store, here.shelf, here.config.data, game_id)
    return render_template("deleted.html", backups=[path.name for path in held])


@takeaway.get("/take")
def all_page() -> str:
    """Show the page for exporting all games as one file and for importing games."""
    return render_template("take_all.html", has_games=companion().store.has_games(), language=answer_language())


@takeaway.get("/take/terra-nova.zip")
def everything() -> Response:
    """Serve a zip file with all games that this phone can access, their boards unless built in, and the statistics."""
    file = io.BytesIO()
    with _one_zip:
        write_bundle(companion().store, file)
    return _file(file.getvalue(), "application/zip", "terra-nova.zip")


@takeaway.post("/take")
def bring_back() -> str:
    """Import games from an uploaded file or from pasted text."""
    refuse_unknown_fields(request.form, ("words",))
    upload = take_file()
    store = companion().store
    added = bring_in_file(store, upload) if upload is not None else bring_in_words(store, request.form.get("words", ""))
    return render_template("brought_in.html", added=added)


@takeaway.get("/statistics")
def statistics() -> str:
    """Show the statistics of all games."""
    return render_template("statistics.html", statistics=read_statistics(companion().store), decimal=_decimal)


def _decimal(number: float) -> str:
    return write_decimals(str(number), answer_language())


@takeaway.get("/statistics.json")
def statistics_file() -> Response:
    """Serve the statistics of all games as JSON."""
    found = json.dumps(statistics_json(companion().store), ensure_ascii=False, indent=1) + "\n"
    return _file(found.encode(), "application/json", "terra-nova-statistics.json")


@takeaway.get("/statistics.csv")
def statistics_table() -> Response:
    """Serve the statistics of the players as CSV."""
    language = answer_language()
    heads = ("column_player", "statistics_games", "statistics_wins", "statistics_best", "statistics_margin")
    rows: list[list[object]] = [[say(_HEADS[head], language) for head in heads]]
    for player in read_statistics(companion().store).players:
        rows.append([player.name, player.games, player.wins, player.best_territory, player.mean_margin])
    return _file(write_table(rows, language), "text/csv; charset=utf-8", "terra-nova-statistics.csv")


_HEADS = {
    "column_player": text("take.column_player"),
    "statistics_games": text("web.statistics_games"),
    "statistics_wins": text("web.statistics_wins"),
    "statistics_best": text("web.statistics_best"),
    "statistics_margin": text("web.statistics_margin"),
}


@takeaway.get("/look")
def look() -> str:
    """Show the page for a shared link; the shared game is in the fragment, which browsers do not send to the server."""
    return render_template("look.html")
