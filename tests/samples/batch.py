"""The sample of the batch."""

from typing import Any

from tests.samples.sample import Example, Sample, Step, Write, alter

CATEGORY = "site"
READ = {"method": "GET", "path": "/site-info"}


def make_page(title: str) -> dict[str, Any]:
    """An atomic batch of one part."""
    return {"mode": "atomic", "requests": [{"method": "POST", "path": "/pages", "body": {"title": title}}]}


SAMPLES = {
    "batch": Sample(
        [
            Example({"requests": [READ, {"method": "GET", "path": "/nowhere"}]}),
            Example({"requests": [READ], "validation": "require-all-validate"}),
            Example({"requests": []}, "invalid_arguments"),
            Example({"requests": [READ] * 26}, "invalid_arguments"),
            Example({"requests": [{"path": "/site-info"}]}, "invalid_arguments"),
            Example({}, "invalid_arguments"),
            Example({"requests": [READ], "nonsense": 1}, "invalid_arguments"),
        ],
        [
            Write(
                make_page("Of a batch"),
                other=make_page("Of another"),
                idle={"mode": "atomic", "requests": [READ]},
                newer=Step("PATCH", "/pages/{id}", {"title": "Newer"}),
                sabotage={"builtin": alter("INSERT", "items", "menu_order = menu_order + 7")},
                made=lambda body: int(body["responses"][0]["body"]["id"]),
            )
        ],
        drawn="Histories make batches of what they draw.",
        who="everyone",
        predictable=False,
    )
}
