"""The animation of a long game is made quickly and is small enough for a chat."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import pytest
from PIL import Image

from web.games.table import Table, lay_table
from web.takeaway.additions import play_shared
from web.takeaway.film import write_film
from web.takeaway.moments import MOST_MOMENTS, moments_of
from web.takeaway.shared import shared_from_json

EXAMPLE = Path(__file__).parents[3] / "referee" / "examples" / "game.json"
FRAMES = 121  # the start and 120 turns
MOST_SECONDS, MOST_BYTES = 3.0, 5_000_000


def test_very_long_game_is_shown_by_evenly_spaced_moments() -> None:
    shared = shared_from_json(json.loads(EXAMPLE.read_bytes()), "example")
    table = lay_table(play_shared(shared, "terranova", "0" * 16).stored)
    assert len(moments_of(table)) == len(table.line)
    long = Table(table.game, table.line * 20, table.revisions)
    shown = moments_of(long)
    assert MOST_MOMENTS / 2 < len(shown) <= MOST_MOMENTS + 1
    assert shown[-1].position == table.position


@pytest.mark.slow
def test_replay_of_120_turns_takes_3_seconds_and_5_megabytes() -> None:
    shared = shared_from_json(json.loads(EXAMPLE.read_bytes()), "example")
    once = moments_of(lay_table(play_shared(shared, "terranova", "0" * 16).stored))
    moments = (*once, *once)[:FRAMES]  # the board is cleared once in between, which only makes it harder
    began = time.process_time()
    film = write_film(moments, ("Anna", "Bo"))
    took = time.process_time() - began
    assert Image.open(io.BytesIO(film)).n_frames == FRAMES  # type: ignore[attr-defined]
    assert len(film) < MOST_BYTES
    assert took < MOST_SECONDS
    print(f"{took:.2f} s, {len(film) / 1e6:.2f} MB")
