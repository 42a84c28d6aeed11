"""How much the bank holds."""

from course_lib.exercises.catalogue import every


def test_there_are_enough_exercises_and_mistakes():
    exercises = every()
    assert len(exercises) >= 24
    assert {e.lesson for e in exercises} == {f"{n:02}" for n in range(10)}
    assert sum(len(e.mistakes) for e in exercises) >= 120
