"""What lessons 09 and 10 ask of a stack, and the runs that answer."""
