"""The settings and the overview of a real WordPress."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.settings import name_offset
from sitehand.site.content import PageFields, PageQuery, PostFields
from sitehand.site.search import SearchQuery
from sitehand.site.settings import SiteSettingsFields
from tests.wordpress.conftest import restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.reset import empty_site
from tests.wordpress.site import WordPress

NO_FRONT = {"show_on_front": "posts", "page_on_front": 0, "page_for_posts": 0}


async def test_settings_are_read_and_changed(host: WordPressHost, proxy: Proxy) -> None:
    """In our words, with what WordPress stores as HTML as plain text; then put back."""
    before = await host.settings.get()
    plain = {"name": "Real site", "description": "", "language": "en-US", "locales": [], "timezone": "UTC", "logo": 0}
    assert before == {**plain, **NO_FRONT}
    fields = SiteSettingsFields(
        name='A & <b> "x" \\ é', description="It's", timezone="Europe/Berlin", language="en-US", logo=7
    )
    async with host.transactions.open() as transaction:
        answer = await host.settings.update(fields)
        planned = await transaction.objects()
        assert proxy.writes == []
        done = await transaction.commit(lambda _, objects: objects)
    names = [("setting", each.object, each.before, each.after) for each in done]
    assert names == [
        ("setting", "name", {"value": "Real site"}, {"value": 'A & <b> "x" \\ é'}),
        ("setting", "description", {"value": ""}, {"value": "It's"}),
        ("setting", "timezone", {"value": "UTC"}, {"value": "Europe/Berlin"}),
        ("setting", "logo", {"value": 0}, {"value": 7}),
    ]
    assert planned == done
    assert answer == await host.settings.get()
    async with host.transactions.open() as transaction:
        assert await restore(transaction, done) == []
        await transaction.commit(lambda _, objects: objects)
    assert await host.settings.get() == before


async def test_a_front_page_is_chosen_and_goes_with_its_page(host: WordPressHost) -> None:
    """It is at the root then. WordPress itself takes a page that is removed out of the settings, and says nothing."""
    front, posts = [
        await host.pages.create(PageFields(title=title, status="publish"), "key:1") for title in ("Front", "Journal")
    ]
    chosen = SiteSettingsFields(show_on_front="page", page_on_front=front["id"], page_for_posts=posts["id"])
    async with host.transactions.open() as transaction:
        await host.settings.update(chosen)
        done = await transaction.commit(lambda _, objects: objects)
    assert [each.object for each in done] == [*NO_FRONT]
    assert (await host.pages.get(front["id"], "view"))["link"] == posts["link"].partition("?")[0]
    async with host.transactions.open() as transaction:
        assert await restore(transaction, done) == []
        await transaction.commit(lambda _, objects: objects)
    assert NO_FRONT.items() <= (await host.settings.get()).items()
    await host.settings.update(chosen)
    for page in (front, posts):
        assert "notices" not in await host.pages.trash(page["id"], "key:1")
    assert NO_FRONT.items() <= (await host.settings.get()).items()


async def test_a_fixed_offset_stays_what_it_is(host: WordPressHost, wordpress: WordPress) -> None:
    """A change of another setting tells no change of the time zone, in its answer or in what is written down of it."""
    set_option = "UPDATE wp_options SET option_value = '{}' WHERE option_name = '{}'"
    wordpress.run_sql(set_option.format("", "timezone_string"))
    wordpress.run_sql(set_option.format(2, "gmt_offset"))
    async with host.transactions.open() as transaction:
        answer = await host.settings.update(SiteSettingsFields(description="Two hours east"))
        done = await transaction.commit(lambda _, objects: objects)
    async with host.transactions.open() as transaction:
        await restore(transaction, done)
        await transaction.commit(lambda _, objects: objects)
    wordpress.run_sql(set_option.format(0, "gmt_offset"))
    assert (answer["timezone"], [each.object for each in done]) == ("Etc/GMT-2", ["description"])


async def test_a_language_that_is_not_installed_is_no_success(host: WordPressHost) -> None:
    """WordPress answers 200 and keeps the old one; what it did take of the call is put back."""
    with pytest.raises(Problem, match="language of setting:0") as refusal:
        await host.settings.update(SiteSettingsFields(language="de-DE", description="Half"))
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.VERIFICATION_FAILED, "language")
    assert (await host.settings.get())["description"] == ""


@pytest.mark.parametrize(
    ("hours", "name"),
    [(0, "UTC"), (2, "Etc/GMT-2"), (-5, "Etc/GMT+5"), (5.5, "UTC+05:30"), (-9.5, "UTC-09:30"), (12.75, "UTC+12:45")],
)
def test_a_fixed_offset_has_a_name(hours: float, name: str) -> None:
    """As zones are called, or as WordPress itself writes it."""
    assert name_offset(hours) == name


async def test_the_overview_tells_what_is_there(host: WordPressHost, wordpress: WordPress) -> None:
    """Counts, tree, terms, changes and problems, each within its limit."""
    empty_site(wordpress)
    top = await host.pages.create(PageFields(title="Tree top", status="publish", menu_order=-9), "key:1")
    leaf = await host.pages.create(PageFields(title="Tree leaf", status="publish", parent=top["id"]), "key:1")
    post = await host.posts.create(PostFields(title=" ", content="Nameless", status="publish"), "key:1")
    counts = await host.overview.counts()
    for kind in ("page", "post"):
        rows = wordpress.run_sql(
            f"SELECT post_status, count(*) FROM wp_posts WHERE post_type = '{kind}' AND post_status <> 'auto-draft'"
            " GROUP BY 1"
        )
        assert counts[kind] == {status: int(number) for status, number in map(str.split, rows.splitlines())}
    tree = await host.overview.page_tree(40)
    places = {node["id"]: node["depth"] for node in tree}
    assert (places[top["id"]], places[leaf["id"]]) == (0, 1)
    assert tree.index(next(n for n in tree if n["id"] == leaf["id"])) == 1 + tree.index(
        next(n for n in tree if n["id"] == top["id"])
    )
    assert len(await host.overview.page_tree(2)) == 2
    assert (await host.overview.categories(1))[0]["slug"] == "uncategorized"
    assert await host.overview.tags(5) == []
    assert await host.overview.menus(5) == []
    assert post["id"] in {change["id"] for change in await host.overview.recent_changes(10)}
    assert f"The post {post['id']} is published without a title." in await host.overview.problems(10)
    theme = await host.overview.theme()
    assert theme["name"] == ("Twenty Twenty-Three" if wordpress.release == "6.1" else "Twenty Twenty-Five")
    assert "post-thumbnails" in theme["features"]


async def test_there_are_no_locales(host: WordPressHost, proxy: Proxy) -> None:
    """Whatever names one is refused, and nothing is sent."""
    with pytest.raises(Problem) as refused:
        await host.settings.update(SiteSettingsFields(locales=["de"]))
    calls = (
        lambda: host.pages.create(PageFields(title="x", locale="de"), "key:1"),
        lambda: host.posts.create(PostFields(title="x", translation_of=1), "key:1"),
        lambda: host.pages.find(PageQuery(locale="de")),
        lambda: host.search.find(SearchQuery(search="x", locale="de")),
    )
    codes = [refused.value.code]
    for call in calls:
        with pytest.raises(Problem) as refused:
            await call()
        codes.append(refused.value.code)
    assert codes == [Code.NOT_SUPPORTED] * 5
    assert proxy.writes == []
