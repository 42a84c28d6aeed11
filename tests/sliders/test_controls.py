"""What a slider shows of its numbers."""

from course_lib.sliders.controls import Slider


def test_a_slider_shows_the_digits_of_its_step_and_of_its_ends():
    slider = Slider("x", min=1.48, max=2.48, step=0.5, start=1.98)
    assert slider.widget().readout_format == ".2f"
    assert slider.words(1.98) == "1.98"


def test_a_slider_of_powers_writes_its_numbers_in_one_way():
    slider = Slider("ε", min=-12, max=0, step=0.25, start=1e-5, log=True)
    shown = tuple((slider.words(value), value) for value in slider.values)
    assert slider.widget().options == shown
    assert slider.place(1.7e-4) == 10**-3.75  # the nearest step
