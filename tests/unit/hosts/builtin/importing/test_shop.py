"""An export of a shop, with each kind of thing that WooCommerce's sample products have."""

from pathlib import Path

import pytest

from sitehand.hosts.builtin.types import BuiltinTypes
from sitehand.site.types import TypeFields
from sitehand.store.database import Database
from tests.statements import fetch
from tests.unit.hosts.builtin.importing.conftest import Importer
from tests.unit.hosts.builtin.importing.exports import HEAD, TAIL, item

SHOP = "https://shop.example"
ATTRIBUTES = 'a:1:{s:8:"pa_grain";a:2:{s:4:"name";s:8:"pa_grain";s:11:"is_taxonomy";i:1;}}'
DOWNLOADS = f'a:1:{{s:1:"x";a:2:{{s:4:"name";s:4:"Plan";s:4:"file";s:{len(SHOP) + 9}:"{SHOP}/plan.pdf";}}}}'
SOLD = {"_sku": "loaf", "_manage_stock": "no", "_upsell_ids": "a:0:{}", "_wc_average_rating": "0"}
AGAIN = "<wp:postmeta><wp:meta_key>_price</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>"
USES = (("product_cat", "bread", "Bread"), ("pa_grain", "rye", "Rye"), ("product_visibility", "featured", "featured"))


def product(number: int, kind: str, **meta: str) -> str:
    """A product of a kind, in the words of the shop's plugin."""
    whole = item(
        number,
        "product",
        title=f"Loaf {number}",
        content="Baked.",
        uses=[*USES, ("product_type", kind, kind)],
        meta={**SOLD, **meta},
        extra="<excerpt:encoded>Fresh.</excerpt:encoded>" + AGAIN * ("_price" in meta),
        comment_status="open",
    )
    return whole.replace("<wp:", f"<link>{SHOP}/product/item-{number}/</link><wp:", 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file: it names no site, declares no term, and has products, a variation and files."""
    variation = item(
        5,
        "product_variation",
        title="Loaf 1 - Rye",
        post_parent=1,
        menu_order=2,
        meta={"attribute_pa_grain": "rye", "_variation_description": "Dark.", "_wp_old_slug": "draft-5"},
    )
    links = "?attribute_pa_grain=rye&amp;attribute_cut=No"
    variation = variation.replace("<wp:", f"<link>{SHOP}/product/item-1/{links}</link><wp:", 1)
    address = f"{SHOP}/wp-content/uploads/2017/12/loaf.jpg"
    source = {"_wc_attachment_source": address}
    parts = (
        product(1, "variable", _product_attributes=ATTRIBUTES, _thumbnail_id="31", _price="7"),
        product(2, "simple", _downloadable_files=DOWNLOADS, _product_image_gallery="31"),
        product(3, "grouped", _children="a:2:{i:0;i:1;i:1;i:2;}"),
        product(4, "external", _product_url="https://mill.example/", _button_text="Buy there"),
        variation,
        item(31, "attachment", status="inherit", post_parent=1, attachment_url=address, meta=source),
    )
    written = tmp_path / "shop.xml"
    written.write_text(HEAD.replace("https://small.example", "http:") + "".join(parts) + TAIL)
    return written


async def test_a_shop_without_its_plugin_leaves_its_files(database: Database, run_import: Importer, path: Path) -> None:
    """The report names the products, the field of the file, and that the file hangs on nothing."""
    report = await run_import(path=path)
    assert {(remark.what, remark.count) for remark in report.left_out} == {
        ("the exported site's name, description and language", 1),
        ("authors' e-mail addresses", 1),
        ("items of type product", 4),
        ("items of type product_variation", 1),
        ("custom fields", 1),
    }
    assert {(remark.what, remark.count) for remark in report.adjusted} == {("attachments", 1), ("files", 1)}
    assert (report.in_file, report.came_in) == (6, 1)


async def test_a_shop_whose_types_are_registered_comes_over(
    database: Database, run_import: Importer, path: Path
) -> None:
    """With terms of every taxonomy, pictures and order. The report counts each value that stays behind."""
    types = BuiltinTypes(database, frozenset())
    await types.register("product", TypeFields(name="Products"))
    await types.register("product_variation", TypeFields(name="Variations", public=False))
    report = await run_import(path=path)
    left = {remark.what: remark for remark in report.left_out}
    fields = left["custom fields"]
    # Four of each product, seven more of some, three of the variation, and that of the file.
    assert fields.count == 27
    assert {"_children", "_downloadable_files", "_wp_old_slug", "_sku"} <= set(fields.names)
    assert (left["values of custom fields"].count, [*left["values of custom fields"].names]) == (1, ["_price"])
    assert left["comment and ping settings"].count == 5
    changed = {remark.what: remark.count for remark in report.adjusted}
    assert changed == {"product_variations": 1, "terms": 7, "files": 1}
    rows = await fetch(database, "SELECT type, parent, featured_media, menu_order, excerpt FROM items ORDER BY id")
    assert [tuple(row.values()) for row in rows] == [
        ("product", 0, 1, 0, "Fresh."),
        *[("product", 0, 0, 0, "Fresh.")] * 3,
        ("product_variation", 0, 0, 2, ""),
    ]
    used = await fetch(database, "SELECT taxonomy, count(*) AS n FROM item_terms JOIN terms ON id = term_id GROUP BY 1")
    assert {row["taxonomy"]: row["n"] for row in used} == {
        **{"pa_grain": 4, "product_cat": 4, "product_type": 4, "product_visibility": 4},
    }
