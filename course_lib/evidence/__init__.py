"""How we know that a layer is right."""
