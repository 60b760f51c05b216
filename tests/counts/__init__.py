"""Turn counts kept as readable tables, so that changes to the rules show which counts change."""
