"""Record the product's output with `python -m tests.recording write FOLDER`, and report changes with `compare FOLDER`.

Record before a change that must not alter behaviour, and compare afterwards.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.recording.command_lines import record_command_lines
from tests.recording.exchanges import record_exchanges
from tests.recording.readings import record_readings

PARTS: dict[str, Callable[[], Iterable[str]]] = {
    "command_lines.txt": record_command_lines,
    "exchanges.txt": record_exchanges,
    "readings.txt": record_readings,
}
BETWEEN = "\n" + "=" * 80 + "\n"


def main(arguments: list[str]) -> int:
    """Write or compare; return 1 if an answer differs, 2 for wrong arguments."""
    if len(arguments) != 2 or arguments[0] not in ("write", "compare"):
        print("usage: python -m tests.recording write|compare FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[1])
    if arguments[0] == "write":
        folder.mkdir(parents=True, exist_ok=True)
        for name, record in PARTS.items():
            (folder / name).write_text(BETWEEN.join(record()), encoding="utf-8")
        return 0
    differing = [_differs(folder / name, list(record())) for name, record in PARTS.items()]
    return int(any(differing))


def _differs(kept: Path, now: list[str]) -> bool:
    before = kept.read_text(encoding="utf-8").split(BETWEEN)
    if len(before) != len(now):
        print(f"{kept.name}: {len(before)} entries before, {len(now)} now")
    changed = [(old, new) for old, new in zip(before, now, strict=False) if old != new]
    for old, new in changed:
        print(f"--- {kept.name}, before:\n{old}\n--- now:\n{new}\n")
    print(f"{kept.name}: {len(changed)} of {len(now)} answers differ")
    return bool(changed) or len(before) != len(now)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
