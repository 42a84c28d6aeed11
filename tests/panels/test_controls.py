"""What a slider shows of its numbers."""

from course_lib.panels.controls import Slider


def test_a_slider_shows_the_digits_of_its_step_and_of_its_ends():
    slider = Slider("x", min=1.48, max=2.48, step=0.5, start=1.98)
    assert slider.widget().readout_format == ".2f"
    assert slider.words(1.98) == "1.98"
