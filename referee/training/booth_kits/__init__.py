"""More kits, tables, lights and cameras for the photobooth: `learned` to train the reader on, `unseen` only to judge it by.

`photobooth.py --extra referee/training/booth_kits/learned --extra-only ...` draws photos from the first folder alone.
"""
