"""What is said on a page in words or in a line of prose is computed.

``claims/glossary.py`` has every meaning of the glossary as it stands there,
with an example that is true by these words. So whoever changes a meaning has
to change its example.
"""

import runpy
from pathlib import Path

from test_glossary import WORDS

CLAIMS = Path(__file__).parent / "claims"


def test_every_meaning_has_an_example_that_is_true():
    table = runpy.run_path(CLAIMS / "glossary.py")
    meanings, exempt = table["MEANINGS"], table["EXEMPT"]
    said = {meaning for _, meaning, _ in WORDS}
    listed = meanings.keys() | exempt
    assert said == listed, (
        "change tests/notebooks/claims/glossary.py: it lacks "
        f"{said - listed}, and {listed - said} is not in the glossary"
    )
    wrong = [words for words, true in meanings.items() if not true]
    assert not wrong
