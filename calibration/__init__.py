"""From a photo's bytes to where every printed point is in it, and in what light. Numbers only: no game, no drawing.

    photo = open_photo(path)                          photo.py     by content, decoded at the size needed, not turned
    seen = build_pyramid(photo, name)                          locate.py    grey pictures of falling size
    found = seek_markers(seen, dictionary, ids)       locate.py    markers; refuses mirrored photos and those without a board
    rows = read_modules(seen, found, ...)             modules.py   the printed code beside two markers, as rows of "0" and "1"
    board = prepare_board(plan)                       board.py     once a board: plan.py's BoardPlan, with the artwork as an array
    start = start_from_markers(seen, found, place)    locate.py    about where the board lies
    view = locate_board(seen, start, board)           locate.py    view.py's BoardView: millimetres to pixels and back
    advice = give_advice(measure_quality(view))       quality.py   blur, distance, light, glare, cropping, in sentences

Pixels are continuous, (0, 0) the top left corner of the top left pixel; `cv2.remap` wants them smaller by 0.5.
"""
