"""Locate every printed point of a board in a photo, and assess the photo's quality. This package does not depend on the game.

    photo = open_photo(path)                          photo.py     the decoded file, reduced if large, and not rotated
    pyramid = build_pyramid(photo, name)              locate.py    grey images of decreasing size
    found = seek_markers(pyramid, dictionary, ids)    locate.py    markers; refuses mirrored photos and those with too few markers
    rows = read_modules(pyramid, found, ...)          modules.py   the printed code between two markers, as rows of "0" and "1"
    board = prepare_board(plan)                       board.py     data computed once per board from plan.py's BoardPlan
    start = start_from_markers(pyramid, found, place) locate.py    a first estimate of the board's position
    view = locate_board(pyramid, start, board)        locate.py    view.py's BoardView: maps points in board mm to the photo
    advice = give_advice(measure_quality(view))       quality.py   sentences on cropping, distance, blur, light, glare, tilt

Pixel coordinates are continuous, with (0, 0) at the top left corner of the top left pixel; `cv2.remap` expects coordinates that
are smaller by 0.5.
"""
