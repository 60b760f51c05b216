"""Run the command line as `python -m referee.cli`."""

from __future__ import annotations

import sys

from referee.cli.main import main

sys.exit(main())
