"""What the exercise `average` claims."""

CLAIMS = {
    "That is the sum; the mean divides it by how many numbers there are":
        "same(wrong / numbers.size, right)",
    "You divided by N − 1": "numbers.sum() / (numbers.size - 1)",
    "the middle number. For evenly spaced numbers the two are the same":
        "unseen(numbers=np.array([2.0, 4, 6, 8, 10]))",
    "the point halfway between the least and the greatest number":
        "(min(numbers) + max(numbers)) / 2",
    "For evenly spaced numbers it is the mean":
        "unseen(numbers=np.array([2.0, 4, 6, 8]))",
    "The examples before had three numbers": "unseen(numbers=numbers[:3])",
    "That is the mean of two numbers": "unseen(numbers=numbers[:2])",
    "Only the first number was added. A `return` inside the loop ends it in "
    "the first round; it belongs below the loop":
        "sum(numbers[:1]) / numbers.size",
    "You left out the first number": "sum(numbers[1:]) / numbers.size",
    "You left out the last number": "sum(numbers[:-1]) / numbers.size",
    "You divided by N + 1. A counter that starts at 1 has reached N + 1 "
    "after N numbers":
        "numbers.sum() / (1 + numbers.size)",
    "Only the last number counts": "numbers[-1] / numbers.size",
    "You added the first number twice":
        "sum([numbers[0], *numbers]) / numbers.size",
    "Your sum is 1 too large. A sum starts at 0, so that the first number "
    "makes it that number":
        "sum(numbers, start=1) / numbers.size",
    "The mean lies between the smallest and the largest":
        "min(numbers) < right < max(numbers) and same(wrong, max(numbers))",
    "What was divided before is then divided again: add up first, and "
    "divide once, below the loop":
        "same(done(numbers=np.array([8.0, 8])), (8 / 2 + 8) / 2)",
    "the middle between the mean so far and the next number. Then the last "
    "number counts for half; all of them should count alike":
        "same(done(numbers=np.array([0.0] * 5 + [1])), 1 / 2)",
}  # fmt: skip
