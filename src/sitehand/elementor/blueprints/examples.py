"""An example of each section: what `build_page` takes, short and about no one."""

from collections.abc import Mapping
from typing import Any

IMAGE = {"url": "https://example.com/image.jpg", "alt": "A red barn below a hill"}
ACTION = {"text": "Get in touch", "url": "/contact/"}
EXAMPLES: Mapping[str, dict[str, Any]] = {
    "hero": {
        "title": "Bread as it was baked before",
        "text": "Flour, water, salt and time. Fresh from six in the morning.",
        "actions": [ACTION, {"text": "See the bakery", "url": "#bakery"}],
        "image": IMAGE,
    },
    "features": {
        "title": "Why people come back",
        "items": [
            {"title": "From the region", "text": "Our grain grows within 30 kilometres.", "icon": "leaf"},
            {"title": "Early", "text": "We open at six, on Sundays at seven.", "icon": "clock"},
            {"title": "To your door", "text": "Order by ten, and it comes the same day.", "icon": "truck"},
        ],
    },
    "call_to_action": {"title": "Taste it", "text": "The first loaf is ours.", "action": ACTION},
    "pricing": {
        "title": "Bread every week",
        "plans": [
            {"name": "Small", "price": "€12", "period": "a month", "features": ["One loaf a week"], "action": ACTION},
            {
                "name": "Large",
                "price": "€22",
                "period": "a month",
                "features": ["Two loaves", "Rolls"],
                "action": ACTION,
            },
        ],
    },
    "questions": {
        "title": "Questions",
        "items": [
            {"question": "Do you deliver?", "answer": "Yes, on weekdays."},
            {"question": "Is there bread without gluten?", "answer": "On Thursdays.\n\nOrder the day before."},
        ],
    },
    "testimonials": {
        "title": "What guests say",
        "items": [
            {"text": "I drive ten kilometres for it.", "name": "Ada", "role": "Guest", "image": IMAGE},
            {"text": "The crust!", "name": "Ben"},
        ],
    },
    "gallery": {"title": "The bakery", "images": [IMAGE, IMAGE, IMAGE, IMAGE]},
    "contact": {
        "title": "Visit us",
        "text": "We are happy to hear from you.",
        "email": "hello@example.com",
        "phone": "+49 30 1234567",
        "address": "Example Street 1, Berlin",
    },
    "statistics": {
        "items": [
            {"number": 1200, "label": "Loaves a week"},
            {"number": 98.5, "suffix": "%", "label": "Sold by noon"},
            {"number": 4, "label": "Bakers"},
        ]
    },
    "logos": {"title": "Served at", "images": [IMAGE, IMAGE, IMAGE]},
    "team": {
        "title": "The bakers",
        "people": [
            {"name": "Cleo", "role": "Master", "text": "Up at two.", "image": IMAGE},
            {"name": "Dan", "role": "Rolls"},
        ],
    },
    "steps": {
        "title": "How it works",
        "steps": [
            {"title": "Order", "text": "By ten in the evening."},
            {"title": "We bake", "text": "While you sleep."},
            {"title": "Eat", "text": "With butter."},
        ],
    },
}
