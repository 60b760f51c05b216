"""Pictures of boards that do not come with the program are drawn into a folder of the tests' own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.boards.library import DATA_FOLDER_VARIABLE


@pytest.fixture(autouse=True, scope="session")
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps the user's data out of the tests, and the tests' out of the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DATA_FOLDER_VARIABLE, str(tmp_path_factory.mktemp("data")))
        yield
