"""Samples of operations on redirects. Each is for an address that is named after a page made for it."""

from hypothesis import strategies as st

from tests.samples.sample import (
    ABSENT,
    ALWAYS,
    UNKNOWN,
    WRONG_IDS,
    Example,
    Fresh,
    Sample,
    Step,
    Write,
    alter,
    draw_ids,
)

CATEGORY = "seo"
NEW = {"source": "/old/{id}", "target": "/new/{id}/"}
SOME = Step("GET", "/redirects?orderby=id&order=asc&per_page=100&_fields=id")
FRESH = {"redirect": Fresh(Step("POST", "/redirects", NEW), of="page", listed=SOME)}
ONE = {"id": "{id}"}
NAMED = frozenset({"source", "target", "created"})
SAMPLES = {
    "list_redirects": Sample(
        [
            Example({"orderby": "hits", "order": "asc", "per_page": 2}),
            Example({"search": "/old/", "code": 301, "automatic": False}),
            Example({"page": 500}),
            Example({"code": 303}, "invalid_arguments"),
            Example({"orderby": "colour"}, "invalid_arguments"),
            UNKNOWN,
        ]
    ),
    "list_missing_addresses": Sample(
        [Example(), Example({"page": 500}), Example({"per_page": 0}, "invalid_arguments")]
    ),
    "create_redirect": Sample(
        [
            Example(NEW, fresh="page"),
            Example({"source": "/gone/{id}", "code": 410}, fresh="page"),
            Example({"source": "/far/{id}/", "target": "https://example.org/?a=1", "code": 308}, fresh="page"),
            Example({"source": "/loop", "target": "/loop/"}, "invalid_arguments"),
            Example({"source": "/no-target"}, "invalid_arguments"),
            Example({"source": "/gone", "target": "/x", "code": 410}, "invalid_arguments"),
            Example({"source": "old", "target": "/x"}, "invalid_arguments"),
            Example({"source": "/old", "target": "javascript:alert(1)"}, "invalid_arguments"),
            Example({"source": "/old", "target": "//example.org"}, "invalid_arguments"),
            Example({"source": "/old", "target": "/x", "code": 300}, "invalid_arguments"),
            Example({"source": "/feed", "target": "/x"}, "conflict"),
        ],
        [
            Write(
                NEW,
                other={**NEW, "code": 302},
                idle=ALWAYS,
                newer="Nothing changes a redirect but its deletion.",
                sabotage={"builtin": alter("INSERT", "redirects", "target = target || 'x'")},
                fresh="page",
            )
        ],
        drawn=st.fixed_dictionaries(
            {"source": st.sampled_from(["/a", "/b", "/c/d"]), "target": st.sampled_from(["/b", "/c/d/", "/e"])}
        ),
        predictable=False,
        momentary=NAMED,
    ),
    "delete_redirect": Sample(
        [
            Example(ONE, fresh="redirect"),
            Example({"id": ABSENT}, "not_found"),
            *WRONG_IDS,
        ],
        [
            Write(
                ONE,
                other={"id": ABSENT},
                idle="What is gone is not deleted again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON redirects BEGIN SELECT RAISE(IGNORE); END"},
                fresh="redirect",
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("redirect")}),
        exempt=frozenset({"revision"}),
        momentary=NAMED,
    ),
}
