"""What a fitted head reads behind fresh blocks."""

import numpy as np
import pytest

from lesson_parts.laboratory.probe import (
    DEPTH,
    HALVINGS,
    PROBED,
    SEEDS,
    probe,
    stored_probes,
)


@pytest.mark.parametrize("variant", PROBED)
def test_the_stored_probes_are_found_again(variant):
    found = probe(variant, SEEDS[1], scale=2**-0.5)
    stored = stored_probes()[variant, 1][1]
    np.testing.assert_allclose(found, stored, atol=3.1 / 300)
    assert np.mean(found == stored) > 0.7


def test_every_probe_is_there():
    found = stored_probes()
    assert found.keys() == {(v, h) for v in PROBED for h in HALVINGS}
    for read in found.values():
        assert read.shape == (len(SEEDS), DEPTH + 1)
        np.testing.assert_array_equal(read[:, 0], read[0, 0])  # no block yet
