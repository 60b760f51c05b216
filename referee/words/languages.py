"""Which of the six languages a person at this computer reads. Knows environment variables, no sentences."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from referee.words.texts import LANGUAGES


def system_language(environment: Mapping[str, str]) -> str:
    """Return the system's language, English where it is none of the six."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            return known_language(environment[variable])
    return known_language(_windows_locale()) if sys.platform == "win32" else "en"


def known_language(locale_name: str) -> str:
    """Take the language out of a locale's name such as `de_AT.UTF-8`."""
    language = locale_name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else "en"


def _windows_locale() -> str:
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
