"""For teachers and the command line: sheets, a class's results, updates."""
