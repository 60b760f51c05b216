"""More kits, tables, lights and cameras for the photobooth: `learned` to train the reader on, `unseen` only to judge it by."""
