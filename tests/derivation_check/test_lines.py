"""Right lines hold, wrong ones do not, and what is told of them is known."""

import tomllib
from pathlib import Path

import pytest

from derivation_check.goals import find
from derivation_check.judge import Derivation

HERE = Path(__file__).parent
RIGHT, WRONG, HANDS = (
    tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("right", "wrong", "hands")
)
GOALS = [
    "slope", "move", "jacobian", "printed", "dx", "dgamma", "dbeta",
    "variance", "rms",
]  # fmt: skip
ENDS = {
    "derived": "Derived.",
    "open": "All lines hold so far.",
    "jump": "The result is right, but it is not derived yet",
}


@pytest.mark.parametrize(
    "each", RIGHT["derivations"], ids=lambda each: each["name"]
)
def test_right_lines_hold(each):
    judged = Derivation(find(each["goal"]), each["lines"])
    refused = [line for line in judged.lines if line.mark in "✗?↳"]
    assert not refused
    assert judged.verdict().startswith(ENDS[each["ends"]])
    assert judged.derived == (each["ends"] == "derived")


@pytest.mark.parametrize("goal", HANDS["right"])
def test_lines_in_many_hands_are_judged_alone(goal):
    for kind, mark in (("right", "✓"), ("wrong", "✗")):
        for text in HANDS[kind][goal].splitlines():
            lines = Derivation(find(goal), text).lines
            marks = ["✗" if "side by side" in line.message else line.mark
                     for line in lines]  # fmt: skip
            assert mark in marks and {*marks} <= {*"✓✗ "}, (kind, text, marks)
            assert "✗" not in marks or kind == "wrong", text


@pytest.mark.parametrize("goal", WRONG)
def test_wrong_lines_are_refused_and_their_slip_has_a_name(goal):
    for text, kind in WRONG[goal]:
        judged = Derivation(find(goal), text)
        line = judged.lines[-1]
        assert line.mark == "✗", text
        said, found = judged.why(line, 3)
        shape = "At " not in line.message
        other = "condition" if said else "shape" if shape else "example"
        assert (found or other) == kind, text


def ways():
    for goal in GOALS:
        for title, lines in find(goal).routes.items():
            yield pytest.param(goal, lines, id=f"{goal} {title}")


@pytest.mark.parametrize("goal, lines", list(ways()))
def test_the_ways_that_a_card_shows_are_derivations(goal, lines):
    judged = Derivation(find(goal), lines)
    assert judged.derived, judged.verdict()


@pytest.mark.parametrize("goal", GOALS[:3] + ["dx", "variance", "rms"])
def test_results_are_proved_for_every_n(goal):
    lines = next(iter(find(goal).routes.values()))
    judged = Derivation(find(goal), lines)
    assert judged.verdict() == "Derived. Proved for every N, with SymPy."


def test_a_proof_of_the_lesson_that_fails_proves_nothing():
    goal = find("dx")
    goal.proof = lambda: False
    judged = Derivation(goal, goal.routes["by indices"])
    assert judged.verdict() == (
        "Derived. Checked with fractions for N = 3, 4, 5, 7 and 11."
    )


VANISHES = "(N − 3)(N − 4)(N − 5)(N − 7)(N − 11)"


def test_a_result_that_sympy_refutes_is_refused():
    text = f"s′ = ℓ/(N s)\nρ′ = ε/s³ + {VANISHES}"
    judged = Derivation(find("slope"), text)
    assert [line.mark for line in judged.lines] == ["✓", "✗"]
    assert "SymPy finds that it fails for other N" in judged.first.message
    assert not judged.derived


FOLLOWS = [
    ("jacobian", "✓✗↳✓↳", """∂μ/∂x_j = 1/N
        ∂σ²/∂x_j = (x_j − μ)/N
        ∂s/∂x_j = x̂_j/(2 N)
        s ∂x̂_i/∂x_j + x̂_i ∂s/∂x_j = δ_ij − 1/N
        ∂x̂_i/∂x_j = (δ_ij − 1/N − x̂_i x̂_j/(2 N))/s"""),
    ("jacobian", "✗✗", """∂s/∂x_j = x̂_i/N
        ∂x̂_i/∂x_j = (δ_ij − 1/N − x̂_i x̂_i/N)/s + 1"""),
    ("slope", "✗↳", "s′ = ℓ/s\nρ′ s + ρ ℓ/s = 1"),
    ("jacobian", "✗↳", "∂μ/∂x_j = 1\n∂(x_i − μ)/∂x_j = δ_ij − 1"),
    ("variance", "✓✗↳✓", """σ² = mean((x − μ)²)
        = mean(x²) − 2μ²
        = mean(x²) − 2 mean(x) μ
        = mean(x²) − μ²"""),
]  # fmt: skip


@pytest.mark.parametrize("goal, marks, text", FOLLOWS)
def test_what_follows_from_a_false_line_is_not_counted_again(
    goal, marks, text
):
    judged = Derivation(find(goal), text)
    assert "".join(line.mark for line in judged.lines) == marks
    assert judged.first is judged.lines[marks.index("✗")]


REMARKS = [
    ("jacobian", "∂σ²/∂x_j = 2/N Σ_k (x_k − μ)(δ_kj − 1)",
     "Here any number could stand for “1”: what it multiplies adds up to 0."),
    ("jacobian", "∂x̂_i/∂x_j s = s ∂x̂_i/∂x_j",
     "True, but it says nothing about any slope."),
    ("jacobian", "∂s/∂x_j = (x_j − μ)/N s", "Read as (x_j − μ)/(N s)."),
    ("jacobian", "J = Jᵀ", ""),
    ("jacobian", "Σ_j ∂x̂_i/∂x_j = 0", ""),
]  # fmt: skip


@pytest.mark.parametrize("goal, text, said", REMARKS)
def test_true_lines_get_a_remark_where_one_is_due(goal, text, said):
    (line,) = Derivation(find(goal), text).lines
    assert (line.mark, line.message.strip()) == ("✓", said)


def test_a_jump_is_no_derivation():
    judged = Derivation(find("dx"), "dx = (dx̂ − mean(dx̂) − x̂ mean(dx̂ ∘ x̂))/s")
    assert [line.mark for line in judged.lines] == ["✓"]
    assert judged.steps.missing() == [
        "what J is or does, or how s (or σ²) moves",
        "how dx comes from dx̂ (the chain rule)",
    ]


RESULT = "\ndx = (dx̂ − mean(dx̂) − x̂ mean(dx̂ ∘ x̂))/s"
MOVES = "\ns′ = mean(x̂ ∘ u)\nJ u = (u − mean(u) − x̂ mean(x̂ ∘ u))/s"
J_U = "J u = (u − mean(u) − x̂ mean(x̂ ∘ u))/s\n"
SAID_OF_J = "what J is or does, or how s (or σ²) moves"
CHAIN = "how dx comes from dx̂ (the chain rule)"
STEPS = [
    ("dx", "dx · u = dx̂ · J u" + RESULT, [SAID_OF_J]),
    ("dx", "J = Jᵀ\ndx = J dx̂" + RESULT, [SAID_OF_J]),
    ("dx", "dx = J dx̂" + RESULT, [SAID_OF_J]),
    ("dx", J_U + "dx = J dx̂" + RESULT, []),
    ("dx", J_U + "dx_j = Σ_i dx̂_i J_ij" + RESULT, []),
    ("dx", J_U + "dx_j = Σ_i dx̂_i (δ_ij − 1/N − x̂_i x̂_j/N)/s" + RESULT, []),
    ("dx", J_U + "dx_j = Σ_i dx̂_i δ_ij + (dx_j − dx̂_j)" + RESULT, [CHAIN]),
    ("move", "mean(x)′ = mean(u)" + MOVES, []),
    ("move", "(C x)′ = C u" + MOVES, []),
    ("move", "x̂ s′ + x̂′ s = u − mean(u)" + MOVES, []),
    ("move", "β′ = 0" + MOVES, ["how μ (or x − μ) moves"]),
    ("move", "x′ = u" + MOVES, ["how μ (or x − μ) moves"]),
    ("move", "x̂ s′ + x̂′ s = u − mean(u)\n" + J_U, ["how s (or σ²) moves"]),
]  # fmt: skip


@pytest.mark.parametrize("goal, text, missing", STEPS)
def test_a_step_counts_in_any_form_and_only_if_it_says_something(
    goal, text, missing
):
    judged = Derivation(find(goal), text)
    assert {line.mark for line in judged.lines} == {"✓"}
    assert judged.steps.missing() == missing


SHORT = "At x = (1, 4, 10), ε = 2, "
EXAMPLES = [
    ("move", "s′ = mean(u)", SHORT + "u = (1, 3, −2): left"),
    ("move", "J u = u", SHORT + "u = (1, 3, −2), entry 0: left"),
    ("dx", "dx = dx̂", SHORT + "dx̂ = (3, 1, 11), entry 0: left"),
    ("dx", "dx = γ ∘ dy",
     SHORT + "dy = (3, 2, 11/2), γ = (1, 1/2, 2), entry 0: left"),
    ("dgamma", "∂y_tj/∂γ_j = 1", "At x̂_tj = 6, t = 0, j = 0: left 6"),
    ("dgamma", "dγ_j = Σ_t dy_tj",
     "At x̂_tj = (6, −2, −4), dy_tj = (1, −2, 6), j = 0: left −14, right 5."),
    ("dgamma", "y_tj = x̂_tj γ_j",
     "At β_j = 2, γ_j = −4, x̂_tj = 6, t = 0, j = 0: left −22, right −24."),
]  # fmt: skip


@pytest.mark.parametrize("goal, text, said", EXAMPLES)
def test_an_example_names_the_numbers_that_it_needs(goal, text, said):
    (line,) = Derivation(find(goal), text).lines
    assert line.message.startswith(said)


NUDGES = [
    ("dμ = mean(u)", "dμ", "∂L/∂μ", "μ′"),
    ("ds = mean(x̂ ∘ u)", "ds", "∂L/∂s", "s′"),
    ("dx̂ s + x̂ ds = u − mean(u)", "dx̂", "∂L/∂x̂", "x̂′"),
]


@pytest.mark.parametrize("text, written, meant, better", NUDGES)
def test_a_gradient_that_was_meant_as_a_slope_is_told_so(
    text, written, meant, better
):
    (line,) = Derivation(find("dx"), text).lines
    assert line.mark == "✗"
    assert line.message.startswith("At x = ")
    assert line.message.endswith(
        f". {written} is the gradient {meant} here. If the slope along u is "
        f"meant, write {better}."
    )


def test_slopes_that_add_up_to_0_are_not_what_was_meant():
    text = "N mean(u)·mean(dx̂) = mean(u)·mean(dx̂)"
    (line,) = Derivation(find("dx"), text).lines
    assert line.mark == "✗" and line.message.startswith("At x = ")


def test_vectors_side_by_side_are_read_entry_by_entry_true_or_not():
    right = "dx = (γ dy − mean(γ dy) − x̂ mean(γ dy x̂))/s"
    for text, mark, said in (
        (right, "✓", "Read as (γ ∘ dy − mean(γ ∘ dy) − "),
        (right.replace("−", "+"), "✗", "right "),
        ("J u = (u − mean(u) − x̂ x̂·u/N)/s", "✓", "x̂ (x̂ · u/N)"),
        ("dx̂ = dy · (γ + 1)", "✗", "right 51/2"),
    ):
        (line,) = Derivation(find("dx"), text).lines
        assert (line.mark, said in line.message) == (mark, True), line


def test_the_walk_s_own_names_are_known():
    judged = Derivation(
        find("dx"),
        """centred = x − mean
        drstd = Σ_i dx̂_i centred_i
        dvar = −1/2 rstd³ drstd
        dcentred = dx̂ rstd + 2/N centred dvar
        dmean = −Σ_i dcentred_i
        dx = dcentred + dmean/N""",
    )
    assert judged.verdict().startswith("Derived. Checked with fractions")
    cut = judged.text.replace("dmean = −Σ_i dcentred_i", "")
    assert Derivation(find("dx"), cut).verdict().startswith("All lines hold")


def test_text_a_s_entries_are_taken_apart_by_their_units():
    goal = find("printed")
    printed = Derivation(
        goal,
        """N s ∂x̂_i/∂x_j = −(1 + (x_i − μ)(x_j − μ))/s² for i ≠ j
        N s ∂x̂_i/∂x_i = N − 1 − (x_i − μ)²/s²
        N s J = N I − 11ᵀ − x̂ x̂ᵀ""",
    )
    assert "".join(line.mark for line in printed.lines) == "✗✓✓"
    said, _ = printed.why(printed.first, 2)
    assert said[0].startswith("“1” and “(x_i − μ) (x_j − μ)” cannot be added")
    assert "It holds where s = 1." in said
