"""Write logs without join codes: plain lines to a file or to standard error, or one JSON object per line to standard error.

With JSON, every request is logged as well, with its route instead of its address, which could contain a code.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from flask import Flask, Response, g, request

LOG_FILE, LOG_BYTES, LOG_FILES = "serve.log", 1_000_000, 2
LINE = "%(asctime)s %(name)s %(levelname)s %(message)s"
REQUESTS = "terranova.requests"
FIELDS = "terranova_fields"  # attribute of a log record: additional fields of the JSON line
_CODE_IN_ADDRESS = re.compile(r"(/j/|code=)[\w%+-]+")  # as typed, with blanks and dashes


class LogFormat(StrEnum):
    """A format of log lines: plain text or JSON."""

    TEXT = "text"
    JSON = "json"


class CodelessFormatter(logging.Formatter):
    """A log formatter that redacts join codes."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record without join codes."""
        return _CODE_IN_ADDRESS.sub(r"\1...", super().format(record))


class JsonFormatter(logging.Formatter):
    """A log formatter that writes one JSON object per record, and redacts join codes in messages and exceptions."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as one line, including its exception."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _CODE_IN_ADDRESS.sub(r"\1...", record.getMessage()),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            line["exception"] = _CODE_IN_ADDRESS.sub(r"\1...", self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def log_to_file(data: Path) -> None:
    """Log warnings and errors to a file in the data folder; the file is rotated when it reaches LOG_BYTES."""
    handler = RotatingFileHandler(data / LOG_FILE, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True)
    _add(handler, CodelessFormatter(LINE))


def start_logging(form: LogFormat, data: Path) -> None:
    """Log as JSON to standard error, including requests and other events, or as text to a file in the data folder."""
    if form is LogFormat.JSON:
        log_to_stderr(form)
    else:
        log_to_file(data)


def log_to_stderr(form: LogFormat) -> None:
    """Log warnings, errors and events of the program to standard error, in the given format."""
    formatter = JsonFormatter() if form is LogFormat.JSON else CodelessFormatter(LINE)
    _add(logging.StreamHandler(sys.stderr), formatter)
    logging.getLogger("terranova").setLevel(logging.INFO)


def _add(handler: logging.Handler, formatter: logging.Formatter) -> None:
    handler.setFormatter(formatter)
    logging.raiseExceptions = False  # a full disk must not print logging errors to the terminal
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.WARNING)
    # Not logged: polling phones fill the queue briefly in normal use.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def log_event(name: str, message: str, **fields: object) -> None:
    """Log an event; its details are fields of the JSON line and do not appear in plain text."""
    logging.getLogger(name).info(message, extra={FIELDS: fields})


def log_requests(app: Flask) -> None:
    """Measure the time of each request of an app and, if events are logged, log the request with its status and duration."""

    def begin() -> None:
        g.started = time.perf_counter()

    def end(answer: Response) -> Response:
        if logging.getLogger(REQUESTS).isEnabledFor(logging.INFO):
            log_event(REQUESTS, "request", **_fields_of(answer))
        return answer

    app.before_request_funcs.setdefault(None, []).insert(0, begin)
    app.after_request(end)


def _fields_of(answer: Response) -> Mapping[str, object]:
    return {
        "method": request.method,
        "route": request.url_rule.rule if request.url_rule else None,
        "status": answer.status_code,
        "milliseconds": round(1000 * seconds_since_start(), 1),
        "client": request.remote_addr,
    }


def seconds_since_start() -> float:
    """Return the seconds since the app started to handle the current request."""
    started: float = g.get("started", time.perf_counter())
    return time.perf_counter() - started
