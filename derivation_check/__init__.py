"""Checks derivations: lines of ordinary mathematics, one verdict a line."""

_PLACES = {
    "derive": "show",
    "derivation": "show",
    "derivation_card": "show",
    "Goal": "goals",
    "Step": "goals",
    "use": "goals",
    "World": "evaluate",
    "proves": "proof",
}
__all__ = list(_PLACES)


def __getattr__(name):
    """Import what is asked for when it is asked for."""
    from importlib import import_module

    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
