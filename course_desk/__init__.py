"""For teachers: sheets to print and a class's results."""
