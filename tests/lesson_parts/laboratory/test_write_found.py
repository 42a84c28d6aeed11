"""The page of what was found is written from the stored runs."""

from lesson_parts.laboratory import write_found


def test_the_page_is_what_its_command_writes():
    assert write_found.FILE.read_text(encoding="utf-8") == write_found.page()


def test_the_plan_expects_something_of_all_eight():
    assert [*write_found.expected()] == [*range(1, 9)]
    assert write_found.expected()[1] == "yes, by more than 0.10"
