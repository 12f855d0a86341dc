"""The kind of snippets: what stands in `site/kinds.py` for a noun."""

from sitehand.site.kind import Kind

SNIPPET = Kind(name="snippet", singular="snippet", plural="snippets", collection="snippets", sequence="snippet")
