"""The addresses of database servers, as PostgreSQL's own programs accept them."""

from __future__ import annotations

from pathlib import Path

import pytest

from web.club.postgres import server_address
from web.games.database_address import connection_options, database_url, is_server
from web.games.database_file import count_games
from web.games.schema import open_engine
from web.games.store import Store


@pytest.mark.parametrize("address", ["postgresql://club@db/club", "postgres://club@db/club", "postgresql+psycopg://club@db/club"])
def test_every_spelling_names_the_same_server(address: str) -> None:
    assert is_server(address)
    assert database_url(address).render_as_string() == "postgresql+psycopg://club@db/club"


def test_file_is_not_a_server_and_is_connected_to_without_options() -> None:
    url = database_url("sqlite:///games.sqlite")
    assert not is_server("sqlite:///games.sqlite")
    assert connection_options(url) == {}


@pytest.mark.parametrize("name", ["what?mode=memory", "50%41", "a#b", "ä ö"])
def test_path_of_a_file_is_taken_literally(tmp_path: Path, name: str) -> None:
    file = tmp_path / name / "games.sqlite"
    file.parent.mkdir()
    Store(f"sqlite:///{file}").close()
    assert count_games(file) == 0 < file.stat().st_size
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_several_hosts_reach_the_library_as_they_were_given() -> None:
    engine = open_engine("postgresql://club:s%40fe@one:5433,two/club?target_session_attrs=read-write")
    given = dict(part.split("=", 1) for part in server_address(engine).replace("'", "").split(" ") if "=" in part)
    assert (given["host"], given["port"].rstrip(",")) == ("one,two", "5433")
    assert (given["user"], given["password"], given["dbname"]) == ("club", "s@fe", "club")
    assert given["target_session_attrs"] == "read-write"


def test_options_of_an_address_replace_ours() -> None:
    url = database_url("postgresql://club@db/club?connect_timeout=60")
    assert "connect_timeout" not in connection_options(url)
    assert int(connection_options(url)["tcp_user_timeout"]) == 10_000
