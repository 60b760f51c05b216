"""Detect truncated WebP and HEIC files by comparing the stated lengths with the data.

Decoders silently fill in or skip missing data, so the reading of a truncated photo would be wrong.
"""

from __future__ import annotations

RIFF_HEADER = 8  # bytes that the stated length does not include
BOX_HEADER = 8


def is_whole(data: bytes, kind: str) -> bool:
    """Return whether a file of the format `kind` is complete, judging by the lengths stated in it.

    The result is true for formats other than WebP and HEIC, which this function does not check.
    """
    if kind == "WEBP":
        return len(data) >= RIFF_HEADER + int.from_bytes(data[4:8], "little") and _chunks_fit(data)
    return kind != "HEIF" or _boxes_fit(data)


def _chunks_fit(data: bytes) -> bool:
    """Return whether the chunks of a WebP file fit within the length stated in its header."""
    end, at = RIFF_HEADER + int.from_bytes(data[4:8], "little"), 12
    while at + RIFF_HEADER <= end:
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        at += RIFF_HEADER + length + length % 2
    return at <= end + 1


def _boxes_fit(data: bytes) -> bool:
    """Return whether the boxes of a HEIC file add up to its length; the last box can be open-ended or followed by padding."""
    at = 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if length == 1:
            length = int.from_bytes(data[at + 8 : at + 16], "big")
        if length == 0:
            return True
        if length < BOX_HEADER:
            return not any(data[at:])  # padding
        at += length
    return at == len(data)
