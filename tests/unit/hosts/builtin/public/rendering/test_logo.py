"""The site's logo: as large as its author wants it, with the room that it needs."""

import pytest

from sitehand.hosts.builtin.tables import media
from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site


@pytest.mark.parametrize(
    ("details", "given", "found"),
    [
        ('{"width": 800, "height": 300}', "", 'width="800" height="300"'),
        ('{"width": 800, "height": 300}', ' {"width":90}', 'width="90" height="33"'),
        ('{"width": 4000, "height": 3}', ' {"width":90}', 'width="90" height="1"'),
        ("{}", ' {"width":90}', 'width="90"'),
        ("{}", "", ""),
    ],
)
async def test_a_logo_has_its_room_before_it_is_loaded(site: Site, details: str, given: str, found: str) -> None:
    """Its height follows from the width that its author chose; without a known size it has what was chosen."""
    picture = {"source_url": "/media/logo.png", "alt_text": "Us", "mime_type": "image/png", "details": details}
    site.settings.values["logo"] = await site.insert(media, date="2026-01-01T00:00:00Z", **picture)
    html = await show(site, f"<!-- wp:site-logo{given} /-->")
    assert f'<img{" " if found else ""}{found} src="/media/logo.png" class="custom-logo" alt="Us"' in html
