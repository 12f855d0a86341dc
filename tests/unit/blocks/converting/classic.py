"""Classic texts as people wrote them before there were blocks."""

PICTURE = (
    '<img class="alignleft wp-image-12" title="Boat" src="https://example.org/boat.jpg" alt="A boat" '
    'width="300" height="150" />'
)

TEXTS = {
    "paragraphs": "One line\nand another.\n\nA second paragraph with <em>words</em> &amp; a <a href='/x'>link</a>.",
    "headings": (
        "<h2>Hours</h2>\nText right below.\n<h3 style='text-align: center;'>Fees</h3>\n"
        "<p style='text-align:right'>Right</p>"
    ),
    "lists": (
        "<ul>\n\t<li>One</li>\n\t<li>Two\n<ol>\n\t<li>Deep</li>\n</ol>\n</li>\n</ul>\n"
        "<ol start='4' reversed type='A'><li>Four</li></ol>"
    ),
    "quote": "<blockquote>Said so.\n\nAnd so.\n\n<cite>Somebody</cite></blockquote>",
    "code": "<pre>  kept\n    as it is</pre>\n\n<pre><code>x = [1]\n\ny</code></pre>",
    "table": (
        "<table class='fees'>\n<thead>\n<tr><th>Who</th><th>Fee</th></tr>\n</thead>\n<tbody>\n"
        "<tr><td style='text-align: right'>Child</td><td colspan='2'>3 <b>€</b></td></tr>\n</tbody>\n</table>"
    ),
    "marks": "Teaser\n<!--more Go on-->\nRest\n\n<!--nextpage-->\n\nSecond page",
    "pictures": (
        f"{PICTURE} Text beside it.\n\n"
        "<a href='https://example.org/big.jpg'><img src='https://example.org/s.png' alt=''/></a>"
    ),
    "line": "Above\n\n<hr />\n\nBelow",
    "embed": "https://www.youtube.com/watch?v=abc\n\nhttps://example.org/manual.pdf\n\nhttp://example.org/plain",
    "video": '<p><video controls src="https://example.org/v.mp4"></video></p>',
    "shortcodes": "Before\n\n[events month='5']\n\nA [word] in brackets stays.\n\n[box]Inside[/box]",
    "kept": "<dl>\n<dt>Term</dt>\n<dd>What it is</dd>\n</dl>\n<address>1 Harbour Street</address>",
}
"""By what they hold. The editor makes the same blocks of each."""
