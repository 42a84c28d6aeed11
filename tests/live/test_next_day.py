"""As a new learner would: from the cover to a mistake, and the next day."""

import pytest
from playwright.sync_api import expect

WRONG = """from answer_check import check

def average(numbers):
    return sum(numbers)

check(average)
"""
RIGHT = WRONG.replace("sum(numbers)", "sum(numbers) / len(numbers)")
CARD = ".course-card:has-text('From an earlier day')"
# The worker's clock, in which Python runs, and nobody else's.
TOMORROW = """{
    const Now = Date, day = 86_400_000;
    globalThis.Date = class extends Now {
        constructor(...given) {
            given.length ? super(...given) : super(Now.now() + day);
        }
        static now() { return Now.now() + day; }
    };
}
"""


def later(route):
    """Answer with a loader of Python that lives a day later."""
    answer = route.fetch()
    route.fulfill(response=answer, body=TOMORROW + answer.text())


@pytest.mark.thorough
def test_a_first_mistake_and_its_question_tomorrow(learner, site):
    page = learner.context.new_page()
    page.goto(site.address)
    page.get_by_role("link", name="Start here").click()
    page.wait_for_function("window.courseLive?.panel")
    page.close()
    today = learner().ready()
    said = today.run("average-starter", WRONG)
    assert "Your sum is not divided." in said
    today.run("average-starter", RIGHT)
    assert not today.page.locator(CARD).count()
    today.page.evaluate("() => courseKept.stored()")
    today.page.close()
    learner.context.route("**/pyodide/course-*.js", later)
    tomorrow = learner("05_layernorm.ipynb").ready()
    card = tomorrow.page.locator(CARD)
    expect(card).to_contain_text("What is wrong with this answer to average?")
    expect(card).to_be_in_viewport()
    card.get_by_role("button", name="Your sum is not divided.").click()
    expect(card.get_by_role("button", name="Next")).to_be_visible()
    kept = tomorrow.python(
        "from answer_check import progress as p\n"
        "print(sum(map(len, p.own_journal().asked.values())))"
    )
    assert kept == "1"
