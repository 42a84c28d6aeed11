"""What is read, what cannot be, and how verdicts, hints and cards sound."""

import json
import time

import pytest

from answer_check import registry
from answer_check.course import Course
from derivation_check import derivation, derivation_card, derive
from derivation_check.goals import find
from derivation_check.judge import Derivation
from processes import printed

SPELLINGS = [
    ("σ²", "var", "sigma^2", r"\sigma^2", "sigma2", "σ^2"),
    ("x̂_i", "xhat_i", "x_hat_i", r"\hat{x}_i", "x̂[i]", "x̂ᵢ"),
    ("δ_kj", "delta_kj", "delta(k,j)", "1[k=j]", r"\delta_{kj}", "δ[k,j]"),
    ("mean(x)", "E[x]", "x.mean()", "np.mean(x)", "x̄", r"\bar{x}", "<x>"),
    ("Σ_k x_k", r"\sum_{k=1}^N x_k", "sum_k x_k", "x_1 + … + x_N",
     "(x_1 + x_2 + ... + x_N)", "x.sum()"),
    ("x · u", "np.dot(x, u)", "<x, u>", "xᵀ u", "x^T u", "x @ u"),
    ("|x − μ|²", "‖x − μ‖²", "||x - mu||^2", r"\|x - \mu\|^2"),
    ("∂s/∂x_j", "ds/dx_j", "d(s)/d(x_j)", "∂_j s", "d/dx_j (s)",
     r"\frac{\partial s}{\partial x_j}", r"\partial s/\partial x_j"),
    ("1/(2s)", r"\frac{1}{2s}", "½ s⁻¹", "0.5/s", "(2*s)**-1"),
    ("√(σ² + ε)", "sqrt(var + eps)", r"\sqrt{\sigma^2 + \varepsilon}",
     "(σ²+ε)^(1/2)", "(var + eps)**0.5"),
    ("x̂ ∘ u", "x̂ * u", r"\hat{x} \odot u"),
    ("dx̂", "dxhat", "dx_hat", "∂L/∂x̂", "dL/dxhat"),
    ("var", "Var[x]", "var(x)"),
]  # fmt: skip


@pytest.mark.parametrize("same", SPELLINGS, ids=lambda same: same[0])
def test_one_thing_is_written_in_many_ways(same):
    goal = find("jacobian")
    for text in same[1:]:
        (line,) = Derivation(goal, f"{same[0]} = {text}").lines
        said = line.message.strip()
        assert line.mark == "✓" or "wo vectors stand" in said, (text, said)


BAD = [
    ("∂s/∂x_j =", "Nothing stands after the last =."),
    ("∂s/∂x_j = (x̂_j/N", "a bracket is not closed"),
    ("∂s/∂x_j = x̂_j/N)", "the brackets do not pair"),
    ("∂s/∂x_j = q", "“q” counts entries here, as in x_q"),
    ("u_j = δ_jk", "“u” stands for every vector here"),
    ("J_ij u_j = 1/s (u_i − mean(u) − x̂_i x̂_j u_j/N)", "write Σ_j where"),
    ("∂s/∂x_j = x_jk", "x_jk”, x has one index"),
    ("∂s/∂x_j = xi", "write an index as in x_i"),
    ("∂s/∂x_j = foo_j", "the name “foo” is not known here"),
    ("∂s/∂x_j = ln(s)", "“ln” is not needed here"),
    ("∂s/∂x_j ≈ x̂_j/N", "a line must be an equality"),
    ("= x̂_j/N", "none can be read there"),
    ("∂s/∂x_j", "no = in this line"),
    ("s = 9^9^9^9", "its numbers are too large"),
    ("s = 1/0", "it divides by 0"),
    ("s = s^999999999", "an exponent may be 12 at most"),
    ("s = __import__('os').system('ls')", "is not known here"),
    ("s = " + "(" * 300 + "s" + ")" * 300, "400 characters"),
    ("s = " + "(" * 90 + "s" + ")" * 90, ""),
    ("s = x" + " + x" * 80, ""),
    ("∂∂s/∂x_j/∂x_i = 0", "slopes of slopes"),
    ("∂x_i/∂s = 1", "is not made from “s”"),
    ("J = (I − 1/N)/s", "a number is added to a matrix"),
    ("J = (np.eye(N) - 1/N)/s", "the number times 11ᵀ"),
    ("J = (I − 11ᵀ/N − x̂ᵀx̂/N)/s", "a number is added to a matrix"),
    ("μ = 1/N Σ_{k=0}^{N} x_k", "the bounds of a Σ over features"),
    ("μ = 1/N Σ_{t=1}^{N} x_t", "those of a Σ over tokens"),
    ("mean(x̂²) ≈ 1", "≈, ->"),
    ("mean(x̂²) -> 1", "≈, ->"),
    ("x̂_i x̂_i = N σ²/s²", "write Σ_i where you mean a sum over i"),
    ("δ_ii = N", "write Σ_i where you mean a sum over i"),
    ("∂x̂_i/∂x_j|_{μ,σ²} = δ_ij/s", "that something is held cannot be said"),
    ("J = (I − 𝟏/N)/s", "a column is added to a row or a matrix"),
    ("s = np.einsum('i,i->', x, x)", "write what is added up"),
    ("the mean is mean(x) = μ", "put words on a line of their own"),
    ("x̂_i = x̂", "an index is missing or too much"),
    ("x̂ u = 1", "write ∘ for entry by entry"),
    ("let i = x", "“i”"),
    ("s += ε", "no step of a program"),
    ("s_{,j} = x̂_j/N", "a comma below a letter"),
    ("mean(x) = (x1 + x2)/N", "as in x_1"),
    ("tr J = N/s", "write a trace as Σ_i J_ii"),
    (r"s = \sinh x", r"the LaTeX command \sinh"),
    ("let P_ij = Q_ij", "the name “Q” is not known here"),
    ("μ = (1, 2) · x", "a comma has no meaning here"),
    ("J⁻¹ = s I", "no inverse"),
    ("δ_ij = 1 if i == j else 0", "write δ_ij, which is 1 where i = j"),
    ("Σ_{i≠j} J_ij = −J_jj", "for a sum over all i but j"),
    ("s = rstd * c2", "the name “c2” is not known here"),
    ("let C = mean(x)", "for a letter of yours take another"),
]  # fmt: skip


@pytest.mark.parametrize("text, said", BAD)
def test_bad_lines_get_a_sentence_within_a_second(text, said):
    find("jacobian")
    started = time.process_time()
    judged = Derivation(find("jacobian"), text)
    assert time.process_time() - started < 1
    (line,) = judged.lines
    assert said.lower() in line.message.lower() and not judged.derived
    assert line.mark in "?✗" and line.message.endswith(".") or not said


@pytest.mark.parametrize(
    "text, said",
    [
        ("dγ_j = Σ_t dy_tj x_tj", "the letter is x̂, not x"),
        ("δy_tj = δγ_j x̂_tj", "Kronecker's δ here"),
    ],
)
def test_what_another_card_could_read_says_why_it_is_not_read(text, said):
    (line,) = Derivation(find("dgamma"), text).lines
    assert line.mark == "?" and said in line.message


def test_a_derivation_that_is_not_started_says_so():
    for text in ("", "\n\n", "   ", "# to be written"):
        assert repr(derive("dx", text)) == "Not started yet."
        assert not derive("dx", text)


@pytest.mark.parametrize(
    "text, error, said",
    [
        ("s = s\n" * 2000, ValueError, "6000 characters"),
        (["s = s"], TypeError, "as one text, in three quotation marks"),
    ],
)
def test_what_is_no_derivation_is_refused(text, error, said):
    with pytest.raises(error, match=said):
        derive("dx", text)
    with pytest.raises(ValueError, match="no derivation called 'xd'.*dx"):
        derive("xd")


def test_forty_lines_are_enough():
    judged = Derivation(find("dx"), "s = s\n" * 41)
    assert judged.lines[-1].text == "A derivation may have 40 lines."


def test_words_and_own_letters_are_welcome():
    text = """Let x move along u, as in lesson 6.
    let c = x − μ
    g_i := x̂_i u_i
    1) c′ = u − mean(u)   because only the mean is taken off
    So mean(x̂ ∘ u) = mean(g)"""
    lines = Derivation(find("move"), text).lines
    assert "".join(line.mark for line in lines) == " ··✓✓"
    assert lines[0].plain() == "Let x move along u, as in lesson 6."


def test_what_is_echoed_can_be_typed_again():
    text = "dx_hat = dy * gamma\ndx @ u = dx_hat @ (J @ u)"
    for line in Derivation(find("dx"), text).lines:
        (again,) = Derivation(find("dx"), line.plain()).lines
        assert (again.plain(), again.mark) == (line.plain(), "✓")


def test_no_more_is_promised_than_there_is_to_hear():
    first, second = (repr(derive("dx", "dx̂ · x̂ = mean(dx̂)")) for _ in "12")
    assert "Run the cell again" not in first and "hear" not in second
    assert "No single change" in " ".join(second.split())


WRONG = "∂μ/∂x_j = 1/N\n∂σ²/∂x_j = (x_j − μ)/N"


def test_the_same_line_is_told_more_of_each_time():
    first, second, third = (repr(derive("jacobian", WRONG)) for _ in range(3))
    assert first == (
        "✓  1  ∂μ/∂x_j = 1/N\n"
        "✗  2  ∂σ²/∂x_j = (x_j − μ)/N\n"
        "       At x = (1, 4, 10), ε = 2, j = 0: left −8/3, right −4/3. Run "
        "the cell\n       again without changing this line to hear more.\n"
        "Line 2 is the first that does not hold."
    )
    kind = "A factor that is a number is wrong"
    place = "It concerns “(x_j − μ)/N”"
    flat = [" ".join(said.split()) for said in (first, second, third)]
    assert [kind in said for said in flat] == [False, True, True]
    assert [place in said for said in flat] == [False, False, True]
    changed = repr(derive("jacobian", WRONG + " + 1"))
    assert kind not in " ".join(changed.split())


def test_a_hint_tells_the_place_at_once():
    said = " ".join(repr(derive("jacobian", WRONG, hint=True)).split())
    assert "It concerns “(x_j − μ)/N”." in said


def test_a_page_shows_the_same_and_runs_nothing_of_it():
    page = derive("jacobian", "∂s/∂x_j = <b>\n" + WRONG)._repr_html_()
    assert "<b>\n" not in page and "&lt;b&gt;" in page
    assert "∂<i>σ</i>²/∂<i>x</i><sub><i>j</i></sub> = (" in page


def test_an_accepted_derivation_is_kept_and_shown_again():
    assert "no accepted derivation" in repr(derivation("slope"))
    text = find("slope").routes["by the quotient rule"].strip()
    assert not derive("slope", "s′ = ℓ/s") and derive("slope", text)
    assert repr(derivation("slope")) == text


def test_a_card_folds_its_hints_and_ways(monkeypatch):
    page = derivation_card("dx")._repr_html_()
    assert page.count("<details>") == 5
    assert repr(derivation_card("dx")).startswith("Derive. dx, the gradient")
    monkeypatch.setenv("COURSE_TEACHER", "hide")
    assert derivation_card("dx")._repr_html_().count("<details>") == 2


WORLD = """
[worlds.circle]
letters = { r = "", h = "" }
definitions = { A = "3 r²", V = "A h" }
prime = ["r"]

[goals.volume]
world = "circle"
left = "V′"
statement = "V′, the slope of V = A h by r."
hints = ["A moves.", "h does not.", "V′ is A′ h."]
steps = [{ words = "how A moves", names = "A′" }]
"""


def test_a_world_that_is_not_ours(tmp_path, monkeypatch):
    (tmp_path / "pottery_class" / "jars").mkdir(parents=True)
    for folder in ("pottery_class", "pottery_class/jars"):
        (tmp_path / folder / "__init__.py").touch()
    file = tmp_path / "pottery_class" / "jars" / "derivations.toml"
    file.write_text(WORLD, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        registry.use(Course(packages=["pottery_class"]))
        assert derive("volume", "A′ = 6 r\nV′ = A′ h = 6 r h")
        assert "how A moves" in repr(derive("volume", "V′ = 6 r h"))
    finally:
        registry._used.clear()


def test_it_is_light_to_import():
    code = (
        "import sys, numpy, time; t = time.process_time()\n"
        "import derivation_check\n"
        "heavy = {'sympy', 'ipywidgets', 'matplotlib'} & set(sys.modules)\n"
        "import json; print(json.dumps([time.process_time() - t, *heavy]))"
    )
    took, *heavy = json.loads(printed("-c", code))
    assert not heavy and took < 0.3
