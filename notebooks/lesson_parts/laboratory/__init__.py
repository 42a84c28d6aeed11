"""The laboratory: small stacks and a character model that the reader trains."""
