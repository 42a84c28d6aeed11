"""What an exercise promises of its arguments, held to its cases."""

import numpy as np


def untested(exercise):
    """Say which promises no case keeps, and which are not made."""
    told = []
    for words, values in exercise.promise.items():
        met = {
            eval(words, {"np": np}, dict(zip(exercise.parameters, case.args)))
            for case in exercise.standard
        }
        told += [f"no case has {words} = {v}" for v in {*values} - met]
        told += [f"{words} = {v} is not promised" for v in met - {*values}]
    return told
