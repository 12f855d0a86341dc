"""Samples of operations on SEO settings."""

from hypothesis import strategies as st

from tests.samples.sample import NO_ARGUMENTS, Example, Fresh, Sample, Step, Write, alter

CATEGORY = "seo"
PATH = "/seo/settings"
BEGUN = {"llms_txt": "# Fresh", "crawlers": {"GPTBot": "allow"}}
FRESH = {"seo_settings": Fresh(Step("PATCH", PATH, BEGUN), found=lambda body: {})}
SAMPLES = {
    "get_seo_settings": Sample(NO_ARGUMENTS),
    "set_seo_settings": Sample(
        [
            Example({"titles": {"post": "%title% - %site%"}, "crawlers": {"GPTBot": "disallow"}}, fresh="seo_settings"),
            Example({"titles": {"post": "%titel%"}}, "invalid_arguments"),
            Example({"titles": {"page": "%site%"}}, "invalid_arguments"),
            Example({"titles": {"comment": "%title%"}}, "invalid_arguments"),
            Example({"crawlers": {"Otterbot": "disallow"}}, "invalid_arguments"),
            Example({"crawlers": {"GPTBot": "perhaps"}}, "invalid_arguments"),
            Example({"llms_txt": "x" * 20_001}, "invalid_arguments"),
            Example({"logo": "ftp://e.org/logo.png"}, "invalid_arguments"),
            Example({"nonsense": 1}, "invalid_arguments"),
        ],
        [
            Write(
                {"llms_txt": "# Changed"},
                other={"llms_txt": "# Otherwise"},
                idle={"llms_txt": "# Fresh"},
                newer=Step("PATCH", PATH, {"llms_txt": "# Newer"}),
                sabotage={"builtin": alter("UPDATE", "settings", "value = '{}'", "name")},
                fresh="seo_settings",
                disturb=Step("PATCH", PATH, {"crawlers": {"GPTBot": "disallow"}}),
                disturbed=("value",),
            )
        ],
        drawn=st.fixed_dictionaries({"llms_txt": st.sampled_from(["", "# One", "# Zwölf Ötter 🦦"])}),
        who="admin",
    ),
}
