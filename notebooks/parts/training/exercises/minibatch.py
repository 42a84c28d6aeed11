"""Mini-batches: every image once an epoch, in a new order."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


def minibatch(order, i, size):
    """Return the image numbers of batch i, counted from 0."""
    return order[i * size : (i + 1) * size]


def _with_split(order, i, size):
    return np.split(order, range(size, len(order), size))[i]


def _with_minimum(order, i, size):
    start = i * size
    stop = min(start + size, len(order))
    return order[start:stop]


RUN = "i * size : (i + 1) * size"

EXERCISE = Exercise(
    lesson="09",
    statement="`order` holds the numbers of the training images, shuffled. "
    "Return those of batch `i`, counted from 0: `size` numbers in this order, "
    "or what is left for the last batch.",
    reference=minibatch,
    accepted=[_with_split, _with_minimum],
    mistakes={
        "order → np.arange(len(order))": "You cut up 0, 1, 2, … in order: the "
        "shuffle was not used, or was sorted away. It runs and it learns, but "
        "every epoch has the same batches.",
        f"{RUN} → i : i + size": "You started batch i at image i instead of i "
        "· size. It is right for batch 0, the one that is tried first.",
        "(i + 1) * size → (i + 1) * size - 1": "Your batch ends one image too "
        "early. A slice already leaves out its end.",
        "(i + 1) * size → (i + 1) * size + 1": "Your batch ends one image too "
        "late. The end of a slice is not part of it, so nothing needs adding.",
        f"{RUN} → (i - 1) * size : i * size": "You counted the batches from "
        "1. Here batch 0 is the first, as with every index in Python.",
        f"order[{RUN}] → np.array_split(order, size)[i % size]": "You made "
        "`size` batches instead of batches of `size`. np.array_split takes "
        "the number of pieces.",
        f"order[{RUN}] → "
        "np.array_split(order, -(-len(order) // size))[i]": "You cut the "
        "images into batches of nearly equal size. That is a good way too, "
        "but here each batch except the last has `size` images.",
        "order[i * size : (i + 1) * size] → "
        'np.take(order, range(i * size, (i + 1) * size), mode="wrap")': "You "
        "filled up the last batch with images from the start. Equal batches "
        "are tidy, but those images count twice.",
        "order → order[: len(order) // size * size]": "You left out the "
        "images of the last batch, the one that is not full. Whole batches "
        "are tidy, but those images are never seen.",
        f"{RUN} → i::size": "You took every `size`-th image, from the i-th "
        "on. `order[start::step]` jumps; a batch is a run of neighbours, "
        "`order[start:stop]`.",
        "(i + 1) * size → ": "Your batch never ends: it holds all that is "
        "left. A slice without an end runs to the last image, which is right "
        "for the last batch only.",
        "(i + 1) * size → size": "Your batch ends at image `size`, whatever i "
        "is. A slice goes from start to stop, not from start for so many; "
        "batch i stops at (i + 1) · size.",
        f"{RUN} → :size": "You always took the first batch. It is right for "
        "batch 0, the one that is tried first; i must move the start.",
        f"{RUN} → (i + 1) * size : (i + 2) * size": "You took the batch after "
        "batch i. Batches are counted from 0: batch i starts at i · size.",
        f"{RUN} → i * size + 1 : (i + 1) * size + 1": "Your batch starts one "
        "image too late and ends one too late. Batch 0 starts at index 0.",
        f"order[{RUN}] → "
        "order[min(i * size, len(order) - size) :][:size]": "You moved the "
        "last batch back until it was full. Equal batches are tidy, but some "
        "images count twice.",
    },
    hints=[
        "Batch 0 starts at 0, batch 1 at `size`. Where does batch i start?",
        "It starts at `i * size`. A slice leaves out its end, so the end is "
        "where the next batch starts.",
        "One slice of `order`, from this start to the next one. The last "
        "batch needs no care of its own: a slice past the end stops there.",
    ],
    cases=lambda rng: [
        Case(rng.permutation(7), 1, 3),
        Case(rng.permutation(9), 0, 4, note="the first batch"),
        Case(rng.permutation(11), 2, 4, note="a last batch of 3"),
        Case(rng.permutation(70), 1, 32, note="a batch size of 32"),
    ],
)
