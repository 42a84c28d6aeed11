"""What lessons 11 and 10 ask of a stack, and the runs that answer."""
