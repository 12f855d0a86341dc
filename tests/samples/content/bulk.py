"""The sample of saving many items."""

from typing import Any

from tests.samples.content.items import ALTERED
from tests.samples.sample import ABSENT, UNKNOWN, Example, Sample, Step, Write, alter

CATEGORY = "content"


def save(*items: Any, **more: Any) -> dict[str, Any]:
    """A call that saves pages."""
    return {"type": "page", "items": list(items), **more}


SAMPLES = {
    "save_items": Sample(
        [
            Example(save({"title": "One"}, {"id": "{id}", "status": "draft"}), fresh="page"),
            Example(save({"title": "One"}, {"id": ABSENT, "title": "Two"}, {"tilte": "Three"})),
            Example(save({"title": "One"}, {"title": 7}, mode="atomic"), "invalid_arguments"),
            Example(save({"title": "One"}, {"id": ABSENT, "title": "Two"}, mode="atomic"), "not_found"),
            Example(save(), "invalid_arguments"),
            Example(save(*[{"title": "One"}] * 101), "invalid_arguments"),
            Example(save({"id": "one"}), "invalid_arguments"),
            Example({"items": [{"title": "One"}]}, "invalid_arguments"),
            UNKNOWN,
        ],
        [
            Write(
                save({"title": "Of a list"}, mode="atomic"),
                other=save({"title": "Of another"}, mode="atomic"),
                idle=save({"id": "{id}", "status": "publish"}, mode="atomic"),
                newer=Step("PATCH", "/pages/{id}", {"title": "Newer"}),
                sabotage={"builtin": alter("INSERT", "items", ALTERED)},
                made=lambda body: int(body["responses"][0]["body"]["id"]),
                fresh="page",
            )
        ],
        drawn="Histories make batches of what they draw.",
        predictable=False,
        momentary=frozenset({"headers"}),
    )
}
