"""The process that opens photos, so that a broken or hostile picture can hurt nothing but itself.

It takes one task a line on standard input and gives one answer a line: a reading or a problem in all six languages, and later,
when nobody waits any more, the picture written anew: upright, without metadata, of a modest size. It knows no game.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

from referee.problems import Problem
from referee.texts import LANGUAGES, say, text

MEMORY_LIMIT_BYTES = 4 * 2**30  # address space, not memory in use: OpenCV and its threads reserve some 1.5 GB
KEPT_PIXELS = 3000  # the longer side of the picture we keep
SMALL_PIXELS = 480
KEPT_QUALITY = 86
READ_FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")

Task = Mapping[str, Any]
Answer = dict[str, Any]


def main() -> None:
    """Answers tasks until standard input ends, as it does when the server goes away."""
    answers = _take_over_standard_output()
    _limit_memory()
    tell(answers, load_reader())
    for line in sys.stdin:
        tell(answers, perform(json.loads(line)))


def tell(answers: TextIO, answer: Answer) -> None:
    """Writes one answer."""
    answers.write(json.dumps(answer, separators=(",", ":")) + "\n")
    answers.flush()


def load_reader() -> Answer:
    """Loads what reading needs while nobody waits for it, and tells what is missing."""
    try:
        import cv2

        from referee import service

        cv2.setNumThreads(max(1, (os.cpu_count() or 2) - 1))
        service.warm_up_reader()
    except Exception as error:  # a library that cannot be loaded fails in its own way on each system
        reason = _first_line(error)
        return {**problem_answer(Problem("reader-missing", text("serve.reader_missing", reason=reason))), "reason": reason}
    return {"ready": True}


def perform(task: Task) -> Answer:
    """Does one task; whatever goes wrong becomes an answer."""
    tasks: dict[str, Callable[[Task], Answer]] = {"read": read, "keep": keep}
    try:
        return tasks[task["task"]](task)
    except Problem as problem:
        return problem_answer(problem)
    except MemoryError:
        return problem_answer(Problem("too-many-pixels", text("serve.photo_too_heavy")))
    except Exception as error:  # decoders raise what they like
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return problem_answer(Problem("damaged-picture", text("serve.photo_unreadable")))


def read(task: Task) -> Answer:
    """Reads one photo."""
    from referee import service

    return {"reading": service.read_photo_to_json(Path(task["path"]), task["options"])}


def keep(task: Task) -> Answer:
    """Writes the picture anew for keeping: turned upright, nothing of its metadata, and a small one beside it."""
    from PIL import Image, ImageOps

    with contextlib.suppress(ImportError):
        import pillow_heif

        pillow_heif.register_heif_opener()
    Image.init()
    with Image.open(task["path"], formats=[name for name in READ_FORMATS if name in Image.OPEN]) as opened:
        opened.draft("RGB", (KEPT_PIXELS, KEPT_PIXELS))
        picture = ImageOps.exif_transpose(opened).convert("RGB")
    size = picture.size
    for path, longest in ((task["kept"], KEPT_PIXELS), (task["small"], SMALL_PIXELS)):
        picture.thumbnail((longest, longest), Image.Resampling.LANCZOS, reducing_gap=2.0)
        _write_clean(picture, Path(path))
    return {"kept": True, "width": size[0], "height": size[1]}


def _write_clean(picture: Any, path: Path) -> None:
    from PIL import Image

    clean = Image.new("RGB", picture.size)
    clean.paste(picture)
    unfinished = path.with_suffix(".part")
    clean.save(unfinished, "JPEG", quality=KEPT_QUALITY, optimize=True)
    os.replace(unfinished, path)


def problem_answer(problem: Problem) -> Answer:
    """Puts a problem into plain words, in each language, since the one who asks may switch."""
    return {"problem": problem.slug, "messages": {language: say(problem.message, language) for language in LANGUAGES}}


def _first_line(error: Exception) -> str:
    words = str(error).strip().splitlines()
    return words[0] if words else type(error).__name__


def _take_over_standard_output() -> TextIO:
    # Image libraries print to both standard streams; only our answers may reach the server.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    return answers


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))
