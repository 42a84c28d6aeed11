"""For teachers: sheets to print, a class's results, assignments."""
