"""The JSON responses for the pages: the list of games, a game's state, history and photos, and the legal next actions.

The types of the responses are in `response_types.py`. All values are computed by the rules or the use cases; this module only
serializes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from referee.formats.positions import score_to_json
from referee.rules.actions import ACTIONS_A_TURN
from referee.rules.legal import NextActions, next_actions
from referee.rules.midturn import begin_turn, carry_out
from referee.rules.play import OVER_BECAUSE
from referee.rules.position import Position
from referee.rules.scoring import End, score_position
from referee.rules.turns import Move, Pass, Place, SetStone, Turn, format_turn, parse_turn
from referee.words.problems import Problem
from referee.words.texts import say
from web.games.clock import read_clock
from web.games.game_lists import list_of, played_on
from web.games.history import (
    Kind,
    settlement_to_json,
    settlements_of,
)
from web.games.payments import payments_of
from web.games.photo_shelf import Photo
from web.games.pieces_on_board import pieces_by_label
from web.games.store import Game, Revision
from web.games.table import Phase, Table, position_json
from web.site import response_types
from web.site.land_views import land_json
from web.site.request_fields import Part
from web.site.sentences import entry_sentence


def state_tag(game: Game, language: str) -> str:
    """Return the ETag value of a game's state, without quotes.

    The time of the last change is included, since restoring a backup or importing a game repeats version numbers.
    """
    return f"{game.version}-{re.sub('[^0-9]', '', game.changed)}-{language}"


def state_json(table: Table, photo: Photo | None, language: str) -> response_types.State:
    """Serialize the state of a game; `photo` is the photo of the current revision, or None if it has no photo."""
    game, position = table.game, table.position
    settings = game.settings
    return {
        "id": game.id,
        "version": game.version,
        "revision": table.here.number,
        "title": game.title,
        "created": game.created,
        "changed": game.changed,
        "mode": table.mode,
        "board": table.board_name,
        "edition": position.edition,
        "paper": settings.get("paper"),
        "hex_mm": settings.get("hex_mm"),
        "ink": settings.get("ink"),
        "practice": settings.get("practice"),
        **details_json(game),
        "phase": table.phase,
        "players": players_json(table),
        "position": position_json(position, table.board_name),
        "cells": pieces_by_label(position),
        "score": score_to_json(position, score_position(position)),
        "paid": [list(settled.cells) for revision in table.line for settled in revision.record.settlements],
        "land": land_json(table),
        "next": None if table.ended else next_json(table, ()),
        "ended": ended_json(table.ended, language),
        "last": entry_json(table, table.here, language),
        "clock": clock_json(table),
        "can_undo": table.undo_to is not None,
        "can_redo": table.redo_to is not None,
        "chart": chart_json(table),
        "photo": None if photo is None else photo_json(photo),
    }


def clock_json(table: Table) -> response_types.ClockNow | None:
    """Serialize a game's clock as of now, or return None if the game has no clock."""
    clock = read_clock(table)
    return None if clock is None else {"running": clock.running, "spent": round(clock.spent, 1), "players": dict(clock.totals)}


def players_json(table: Table) -> list[response_types.Player]:
    """Serialize the players in seat order."""
    position = table.position
    return [
        {
            "colour": colour,
            "name": table.names[colour],
            "score": position.scores[seat],
            "on_board": position.pioneers[seat].bit_count(),
            "reserve": position.reserve[seat],
            "to_move": seat == position.to_move and table.ended is None,
        }
        for seat, colour in enumerate(position.players)
    ]


def cards_json(found: Iterable[tuple[Game, Revision]]) -> list[response_types.Card]:
    """Serialize the list of games, omitting damaged ones so that they do not hide the others."""
    cards = []
    for game, here in found:
        with suppress(KeyError, TypeError, ValueError):
            cards.append(card_json(game, here))
    return cards


def card_json(game: Game, here: Revision) -> response_types.Card:
    """Serialize a game for the list of games.

    A game whose board is missing is listed too; the problem is reported when the game is opened.
    """
    table = Table(game, (here,), {here.number: here})
    try:
        phase = table.phase
    except Problem:
        phase = Phase.PLAYING
    colours, scores = here.position["players"], here.position.get("scores", {})
    return {
        "id": game.id,
        "created": game.created,
        "changed": game.changed,
        "title": game.title,
        "mode": table.mode,
        "edition": here.position["edition"],
        "board": table.board_name,
        "players": [
            {"colour": colour, "name": name, "score": scores.get(colour, 0)}
            for colour, name in zip(colours, game.settings["players"], strict=True)
        ],
        "phase": phase,
        **details_json(game),
    }


def details_json(game: Game) -> response_types.Details:
    """Serialize a game's date and place, the players' note, and the list that the game is in."""
    place, note = (game.settings.get(name) or "" for name in ("place", "note"))
    return {"date": played_on(game), "place": place, "note": note, "shelf": list_of(game)}


def ended_json(ended: End | None, language: str) -> response_types.Ended | None:
    """Serialize the reason for the end of a game, the winners and a sentence, or return None if the game is not over."""
    if ended is None:
        return None
    return {"reason": ended.reason, "winners": list(ended.winners), "sentence": say(OVER_BECAUSE[ended.reason], language)}


def chart_json(table: Table) -> list[response_types.ChartPoint]:
    """Serialize the scores at each revision on the current line, from the start, omitting revisions that place pioneers."""
    points: list[response_types.ChartPoint] = []
    turn = 0
    for revision in table.line:
        if revision.kind is Kind.PLACE:
            continue
        points.append({"revision": revision.number, "turn": turn, "scores": dict(revision.scores)})
        turn += 1
    return points


def entry_json(table: Table, revision: Revision, language: str) -> response_types.Entry:
    """Serialize one entry of the history."""
    record, unseen = revision.record, revision.record.unseen
    return {
        "revision": revision.number,
        "parent": revision.parent,
        "kind": revision.kind,
        "on_line": revision.number in table.numbers,
        "at": revision.at,
        "player": record.player,
        "turn": record.turn,
        "events": [settlement_to_json(settled) for settled in record.settlements],
        "scores": dict(revision.scores),
        "take_off": record.take_off,
        "photo": record.photo,
        "earlier_photos": list(record.earlier_photos),
        "ruling": {"reason": record.ruling[language]} if record.ruling else None,
        "unseen": None if unseen is None else {"cells": unseen.cells, "points": unseen.points},
        "mends": record.mends,
        "seconds": record.seconds,
        "replaces": record.replaces,
        "sentence": entry_sentence(table, revision, language),
    }


def history_json(table: Table, language: str, part: Part) -> response_types.History:
    """Serialize a page of the history, oldest first and including undone revisions, and whether there are earlier revisions."""
    numbers = sorted(number for number in table.revisions if part.before is None or number < part.before)
    shown = numbers[-part.most :]
    return {
        "history": [entry_json(table, table.revisions[number], language) for number in shown],
        "earlier": len(shown) < len(numbers),
    }


def revision_json(table: Table, number: int, language: str) -> response_types.Revision:
    """Serialize the table as it was at a revision."""
    then = table.back_to(number)
    revision, position = then.here, then.position
    return {
        "revision": number,
        "position": position_json(position, table.board_name),
        "cells": pieces_by_label(position),
        "land": land_json(then),
        "entry": entry_json(table, revision, language),
    }


def next_json(table: Table, done: Turn) -> response_types.Next:
    """Serialize the legal next actions after the actions `done` in this turn.

    Raise a Problem if one of the actions in `done` is illegal, or if any are given although the game is over.
    """
    before = table.position
    if table.ended is not None and done:
        raise Problem("game-over", OVER_BECAUSE[table.ended.reason])
    following = next_actions(before, done)
    settled = payments_of(_events_of(before, done), table.paid)
    awarded = [sum(payment.awards[seat] for payment in settled) for seat in range(len(before.players))]
    totals = [score + award for score, award in zip(before.scores, awarded, strict=True)]
    return {
        "revision": table.here.number,
        "done": format_turn(done, before.board).split(),
        "player": before.mover,
        "moves": _moves_json(before, following),
        "stones": _cells_of(before, following, SetStone),
        "places": _cells_of(before, following, Place),
        "pass": Pass() in following.actions,
        "may_end": following.may_end,
        "actions": ACTIONS_A_TURN,
        "cells": pieces_by_label(following.position),
        "events": [settlement_to_json(one) for one in settlements_of(before, settled)],
        "scores": dict(zip(before.players, totals, strict=True)),
    }


def _events_of(before: Position, done: Turn) -> Sequence[Any]:
    midturn = begin_turn(before)
    for action in done:
        midturn = carry_out(midturn, action)
    return midturn.events


def _moves_json(before: Position, following: NextActions) -> dict[str, list[str]]:
    cells = before.board.cells
    moves: dict[str, list[str]] = {}
    for action in following.actions:
        if isinstance(action, Move):
            moves.setdefault(cells[action.start].id, []).append(cells[action.end].id)
    return moves


def _cells_of(before: Position, following: NextActions, kind: type[SetStone | Place]) -> list[str]:
    return [before.board.cells[action.cell].id for action in following.actions if isinstance(action, kind)]


def requested_turn(table: Table, written: str) -> Turn:
    """Parse the actions already taken in a turn; an empty string means none."""
    return parse_turn(written, table.position.board) if written.strip() else ()


def photo_json(photo: Photo) -> response_types.Photo:
    """Serialize a photo; the URLs are None unless its image is stored, and the size is None unless a board was read."""
    there = photo.bytes > 0
    address = f"/games/{photo.game_id}/photos/{photo.id}"
    size: Mapping[str, Any] = (photo.reading or {}).get("photo", {})
    return {
        "id": photo.id,
        "at": photo.at,
        "revision": photo.revision,
        "state": photo.state,
        "url": f"{address}.jpg" if there else None,
        "thumb": f"{address}-small.jpg" if there else None,
        "width": size.get("width"),
        "height": size.get("height"),
    }
