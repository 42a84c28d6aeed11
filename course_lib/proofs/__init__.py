"""How we know with letters: SymPy proofs, each in the file of its name.

Every `prove_...` returns a `Proof`, which is true when all its steps hold.
What it claims is an argument: put in your own to see what is left over.
"""
