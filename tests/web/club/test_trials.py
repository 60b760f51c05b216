"""A club loses nothing: readers, web servers and the database are killed, stopped and frozen while photos and turns arrive.

These are short versions of the trials in `python -m tests.bench club`.
"""

from __future__ import annotations

import random

import pytest

from tests.web.club.hand_play import play_while_webs_die
from tests.web.club.hosts import network
from tests.web.club.outages import cut_a_reader, fail_over, restart_database
from tests.web.club.servers import Reader
from tests.web.club.trials import answer_all, club, kill_now_and_then, losses_of

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]
SEED = 17
AGAIN_SECONDS = 10.0
GO_ON_SECONDS = 3.0
ELSEWHERE_SECONDS = 25.0


def photos(number: int, seconds: float = 0.2) -> list[bytes]:
    """Return photos that take the given time to read."""
    return [f"slow {seconds} {place}".encode() for place in range(number)]


def test_killed_readers_lose_no_photo_and_double_none() -> None:
    with club() as here:
        here.add_readers(3, obeys=True)
        step = kill_now_and_then(here, 5.0, random.Random(SEED))
        here.send(photos(120), step)
        answer_all(here, 120, step)
        cost = losses_of(here)
    assert (cost.photos, cost.lost, cost.doubled) == (120, 0, 0)
    assert cost.p95 <= ELSEWHERE_SECONDS


def test_killed_web_servers_lose_no_confirmed_turn_and_phones_go_on() -> None:
    found = play_while_webs_die(seconds=16.0, phones=4, seed=SEED)
    assert found.kills >= 2
    assert found.confirmed > 20
    assert found.missing == 0
    assert found.p95 <= GO_ON_SECONDS


@pytest.mark.parametrize("outage", [restart_database, fail_over])
def test_photos_outlive_the_database(outage: object) -> None:
    found = outage(photos(40), obeys=True)  # type: ignore[operator]
    assert (found.losses.photos, found.losses.lost, found.losses.doubled) == (40, 0, 0)
    assert found.again <= AGAIN_SECONDS
    assert found.sentence in ("", "no answer") or "database" in found.sentence


def test_photos_of_a_reader_that_is_cut_off_are_read_elsewhere_and_none_twice() -> None:
    found = cut_a_reader(photos(40), obeys=True, seconds=20.0)
    assert (found.losses.lost, found.losses.doubled) == (0, 0)
    assert found.away <= ELSEWHERE_SECONDS


def test_a_reader_that_is_asked_to_stop_finishes_its_photo_first() -> None:
    with club() as here:
        here.add_readers(1, obeys=True)
        here.send(photos(2, 2.0))
        reader: Reader = here.readers[0]
        assert reader.stop() == 0
        fates = here.fates().values()
        assert [one.lost for one in fates] == [None, None]
        assert {one.answers for one in fates} <= {0, 1}
        here.readers[0].start()
        answer_all(here, 60)
        assert losses_of(here).doubled == 0


def test_hosts_leave_nothing_behind() -> None:
    with network() as net:
        host = net.add("one")
    assert host.processes == []
