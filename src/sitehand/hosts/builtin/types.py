"""Types of content of the built-in site."""

from collections.abc import Sequence

from sitehand.site.terms import CATEGORY, TAG
from sitehand.site.types import ContentType

PAGE = ContentType(name="Pages", slug="page", description="", hierarchical=True, rest_base="pages", taxonomies=[])
POST = ContentType(
    name="Posts", slug="post", description="", hierarchical=False, rest_base="posts", taxonomies=[CATEGORY, TAG]
)
ATTACHMENT = ContentType(
    name="Media", slug="attachment", description="", hierarchical=False, rest_base="media", taxonomies=[]
)


class BuiltinTypes:
    """Implements `site.types.TypeStore`."""

    async def all(self) -> Sequence[ContentType]:
        """The same on every site."""
        return [PAGE, POST, ATTACHMENT]
