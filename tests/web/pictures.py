"""Pictures and awkward files, made in code so that each has its exact expectation."""

from __future__ import annotations

import io
import struct
import zlib

from PIL import Image


def jpeg(width: int = 640, height: int = 480, orientation: int = 1, with_place: bool = True) -> bytes:
    """Make a photo whose left half is red, with EXIF data about place and camera."""
    picture = Image.new("RGB", (width, height), (20, 90, 20))
    picture.paste((200, 30, 30), (0, 0, width // 2, height))
    tags = Image.Exif()
    tags[0x0112] = orientation
    tags[0x010F], tags[0x0110] = "Maker", "Serial 12345"
    if with_place:
        place = tags.get_ifd(0x8825)
        place[1], place[2], place[3], place[4] = "N", (47.0, 30.0, 0.0), "E", (19.0, 3.0, 0.0)
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=90, exif=tags, comment=b"taken at home")
    return written.getvalue()


def png_bomb(side: int = 30000) -> bytes:
    """Make a small file that would decode to gigabytes: one bit per pixel, all the same."""
    packed = zlib.compressobj(9)
    row = b"\0" + bytes((side + 7) // 8)
    rows = b"".join(packed.compress(row) for _ in range(side)) + packed.flush()

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


AWKWARD: dict[str, bytes] = {
    "text named .jpg": b"This is not a picture at all.\n" * 50,
    "half a photo": jpeg()[: len(jpeg()) // 3],
    "only a header": b"\xff\xd8\xff\xe0",
    "a bomb": png_bomb(),
    "a page": b"<!doctype html><script>alert(1)</script>",
    "a drawing with a script": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "one byte": b"x",
    "zeros": bytes(100_000),
}
