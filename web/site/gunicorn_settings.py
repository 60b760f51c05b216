"""The settings of gunicorn for a club's server: `gunicorn -c python:web.site.gunicorn_settings 'web.site.wsgi:club_app()'`.

Options that differ between servers come from the environment; gunicorn's command line overrides all of them.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from referee.boards.library import data_folder
from web.site.wsgi import drain_seconds

PROCESSES_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
REQUEST_SECONDS_LEFT = 60  # for requests still running after the drain period

wsgi_app = "web.site.wsgi:club_app()"
bind = [os.environ.get("TERRANOVA_BIND", "127.0.0.1:8642")]
workers = int(os.environ.get("TERRANOVA_PROCESSES", "2"))
threads = int(os.environ.get("TERRANOVA_THREADS", "16"))
worker_class = "web.site.gunicorn_worker.PatientWorker"
worker_connections = 400
keepalive = 30
timeout = 60  # for a process that no longer reports to gunicorn; a single request can take longer
graceful_timeout = int(drain_seconds(os.environ)) + REQUEST_SECONDS_LEFT
# Only the app decides which proxies to trust (proxies.py).
forwarded_allow_ips = ""
limit_request_line = 4094
limit_request_fields = 60
control_socket_disable = True
umask = 0o077
accesslog = None  # addresses hold codes; TERRANOVA_LOG_FORMAT=json logs requests by their route
_own_metrics_folder = None if PROCESSES_FOLDER in os.environ else tempfile.mkdtemp(prefix="terranova-metrics-")
if _own_metrics_folder is not None:
    os.environ[PROCESSES_FOLDER] = _own_metrics_folder
_master = os.getpid()


def on_starting(server: Any) -> None:
    """Delete uploads left behind by an interrupted server, before any process accepts new ones."""
    for left in Path(os.environ.get("TERRANOVA_DATA") or data_folder()).glob("incoming/*.photo"):
        left.unlink(missing_ok=True)


def child_exit(server: Any, worker: Any) -> None:
    """Remove the gauges of an ended process from the metrics."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def worker_exit(server: Any, worker: Any) -> None:
    """Close the app's companion when a worker process exits, if the app was loaded."""
    if getattr(worker, "wsgi", None) is not None:
        worker.wsgi.extensions["terranova"].close()


def on_exit(server: Any) -> None:
    """Delete the folder in which the processes share their metrics, unless the operator chose it."""
    if _own_metrics_folder is not None and os.getpid() == _master:
        shutil.rmtree(_own_metrics_folder, ignore_errors=True)
