"""Which texts are the same blocks, as WordPress writes them anew."""

import pytest

from sitehand.hosts.wordpress.verification import same_blocks


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("", ""),
        ("<p>a</p>", "<p>a</p>"),
        ('<!-- wp:x {"a":{}} /-->', '<!-- wp:x {"a":[]} /-->'),
        ('<!-- wp:x {"a":1.0,  "b":2} /-->', '<!-- wp:x {"a":1,"b":2} /-->'),
        ('<!-- wp:x {"a":"caf\\u00e9 \\u003c \\/"} /-->', '<!-- wp:x {"a":"café \\u003c /"} /-->'),
        ("<!-- wp:core/x -->a<!-- /wp:core/x -->", "<!-- wp:x -->a<!-- /wp:x -->"),
        ("<!-- wp:x --><!-- /wp:x -->", "<!-- wp:x /-->"),
        ("<!-- wp:x {} -->a<!-- /wp:x -->", "<!-- wp:x -->a<!-- /wp:x -->"),
        ('<!-- wp:x {"a":{"0":"b"}} /-->', '<!-- wp:x {"a":["b"]} /-->'),
        ("a<!-- wp:x --><!-- wp:y -->b<!-- /wp:y --><!-- /wp:x -->c",) * 2,
    ],
)
def test_the_same_blocks(sent: str, shown: str) -> None:
    """However they are written."""
    assert same_blocks(sent, shown)


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("<p>a</p>", "<p>a </p>"),
        ("<p>a<script>b</script></p>", "<p>ab</p>"),
        ('<!-- wp:x {"a":1} /-->', '<!-- wp:x {"a":2} /-->'),
        ('<!-- wp:x {"a":1} /-->', "<!-- wp:x /-->"),
        ('<!-- wp:x {"a":"1"} /-->', '<!-- wp:x {"a":1} /-->'),
        ("<!-- wp:x -->a<!-- /wp:x -->", "<!-- wp:y -->a<!-- /wp:y -->"),
        ("<!-- wp:x -->a<!-- /wp:x -->", "<!-- wp:x /-->a"),
        ("<!-- wp:x --> <!-- /wp:x -->", "<!-- wp:x /-->"),
        ("<!-- wp:x -->a<!-- /wp:x -->\n", "<!-- wp:x -->a<!-- /wp:x -->"),
        ("<!-- wp:x --><!-- wp:y /--><!-- /wp:x -->", "<!-- wp:x /--><!-- wp:y /-->"),
    ],
)
def test_other_blocks(sent: str, shown: str) -> None:
    """What was lost or changed is seen, in the text, in attributes, and in what holds what."""
    assert not same_blocks(sent, shown)
