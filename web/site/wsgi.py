"""The app for WSGI servers such as gunicorn, with options from environment variables.

`gunicorn -c python:web.site.gunicorn_settings 'web.site.wsgi:club_app()'` serves a club (docs/club). If an option
is missing or invalid, the process prints the reason to standard error and ends.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from flask import Flask

from referee.boards.library import data_folder, use_data_folder
from referee.files.json_input import quoted
from referee.words.problems import Problem
from referee.words.texts import text
from web.site.app import create_app
from web.site.companion import Config
from web.site.logs import LogFormat, start_logging

APP_CANNOT_START = 4  # makes gunicorn stop instead of restarting the process forever
PREFIX = "TERRANOVA_"
USUAL_DRAIN_SECONDS = "5"
LONGEST_NUMBER = 4


def club_app(environment: Mapping[str, str] = os.environ) -> Flask:
    """Create the app of a club's server.

    If a Problem prevents this, print the Problem's message to standard error and exit with APP_CANNOT_START.
    """
    try:
        config = config_from(environment)
        use_data_folder(config.data)
        start_logging(config.log_format, config.data)
        return create_app(config)
    except Problem as problem:
        print(problem, file=sys.stderr)
        sys.exit(APP_CANNOT_START)


def config_from(environment: Mapping[str, str]) -> Config:
    """Return the options given by environment variables; raise a Problem for an option that is missing or invalid."""
    given = {name.removeprefix(PREFIX): value for name, value in environment.items() if name.startswith(PREFIX)}
    if not given.get("DATABASE"):
        raise Problem("no-database", text("serve.wsgi_no_database", variable=f"{PREFIX}DATABASE"))
    return Config(
        data=Path(given["DATA"]) if given.get("DATA") else data_folder(),
        database=given["DATABASE"],
        pictures=given.get("PICTURES") or None,
        reads_photos=False,  # separate machines read them: `terranova reader`
        allow_hosts=_listed(given, "ALLOW_HOSTS"),
        trusted_proxies=_listed(given, "TRUSTED_PROXIES"),
        log_format=_log_format(given.get("LOG_FORMAT") or LogFormat.TEXT),
        drain_seconds=drain_seconds(environment),
        metrics_token=given.get("METRICS_TOKEN") or None,
    )


def drain_seconds(environment: Mapping[str, str]) -> float:
    """Return how many seconds a stopping server continues to accept requests, so that load balancers notice the stop.

    Raise a Problem for an invalid number.
    """
    given = environment.get(f"{PREFIX}DRAIN_SECONDS") or USUAL_DRAIN_SECONDS
    if not given.isascii() or not given.isdigit() or len(given) > LONGEST_NUMBER:
        raise Problem("bad-environment", text("serve.wsgi_bad_number", variable=f"{PREFIX}DRAIN_SECONDS", given=quoted(given)))
    return float(given)


def _listed(given: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in given.get(name, "").split(",") if word.strip())


def _log_format(given: str) -> LogFormat:
    try:
        return LogFormat(given)
    except ValueError:
        values = {"variable": f"{PREFIX}LOG_FORMAT", "given": quoted(given), "known": list(LogFormat)}
        raise Problem("bad-environment", text("serve.wsgi_bad_word", **values)) from None
