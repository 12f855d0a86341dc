"""Pages of lists that are known whole."""

from sitehand.doors.wire import tool_result
from sitehand.site.content import take_page
from sitehand.site.values import Paging

ITEMS = [{"id": number} for number in range(5)]


def test_a_page_of_a_list_leads_to_the_next_one() -> None:
    """Until its end; where more may fit than anybody has looked at, nobody says how many pages there are."""
    second = {"items": ITEMS[2:4], "total": 5, "page": 2, "shown": 2, "next": {"page": 3}}
    assert tool_result(take_page(ITEMS, Paging(page=2, per_page=2))) == {**second, "pages": 3}
    unsure = take_page(ITEMS, Paging(page=2, per_page=2), complete=False)
    assert tool_result(unsure) == {**second, "total_is": "at_least"}
    last = take_page(ITEMS, Paging(page=3, per_page=2), complete=False)
    assert tool_result(last) == {"items": ITEMS[4:], "total": 5, "total_is": "at_least", "page": 3}
    assert tool_result(take_page(ITEMS, Paging(page=9)))["items"] == []
