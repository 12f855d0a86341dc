"""Creating and changing many pages or posts in one call: a batch whose parts are made from one list."""

from collections.abc import Mapping
from typing import Any, Literal, Self, cast

from pydantic import ConfigDict, Field, model_validator

from sitehand.operation.batch import BatchRequest
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import DetailOptions, WriteOptions
from sitehand.operations.batch import BatchAnswers
from sitehand.site.media import TYPE as FILES
from sitehand.site.search import ITEM_TYPES
from sitehand.site.types import TypeName
from sitehand.site.values import UNSET, Id, Input

MAX_ITEMS = 100
TOLD = ("id", "revision", "notices", "change_id")
"""Members of a saved item that the answer has: a hundred of them fit into a tool's answer."""


class SavedItem(Input):
    """The fields of one item. They are checked as those of the operation that creates or changes it."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"minProperties": 1})

    id: Id = UNSET

    @model_validator(mode="after")
    def _has_fields(self) -> Self:
        if not (self.model_fields_set or self.model_extra):
            raise ValueError("at least one field")
        return self


class SavedItems(DetailOptions, WriteOptions):
    """Items to create, and to change."""

    type: TypeName = Field(description="page, post, attachment (files) or a custom type")
    items: list[SavedItem] = Field(
        min_length=1,
        max_length=MAX_ITEMS,
        description="fields as in create_page or create_item; with id as in update_page",
    )
    mode: Literal["each", "atomic"] = Field("each", description="atomic: all or nothing")


def tell_saved(result: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome for each item: its id and revision; its whole error, or its whole preview."""
    told = [{"status": each["status"], "body": _tell_item(each["body"])} for each in result["responses"]]
    return {**result, "responses": told}


def _tell_item(body: Mapping[str, Any]) -> Mapping[str, Any]:
    if "revision" not in body or "dry_run" in body:
        return body
    told = {name: body[name] for name in TOLD if name in body}
    return told if body.get("changed", True) else {**told, "changed": False}


@operation(
    "POST /items/bulk",
    category="content",
    access="write",
    status=207,
    destructive=True,
    reports_progress=True,
    composed=True,
    brief=tell_saved,
    example={"type": "page", "items": [{"title": "About us"}, {"id": 12, "status": "publish"}]},
)
async def save_items(ctx: Context, saved: SavedItems) -> BatchAnswers:
    """Create or update up to 100 pages, posts, files or custom items; those with an id are updated."""
    plan = BatchRequest(
        parts=[_make_part(_name_collection(saved.type), item) for item in saved.items],
        check_first=False,
        atomic=saved.mode == "atomic",
        brief=saved.detail == "brief",
        arguments=saved,
        operation="save_items",
        listed="items",
    )
    return cast(BatchAnswers, await ctx.services.run_batch(ctx, plan))


def _name_collection(item_type: str) -> str:
    """Where the items of a type are. What has no such address is refused as each part is."""
    if item_type == FILES:
        return "/media"
    return f"/{item_type}s" if item_type in ITEM_TYPES else f"/types/{item_type}/items"


def _make_part(collection: str, item: SavedItem) -> dict[str, Any]:
    """The part of the batch that saves an item."""
    fields = dict(item.model_extra or {})
    if item.id is None:
        return {"method": "POST", "path": collection, "body": fields}
    return {"method": "PATCH", "path": f"{collection}/{item.id}", "body": fields}
