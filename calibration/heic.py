"""Decode HEIC files with pillow-heif, which is an optional dependency."""

from __future__ import annotations

import io

import cv2
import numpy as np

from calibration.reduction import Pixels, reduce_pixels
from referee.words.problems import Problem
from referee.words.texts import text

GREY_AXES, BITS_OF_BYTE = 2, 8


def learn_heic(name: str) -> None:
    """Register HEIC support with Pillow.

    Raise a Problem with the photo's `name` if the `heic` extra is not installed.
    """
    try:
        import pillow_heif
    except ImportError:
        raise Problem("heic-missing", text("read.photo_heic_missing", photo=name)) from None
    pillow_heif.register_heif_opener()


def decode_heic(data: bytes, factor: int) -> Pixels:
    """Return the pixels of a HEIC file in blue, green, red, reduced by a factor.

    Pillow is not used, since it would copy all pixels into four bytes each.
    """
    from pillow_heif import open_heif

    reduced = reduce_pixels(np.asarray(open_heif(io.BytesIO(data), bgr_mode=True)), factor)
    if reduced.dtype == np.uint16:  # grey images of more than 8 bits
        reduced = (reduced >> BITS_OF_BYTE).astype(np.uint8)
    if reduced.ndim == GREY_AXES:
        return np.asarray(cv2.cvtColor(reduced, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    return np.ascontiguousarray(reduced[:, :, :3])
