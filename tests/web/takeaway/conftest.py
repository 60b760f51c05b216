"""Stores with games in them, made through the same requests as at the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.boards.library import DATA_FOLDER_VARIABLE
from tests.web.conftest import Phone
from web.games.store import Store

TURNS = ("@A1", "@B2", "@A3", "@C2")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide the data folder that boards are looked up in."""
    monkeypatch.setenv(DATA_FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def other_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the data folder of another computer."""
    return tmp_path_factory.mktemp("other")


@pytest.fixture
def other_store(other_data: Path) -> Iterator[Store]:
    """Provide the empty store of another computer."""
    made = Store(f"sqlite:///{other_data / 'terranova.sqlite'}")
    yield made
    made.close()


def play_with_undo(phone: Phone) -> str:
    """Play a game in which a turn was undone and played differently; return its id."""
    phone.new_game("Anna", "Bo", title="Sunday")
    for turn in ("@E5", "@E7"):
        phone.must("turns", turn=turn)
    phone.must("undo")
    phone.must("turns", turn="@F3")
    assert phone.game_id is not None
    return phone.game_id
