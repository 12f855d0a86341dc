"""Custom fields of a real WordPress: the meta keys that its plugins registered for REST."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.content import PageFields, PostFields
from tests.wordpress.conftest import restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress

BY = "key:1"


@pytest.fixture(autouse=True)
def fields(wordpress: WordPress) -> Iterator[Path]:
    """Posts have two custom fields."""
    folder = wordpress.root / "wp-content" / "mu-plugins"
    folder.mkdir(exist_ok=True)
    file = Path(shutil.copy(Path(__file__).with_name("fields.php"), folder / "fields.php"))
    yield file
    file.unlink(missing_ok=True)


async def test_values_are_written_read_and_undone_with_their_item(host: WordPressHost) -> None:
    """In the same call; what is the same already is not sent, and null removes a value."""
    made = await host.posts.create(PostFields(title="Bread", fields={"servings": 4, "grain": "rye"}), BY)
    assert made["fields"] == {"servings": 4, "grain": "rye"}
    same = await host.posts.update(made["id"], PostFields(fields={"servings": 4}), BY)
    assert same["revision"] == made["revision"]
    async with host.transactions.open() as transaction:
        changed = await host.posts.update(made["id"], PostFields(fields={"servings": 6, "grain": None}), BY)
        done = await transaction.commit(lambda _, objects: objects)
    assert changed["fields"] == {"servings": 6}
    assert (await host.posts.get(made["id"], "view"))["fields"] == {"servings": 6}
    async with host.transactions.open() as transaction:
        await restore(transaction, done)
        await transaction.commit(lambda _, objects: objects)
    back = await host.posts.get(made["id"], "view")
    assert (back["fields"], back["revision"]) == (made["fields"], made["revision"])


async def test_a_deleted_item_comes_back_with_the_values_that_it_had(
    host: WordPressHost, proxy: Proxy, fields: Path
) -> None:
    """Nothing is sent of fields without a value; what no plugin registers any more is left out, and named."""
    for registered, told in ((True, ["new_id"]), (False, ["fields_left_out", "new_id"])):
        made = await host.posts.create(PostFields(title="Bread", fields={"servings": 4}), BY)
        async with host.transactions.open() as transaction:
            await host.posts.delete(made["id"], BY)
            done = await transaction.commit(lambda _, objects: objects)
        if not registered:
            fields.unlink()  # noqa: ASYNC240 - a file of the test's own
        proxy.sent.clear()
        async with host.transactions.open() as transaction:
            notices = await restore(transaction, done)
            (again,) = await transaction.commit(lambda _, objects: objects)
        assert [notice["code"] for notice in notices] == told
        sent = [each.json.get("meta") for each in proxy.writes if each.method == "POST"]
        assert sent == [{"servings": 4} if registered else None]
        assert (await host.posts.get(int(again.object), "view")).get("fields", {}) == (
            made["fields"] if registered else {}
        )


async def test_notes_of_a_text_stay_while_it_is_edited(host: WordPressHost, wordpress: WordPress) -> None:
    """WordPress has a field for them since 6.5, without any plugin."""
    if wordpress.release == "6.1":
        return
    notes = '[{"id":"n-1","content":"a \\\\ \\"b\\""}]'
    text = "<!-- wp:paragraph -->\n<p>{}</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:footnotes /-->"
    made = await host.pages.create(PageFields(title="Noted", content=text.format("x")), BY)
    await host.pages.update(made["id"], PageFields(fields={"footnotes": notes}), BY)
    edited = await host.pages.update(made["id"], PageFields(content=text.format("y")), BY)
    assert edited["fields"] == {"footnotes": notes}


async def test_a_call_reads_the_schema_once(host: WordPressHost, proxy: Proxy) -> None:
    """However many items of a type it gives values."""
    proxy.sent.clear()
    async with host.transactions.open() as transaction:
        made = [await host.posts.create(PostFields(title="Bread", fields={"servings": each}), BY) for each in (1, 2)]
        await transaction.commit(lambda _, objects: objects)
    assert [each["fields"] for each in made] == [{"servings": 1}, {"servings": 2}]
    assert [each.path for each in proxy.sent if each.method == "OPTIONS"] == ["/wp/v2/posts"]


async def test_a_value_is_the_id_of_what_the_same_call_makes(host: WordPressHost) -> None:
    """It is sent after that, with the id that WordPress gave it."""
    async with host.transactions.open() as transaction:
        made = await host.posts.create(PostFields(title="Bread"), BY)
        other = await host.posts.create(PostFields(title="Cake", fields={"servings": made["id"]}), BY)
        await transaction.commit(lambda _, objects: objects)
    assert (await host.posts.get(other["id"], "view"))["fields"] == {"servings": made["id"]}


async def test_what_is_not_registered_is_refused_before_anything_is_sent(host: WordPressHost, proxy: Proxy) -> None:
    """WordPress would drop an unknown key and answer 200."""
    proxy.sent.clear()
    for fields, path, expected in (
        ({"serving": 4}, "fields.serving", "'servings' (the nearest registered field)"),
        ({"servings": "4"}, "fields.servings", "a value of the type integer"),
    ):
        with pytest.raises(Problem) as refusal:
            await host.posts.create(PostFields(title="Bread", fields=fields), BY)
        assert refusal.value.code is Code.INVALID_ARGUMENTS
        assert [(each["path"], each["expected"]) for each in refusal.value.details] == [(path, expected)]
    assert {each.method for each in proxy.writes} == {"OPTIONS"}
