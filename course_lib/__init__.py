"""Everything but Attention: Add & Norm and the feed-forward layer."""

import os
import sys

__version__ = "0.5.0"

# The matrices of this course are small: shared between BLAS threads, their
# products are slower, on a busy machine up to ten times. Whoever sets the
# variable decides.
if "OPENBLAS_NUM_THREADS" not in os.environ:
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # for a NumPy not loaded yet
    if "numpy" in sys.modules:
        from threadpoolctl import threadpool_limits

        threadpool_limits(1, user_api="blas")

# In a notebook, a cell run out of order says what to do.
if "IPython" in sys.modules and (
    shell := sys.modules["IPython"].get_ipython()
):
    from course_lib.name_error_advice import watch

    watch(shell)
