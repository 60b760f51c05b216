"""Simulate printers and phone cameras on sRGB images: colours, shadows, glare, blur, noise and JPEG compression."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
GAMMA = 2.2
LUMA: Floats = np.array([0.3, 0.59, 0.11], np.float32)
LOG_EXPOSURE = (-0.1, 0.3)  # mean and spread
LEAST_NOISE, MOST_NOISE = 0.003, 0.035  # relative to white, log-uniform
JPEG_QUALITY = (60, 97)
# How often a print is grey, and how often a photo has these faults.
GREY_CHANCE, SHAKE_CHANCE, GLARE_CHANCE = 0.07, 0.3, 0.15
BAND_CHANCE = 0.4  # how often a shadow is a band with two edges, such as that of an arm
SOFT_GRAIN_CHANCE, JPEG_CHANCE, HALVED_COLOUR_CHANCE = 0.7, 0.85, 0.8


def print_colours(artwork: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return artwork as a household printer might print it: faded, too strong, tinted or grey, with imperfect black."""
    level = np.arange(256, dtype=np.float32) / 255
    level = level ** np.float32(np.exp(rng.normal(0, 0.12)))
    black, white = rng.uniform(0, 0.09), rng.uniform(0.93, 1.0)
    x = (black + level * (white - black)).astype(np.float32)[artwork]
    saturation = 0.0 if rng.random() < GREY_CHANCE else float(np.clip(rng.normal(0.96, 0.15), 0.4, 1.3))
    grey = np.asarray(x @ LUMA, np.float32)
    x = grey[..., None] + (x - grey[..., None]) * np.float32(saturation)
    x *= np.exp(rng.normal(0, 0.02, 3)).astype(np.float32)
    return np.asarray(np.clip(x * 255 + 0.5, 0, 255), np.uint8)


def take_picture(scene: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a simulated photo of a scene (RGB), with random light, lens blur, sensor noise and JPEG compression."""
    h, w = scene.shape[:2]
    linear = np.asarray((scene.astype(np.float32) / 255) ** np.float32(GAMMA), np.float32)
    x = linear * _light(h, w, rng)
    x = _lens(x, rng)
    exposure = float(np.exp(rng.normal(*LOG_EXPOSURE)) * 0.8 / max(0.05, float(np.percentile(x, 92))))
    x *= np.float32(min(exposure, 4.0))
    noise = float(np.exp(rng.uniform(math.log(LEAST_NOISE), math.log(MOST_NOISE))))
    grain = rng.standard_normal(x.shape, np.float32)
    if rng.random() < SOFT_GRAIN_CHANCE:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.4, 1.1)) * 1.6, np.float32)
    mono = grain.mean(2, keepdims=True)
    x = x + (mono * 1.2 + (grain - mono) * rng.uniform(0.2, 1)) * noise * np.sqrt(np.clip(x, 0.01, 1))
    x = np.clip(x, 0, 4)
    shoulder = rng.uniform(0.0, 0.5)
    x = x * (1 + shoulder) / (1 + shoulder * x)
    v = np.clip(x, 0, 1) ** np.float32(1 / GAMMA)
    s = rng.uniform(0, 0.4)
    v = v * (1 - s) + v * v * (3 - 2 * v) * s
    v = v + rng.uniform(0, 1.0) * np.clip(v - cv2.GaussianBlur(v, (0, 0), 1.1), -0.12, 0.12)
    out: NDArray[np.uint8] = np.asarray(np.clip(v * 255 + 0.5, 0, 255), np.uint8)
    if rng.random() < JPEG_CHANCE:
        sampling = (
            cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420 if rng.random() < HALVED_COLOUR_CHANCE else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
        )
        flags = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*JPEG_QUALITY)), cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
        decoded = cv2.imdecode(cv2.imencode(".jpg", out[..., ::-1], flags)[1], cv2.IMREAD_COLOR)
        assert decoded is not None
        out = np.ascontiguousarray(decoded[..., ::-1])
    return out


def _light(h: int, w: int, rng: np.random.Generator) -> Floats:
    """Return random light, (h, w, 3): a coloured lamp with falloff, soft shadows of hands and heads, and occasional glare."""
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    a = rng.uniform(0, 2 * math.pi)
    slope = rng.normal(0, 0.25)
    field = 1 + slope * ((x / w - 0.5) * math.cos(a) + (y / h - 0.5) * math.sin(a))
    for _ in range(int(rng.integers(0, 3))):
        soft = rng.uniform(2, 45)
        line = (x - rng.uniform(0, w)) * math.cos(a := rng.uniform(0, 6.3)) + (y - rng.uniform(0, h)) * math.sin(a)
        edge = 1 / (1 + np.exp(np.clip(-line / soft, -30, 30)))
        if rng.random() < BAND_CHANCE:
            edge = edge * (1 / (1 + np.exp(np.clip((line - rng.uniform(20, 120)) / soft, -30, 30))))
        field = field * (1 - rng.uniform(0.1, 0.6) * edge)
    tint = np.exp(rng.normal(0, 0.10, 3) * (1.0, 0.4, 1.3)).astype(np.float32)
    out = np.maximum(field, 0.08)[..., None] * tint
    if rng.random() < GLARE_CHANCE:
        r = rng.uniform(0.08, 0.5) * max(h, w)
        blob = np.exp(-(((x - rng.uniform(0, w)) / r) ** 2 + ((y - rng.uniform(0, h)) / (r * rng.uniform(0.3, 1))) ** 2))
        out = out + (rng.uniform(0.1, 1.2) * blob)[..., None].astype(np.float32)
    return np.asarray(out, np.float32)


def _lens(x: Floats, rng: np.random.Generator) -> Floats:
    """Return the image with simulated blur, veiling glare and sometimes camera shake."""
    x = np.asarray(cv2.GaussianBlur(x, (0, 0), rng.uniform(0.3, 1.0)), np.float32)
    if rng.random() < SHAKE_CHANCE:
        length, angle = rng.uniform(1, 4), rng.uniform(0, math.pi)
        kernel = np.zeros((9, 9), np.float32)
        for t in np.linspace(-0.5, 0.5, 33):
            kernel[round(4 + t * length * math.sin(angle)), round(4 + t * length * math.cos(angle))] += 1
        x = np.asarray(cv2.filter2D(x, -1, kernel / kernel.sum()), np.float32)
    return np.asarray(x + np.float32(rng.uniform(0, 0.03)) * x.mean((0, 1)), np.float32)
