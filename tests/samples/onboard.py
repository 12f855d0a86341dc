"""The sample of the briefing."""

from tests.samples.sample import NO_ARGUMENTS, Sample

CATEGORY = "site"
SAMPLES = {"onboard": Sample(NO_ARGUMENTS, who="everyone")}
