"""What an item of the built-in site has beyond its summary, in WordPress's shape."""

import json

from sitehand.hosts.builtin.listing import Columns
from sitehand.site.content import Body, Item


def add_bodies(item: Item, row: Columns, *, raw: bool) -> None:
    """Add content, excerpt and the values of custom fields; of texts in `raw` how they were written, too."""
    protected = bool(row["protected"])
    item["content"] = Body(rendered=row["content_rendered"], protected=protected)
    item["excerpt"] = Body(rendered=row["excerpt_rendered"], protected=protected)
    if raw:
        item["content"]["raw"], item["excerpt"]["raw"] = row["content"], row["excerpt"]
    if row["fields"]:
        item["fields"] = json.loads(row["fields"])
