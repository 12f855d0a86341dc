"""What a refusal says of each regular expression that arguments have: an expression is for programs."""

from collections.abc import Mapping

FORMS: Mapping[str, str] = {
    r"\S": "text that is not blank",
    r"\S.*\S": "at least 2 characters that are not blank",
    r"^[a-z0-9-]+/[a-z0-9-]+$": "a name with its namespace, such as core/get-site-info",
    r"^[a-z0-9-]+/(\*|[a-z0-9-]+)$": "a name with its namespace, such as core/get-site-info or core/*",
    r"^[a-z][a-z0-9_-]*/(\*|[a-z][a-z0-9_-]*)$": "a name with its namespace, such as core/html or core/*",
    r"^[a-z_]+(:[^\s]+)?$": "a kind of object, or one object, such as page:12",
    r"^[a-z_]+:[^\s]+\.[a-z_0-9]+$": "the next of a cut, as it came, such as page:12.content",
    r"^[a-z0-9_-]{1,20}$": "1 to 20 of a-z, 0-9, _ and -, such as recipe",
    r"^[a-z][a-z0-9_-]{0,19}$": "1 to 20 of a-z, 0-9, _ and -, beginning with a letter, such as recipe",
    r"^[a-z][a-z0-9_-]{0,31}$": "1 to 32 of a-z, 0-9, _ and -, beginning with a letter, such as genre",
    r"^[a-z][a-z0-9_-]{0,49}$": "1 to 50 of a-z, 0-9, _ and -, beginning with a letter, such as section",
    r"^[a-z][a-z0-9_]{0,62}$": "1 to 63 of a-z, 0-9 and _, beginning with a letter, such as opening_hours",
    r"^[A-Za-z0-9_-]{1,100}$": "1 to 100 of A-Z, a-z, 0-9, _ and -",
    r"^[A-Za-z0-9-]+$": "a language, such as de or en-US",
    r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$": "a language, such as de or en-US",
    r"^[a-z0-9]+(-[a-z0-9]+)*$": "words of a-z and 0-9 with - between them, such as dark-red",
    r"^[^<>\x00-\x1f]+$": "one line of text without < and >",
    r"^[a-z]+/[a-z0-9.+-]+$": "a media type, such as image/png",
    r"^/[^/?#][^?#]*$": "a path that begins with one / and has no ? or #, such as /old-name",
    r"^(/$|/[^/]|https?://[^/])": "a path that begins with one /, or an address that begins with https:// or http://",
    "^https?://": "an address that begins with https:// or http://",
    r"^[0-9]{1,19}-[0-9a-f]{12}$": "the id of a finding, as list_findings has it",
    r"^sitehand-file:[0-9a-f]{16}-[0-9a-f]{64}$": "the file_uri that create_upload answered",
    r"^widget:[A-Za-z0-9_-]{1,100}$": "a widget, such as widget:block-3",
    r"^(template(_part)?:\w[\w.@+ -]*(/\w[\w.@+ -]*)?:(\w|-|%[89a-fA-F])+|widget:block-[1-9][0-9]{0,17})$": (
        "a template or widget, such as template:theme:single or widget:block-3"
    ),
}
