"""Degradations by phones, people and programs: each takes a picture (blue, green, red) and returns the degraded one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Picture = NDArray[np.uint8]
Spoil = Callable[[Picture], Picture]
GAMMA = 2.2
TWELVE_MEGAPIXELS = (4032, 3024)
BOARD_OF_PICTURE = 0.82  # about how much of the short side the board spans in the rendered photos


def levels(values: ArrayLike) -> Picture:
    return np.asarray(np.clip(np.asarray(values, np.float64), 0, 255), np.uint8)


def lit(picture: Picture, light: ArrayLike) -> Picture:
    """Change the light, in linear sensor values rather than in gamma-encoded ones."""
    linear = (picture / 255.0) ** GAMMA * np.asarray(light, np.float64)
    return levels(255 * np.clip(linear, 0, 1) ** (1 / GAMMA))


def stored(picture: Picture, quality: int) -> Picture:
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8)


def shrunk(picture: Picture, longest: int) -> Picture:
    share = longest / max(picture.shape[:2])
    return np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


def noisy(picture: Picture, brightness: float, colour: float) -> Picture:
    rng = np.random.default_rng(3)
    shape = picture.shape[:2]
    return levels(picture + rng.normal(0, brightness, (*shape, 1)) + rng.normal(0, colour, (*shape, 3)))


def across_shadow(picture: Picture, left: float) -> Picture:
    """Add the hard shadow of a window frame across the board."""
    height, width = picture.shape[:2]
    down, across = np.mgrid[:height, :width]
    off = np.abs((across - width / 2) * 0.8 + (down - height / 2) * 0.6)
    return lit(picture, cv2.GaussianBlur(np.where(off < 130, left, 1.0), (0, 0), 1.5)[..., None])


def through_wide_lens(picture: Picture, k1: float) -> Picture:
    """Distort with the radial term k1, relative to half the diagonal; the corners stay."""
    height, width = picture.shape[:2]
    down, across = np.mgrid[:height, :width].astype(np.float32)
    half = float(np.hypot(width, height)) / 2
    right, low = (across - width / 2) / half, (down - height / 2) / half
    bent = np.hypot(right, low) * (1 + k1)
    flat = bent.copy()
    for _ in range(20):
        flat = bent / (1 + k1 * flat**2)
    share = flat / np.maximum(bent / (1 + k1), 1e-6)
    x, y = (right * share * half + width / 2).astype(np.float32), (low * share * half + height / 2).astype(np.float32)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8)


def from_afar(picture: Picture, share: float) -> Picture:
    """Return a photo of 12 megapixels in which the board spans `share` of the short side."""
    size = TWELVE_MEGAPIXELS if picture.shape[1] > picture.shape[0] else TWELVE_MEGAPIXELS[::-1]
    times = share * min(size) / (BOARD_OF_PICTURE * min(picture.shape[:2]))
    small = np.asarray(cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC), np.uint8)
    small = small[: size[1], : size[0]]
    canvas = np.full((size[1], size[0], 3), (70, 90, 110), np.uint8)
    top, left = (size[1] - small.shape[0]) // 2, (size[0] - small.shape[1]) // 2
    canvas[top : top + small.shape[0], left : left + small.shape[1]] = small
    return canvas


def of_a_screen(picture: Picture) -> Picture:
    """Add a display's subpixel stripes, its rows and its dark frame."""
    height, width = picture.shape[:2]
    down, across = np.mgrid[:height, :width]
    stripes = np.stack([0.75 + 0.25 * np.cos(2 * np.pi * ((across + 0.03 * down) / 2.9 + k / 3)) for k in range(3)], -1)
    rows = 0.9 + 0.1 * np.cos(2 * np.pi * (down - 0.02 * across) / 2.7)
    shown = levels(cv2.GaussianBlur(picture * stripes * rows[..., None] * 1.15 + 8, (0, 0), 0.8))
    framed = cv2.copyMakeBorder(shown, 60, 60, 40, 40, cv2.BORDER_CONSTANT, value=(12, 12, 12))
    return np.asarray(cv2.copyMakeBorder(framed, 80, 80, 80, 80, cv2.BORDER_CONSTANT, value=(90, 110, 120)), np.uint8)


def as_screenshot(picture: Picture) -> Picture:
    """Show the picture on an upright phone, with bars above and below."""
    small = shrunk(picture, 1080 if picture.shape[1] > picture.shape[0] else 1440)
    screen = np.zeros((2340, 1080, 3), np.uint8)
    screen[:90] = 40
    cv2.putText(screen, "12:30   Chat", (40, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (255, 255, 255), 2)
    top = (2340 - small.shape[0]) // 2
    screen[top : top + small.shape[0], : small.shape[1]] = small[:, :1080]
    return screen


def sharpened(picture: Picture, by: float) -> Picture:
    return levels(picture + by * (picture - cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 1.5)))


def shaken(picture: Picture, px: float, degrees: float = 30.0) -> Picture:
    """Blur along a line of `px` pixels, as by camera shake."""
    reach = round(px)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    across, down = px / 2 * np.cos(np.radians(degrees)), px / 2 * np.sin(np.radians(degrees))
    first, last = (round(reach - across), round(reach - down)), (round(reach + across), round(reach + down))
    cv2.line(kernel, first, last, 1.0, 1, cv2.LINE_AA)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)


def soft(picture: Picture, sigma_px: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), np.uint8)


def dark(picture: Picture, light: float) -> Picture:
    return noisy(lit(picture, light), 4, 3)


def stored_as_file(picture: Picture, quality: int) -> bytes:
    return cv2.imencode(".jpg", np.ascontiguousarray(picture), [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


GOOD_QUALITY = 92
# Worse and worse, with the quality of the JPEG: from hardly seen to what no one can read.
DEGRADATIONS: dict[str, tuple[Spoil, int]] = {
    **{f"blur {px:g}": (partial(soft, sigma_px=px), GOOD_QUALITY) for px in (1, 1.5, 2, 2.5, 3, 3.5, 4, 5)},
    **{f"shake {px}": (partial(shaken, px=px), GOOD_QUALITY) for px in (4, 6, 10, 12, 14, 18)},
    **{f"dark {light:g}": (partial(dark, light=light), GOOD_QUALITY) for light in (0.12, 0.06, 0.03, 0.015)},
    **{f"JPEG {quality}": (np.ascontiguousarray, quality) for quality in (40, 20, 10, 6, 3)},
}

SPOILS: dict[str, Spoil] = {
    "turned": lambda picture: np.ascontiguousarray(np.rot90(picture)),
    "upside down": lambda picture: np.ascontiguousarray(np.rot90(picture, 2)),
    "heavy JPEG": lambda picture: stored(picture, 40),
    "sent by chat": lambda picture: stored(shrunk(picture, 1280), 60),
    "dim room": lambda picture: noisy(lit(picture, 0.12), 5, 4),
    "high ISO": lambda picture: noisy(picture, 12, 10),
    "light bulb": lambda picture: lit(picture, np.array([0.22, 0.62, 1.0])),
    "green light": lambda picture: lit(picture, np.array([0.5, 1.0, 0.45])),
    "hard shadow": lambda picture: across_shadow(picture, 0.45),
    "burnt out": lambda picture: lit(picture, 2.2),
    "hazy": lambda picture: levels(picture * 0.6 + 80.0),
    "black and white": lambda picture: levels(np.repeat(picture.mean(2, keepdims=True), 3, 2)),
    "sharpened": lambda picture: sharpened(picture, 2),
    "out of focus": lambda picture: levels(cv2.GaussianBlur(picture, (0, 0), 1.5)),
    "wide lens": lambda picture: through_wide_lens(picture, -0.15),
    "pincushion": lambda picture: through_wide_lens(picture, 0.08),
    "from afar": lambda picture: from_afar(picture, 0.55),
    "of a screen": of_a_screen,
    "screenshot": as_screenshot,
    "left rim cut off": lambda picture: np.ascontiguousarray(picture[:, int(0.15 * picture.shape[1]) :]),
    "squeezed": lambda picture: np.asarray(cv2.resize(picture, None, fx=0.8, fy=1, interpolation=cv2.INTER_AREA), np.uint8),
}
