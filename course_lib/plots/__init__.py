"""Arrays in, Figure out: the pictures of the course."""
