"""What the laboratory's page says of its runs."""

import numpy as np

from course_lib.layers.gated_feed_forward import SILU_MEAN_SQUARE  # noqa: F401
