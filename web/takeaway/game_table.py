"""The scores of a game as a CSV table for spreadsheets, with one row per revision on the current line."""

from __future__ import annotations

from referee.words.texts import Text, say, text
from web.games.table import Table
from web.takeaway.statistics import write_table


def scores_table(table: Table, language: str) -> bytes:
    """Return a CSV file in a language, with each revision's number, time, player and turn, and the scores after the revision."""
    heads = (text("take.column_number"), text("take.column_time"), text("take.column_player"), text("take.column_turn"))
    rows: list[list[object]] = [[*(say(head, language) for head in heads), *table.names.values()]]
    for number, revision in enumerate(table.line):
        record = revision.record
        name = table.names[record.player] if record.player else ""
        scores = [revision.scores[colour] for colour in table.names]
        rows.append([number, revision.at, name, record.turn or say(_KINDS[revision.kind.value], language), *scores])
    return write_table(rows, language)


_KINDS: dict[str, Text] = {
    "start": text("take.kind_start"),
    "place": text("take.kind_start"),
    "turn": text("take.kind_photo"),
    "photo": text("take.kind_photo"),
    "edit": text("take.kind_edit"),
    "ruling": text("take.kind_ruling"),
}
