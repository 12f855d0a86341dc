"""Elementor documents as a WordPress draws them: through `the_content`, and on the public page."""

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import EDIT, ITEM_ROUTES, Json
from sitehand.site.elementor import ElementorDocument
from sitehand.site.items import Items
from sitehand.site.public_pages import PublicPages, Reading


class WordPressElementorPreviews:
    """Implements `site.elementor_previews.ElementorPreviews`. `pages` is None where no public page is read."""

    def __init__(self, client: Client, items: Items, pages: PublicPages | None) -> None:
        self._client = client
        self._items = items
        self._pages = pages

    async def read(self, item_id: int, draft: ElementorDocument | None) -> str:
        """What Elementor shows in place of the item's content, of drafts too."""
        value = await self._find(item_id, draft)
        return str(value["content"]["rendered"]).strip()

    async def open(self, item_id: int, draft: ElementorDocument | None) -> Reading:
        """The page as visitors get it."""
        value = await self._find(item_id, draft)
        if value["status"] != "publish" or value["content"].get("protected"):
            message = f"Visitors do not see item {item_id}, and WordPress shows it to nobody else without a login."
            hint = "Publish it first, or ask for the format text or html."
            raise Problem(Code.CONFLICT, message, hint=hint)
        page = await self._pages.read(value["link"]) if self._pages else None
        if page is None or not page.status:
            hint = "Ask for the format text or html."
            raise Problem(Code.NOT_SUPPORTED, f"The public page {value['link']} cannot be read here.", hint=hint)
        return page

    async def _find(self, item_id: int, draft: ElementorDocument | None) -> Json:
        if draft is not None:
            message = "A WordPress draws only the documents that it has stored."
            hint = "Store it as a draft: clone_content, then apply_elementor_operations."
            raise Problem(Code.NOT_SUPPORTED, message, hint=hint)
        kind = await self._items.kind_of(item_id)
        if kind not in ITEM_ROUTES:
            raise Problem(
                Code.CONFLICT,
                f"Item {item_id} is not a page or post.",
                hint="list_pages and list_posts show their ids.",
            )
        value: Json = (await self._client.read(f"{ITEM_ROUTES[kind]}/{item_id}", EDIT)).value
        return value
