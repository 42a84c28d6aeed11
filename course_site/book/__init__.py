"""The static book: every lesson, and explorers that move without a kernel."""
