"""What the public pages of a locale share with the others: menus, kept answers."""

from sitehand.hosts.builtin.tables import menu_entries, menus
from tests.unit.hosts.builtin.public.site import Site


async def test_a_menu_leads_to_the_translation_if_there_is_one(site: Site) -> None:
    """Under the title of that; else to the item itself, in the site's language."""
    site.settings.values["locales"] = ["de"]
    about = await site.add("page", slug="about", title="About")
    await site.add("page", slug="ueber", title="Wir", path="/de/ueber/", locale="de", translation_of=about)
    terms = await site.add("page", slug="terms", title="Terms")
    draft = {"slug": "agb", "title": "AGB", "path": "/de/agb/", "locale": "de", "status": "draft"}
    await site.add("page", **draft, translation_of=terms)
    menu = await site.insert(menus, slug="main", name="Main")
    for position, item in enumerate((about, terms)):
        await site.insert(menu_entries, menu_id=menu, position=position, title="Mine", item_id=item)
    german, english = [(await site.visit(path)).text for path in ("/de/", "/")]
    assert [f'href="{path}"' in german for path in ("/de/ueber/", "/about/", "/terms/", "/de/agb/")] == [1, 0, 1, 0]
    assert (german.count(">Wir<"), german.count(">Mine<")) == (1, 1)
    assert english.count(">Mine<") == 2


async def test_answers_below_a_locale_are_kept_by_what_they_were_asked(site: Site) -> None:
    """The words of a search there, and pages whose slug only looks like a locale, as their own lists ask."""
    site.settings.values["locales"] = ["de"]
    await site.add(title="Bach", path="/de/2026/03/bach/", locale="de")
    await site.add("page", slug="abc", title="Abc")
    home, search = [(await site.visit(path)).text for path in ("/de/", "/de/?s=nothing")]
    assert home != search
    assert [(await site.visit(path)).text for path in ("/de/", "/de/?s=nothing")] == [home, search]
    page = await site.visit("/abc/")
    asked = await site.visit("/abc/", headers={"Accept": "text/markdown"})
    assert [each.headers["content-type"].partition(";")[0] for each in (page, asked)] == ["text/html", "text/markdown"]
