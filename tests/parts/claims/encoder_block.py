"""What the exercise `encoder_block` claims."""


def first(x, attention, norm_1):
    """Return what the first Add & Norm makes."""
    return norm_1(x + attention(x))


CLAIMS = {
    "the brackets close too early. The norm takes the sum":
        "same(z, norm_1(x + attention(x)))",
    "and norm_2 takes the sum": "same(right, norm_2(z + feed_forward(z)))",
    "The norm takes the sum, once": "same(z, norm_1(x + attention(x)))",
    "The norm takes the sum, shortcut and branch together":
        "same(z, norm_1(x + attention(x)))",
    "x itself is added to what attention returns": "not same(wrong, right)",
    "It is lesson 04's Add & Norm, twice":
        "same(right, first(first(x, attention, norm_1), feed_forward, "
        "norm_2))",
    "`norm_1` stands behind attention, `norm_2` behind the feed-forward "
    "layer":
        "same(right, norm_2(z + feed_forward(z))) and same(z, first(x, "
        "attention, norm_1))",
    "Give the result of the first Add & Norm a name, z":
        "same(z, first(x, attention, norm_1))",
    "The second line looks like the first, with z for x":
        "same(right, first(z, feed_forward, norm_2))",
    "You normalized before the add: the brackets close too early":
        "norm_2(norm_1(x) + attention(x)) + feed_forward(norm_1(x) + "
        "attention(x))",
    "the norm comes after the add":
        "same(wrong, x + attention(norm_1(x)) + feed_forward(norm_2(x + "
        "attention(norm_1(x)))))",
    "what the first Add & Norm made; otherwise it learns nothing":
        "norm_2(z + feed_forward(x))",
    "Add & Norm adds the input of the sublayer before it normalizes":
        "norm_2(feed_forward(norm_1(attention(x))))",
    "You used norm_1 twice": "norm_1(z + feed_forward(z))",
    "You used norm_2 twice":
        "first(first(x, attention, norm_2), feed_forward, norm_2)",
    "norm_1 stands behind attention":
        "first(first(x, attention, norm_2), feed_forward, norm_1)",
    "You ran the feed-forward layer first. Attention comes first":
        "first(first(x, feed_forward, norm_1), attention, norm_2)",
    "The second one works on what the first Add & Norm returned":
        "norm_2(norm_1(x + attention(x) + feed_forward(x)))",
    "You normalized both terms before you added them":
        "norm_2(norm_1(x) + norm_1(attention(x))) + "
        "norm_2(feed_forward(norm_1(x) + norm_1(attention(x))))",
    "You normalized each branch before you added it":
        "x + norm_1(attention(x)) + norm_2(feed_forward(x + "
        "norm_1(attention(x))))",
    "You stopped after attention": "first(x, attention, norm_1)",
    "Your feed-forward layer reads the sum before norm_1":
        "norm_2(z + feed_forward(x + attention(x)))",
    "norm_1 belongs behind attention, before the feed-forward layer":
        "norm_2(norm_1(x + attention(x) + feed_forward(x + attention(x))))",
    "Your second shortcut carries the sum from before norm_1":
        "norm_2(x + attention(x) + feed_forward(z))",
    "Your first norm takes attention's answer alone. norm_1 takes the sum, "
    "x + attention(x)":
        "first(x + norm_1(attention(x)), feed_forward, norm_2)",
    "norm_2 takes z + feed_forward(z)": "norm_2(z)",
}  # fmt: skip
