"""The print shop makes one result at a time, each once, urgent ones first; its memory and queue are bounded."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from referee.words.problems import Problem
from web.prints.shop import MOST_WAITERS, MOST_WAITING, Made, PrintShop, Report, Task, Urgency


@pytest.fixture
def shop() -> Iterator[PrintShop]:
    """Provide a shop that keeps a thousand bytes."""
    made = PrintShop(kept_bytes=1000)
    yield made
    made.stop()


def thing(name: str, size: int = 1) -> Task[str]:
    """Return a task that makes its own name."""
    return Task(name, lambda _report: Made(name, size))


class Press:
    """A task that runs until it is released."""

    def __init__(self) -> None:
        self.begun, self.free = threading.Event(), threading.Event()

    def hold(self, _report: Report) -> Made[str]:
        self.begun.set()
        assert self.free.wait(20)
        return Made("held", 1)

    def occupy(self, shop: PrintShop) -> None:
        """Keep the shop's thread busy."""
        shop.order(Task("press", self.hold), Urgency.FILE)
        assert self.begun.wait(20)


def test_thing_is_made_once_for_all_who_want_it(shop: PrintShop) -> None:
    times = []

    def make(_report: Report) -> Made[int]:
        times.append(1)
        return Made(7, 1)

    assert [shop.fetch(Task("it", make), Urgency.FILE) for _ in range(5)] == [7] * 5
    assert len(times) == 1


def test_memory_stays_within_its_bound_and_the_oldest_goes_first(shop: PrintShop) -> None:
    for number in range(30):
        assert shop.fetch(thing(f"sheet {number}", 300), Urgency.FILE) == f"sheet {number}"
        assert shop.kept_bytes <= 1000
    assert shop.find("sheet 29") is not None
    assert shop.find("sheet 26") is None


def test_thing_larger_than_the_memory_is_delivered_but_drops_nothing(shop: PrintShop) -> None:
    shop.fetch(thing("small", 300), Urgency.FILE)
    assert shop.fetch(thing("huge", 5000), Urgency.FILE) == "huge"
    assert shop.find("huge") is None
    assert shop.find("small") is not None
    assert shop.fetch(thing("full", 1000), Urgency.FILE) == "full"
    assert shop.find("full") is not None


def test_urgent_things_come_first(shop: PrintShop) -> None:
    press, made = Press(), list[str]()
    press.occupy(shop)

    def note(name: str) -> Task[str]:
        return Task(name, lambda _report: (made.append(name), Made(name, 1))[1])

    shop.order(note("ahead"), Urgency.AHEAD)
    shop.order(note("file"), Urgency.FILE)
    shop.order(note("plan"), Urgency.PLAN)
    last = shop.order(note("ahead"), Urgency.PREVIEW)  # wanted sooner now
    press.free.set()
    assert last.finished.wait(20)
    shop.stop()
    assert made == ["plan", "ahead"] or made == ["plan", "ahead", "file"]


def test_queue_is_bounded(shop: PrintShop) -> None:
    press = Press()
    press.occupy(shop)
    for number in range(MOST_WAITING - 1):
        shop.order(thing(str(number)), Urgency.FILE)
    with pytest.raises(Problem, match="try again in a moment"):
        shop.order(thing("one more"), Urgency.FILE)
    press.free.set()


def test_only_a_few_requests_wait_and_the_others_are_refused_immediately(shop: PrintShop) -> None:
    press = Press()
    press.occupy(shop)

    def want(number: int) -> str:
        try:
            return shop.fetch(thing(str(number)), Urgency.FILE)
        except Problem as problem:
            press.free.set()  # those who wait are served only after somebody was sent away
            return problem.slug

    with ThreadPoolExecutor(8) as phones:
        answers = list(phones.map(want, range(8)))
    assert answers.count("printing-busy") >= 1
    assert len(answers) - answers.count("printing-busy") >= MOST_WAITERS


def test_failure_reaches_waiting_requests_and_the_shop_continues(shop: PrintShop) -> None:
    def fail(_report: Report) -> Made[str]:
        raise ValueError("torn paper")

    with pytest.raises(ValueError, match="torn paper"):
        shop.fetch(Task("torn", fail), Urgency.FILE)
    assert shop.fetch(thing("whole"), Urgency.FILE) == "whole"
