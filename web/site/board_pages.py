"""The pages for boards: the list of all boards, the editor, and downloads of board files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import ceil
from typing import Any

from flask import Blueprint, Response, g, make_response, render_template, request

from referee.boards.board import Board
from referee.boards.checks import Axial
from referee.boards.drawings import MOST_ACROSS, across, drawing_of
from referee.boards.landscape_names import board_title
from referee.boards.made import make_board
from referee.boards.maps import format_board_toml
from referee.formats.positions import board_to_json
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.kept_boards import KeptBoard, count_games, list_boards, version_of
from web.games.table import board_named
from web.site import board_bodies, drawing_inks
from web.site.companion import companion
from web.site.languages import answer_language

LEAST_HALF, FREE_RIM = 9, 2  # in hexes: the least distance from the middle to the edge, and the free space around the board

board_pages = Blueprint("board_pages", __name__)


@board_pages.get("/boards")
def boards() -> str:
    """Show the list of all boards."""
    listed = [_card_json(kept, answer_language()) for kept in list_boards(companion().store)]
    return render_template("boards.html", boards=listed, saved=request.args.get("saved"))


@board_pages.get("/boards/new")
def new_board() -> str:
    """Show the editor with an empty sea, a copy of a board, or a board generated from a seed.

    The query string can name a board (`from`) or a seed (`seed`); a board takes precedence.
    """
    given, seed = request.args.get("from"), request.args.get("seed")
    board = board_named(given) if given else make_board(seed) if seed else None
    return _editor(board, name=None, version=None, games=0)


@board_pages.get("/boards/<name>/edit")
def edit_board(name: str) -> str:
    """Show the editor with a saved board, or with a copy of a board that must not be changed, such as a built-in one."""
    kept = next((kept for kept in list_boards(companion().store) if kept.name == name), None)
    board = board_named(name)
    if kept is None or not kept.may_change:
        return _editor(board, name=None, version=None, games=0)
    return _editor(board, name=name, version=version_of(board), games=count_games(companion().store)[name])


@board_pages.get("/boards/<name>.toml")
def board_as_map(name: str) -> Response:
    """Serve a board as a TOML file that contains a map of the board."""
    return _attach(format_board_toml(board_named(name)), f"{name}.toml", "application/toml")


@board_pages.get("/boards/<name>.json")
def board_as_json(name: str) -> Response:
    """Serve a board as terranova-board/1."""
    written = board_to_json(board_named(name), answer_language())
    return _attach(json.dumps(written, ensure_ascii=False, indent=1) + "\n", f"{name}.json", "application/json")


def title_of_board(name: str) -> str:
    """Return a board's title in the language of the response, or the board's name if the board cannot be loaded.

    The title is looked up once per request.
    """
    titles: dict[str, str] = g.setdefault("titles_of_boards", {})
    if name not in titles:
        try:
            titles[name] = board_title(board_named(name), answer_language())
        except Problem:
            titles[name] = name
    return titles[name]


def _attach(words: str, file_name: str, kind: str) -> Response:
    answer = make_response(words)
    answer.headers["Content-Type"] = f"{kind}; charset=utf-8"
    answer.headers["Content-Disposition"] = f'attachment; filename="{file_name}"'
    return answer


def _card_json(kept: KeptBoard, language: str) -> Mapping[str, Any]:
    return {
        "name": kept.name,
        "title": board_title(kept.board, language) if kept.board else kept.name,
        "hexes": len(kept.board.cells) if kept.board else None,
        "landscapes": len({cell.terrain for cell in kept.board.cells}) if kept.board else None,
        "games": kept.games,
        "is_built_in": not kept.may_change,
    }


def _editor(board: Board | None, name: str | None, version: str | None, games: int) -> str:
    language = answer_language()
    if board:
        _refuse_too_wide(board)
    palette = board_bodies.palette_of(board.terrains if board else ())
    shown = board_bodies.palette_json(palette, language)
    cells = _centred(board) if board else []
    edited: board_bodies.EditedBoard = {
        "name": name,
        "version": version,
        "games": games,
        "title": board_title(board, language) if board and name else "",
        "palette": shown,
        "cells": cells,
        "half_rows": max([LEAST_HALF, *(abs(r) + FREE_RIM for _, r, _ in cells)]),
        "half_columns": max([LEAST_HALF, *(ceil(abs(q + r / 2)) + FREE_RIM for q, r, _ in cells)]),
        "step": [[drawing_inks.WIDTH, 0], [drawing_inks.WIDTH / 2, drawing_inks.REACH * 1.5]],
        "corners": [list(corner) for corner in drawing_inks.corners()],
    }
    patterns = drawing_inks.draw_patterns(tuple(one["look"] for one in shown))
    return render_template("board_editor.html", edited=edited, patterns=patterns)


def _refuse_too_wide(board: Board) -> None:
    """Raise a Problem if a board is wider than the editor allows.

    The editor does not save boards of this width, but a board file could have been put into the data folder by hand.
    """
    if across(drawing_of(board, board.name)) > MOST_ACROSS:
        raise Problem("bad-board", text("boards.drawn_too_wide", most=MOST_ACROSS))


def _centred(board: Board) -> list[list[int]]:
    """Return [q, r, landscape] of each hex, shifted so that the board is centred in the drawing."""
    spots = [(cell.q, cell.r) for cell in board.cells]
    dq, dr = _middle(spots)
    return [[cell.q - dq, cell.r - dr, cell.terrain] for cell in board.cells]


def _middle(spots: list[Axial]) -> Axial:
    rows, columns = [r for _, r in spots], [2 * q + r for q, r in spots]
    dr = (min(rows) + max(rows)) // 2
    return ((min(columns) + max(columns)) // 2 - dr) // 2, dr
