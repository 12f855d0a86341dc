"""A site with everything that can look bad: long words, wide tables and code, deep pages, missing titles."""

from sitehand.hosts.builtin.tables import item_terms, media, terms
from tests.unit.hosts.builtin.public.site import Site

LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2
PICTURE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='2400' height='900'%3E%3Crect width='2400' height='900' fill='%235a7d5a'/%3E%3C/svg%3E"  # noqa: E501
CELLS = "".join(f"<td>Column {number} value</td>" for number in range(14))
AWKWARD = f"""
<p>A paragraph with <a href="/about/">a link</a>, <strong>bold</strong>, <em>stressed</em> and <code>code</code> in it,
long enough to show how lines break and how much room there is between them on a page like this one.</p>
<h2>A heading {LONG_WORD}</h2>
<p>{LONG_WORD}</p>
<figure class="wp-block-image"><img src="{PICTURE}" alt="A green field" width="2400" height="900">
<figcaption>A picture that is wider than any window</figcaption></figure>
<pre><code>{"def a_function(with_many, arguments): return arguments  # and a long line " * 4}</code></pre>
<table><tbody><tr>{CELLS}</tr><tr>{CELLS}</tr></tbody></table>
<blockquote><p>A quotation.</p><cite>Somebody</cite></blockquote>
<ul><li>One<ul><li>Inside</li></ul></li><li>Two</li></ul>
<p><img class="alignright" src="{PICTURE}" alt="On the right" width="900" height="300" style="width:900px">
Text beside a picture. {"More of it. " * 20}</p>
<div style="width:1600px">A box that wants 1600 pixels.</div>
<p style="min-width:1600px;white-space:nowrap;margin-right:-900px">
A line that insists on them. {"And goes on. " * 20}</p>
"""


async def build_village(site: Site) -> None:
    """Fill the site; the permalinks used by tests are /about/team/deep/ and /2026/03/awkward/."""
    about = await site.add("page", slug="about", title="About", content="<p>About the village.</p>")
    team = await site.add("page", slug="team", parent=about, path="/about/team/", title="The team and its friends")
    await site.add("page", slug="deep", parent=team, path="/about/team/deep/", title="Deep", content=AWKWARD)
    await site.add("page", slug="lower", parent=team, path="/about/team/lower/", title=LONG_WORD)
    for name in ("Visit", "News & notes", "Contact", ""):
        await site.add("page", title=name)
    picture = await site.insert(media, source_url="/icon.svg", alt_text="A sign", date="2026-01-01T00:00:00Z")
    hills = await site.insert(terms, taxonomy="category", slug="hills", name="Hills")
    downs = await site.insert(terms, taxonomy="category", slug="downs", name="Downs", parent=hills)
    tag = await site.insert(terms, taxonomy="post_tag", slug="walks", name="Walks & <rides>")
    for number in range(13):
        await site.add(title=f"A walk number {number}", excerpt="A short walk <b>along</b> the river. " * 8)
    post = await site.add(
        slug="awkward", title=f"Awkward <em>{LONG_WORD}</em>", content=AWKWARD, featured_media=picture,
        date="2026-03-30T23:30:00Z",
    )  # fmt: skip
    for term in (downs, tag):
        await site.insert(item_terms, item_id=post, term_id=term)
    await site.add(slug="secret", title="Locked", content="<p>The treasure</p>", password="open sesame")
