"""Buttons use the words of other apps, and sentences are plain English."""

from __future__ import annotations

import re

import pytest

from referee.words.texts import LANGUAGES, catalogue

AS_APPS_SAY = {
    "undo": ("Undo", "Rückgängig", "Annuler", "Kumoa", "Annulla", "Visszavonás"),
    "redo": ("Redo", "Wiederholen", "Rétablir", "Tee uudelleen", "Ripeti", "Újra"),
    "edit": ("Edit board", "Bearbeiten", "Modifier", "Muokkaa", "Modifica", "Szerkesztés"),
    "cancel": ("Cancel", "Abbrechen", "Abandonner", "Peruuta", "Abbandona", "Mégse"),  # undo and cancel share a page
    "zoom_in": ("Zoom in", "Vergrößern", "Zoom avant", "Lähennä", "Ingrandisci", "Nagyítás"),
}
PRIVATE_WORDS = {
    "en": r"(?<!there )\bis no (?!longer)|may not be \w+ by you|\bwhoever\b|\bmend|\btold\b|looked at|hangs? on|\bmeanwhile\b",
    "de": r"Punkteschreiber|geschaut|berichtig|zweifelhaft|\bStrenge\b|Wieder vor",
    "fr": r"\bmarche\b|Refaire|Renoncer|regardée?s?\b",
    "fi": r"\bPeru\b|katsomatta|Itsetesti",
    "it": r"Rinuncia|guardat[oi]\b|Autodiagnosi",
    "hu": r"Kézi rakás|^Rajta$|Nézelődés|kétes|Pontozó|változatok",
}


@pytest.mark.parametrize("name", AS_APPS_SAY)
def test_buttons_use_the_words_of_other_apps_in_six_languages(name: str) -> None:
    assert tuple(catalogue("web", language)[name] for language in LANGUAGES) == AS_APPS_SAY[name]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ["web", "serve", "cli"])
def test_no_sentence_is_a_private_dialect(room: str, language: str) -> None:
    odd = re.compile(PRIVATE_WORDS[language], re.IGNORECASE)
    forms = [
        (name, form)
        for name, entry in catalogue(room, language).items()
        for form in ([entry] if isinstance(entry, str) else entry.values())
    ]
    assert [(name, form) for name, form in forms if odd.search(form)] == []
