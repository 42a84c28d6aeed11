"""The equations of the page on speed."""

EXEMPT = {
    r"t = \frac{p\,n}{B}": "a model of seconds, whose numbers the page's "
    "table computes from it",
}
