"""The batch operation."""

from typing import Any, Literal, NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.operation.batch import BatchRequest, PartAnswer
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import DetailOptions, WriteOptions
from sitehand.site.values import UNSET, Input

MAX_PARTS = 25


class BatchPart(Input):
    """One REST call. `{"$ref": "#0.id"}` in the body, and `{#0.id}` in the path, stand for what part 0 answered."""

    method: str = Field(max_length=10)
    path: str = Field(max_length=4000)
    body: dict[str, Any] = UNSET
    headers: dict[str, str] = UNSET


class Batch(DetailOptions, WriteOptions):
    """Several REST calls."""

    requests: list[BatchPart] = Field(min_length=1, max_length=MAX_PARTS)
    validation: Literal["normal", "require-all-validate"] = "normal"
    mode: Literal["each", "atomic"] = Field("each", description="atomic: all or nothing")


class BatchAnswers(TypedDict):
    """The answers, in the order of the parts; of an atomic batch the one change that the journal has."""

    responses: list[PartAnswer]
    changed: NotRequired[bool]
    change_id: NotRequired[int]


@operation(
    "POST /batch",
    category="site",
    access="write",
    everyone=True,
    status=207,
    destructive=True,
    reports_progress=True,
    composed=True,
    example={"requests": [{"method": "GET", "path": "/pages?per_page=1"}, {"method": "GET", "path": "/site-info"}]},
)
async def batch(ctx: Context, calls: Batch) -> BatchAnswers:
    """Run up to 25 REST calls, such as GET /pages, as one request."""
    batch = BatchRequest(
        parts=calls.model_dump(include={"requests"}, exclude_unset=True)["requests"],
        check_first=calls.validation == "require-all-validate",
        atomic=calls.mode == "atomic",
        brief=calls.detail == "brief",
        arguments=calls,
    )
    return cast(BatchAnswers, await ctx.services.run_batch(ctx, batch))
