"""Tells whether picture files that state their length, WebP and HEIC, hold as much as they say.

What is missing a decoder fills up or leaves out, and a board read from that is a board that nobody laid.
"""

from __future__ import annotations

RIFF_HEADER = 8  # bytes before what the stated length counts
BOX_HEADER = 8


def is_whole(data: bytes, kind: str) -> bool:
    """Check the stated lengths; kinds that state none are whole as far as can be told."""
    if kind == "WEBP":
        return len(data) >= RIFF_HEADER + int.from_bytes(data[4:8], "little") and _chunks_fit(data)
    return kind != "HEIF" or _boxes_fit(data)


def _chunks_fit(data: bytes) -> bool:
    """Return whether the chunks of a WebP file end where the file says it ends."""
    end, at = RIFF_HEADER + int.from_bytes(data[4:8], "little"), 12
    while at + RIFF_HEADER <= end:
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        at += RIFF_HEADER + length + length % 2
    return at <= end + 1


def _boxes_fit(data: bytes) -> bool:
    """Return whether the boxes of a HEIC file follow each other to its end; a last one may reach as far as there is."""
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
