"""A home is independent of the club: its server loads none of the club's libraries and refuses the club's options."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.served import command, environment

CLUB_LIBRARIES = ("web.club", "procrastinate", "alembic", "psycopg", "obstore", "gunicorn", "prometheus_client")
LOADS = """
import sys
from pathlib import Path
from tests.web.conftest import Phone, send_photo
from web.site.app import create_app
from web.site.companion import Companion, Config
import web.site.serve
app = create_app(Config(data=Path(sys.argv[1]), needs_code=False))
here: Companion = app.extensions["terranova"]
here.tidy()
phone = Phone(app.test_client())
phone.new_game()
phone.must("turns", turn="@A1")
send_photo(phone.client, f"/api/games/{phone.game_id}/photos", b"no picture", upload="upload-0001", **{"from": "0"})
here.close()
print([name for name in sys.argv[2:] if name in sys.modules])
"""


def test_server_of_a_home_loads_nothing_of_the_club(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADS, str(tmp_path), *CLUB_LIBRARIES], capture_output=True, text=True, timeout=100, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("options", [("--no-reader",), ("--pictures", "s3://club")])
def test_server_of_a_home_refuses_the_options_of_a_club(tmp_path: Path, options: tuple[str, ...]) -> None:
    line = [*command(tmp_path), *options]
    done = subprocess.run(line, capture_output=True, text=True, env=environment(), timeout=60, check=False)
    assert done.returncode == 2
    assert "--database postgresql://" in done.stdout


def test_readers_need_a_server_and_reveal_no_password() -> None:
    line = [sys.executable, "-m", "referee.cli.main", "reader", "--database", "mysql://club:s3cret@db/club"]
    done = subprocess.run(line, capture_output=True, text=True, env=environment(), timeout=60, check=False)
    assert done.returncode == 2
    assert "is not a PostgreSQL database" in done.stderr
    assert "s3cret" not in done.stdout + done.stderr
