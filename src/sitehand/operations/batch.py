"""The batch operation."""

from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.operation.context import Context, PartAnswer
from sitehand.operation.declaration import operation
from sitehand.site.values import UNSET, Input

MAX_PARTS = 25


class BatchPart(Input):
    """One REST call."""

    method: str = Field(max_length=10)
    path: str = Field(max_length=4000)
    body: dict[str, Any] = UNSET
    headers: dict[str, str] = UNSET


class Batch(Input):
    """Several REST calls."""

    requests: list[BatchPart] = Field(min_length=1, max_length=MAX_PARTS)
    validation: Literal["normal", "require-all-validate"] = "normal"


class BatchAnswers(TypedDict):
    """The answers, in the order of the parts."""

    responses: list[PartAnswer]


@operation(
    "POST /batch",
    category="site",
    access="write",
    everyone=True,
    status=207,
    destructive=True,
    reports_progress=True,
    example={"requests": [{"method": "GET", "path": "/pages?per_page=1"}, {"method": "GET", "path": "/site-info"}]},
)
async def batch(ctx: Context, calls: Batch) -> BatchAnswers:
    """Run up to 25 REST calls, such as GET /pages, as one request."""
    parts = [part.model_dump(exclude_unset=True) for part in calls.requests]
    answers = await ctx.services.run_batch(ctx, parts, calls.validation == "require-all-validate")
    return BatchAnswers(responses=answers)
