"""How we know with letters: SymPy proofs, each in the file of its name."""
