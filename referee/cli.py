"""The door of the command line."""
