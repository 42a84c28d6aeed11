"""Checks derivations: lines of ordinary mathematics, one verdict a line."""

from derivation_check.show import derivation, derivation_card, derive

__all__ = ["derivation", "derivation_card", "derive"]
