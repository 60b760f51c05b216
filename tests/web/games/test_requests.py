"""Game requests are plain values and work without a web framework installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PLAY = """
import sys
for absent in ("flask", "werkzeug", "jinja2", "waitress"):
    sys.modules[absent] = None
from referee.rules.position import Edition
from web.games import games
from web.games.requests import HandTurn, NewGame
from web.games.store import Store
from web.games.table import Mode

store = Store("sqlite:///" + sys.argv[1])
asked = NewGame(("Ada", "Bo"), Edition.DE, "islet", None, "", Mode.REFEREE, "A4", None, "colour", None, None)
table = games.start_game(store, asked).table
label = table.position.board.cells[0].id
print(games.play_by_hand(store, table.game.id, HandTurn(0, "save-0001", "@" + label)).table.here.number)
store.close()
"""


def test_games_are_played_without_a_web_framework(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PLAY, str(tmp_path / "games.sqlite")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == ("1", "")
