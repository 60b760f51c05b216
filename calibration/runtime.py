"""Settings of OpenCV, NumPy's linear algebra library and the C library, for a process that reads photos."""

from __future__ import annotations

import os

from calibration.limits import MAX_PIXELS

# glibc returns large blocks to the system when they are freed; fetching them again for each photo makes reading a sixth slower.
# Once a block of this size has been freed, even an unused one, glibc keeps that much memory for later allocations.
KEPT_AT_HAND = 32_000_000


def configure_runtime() -> None:
    """Configure this process for reading photos.

    Call it before the first photo, and before NumPy and OpenCV are imported. Matrices and pictures are small here, and long
    computations have threads of their own. With more threads, NumPy would use half as much processor time again, and OpenCV a
    twentieth more. Libraries that are already loaded keep their settings. This affects only speed and OpenCV's check of picture
    sizes, which repeats ours.
    """
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MAX_PIXELS)  # only these libraries read it, when they are loaded
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    bytes(KEPT_AT_HAND)
    import cv2

    cv2.setNumThreads(1)
