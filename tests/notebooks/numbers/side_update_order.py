"""What the side page on the order of the update says of its pictures."""

NUMBERS = {
    "order-why": {"47.5": "order-numbers"},
    "cost-why": {"77": "cost-picture", "21": "cost-picture"},
    "longer-why": {
        "33": "longer-picture",
        "77": "cost-picture",
        "37": "longer-picture",
        "20": "longer-picture",
    },
}
