"""What only one lesson needs, a package a lesson.

Each holds the lesson's pictures, explorers, proofs and exercises, its stored
numbers and the teacher's note.
"""
