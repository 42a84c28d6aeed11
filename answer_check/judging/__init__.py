"""From an answer to a sentence: run it, compare, name what is wrong."""
