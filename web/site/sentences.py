"""The history in sentences: one for each revision, in the reader's language. Knows no request and no storage."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.pieces import Colour
from referee.words.texts import Text, say, text
from web.games.store import Revision
from web.games.table import Table


def entry_sentence(table: Table, revision: Revision, language: str) -> str:
    """Return what happened in one revision."""
    told = [_what_happened(table, revision, language), *(_territory(table, event) for event in revision.what.get("events", ()))]
    if revision.kind == "start":
        told = told[:1]
    return " ".join(say(sentence, language) for sentence in told)


def moment_sentence(table: Table, revision: Revision) -> Text:
    """Tell which other moment of the game a photo seems to show."""
    follower = next((one for one in table.line if one.parent == revision.number), None)
    if follower is None:
        player = revision.what.get("player")
        return text("serve.moment_undone", name=table.names[Colour(player)]) if player else text("serve.moment_left")
    player = follower.what.get("player")
    return text("serve.moment_before", name=table.names[Colour(player)]) if player else text("serve.moment_earlier")


def _what_happened(table: Table, revision: Revision, language: str) -> Text:
    what = revision.what
    name = table.names[Colour(what["player"])] if what.get("player") else ""
    if what.get("mends"):
        return text("serve.entry_mended", revision=what["mends"])
    match revision.kind:
        case "start":
            return text("serve.entry_start")
        case "place" if what.get("turn", "").startswith("@"):
            return text("serve.entry_place", name=name, cell=what["turn"][1:])
        case "place" | "turn" if what.get("turn") == "pass":
            return text("serve.entry_pass", name=name)
        case "turn":
            return text("serve.entry_turn", name=name, turn=what["turn"])
        case "ruling":
            return text("serve.entry_ruling", reason=what["ruling"][language])
        case "photo":
            return text("serve.entry_photo")
        case _:
            return text("serve.entry_edit")


def _territory(table: Table, event: dict[str, object]) -> Text:
    awards = event["awards"]
    assert isinstance(awards, dict)
    cells = event["cells"]
    assert isinstance(cells, list)
    if not awards:
        return text("serve.entry_unpaid", n=len(cells), cell=cells[0])
    return text("serve.entry_paid", n=len(cells), cell=cells[0], shares=_shares(table, awards))


def _shares(table: Table, awards: dict[str, int]) -> Sequence[Text]:
    return [text("serve.share", name=table.names[Colour(colour)], n=points) for colour, points in awards.items()]
