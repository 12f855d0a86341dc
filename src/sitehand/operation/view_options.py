"""How much of an object a read answers."""

from typing import Annotated, Literal

from pydantic import Field

from sitehand.site.values import AnswerOption, Input


class DetailOption(Input):
    """How much of each text to answer."""

    detail: Annotated[Literal["brief", "full"], AnswerOption()] = Field(
        "full", description="brief: raw text without the rendered"
    )


class ViewOptions(DetailOption):
    """Whether to see the raw text too."""

    context: Literal["view", "edit"] = Field("view", description="edit adds raw text")
