"""From a post to those around it."""

import pytest

from tests.unit.hosts.builtin.public.site import Site

ARROW = '<span class="wp-block-post-navigation-link__arrow-{} is-arrow-{}" aria-hidden="true">{}</span>'
LABEL, TITLE = (f'<span class="post-navigation-link__{part}">{{}}</span>' for part in ("label", "title"))
OLD, NEW = "/2026/03/old/", "/2026/03/new/"


@pytest.mark.parametrize(
    ("given", "drawn"),
    [
        ("{}", f'<a rel="next" href="{NEW}">Next</a>'),
        ('{"type":"previous","label":"Before <b>"}', f'<a rel="prev" href="{OLD}">Before <b></b></a>'),
        (
            '{"showTitle":true,"label":"Then"}',
            f'{LABEL.format("Then")} <a rel="next" href="{NEW}">A <i>new</i> one</a>',
        ),
        (
            '{"showTitle":true,"linkLabel":true}',
            f'<a rel="next" href="{NEW}">{LABEL.format("Next:")} {TITLE.format("A <i>new</i> one")}</a>',
        ),
        ('{"arrow":"arrow"}', f'<a rel="next" href="{NEW}">Next</a>{ARROW.format("next", "arrow", "→")}'),
        (
            '{"type":"previous","arrow":"chevron"}',
            f'{ARROW.format("previous", "chevron", "«")}<a rel="prev" href="{OLD}">Previous</a>',
        ),
        ('{"taxonomy":"category"}', ""),
    ],
)
async def test_a_post_leads_to_those_around_it(site: Site, given: str, drawn: str) -> None:
    """In its author's words, with the title or an arrow if that is wanted."""
    for day, name in enumerate(("old", "here", "new"), 1):
        content = f"<!-- wp:post-navigation-link {given} /-->"
        await site.add(slug=name, title=f"A <i>{name}</i> one", content=content, date=f"2026-03-0{day}T10:00:00Z")
    assert f'">{drawn}</div>' in (await site.visit("/2026/03/here/")).text.replace("\n", "")


async def test_a_list_leads_nowhere(site: Site) -> None:
    """Its posts do not know what stands around them."""
    await site.add()
    inner = "<!-- wp:post-template --><!-- wp:post-navigation-link /--><!-- /wp:post-template -->"
    query = f'<!-- wp:query --><div class="wp-block-query">{inner}</div><!-- /wp:query -->'
    await site.add("page", slug="all", content=query)
    assert "wp-block-post-navigation-link" not in (await site.visit("/all/")).text
