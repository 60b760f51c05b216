"""`python -m referee.cli` runs the command line."""

from __future__ import annotations

import sys

from referee.cli.main import main

sys.exit(main())
