"""The captions of lesson 10."""

from drawn import across
from judged import answers_said
from stored_runs import runs_said

from parts.residual_add import pictures

OLD, NEW = (across(axes)[1:-1] for axes in pictures.exchanged().axes)

CAPTIONS = {
    "exchanged": [
        (" 2017: attention,", "a year"),
        ("{} blocks. ", 2),
        ("attention, plus, LayerNorm, ReLU layer, plus, LayerNorm. Today: "
         "RMSNorm, attention, plus, RMSNorm, gated layer, plus",
         OLD == ["attention", "+", "LayerNorm", "ReLU layer", "+",
                 "LayerNorm"],
         NEW == ["RMSNorm", "attention", "+", "RMSNorm", "gated layer", "+"]),
        ("in 2017 from before the sublayer, today from before its norm",
         "tests/parts/residual_add has the shortcuts"),
    ],
    "later-runs": runs_said(["pre-norm", "RMSNorm", "gated", "no last norm"]),
    "judged": answers_said((7, 8)),
    "together": runs_said(["post-norm", "pre-norm", "gated", "today"]),
}  # fmt: skip
