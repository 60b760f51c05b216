"""For all tests: with TERRANOVA_NO_SKIPS=1 a test that would be skipped fails instead, with the reason it would give.

What hypothesis tries is the same in every run, so that a failure is there again for whoever looks for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

NO_SKIPS = "TERRANOVA_NO_SKIPS"

settings.register_profile("seeded", derandomize=True, database=None, deadline=None)
settings.load_profile("seeded")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Turn skips into failures where everything is meant to be there."""
    report: pytest.TestReport = yield  # type: ignore[misc]
    if report.skipped and os.environ.get(NO_SKIPS) and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, which {NO_SKIPS} forbids: {call.excinfo and call.excinfo.value}"
    return report  # type: ignore[return-value]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """Yield the same for a whole file that skips itself."""
    report: pytest.CollectReport = yield  # type: ignore[misc]
    if report.skipped and os.environ.get(NO_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} was skipped, which {NO_SKIPS} forbids: {report.longrepr}"
    return report  # type: ignore[return-value]
