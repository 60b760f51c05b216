"""The options of a benchmark, given as pairs of a name and a value; a misspelled name must not start an hour of measuring."""

from __future__ import annotations

from collections.abc import Sequence


def named_options(arguments: Sequence[str], known: Sequence[str]) -> dict[str, str]:
    """Return the options by name; exit with a message if a name is unknown or has no value."""
    names, values = arguments[::2], arguments[1::2]
    unknown = [name for name in names if name not in known]
    if unknown or len(names) != len(values):
        raise SystemExit(f"{unknown[0] if unknown else names[-1]}: the options are {', '.join(known)}, each with a value")
    return dict(zip(names, values, strict=True))
