"""Settings of OpenCV, of the linear algebra below NumPy and of the C library, for a process that reads photos."""

from __future__ import annotations

import os

from calibration.limits import MAX_PIXELS

# glibc hands large blocks back to the system when they are freed; fetching them again for each photo made reading a sixth slower.
# Once a block of this size was freed, which need not be filled for that, glibc keeps as much at hand.
KEPT_AT_HAND = 32_000_000


def configure_runtime() -> None:
    """Configure this process for reading photos; call it before the first photo, and before NumPy and OpenCV are used.

    Matrices and pictures are small here, and what takes long has threads of its own. More threads below NumPy cost half as much
    processor time again, more below OpenCV a twentieth. Where the libraries are loaded already they keep what they were loaded
    with; only speed and OpenCV's own check of sizes, the second after ours, depend on it.
    """
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MAX_PIXELS)  # read by these libraries alone, when they are loaded
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    bytes(KEPT_AT_HAND)
    import cv2

    cv2.setNumThreads(1)
