"""Turn counts kept as readable tables: whoever changes the rules sees which numbers move."""
