"""How many mistakes are named where an answer has two things wrong?

    python benchmarks/two_mistakes.py              all of it, some minutes
    python benchmarks/two_mistakes.py --only layer_norm --show

Every listed mistake that is an edit of the reference is combined with each
habit below, as code in the wild has it: only for 2-D input, an ε of one's own,
a bias gradient that keeps its axis, and so on. Where both edit the same words
the pair is left out, and so is one that answers like the habit alone. A pair
counts as named if the verdict has the mistake's own sentence. Then random
pairs of listed mistakes are judged; there both sentences are counted.
A row: named / another mistake named / a place / a rule or less, the pairs,
and the median and the worst of the seconds of work.
"""

import argparse
import linecache
import random
import statistics
import time
from itertools import count

import numpy as np

from answer_check.exercise import every, find
from answer_check.judging.answers import close, ours
from answer_check.judging.judge import judge
from answer_check.question import Question

ROWS = "N, D = x.shape"
PAIRS = 12  # of listed mistakes, an exercise
FLOAT32 = "x = x.astype(np.float32)"
LOG_P = "shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))"
SHARES = "np.exp(shifted) / np.exp(shifted).sum(axis=-1, keepdims=True)"
PLUS_H = "above, below = x.astype(float), x.astype(float)"
ENTRIES = "np.ndindex(x.shape)"
RELU = "np.maximum(pre_activation, 0)"
MASK = "pre_activation > 0"
NORM = {  # a habit, the lines before the body, and its edits
    "two axes": (ROWS, []),
    "axis=1": ("", ["axis=-1 → axis=1"]),
    "own 1e-5": ("", ["eps → 1e-5"]),
    "own 1e-12": ("", ["eps → 1e-12"]),
    "three axes": ("B, T, D = x.shape", []),
    "integers cut": ("x = np.array(x, dtype=x.dtype)\n"
                     "    cut = np.zeros_like(x)", ["return → cut[...] ="]),
    "float32 inside": (FLOAT32, []),
}  # fmt: skip
SUMS = {
    "two axes": (ROWS, []),
    "axis=1": ("", ["axis=-1 → axis=1"]),
    "own 1e-5": ("", ["eps → 1e-5"]),
    "sums over axis 0": ("", ["tuple(range(x.ndim - 1)) → 0"]),
    "keepdims in dγ": ("", ["axis=tokens → axis=tokens, keepdims=True"]),
    "sums over axes 0 and 1": ("", ["tuple(range(x.ndim - 1)) → (0, 1)"]),
}
HABITS = {
    "layer_norm": NORM | {
        "ε outside": ("", ["np.sqrt(var + eps) → (np.sqrt(var) + eps)"]),
        "N − 1": ("", ["x.var(axis=-1 → x.var(ddof=1, axis=-1"]),
        "one pass": ("", ["x.var → -mean * mean + (x * x).mean"]),
        "N − 1 and ε outside": ("", [
            "np.sqrt(var + eps) → (np.sqrt(var) + eps)",
            "x.var(axis=-1 → x.var(ddof=1, axis=-1"]),
    },
    "rms_norm": NORM | {
        "ε outside": (
            "", ["np.sqrt(mean_square + eps) → (np.sqrt(mean_square) + eps)"]
        ),
    },
    "layer_norm_backward": SUMS | {
        "N − 1": ("", ["x.var(axis=-1 → x.var(ddof=1, axis=-1"]),
    },
    "rms_norm_backward": SUMS,
    "standardize": {k: NORM[k] for k in ("two axes", "axis=1")} | {
        "1e-8 added": ("", ["/ std → / (std + 1e-8)"]),
        "N − 1": ("", ["x.std(axis=-1 → x.std(ddof=1, axis=-1"]),
    },
    "centre": {"two axes": (ROWS, [])},
    "inverse_std": {k: NORM[k] for k in ("two axes", "axis=1", "own 1e-5")},
    "softmax_cross_entropy": {
        "not shifted": ("", ["logits.max(axis=-1, keepdims=True) → 0"]),
        "log of softmax": ("", [f"{LOG_P} → np.log({SHARES})"]),
        "log of softmax + 1e-12": (
            "", [f"{LOG_P} → np.log({SHARES} + 1e-12)"]
        ),
        "clipped": ("logits = np.clip(logits, -30, 30)", []),
    },
    "numerical_gradient": {
        "x.copy()": ("", [
            f"{PLUS_H} → above, below = x.copy(), x.copy()"]),
        "range(len(x))": ("", [f"{ENTRIES} → range(len(x))"]),
        "zeros_like": ("", ["np.zeros(x.shape) → np.zeros_like(x)"]),
        "own h": ("h = 1e-5", []),
    },
    "gradient_check": {
        "range(len(x))": ("", [f"{ENTRIES} → range(len(x))"]),
        "own h": ("h = 1e-5", []),
    },
    "jacobian_by_columns": {
        "x.copy()": ("", [
            f"{PLUS_H} → above, below = x.copy(), x.copy()"]),
        "own h": ("h = 1e-5", []),
    },
    "feed_forward": {
        "two axes": (ROWS, []),
        "b1 as a column": ("b1 = b1[:, None]; b1 = b1.T", []),
        "float32 inside": (FLOAT32, []),
    },
    "feed_forward_backward": {
        "M ≥ 0": ("", [f"{MASK} → pre_activation >= 0"]),
        "db1 keepdims": ("", [
            "dpre_activation.sum(axis=0) → "
            "dpre_activation.sum(axis=0, keepdims=True)"]),
        "db2 keepdims": ("", [
            "dy.sum(axis=0) → dy.sum(axis=0, keepdims=True)"]),
        "mean over the tokens in db2": (
            "", ["dy.sum(axis=0) → dy.mean(axis=0)"]
        ),
    },
    "hidden_backward": {
        "≥ 0": ("", ["hidden > 0 → hidden >= 0"]),
        "db1 keepdims": ("", [".sum(axis=0) → .sum(axis=0, keepdims=True)"]),
    },
    "gated_backward": {
        "dW_down over the tokens": ("", ["@ dy → @ dy / len(dy)"]),
        "dx without the gate": ("", ["dpre @ W_gate.T + → "]),
    },
    "training_step": {
        "keepdims": ("", ["axis=0 → axis=0, keepdims=True"]),
        "own lr": ("lr = 0.1", []),
    },
    "residual_backward": {
        "two axes": ("N, D = dy.shape", []),
        "float32 inside": ("dy = dy.astype(np.float32)", []),
    },
    "sentence_vector": {"own ε": ("", [
        "np.linalg.norm(mean) → (np.linalg.norm(mean) + 1e-9)"])},
    "gelu_feed_forward": {
        "two axes": (ROWS, []),
        "float32 inside": (FLOAT32, []),
    },
}  # fmt: skip
CELLS = count(1)


def written(exercise, edits, before=""):
    """Return the function that edits of the reference make, as in a cell."""
    source = exercise.source
    text = source.applied(edits) if edits else source.head + source.body
    if before:
        at = len(source.head)
        text = f"{text[:at]}    {before}\n{text[at:]}"
    if "cut[...] =" in text:
        text += "    return cut\n"
    name = f"<cell {next(CELLS)}>"
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    namespace = dict(exercise.reference.__globals__)
    exec(compile(text, name, "exec"), namespace)
    return namespace[exercise.name]


def pairs(exercise):
    """Yield a habit's name, the mistakes and the function that has both."""
    listed = [m for m in exercise.listed if m.edits]
    for habit, (before, edits) in HABITS.get(exercise.name, {}).items():
        own = [tuple(edit.split(" → ")) for edit in edits]
        try:
            alone = written(exercise, own, before) if own or before else None
        except (ValueError, SyntaxError) as error:
            raise SystemExit(f"{exercise.name}, {habit}: {error}") from None
        for mistake in listed:
            both = together(exercise, [*mistake.edits, *own], before)
            if both and not answers_alike(both, alone, exercise):
                yield habit, [mistake], both
    yield from pairs_of_listed(exercise, listed)


def pairs_of_listed(exercise, listed):
    """Yield random pairs of listed mistakes that answer as none alone does."""
    rng = random.Random(5)
    every_pair = [(a, b) for a in listed for b in listed
                  if a.text < b.text]  # fmt: skip
    found = 0
    for a, b in rng.sample(every_pair, len(every_pair)):
        both = together(exercise, [*a.edits, *b.edits])
        if found < PAIRS and both and not any(
            answers_alike(both, f, exercise)
            for f in (a.function, b.function, exercise.reference)
        ):  # fmt: skip
            found += 1
            yield "another listed mistake", [a, b], both


def together(exercise, edits, before=""):
    """Return the function with all edits; None if they change one word."""
    try:
        return written(exercise, edits, before)
    except (ValueError, SyntaxError):
        return None


def answers_alike(function, other, exercise):
    """Whether two functions answer the same in every case."""
    for case in exercise.standard:
        with np.errstate(all="ignore"):
            came, known = ours(function, case), ours(other, case)
        if isinstance(came, type) or isinstance(known, type):
            if came is not known:
                return False
        elif not (len(came) == len(known) and all(map(close, came, known))):
            return False
    return True


def kind(verdict, mistakes):
    """Return what a verdict tells of the mistakes that are there."""
    told = {m.text for m in verdict.mistakes}
    wanted = {m.text for m in mistakes}
    if verdict.passed:
        return "PASSED"
    if told & wanted:
        return "both" if len(wanted) > 1 and wanted <= told else "one"
    if told:
        return "another"
    in_place = "with one change" in verdict.text or verdict.mistakes
    return "place" if in_place else "rule"


def main():
    """Judge all pairs, and print a line for each habit."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", help="an exercise")
    parser.add_argument("--every", type=int, default=1, help="of so many, one")
    parser.add_argument("--show", action="store_true", help="what is not told")
    asked = parser.parse_args()
    chosen = [find(asked.only)] if asked.only else [
        e for e in every() if not isinstance(e, Question) and not e.why_not
    ]  # fmt: skip
    total = {"with a habit": [], "with another listed mistake": []}
    for exercise in chosen:
        rows = {}
        for number, (habit, mistakes, function) in enumerate(pairs(exercise)):
            if number % asked.every:
                continue
            begun = time.process_time()
            verdict = judge(function, exercise)
            row = kind(verdict, mistakes), time.process_time() - begun
            rows.setdefault(habit, []).append(row)
            listed = habit == "another listed mistake"
            total[[*total][listed]].append(row)
            if asked.show and row[0] not in ("one", "both"):
                names = [m.message for m in mistakes]
                print(f"  {habit} | {names} | {row[0]} | {verdict.message}\n")
        for habit, found in rows.items():
            print_row(f"{exercise.name}: {habit}", found)
    for name, found in total.items():
        if found:
            print_row(f"ALL {name}", found)


def print_row(name, found):
    """Print how often what was told, and what it took."""
    kinds = [k for k, _ in found]
    seconds = [s for _, s in found]
    named = sum(k in ("one", "both") for k in kinds)
    print(
        f"{name:52} named {named:3} (both {kinds.count('both'):3}), "
        f"another {kinds.count('another'):2}, place {kinds.count('place'):3},"
        f" rule {kinds.count('rule'):3}, passed {kinds.count('PASSED')}, of "
        f"{len(found):3}; {statistics.median(seconds):.2f} s, "
        f"worst {max(seconds):.2f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
