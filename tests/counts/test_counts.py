"""The recorded turn counts match the engine's counts, its lists and, for small ones, the oracle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.rules.legal import count_turns, list_turns
from referee.rules.position import Edition
from tests.counts.tables import CountedPosition, read_tables
from tests.rules import oracle
from tests.rules.random_boards import table_of

TABLES = list(read_tables())
ENOUGH_TO_LIST = 40_000
ENOUGH_FOR_THE_ORACLE = 1_500


@pytest.mark.parametrize("counted", TABLES, ids=lambda counted: counted.title)
def test_counts_are_those_of_the_table(counted: CountedPosition) -> None:
    found = {edition: count_turns(replace(counted.position, edition=edition)) for edition in Edition}
    assert found == counted.counts


@pytest.mark.parametrize("counted", TABLES, ids=lambda counted: counted.title)
@pytest.mark.parametrize("edition", list(Edition))
def test_short_lists_are_as_long_as_counted(counted: CountedPosition, edition: Edition) -> None:
    if counted.counts[edition] <= ENOUGH_TO_LIST:
        assert sum(1 for _ in list_turns(replace(counted.position, edition=edition))) == counted.counts[edition]
    if counted.counts[edition] <= ENOUGH_FOR_THE_ORACLE:
        table = table_of(replace(counted.position, edition=edition))
        assert sum(1 for _ in oracle.outcomes(table)) == counted.counts[edition]


def test_some_tables_are_small_enough_for_every_way_of_counting() -> None:
    assert sum(min(counted.counts.values()) <= ENOUGH_FOR_THE_ORACLE for counted in TABLES) >= 2
    assert sum(max(counted.counts.values()) > 5_000_000 for counted in TABLES) >= 1
