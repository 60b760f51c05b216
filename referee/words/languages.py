"""Detect which of the six languages the user reads, from environment variables."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from referee.words.texts import LANGUAGES


def system_language(environment: Mapping[str, str]) -> str:
    """Return the system's language, or English if it is not one of the six."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            return known_language(environment[variable])
    return known_language(_windows_locale()) if sys.platform == "win32" else "en"


def known_language(locale_name: str) -> str:
    """Return the language of a locale such as `de_AT.UTF-8`, or English if it is not one of the six."""
    language = locale_name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else "en"


def _windows_locale() -> str:
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
