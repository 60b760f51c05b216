"""Phones that the photobooth's own leave out: an old one that is soft and noisy, and one that sharpens and evens out too much."""

from __future__ import annotations

from typing import Any

from booth.camera import Profile


class OldPhone(Profile):
    """A small sensor behind a smeared lens; the picture is stored small."""

    name = "old_phone"
    makes = (("Galaxis", "Ace 3", 31.0, 3.5, 2.6), ("Birne", "4", 30.0, 3.9, 2.8), ("Fairbrick", "1", 28.0, 3.7, 2.4))
    k1 = (-0.035, 0.01)
    vignette = (0.22, 0.45)
    softness = (0.8, 1.5)
    edge_softness = (0.6, 2.0)
    sharpen = (0.1, 0.7)
    noise = 2.2
    denoise = (0.6, 2.0)
    quality = (55, 82)
    local_tone = (0.0, 0.1)
    saturation = (0.82, 1.08)


class EvenedPhone(Profile):
    """Many exposures made into one: shadows lifted, colours and edges strong."""

    name = "evened_phone"
    makes = (("Pixelon", "P9", 24.0, 6.9, 1.68), ("Galaxis", "S24", 23.0, 6.3, 1.7))
    softness = (0.3, 0.6)
    sharpen = (1.3, 2.4)
    noise = 0.7
    denoise = (0.8, 1.6)
    local_tone = (0.35, 0.55)
    saturation = (1.12, 1.42)


def register(reg: Any) -> None:
    """Adds the cameras."""
    reg.add("cameras", "old_phone", levels=("normal", "hard"))(OldPhone)
    reg.add("cameras", "evened_phone")(EvenedPhone)
