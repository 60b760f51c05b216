"""Measures one part of the product: `python -m tests.bench PART` with that part's own options behind it."""

from __future__ import annotations

import sys
from importlib import import_module

PARTS = ("rules", "print", "read", "boards", "memory", "households", "web", "house", "all")


def main(arguments: list[str]) -> int:
    """Run the bench of the part named first; each lives in a module of that name and is loaded only then."""
    if not arguments or arguments[0] not in PARTS:
        print(f"usage: python -m tests.bench {'|'.join(PARTS)} [options]", file=sys.stderr)
        return 2
    module = import_module(f"tests.bench.{arguments[0]}")
    return int(module.main(arguments[1:]) or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
