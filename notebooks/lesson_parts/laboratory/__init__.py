"""Small stacks and a character model, trained live and stored."""
