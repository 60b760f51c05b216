"""Liveness and readiness endpoints for load balancers; they need no join code and reveal no secrets."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from web.site.companion import companion
from web.site.readiness import DatabaseState

HEALTH = "terranova-health/1"
NOT_READY = 503

health = Blueprint("health", __name__)


@health.get("/health/live")
def live() -> Response:
    """Report that this process responds, regardless of the database."""
    return _answer({"format": HEALTH, "live": True}, 200)


@health.get("/health/ready")
def ready() -> Response:
    """Report whether a load balancer should send requests to this server."""
    readiness = companion().readiness
    database = readiness.database()
    is_ready = database is DatabaseState.OK and not readiness.draining
    answer = {"format": HEALTH, "ready": is_ready, "database": database.value, "draining": readiness.draining}
    return _answer(answer, 200 if is_ready else NOT_READY)


def _answer(answer: dict[str, object], status: int) -> Response:
    response = jsonify(answer)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response
