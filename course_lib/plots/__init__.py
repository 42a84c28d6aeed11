"""Arrays in, Figure out: the pictures of the course.

A function under ``@picture`` is called without its `figure`, and returns it.
Others draw on the axes or the figure that they are given.
"""
