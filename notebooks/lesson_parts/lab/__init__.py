"""Small stacks and a character model, compared seed by seed."""
