"""The command line for tests that press Ctrl-C: a run in the background passes on that SIGINT is ignored."""

from __future__ import annotations

import sys

INTERRUPTIBLE = [
    sys.executable,
    "-c",
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from referee.cli.main import main; sys.exit(main())",
]
