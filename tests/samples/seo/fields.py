"""Samples of operations on SEO fields."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.sample import ABSENT, UNKNOWN, WRONG_IDS, Example, Sample, Step, Write, alter, draw_ids

CATEGORY = "seo"
ONE = {"id": "{id}"}
WHOLE = {
    **{"title": "Bread", "description": "How we bake.", "canonical": "https://elsewhere.example/bread"},
    **{"robots": ["noindex", "max-snippet:-1"], "og_title": "Bread!", "og_image": "https://elsewhere.example/a.jpg"},
    **{"x_card": "summary_large_image", "focus_words": ["bread"], "json_ld": {"@type": "Recipe", "name": "</script>"}},
}
ALTERED = alter("INSERT", "item_seo", "data = '{}'", "item_id")
TITLES = st.sampled_from(["", "One", "Zwölf Ötter 🦦"])
ROBOTS = st.sampled_from([[], ["noindex"], ["nofollow", "max-snippet:20"]])


def save(*items: Any, **more: Any) -> dict[str, Any]:
    """A call that sets fields of several items."""
    return {"items": list(items), **more}


SAMPLES = {
    "get_seo": Sample([Example(ONE, fresh="page"), Example({**ONE, "nonsense": 1}, "invalid_arguments"), *WRONG_IDS]),
    "set_seo": Sample(
        [
            Example({**ONE, **WHOLE}, fresh="post"),
            Example(ONE, fresh="page"),
            Example({**ONE, "canonical": "javascript:alert(1)"}, "invalid_arguments", fresh="page"),
            Example({**ONE, "og_image": "/media/a.jpg"}, "invalid_arguments", fresh="page"),
            Example({**ONE, "robots": ["noindx"]}, "invalid_arguments", fresh="page"),
            Example({**ONE, "robots": ["max-snippet:1", "max-snippet:2"]}, "invalid_arguments", fresh="page"),
            Example({**ONE, "title": "two\nlines"}, "invalid_arguments", fresh="page"),
            Example({**ONE, "json_ld": {"a": "x" * 20_000}}, "invalid_arguments", fresh="page"),
            Example({**ONE, "x_card": "player"}, "invalid_arguments", fresh="page"),
            *WRONG_IDS,
        ],
        [
            Write(
                {**ONE, **WHOLE},
                other={**ONE, "title": "Other"},
                idle={**ONE, "title": ""},
                newer=Step("PATCH", "/items/{id}/seo", {"title": "Newer"}),
                sabotage={"builtin": ALTERED},
                fresh="page",
                disturb=Step("PATCH", "/pages/{id}", {"excerpt": "Disturbed"}),
                disturbed=("excerpt",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page")}, optional={"title": TITLES, "robots": ROBOTS}),
    ),
    "save_seo": Sample(
        [
            Example(save({**ONE, "title": "One"}), fresh="page"),
            Example(save({**ONE, "title": "One"}, {"id": ABSENT}, {**ONE, "tilte": "x"}), fresh="page"),
            Example(save({"id": ABSENT, "title": "One"}, mode="atomic"), "not_found"),
            Example(save(), "invalid_arguments"),
            Example(save({"title": "One"}), "invalid_arguments"),
            UNKNOWN,
        ],
        [
            Write(
                save({**ONE, "title": "One"}, mode="atomic"),
                other=save({**ONE, "title": "Two"}, mode="atomic"),
                idle=save({**ONE, "title": ""}, mode="atomic"),
                newer=Step("PATCH", "/items/{id}/seo", {"title": "Newer"}),
                sabotage={"builtin": ALTERED},
                made=lambda body: int(body["responses"][0]["body"]["id"]),
                fresh="page",
            )
        ],
        drawn="Histories make batches of what they draw.",
        predictable=False,
        momentary=frozenset({"headers"}),
    ),
}
