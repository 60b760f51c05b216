"""Measure one part of the product: `python -m tests.bench PART`, followed by the options of that part."""

from __future__ import annotations

import sys
from importlib import import_module

PARTS = ("rules", "print", "read", "boards", "memory", "households", "web", "club", "house", "switches", "all")


def main(arguments: list[str]) -> int:
    """Run the benchmark named by the first argument, importing only its module; return 2 if there is no such benchmark.

    With `--help`, print the description of the benchmark and its options instead.
    """
    if not arguments or arguments[0] not in PARTS:
        print(f"usage: python -m tests.bench {'|'.join(PARTS)} [options]", file=sys.stderr)
        return 2
    module = import_module(f"tests.bench.{arguments[0]}")
    if "--help" in arguments:
        print(module.__doc__)
        return 0
    return int(module.main(arguments[1:]) or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
