"""With TERRANOVA_NO_SKIPS=1, skipped tests fail with the reason for the skip.

Hypothesis is seeded, so that failures are reproducible.
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
    """Turn skipped tests into failures if requested."""
    report: pytest.TestReport = yield  # type: ignore[misc]
    if report.skipped and os.environ.get(NO_SKIPS) and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, which {NO_SKIPS} forbids: {call.excinfo and call.excinfo.value}"
    return report  # type: ignore[return-value]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """Turn files that skip themselves into failures if requested."""
    report: pytest.CollectReport = yield  # type: ignore[misc]
    if report.skipped and os.environ.get(NO_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} was skipped, which {NO_SKIPS} forbids: {report.longrepr}"
    return report  # type: ignore[return-value]
