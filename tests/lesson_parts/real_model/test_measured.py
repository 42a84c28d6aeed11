"""What is stored is what is measured, and what the panels claim of it."""

import inspect

import numpy as np
import pytest

from answer_check import progress
from lesson_parts.laboratory.own_parts import own_parts
from lesson_parts.real_model import Encoder, results, without
from lesson_parts.real_model.changes import MASSIVE, all_changes
from lesson_parts.real_model.explorers import (
    LeaveOut,
    OwnSentences,
    TwoSigmas,
    sentences_of,
)
from lesson_parts.real_model.functions import NAMES, course_functions
from lesson_parts.real_model.measure import floors, other_texts
from lesson_parts.real_model.pairs import TEN, ten_sentences
from lesson_parts.real_model.retrieval import (
    Retrieval,
    judged,
    share_and_error,
)

PUBLISHED = (
    "The weather is lovely today.",
    "It's so sunny outside!",
    "He drove to the stadium.",
)


@pytest.fixture(scope="module")
def trials():
    return Retrieval()


@pytest.fixture(scope="module")
def changes(trials):
    return all_changes(trials, other_texts(20))


def test_every_change_is_stored_and_nothing_else(trials, changes):
    names = [name for name, _ in floors(trials)]
    assert tuple(names) == results.FLOORS
    assert list(results.measured()) == [*names, *changes]


def test_the_control_leaves_the_loudest_feature(trials, changes):
    norm = changes["CLS hundred 0 0"]["change"]["norm", 0, "feed_forward"]
    z = np.random.default_rng(0).normal(size=(len(trials.first), 384))
    louder = z.copy()
    louder[trials.first, MASSIVE] += 9
    same = np.isclose(norm(louder, 1, 0, 0), norm(z, 1, 0, 0)).all(axis=1)
    assert not same[trials.first].any() and same[~trials.first].all()


def test_one_sentence_of_ones_own_is_refused():
    with pytest.raises(ValueError, match="takes two to 6 sentences"):
        sentences_of("A dog.")


def test_a_sentence_without_a_known_piece_is_marked():
    """Two of them come out alike at 1.00, whatever they mean."""
    panel = OwnSentences()
    panel.set(text="😀\n🚀\nI saw 😀 today.")
    assert panel.text.count("knows no piece") == 2
    assert "Of sentence 3 it does not know 1 of the 5 pieces." in panel.text
    rows = [row.get_text() for row in panel.picture.artists["names"][:3]]
    assert [row.count("[UNK]") for row in rows] == [1, 1, 1]
    assert "at 1.00" in panel.text
    panel.reset()
    assert "piece" not in panel.text
    panel.close()


@pytest.mark.parametrize("texts", [[], "A dog."])
def test_what_is_no_list_of_texts_is_refused(texts):
    with pytest.raises(ValueError, match="a list of one text or more"):
        Encoder().vectors(texts)


def test_a_couple_counts_as_one_draw():
    """As if the forty pairs were twenty, drawn together with twenty others."""
    alike = np.repeat([0.0, 1.0, 0.5, 1.0] * 5, 2)
    share, error = share_and_error(np.concatenate([np.ones(20), alike]))
    draws = np.concatenate([np.ones(20), alike[::2]])
    weights = np.repeat([1, 2], 20) / 60
    off = weights * (draws - share)
    assert share == pytest.approx(weights @ draws)
    assert error == pytest.approx(np.sqrt(40 / 39 * (off**2).sum()))


def near(found, stored):
    """Whether two sets of answers agree but for ties that rounding breaks."""
    counted = np.array([int(each) for each in stored["found"]])
    flipped = np.abs(2 * found.found - counted).sum()
    off = found.partners - stored["partners"], found.others - stored["others"]
    if "ten" in stored:
        ten = found.alike[np.ix_(TEN, TEN)] - np.array(stored["ten"]) / 10_000
        if np.abs(ten).max() > 0.003:
            return False
    return flipped <= 3 and np.abs(off).max() < 0.003


@pytest.mark.parametrize(
    "name",
    [
        "whole", "RMSNorm", "no norm 0 CLS", "shortcut shuffled 2",
        "sigma two all", "all gamma shuffled", "folded, shortcut without",
        "sigmas 1 3 1",
    ],
)  # fmt: skip
def test_a_change_measured_anew_gives_what_is_stored(name, trials, changes):
    found = judged(trials.vectors(**changes[name]))
    assert near(found, results.measured()[name])
    if name != "whole":
        assert not near(found, results.measured()["whole"]), "it is no change"


def test_floors_measured_anew_give_what_is_stored(trials):
    for name, vectors in floors(trials):
        assert near(judged(vectors), results.measured()[name]), name


@pytest.fixture
def solved():
    """Write a learner's file, in which the four exercises are done."""
    for name, function in course_functions().items():
        source = "import numpy as np\n\n\n" + inspect.getsource(function)
        assert progress.remember(name, source) == ""


def test_the_published_numbers_come_out_of_the_learners_functions(solved):
    mine, own = own_parts(NAMES)
    assert own == list(NAMES)
    assert all(mine[n] is not course_functions()[n] for n in NAMES)
    a, b, c = Encoder(mine).vectors(PUBLISHED)
    assert [a @ b, a @ c, b @ c] == pytest.approx(
        [0.6660, 0.1046, 0.1411], abs=0.001
    )


def test_what_answers_quote_is_what_was_measured():
    """The other numbers of the page stand in tests/notebooks/numbers."""
    told = LeaveOut.choices["nearly all"]
    for name in ("no sublayer all feed_forward", "whole"):
        assert f"{results.found(name)[0]:.2f}" in told
    for told in TwoSigmas.choices.values():  # at ten to one
        assert told.startswith(f"{results.found('sigmas 0 3 0.3')[0]:.2f}")


@pytest.mark.parametrize(
    "part, block, sublayer",
    [
        ("shortcut", 0, "feed_forward"),
        ("norm", 0, "feed_forward"),
    ],
)
def test_the_panel_counts_what_the_page_counts(part, block, sublayer):
    """In each of these a sentence is nearly as near to two others."""
    vectors = Encoder().vectors(
        ten_sentences(), without(part, block, sublayer)
    )
    panel = LeaveOut()
    panel.set(part=part, sublayer=sublayer.replace("_", "-"), block=str(block))
    nearest = judged(vectors).nearest
    right = (nearest == np.arange(10) ^ 1).sum()
    assert f"Of the ten sentences {right} have" in panel.text
    panel.close()
