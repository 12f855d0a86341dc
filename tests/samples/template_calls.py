"""Calls of operations on templates, which only a WordPress has; tests/wordpress shows the promises of its writes."""

from typing import Any

from tests.samples.sample import Example, Fresh, Placeholders, Sample, Step, Write, alter

INDEX = "/templates/template:twentytwentyfive:index/blocks"
ABSENT_REF = "template:none:such"
WRONG_REFS = ("header", "template:..:x", "template:x:a..b", "widget:x:y")
"""Without a kind or of none, and with dots. What no path of REST carries is in tests/unit/operations."""
NEW = {"markup": '<!-- wp:separator -->\n<hr class="wp-block-separator"/>\n<!-- /wp:separator -->'}


def take_ref(body: Any) -> Placeholders:
    """The ref and the revision of a template."""
    return {"ref": body["ref"], "revision": body["revision"]}


TEMPLATE_FRESH = {"customized": Fresh(Step("POST", INDEX, NEW), found=take_ref)}
TEMPLATE_SAMPLES = {
    "revert_template": Sample(
        [
            Example({"ref": "{ref}"}, fresh="customized"),
            Example({"ref": ABSENT_REF}, "not_found"),
            *(Example({"ref": ref}, "invalid_arguments") for ref in WRONG_REFS),
            Example({"ref": ABSENT_REF, "nonsense": 1}, "invalid_arguments"),
        ],
        [
            Write(
                {"ref": ABSENT_REF},
                other={"ref": "template_part:none:such"},
                idle="One without changes is refused.",
                newer=Step("POST", INDEX, NEW),
                sabotage={"builtin": alter("UPDATE", "items", "content = content || 'x'")},
                disturb=Step("POST", INDEX, NEW),
                disturbed=("content",),
            )
        ],
        drawn="Only a theme of a WordPress has templates.",
    ),
}
