"""Board pictures that are not shipped are drawn into a temporary data folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.boards.library import DATA_FOLDER_VARIABLE


@pytest.fixture(autouse=True, scope="session")
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's data out of the tests, and test data out of the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DATA_FOLDER_VARIABLE, str(tmp_path_factory.mktemp("data")))
        yield
