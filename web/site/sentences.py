"""Sentences in the user's language that describe the revisions of a game."""

from __future__ import annotations

from collections.abc import Sequence

from referee.words.texts import Text, say, text
from web.games.history import ByColour, Kind, Settlement
from web.games.store import Revision
from web.games.table import Table


def entry_sentence(table: Table, revision: Revision, language: str) -> str:
    """Return the sentences that describe a revision and the territories that it settled, joined into one string."""
    sentences = [_what_happened(table, revision, language)]
    if revision.record.mends and revision.record.turn:
        sentences.append(text("serve.entry_corrects", revision=revision.record.mends))
    if revision.kind is not Kind.START:
        sentences += [_territory(table, settled) for settled in revision.record.settlements]
    return " ".join(say(sentence, language) for sentence in sentences)


def moment_sentence(table: Table, revision: Revision) -> Text:
    """Return a sentence about a revision that a photo seems to show instead of the current one."""
    follower = next((one for one in table.line if one.parent == revision.number), None)
    if follower is None:
        player = revision.record.player
        return text("serve.moment_undone", name=table.names[player]) if player else text("serve.moment_left")
    player = follower.record.player
    return text("serve.moment_before", name=table.names[player]) if player else text("serve.moment_earlier")


def _what_happened(table: Table, revision: Revision, language: str) -> Text:
    record = revision.record
    if record.mends and not record.turn:
        return text("serve.entry_mended", revision=record.mends)
    name = table.names[record.player] if record.player else ""
    turn = record.turn or ""
    match revision.kind:
        case Kind.START:
            return text("serve.entry_start")
        case Kind.PLACE if turn.startswith("@"):
            return text("serve.entry_place", name=name, cell=turn[1:])
        case Kind.PLACE | Kind.TURN if turn == "pass":
            return text("serve.entry_pass", name=name)
        case Kind.TURN:
            return text("serve.entry_turn", name=name, turn=turn)
        case Kind.RULING:
            return text("serve.entry_ruling", reason=(record.ruling or {})[language])
        case Kind.PHOTO:
            return text("serve.entry_photo")
        case _:
            return text("serve.entry_edit")


def _territory(table: Table, settled: Settlement) -> Text:
    n, cell = len(settled.cells), settled.cells[0]
    if not settled.awards:
        return text("serve.entry_unpaid", n=n, cell=cell)
    return text("serve.entry_paid", n=n, cell=cell, shares=_shares(table, settled.awards))


def _shares(table: Table, awards: ByColour) -> Sequence[Text]:
    return [text("serve.share", name=table.names[colour], n=points) for colour, points in awards.items()]
