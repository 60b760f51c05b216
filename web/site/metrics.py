"""Count requests, and publish metrics of this server and of the club's queue for Prometheus at /metrics.

Requests are labelled by endpoint, method and status, not by address. Metrics from the database (`web/club/queue_figures.py`) are
read at each scrape.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from ipaddress import ip_address

from flask import Blueprint, Flask, Response, current_app, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from referee.words.problems import Problem
from web.club.queue_figures import QueueFigures
from web.site.errors import no_such_page
from web.site.logs import seconds_since_start
from web.site.proxies import FORWARDED

# Upper limits of the histogram's buckets, chosen around the targets of 0.2 s for pages and 3 s for photos.
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 6.0, 12.0)
PROCESSES_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # set if several processes share one address

metrics = Blueprint("metrics", __name__)


@dataclass(frozen=True, slots=True)
class Figures:
    """The metrics of one app, readable with `token` as bearer token, or only from this computer if `token` is None."""

    token: str | None
    queue: Callable[[], QueueFigures]
    registry: CollectorRegistry = field(default_factory=CollectorRegistry)

    def __post_init__(self) -> None:
        """Register the collector of the metrics from the database."""
        self.registry.register(_Queue(self.queue))


class _Queue(Collector):
    def __init__(self, read: Callable[[], QueueFigures]) -> None:
        self._read = read

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield `terranova_database_up` and, unless the database cannot be read, the metrics of the photo queue."""
        up = GaugeMetricFamily("terranova_database_up", "Whether the database has answered.")
        try:
            now = self._read()
        except Problem:
            up.add_metric([], 0)
            yield up
            return
        up.add_metric([], 1)
        yield up
        yield GaugeMetricFamily("terranova_photos_waiting", "Photos that wait to be read.", value=now.waiting)
        yield GaugeMetricFamily("terranova_oldest_wait_seconds", "How long the oldest has waited.", value=now.oldest_wait_seconds)
        yield GaugeMetricFamily("terranova_readers", "Readers seen within the last heartbeats.", value=now.readers)
        photos = GaugeMetricFamily("terranova_photos", "Photos in the database by outcome.", labels=["outcome"])
        for outcome, number in now.photos.items():
            photos.add_metric([outcome], number)
        yield photos


def measure(app: Flask, figures: Figures) -> None:
    """Count and time the requests of an app, and serve the app's metrics."""
    labels = ("endpoint", "method", "status")
    registry = None if PROCESSES_FOLDER in os.environ else figures.registry
    requests = Counter("terranova_requests", "Requests answered.", labels, registry=registry)
    seconds = Histogram("terranova_request_seconds", "Time taken by requests.", ("endpoint",), buckets=SECONDS, registry=registry)
    if PROCESSES_FOLDER in os.environ:
        MultiProcessCollector(figures.registry)  # type: ignore[no-untyped-call]

    def count(answer: Response) -> Response:
        endpoint = request.endpoint or "unknown"
        requests.labels(endpoint, request.method, str(answer.status_code)).inc()
        seconds.labels(endpoint).observe(seconds_since_start())
        return answer

    app.extensions["terranova_figures"] = figures
    app.after_request(count)
    app.register_blueprint(metrics)


@metrics.get("/metrics")
def scrape() -> Response:
    """Serve all metrics as text for Prometheus; raise a Problem, as for an unknown page, if the client must not read them."""
    figures: Figures = current_app.extensions["terranova_figures"]
    if not _may_read(figures.token):
        raise no_such_page()
    answer = Response(generate_latest(figures.registry), content_type=CONTENT_TYPE_LATEST)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _may_read(token: str | None) -> bool:
    if token is not None:
        given = request.authorization
        return given is not None and given.type == "bearer" and hmac.compare_digest((given.token or "").encode(), token.encode())
    return FORWARDED not in request.environ and ip_address(request.remote_addr or "0.0.0.0").is_loopback
