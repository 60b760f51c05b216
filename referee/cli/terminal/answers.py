"""Text for the terminal: drawings of boards and positions, tables of points, and the state of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.boards.board import Board
from referee.boards.library import terrain_label
from referee.cli.terminal.board_map import (
    DARK,
    draw_map,
    player_sign,
    player_style,
    stone_sign,
    terrain_background,
    terrain_letters,
    territory_sign,
)
from referee.cli.terminal.screen import Screen, Style
from referee.cli.terminal.tables import Entry, Span, draw_line, draw_table, entry, heading
from referee.formats.games import Game, Replayed
from referee.rules.check import Check
from referee.rules.midturn import Event
from referee.rules.pieces import Colour
from referee.rules.play import Played
from referee.rules.position import Position, cells_of, colour_word
from referee.rules.scoring import End, EndReason, Score, ScoredRegion
from referee.rules.territories import find_regions
from referee.rules.turns import format_action, format_turn
from referee.words.safe_text import one_safe_line
from referee.words.texts import Text, say, text

MARKS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_ENDS: Mapping[EndReason, Text] = {
    EndReason.DIVIDED: text("cli.ended_divided"),
    EndReason.ONE_CAN_MOVE: text("cli.ended_one_can_move"),
    EndReason.NO_PIONEERS: text("cli.ended_no_pioneers"),
}


def draw_board(board: Board, screen: Screen, language: str) -> str:
    """Draw an empty board, with a table of its landscapes and their sizes."""
    letters = terrain_letters(board, language)
    sizes = [sum(cell.terrain == number for cell in board.cells) for number in range(len(board.terrains))]
    rows = [[_words(text("cli.column_landscape"), language), _words(text("cli.column_hexes"), language)]]
    rows += [[_landscape(board, number, letters, language), entry(size)] for number, size in enumerate(sizes)]
    rows.append([entry(say(text("cli.row_together"), language)), entry(len(board.cells))])
    return "\n\n".join((draw_map(board, screen, language), draw_table(rows, screen, right=frozenset({1}))))


def draw_position(position: Position, screen: Screen, language: str) -> str:
    """Draw a position with its legend and a table of scores."""
    rows = [[entry(""), _words(text("cli.column_points"), language)]]
    for colour, points in zip(position.players, position.scores, strict=True):
        rows.append([_player(colour, screen, language), entry(points)])
    if position.in_setup:
        rows[0].append(_words(text("cli.column_reserve"), language))
        for row, waiting in zip(rows[1:], position.reserve, strict=True):
            row.append(entry(waiting))
    table = draw_table(rows, screen, right=frozenset({1, 2}))
    marks = {cell: " " for region in find_regions(position) if region.closed for cell in cells_of(region.cells)}
    drawing = draw_map(position.board, screen, language, position, marks)
    return "\n\n".join((drawing, draw_legend(position, screen, language), table))


def draw_legend(position: Position, screen: Screen, language: str) -> str:
    """Return the legend of a drawing: the letters of landscapes and the symbols of pieces and territories."""
    board = position.board
    letters = terrain_letters(board, language)
    landscapes = [_landscape(board, number, letters, language) for number in range(len(board.terrains))]
    pieces = [_player(colour, screen, language) for colour in position.players]
    signs = [(stone_sign(screen), text("cli.legend_stone")), (territory_sign(screen), text("cli.legend_territory"))]
    others = [entry(f"{sign} {say(word, language)}") for sign, word in signs]
    return draw_line(landscapes, screen) + "\n" + draw_line([*pieces, *others], screen)


def draw_score(position: Position, score: Score, screen: Screen, language: str, *, knows_mover: bool = True) -> str:
    """Draw a position with its territories, the points each awards, and the state of the game.

    Pass `knows_mover=False` to omit the state of the game, if the position comes from a photo and the player to move is unknown.
    """
    closed = [region for region in score.regions if region.closed]
    marks = {cell: _mark(place) for place, region in enumerate(closed) for cell in cells_of(region.cells)}
    parts = [draw_map(position.board, screen, language, position, marks), draw_legend(position, screen, language)]
    if closed:
        rows = [_territory_headings(language)]
        rows += [_territory_row(position, region, _mark(place), screen, language) for place, region in enumerate(closed)]
        parts.append(draw_table(rows, screen, right=frozenset({1, 3})))
    open_cells = sum(region.cells.bit_count() for region in score.regions if not region.closed)
    parts.append(say(text("cli.open_land", count=open_cells), language))
    parts.append(_score_table(position.players, position.scores, score.awards, score.totals, screen, language))
    if knows_mover:
        parts.append(draw_standing(position.mover, score.ended, language))
    return "\n\n".join(parts)


def draw_played(before: Position, played: Played, screen: Screen, language: str) -> str:
    """Draw the position after a turn, with the regions scored in the turn and the state of the game."""
    events = [draw_event(before, event, language) for event in played.events]
    return _draw_outcome(played.position, events, played.ended, screen, language)


def draw_replayed(game: Game, replayed: Replayed, screen: Screen, language: str) -> str:
    """Draw the last position of a game, with the players, the number of turns and all regions scored during the game."""
    position = replayed.given.position
    events = [
        say(text("cli.event_in_turn", number=number, event=draw_event(position, event, language)), language)
        for number, event in replayed.events
    ]
    named = zip(position.players, game.names, strict=True)
    players = ", ".join(f"{say(colour_word(colour), language)}: {one_safe_line(name)}" for colour, name in named)
    played = say(text("cli.turns_played", count=len(game.turns)), language)
    return f"{players}\n{played}\n\n" + _draw_outcome(position, events, replayed.ended, screen, language)


def _draw_outcome(position: Position, events: Sequence[str], ended: End | None, screen: Screen, language: str) -> str:
    parts = [draw_position(position, screen, language)]
    if events:
        parts.append("\n".join(events))
    parts.append(draw_standing(position.mover, ended, language))
    return "\n\n".join(parts)


def draw_event(position: Position, event: Event, language: str) -> str:
    """Describe in one line a region that was scored and the points that each player got."""
    board = position.board
    values = {
        "after": "" if event.after is None else format_action(event.after, board),
        "cells": event.cells.bit_count(),
        "first": board.cells[next(cells_of(event.cells))].id,
        "landscapes": _landscape_names(board, event.terrains, language),
        "awards": _awards(position.players, event.awards, language),
    }
    if event.after is None:
        return say(text("cli.event_found", **values), language)
    if not any(event.awards):
        return say(text("cli.event_without_points", **values), language)
    return say(text("cli.event_closed", **values), language)


def draw_check(before: Position, found: Check, language: str) -> str:
    """Describe the turn that was found and the regions scored in the turn, or the reason why there is no turn."""
    if found.turn is None:
        return say(text("cli.check_no", reason=found.reason or ""), language)
    turn = format_turn(found.turn, before.board)
    yes = say(text("cli.check_yes", turn=turn, count=found.ways), language)
    return "\n".join([yes, *(draw_event(before, event, language) for event in found.events)])


def draw_standing(mover: Colour, ended: End | None, language: str) -> str:
    """Return a sentence that says whose turn it is, or why the game is over and who won."""
    if ended is None:
        return sentence(say(text("cli.to_move", player=colour_word(mover)), language))
    winners = tuple(colour_word(colour) for colour in ended.winners)
    return say(text("cli.ended", reason=_ENDS[ended.reason], winners=winners, n=len(winners)), language)


def sentence(words: str) -> str:
    """Return a sentence with a capital first letter, since it may begin with the name of a colour."""
    return words[:1].upper() + words[1:]


def _mark(place: int) -> str:
    return MARKS[place] if place < len(MARKS) else "*"


def _words(key_text: Text, language: str) -> Entry:
    return heading(say(key_text, language))


def _territory_headings(language: str) -> list[Entry]:
    return [
        _words(text("cli.column_territory"), language),
        _words(text("cli.column_hexes"), language),
        _words(text("cli.column_landscapes"), language),
        _words(text("cli.column_value"), language),
        _words(text("cli.column_pioneers"), language),
        _words(text("cli.column_points"), language),
    ]


def _territory_row(position: Position, region: ScoredRegion, mark: str, screen: Screen, language: str) -> list[Entry]:
    seats = position.players
    return [
        entry(mark),
        entry(region.cells.bit_count()),
        entry(_landscape_names(position.board, region.terrains, language)),
        entry(region.value),
        _signed(seats, region.pioneers, screen) or entry(say(text("cli.nobody"), language)),
        _signed(seats, region.awards, screen) or entry("-"),
    ]


def _score_table(
    players: Sequence[Colour],
    before: Sequence[int],
    awards: Sequence[int],
    totals: Sequence[int],
    screen: Screen,
    language: str,
) -> str:
    headings = (text("cli.column_before"), text("cli.column_now"), text("cli.column_total"))
    rows = [[entry(""), *(_words(name, language) for name in headings)]]
    for colour, *numbers in zip(players, before, awards, totals, strict=True):
        rows.append([_player(colour, screen, language), *(entry(number) for number in numbers)])
    return draw_table(rows, screen, right=frozenset({1, 2, 3}))


def _landscape(board: Board, number: int, letters: Sequence[str], language: str) -> Entry:
    terrain = board.terrains[number]
    swatch = Span(f" {letters[number]} ", Style(DARK, terrain_background(terrain, number)))
    return swatch, Span(" " + one_safe_line(terrain_label(terrain, language)))


def _player(colour: Colour, screen: Screen, language: str) -> Entry:
    return Span(player_sign(colour, screen), player_style(colour)), Span(" " + say(colour_word(colour), language))


def _signed(players: Sequence[Colour], numbers: Sequence[int], screen: Screen) -> Entry:
    """Return the nonzero numbers as a table entry, each preceded by the symbol of its player."""
    pieces: list[Span] = []
    for colour, number in zip(players, numbers, strict=True):
        if number:
            pieces += [Span(player_sign(colour, screen), player_style(colour)), Span(f" {number}  ")]
    return (*pieces[:-1], Span(pieces[-1].words.rstrip())) if pieces else ()


def _landscape_names(board: Board, terrains: Sequence[int], language: str) -> str:
    return one_safe_line(", ".join(terrain_label(board.terrains[number], language) for number in terrains))


def _awards(players: Sequence[Colour], awards: Sequence[int], language: str) -> str:
    got = [
        say(text("cli.award", player=colour_word(colour), points=award), language)
        for colour, award in zip(players, awards, strict=True)
        if award
    ]
    return ", ".join(got)
