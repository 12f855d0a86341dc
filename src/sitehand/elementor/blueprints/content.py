"""What the sections of a page say: plain text, addresses and numbers. Markup is shown as it is written."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Line = Annotated[str, Field(max_length=300)]
Name = Annotated[str, Field(min_length=1, max_length=300)]
Text = Annotated[str, Field(max_length=5_000, description="blank lines part paragraphs")]
Address = Annotated[str, Field(max_length=2_000, pattern=r"^(?:https?://|mailto:|tel:|/|#)\S*$|^$")]


class Content(BaseModel):
    """What something says; other names are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Action(Content):
    """A button."""

    text: Name
    url: Address


class Image(Content):
    """A picture; `alt` stands for it, and is left out where it says nothing."""

    url: Address
    id: int = Field(0, ge=0)
    alt: Line = ""


class Headed(Content):
    """A section with a title and a text above."""

    title: Line = ""
    text: Text = ""


class Hero(Headed):
    """The first section: what the page is about."""

    title: Name
    actions: list[Action] = Field(default_factory=list, max_length=2)
    image: Image | None = None


class CallToAction(Headed):
    """What the visitor should do."""

    title: Name
    action: Action


class Feature(Content):
    """Something that speaks for itself; `icon` is a name of Font Awesome."""

    title: Name
    text: Text = ""
    icon: str = Field("check", pattern="^[a-z0-9-]{1,40}$")


class Features(Headed):
    """What there is to say for something."""

    items: list[Feature] = Field(min_length=1, max_length=12)


class Plan(Content):
    """What something costs."""

    name: Name
    price: Name
    period: Line = ""
    features: list[Name] = Field(default_factory=list, max_length=20)
    action: Action | None = None


class Pricing(Headed):
    """Plans side by side."""

    plans: list[Plan] = Field(min_length=1, max_length=4)


class Question(Content):
    """A question with its answer."""

    question: Name
    answer: Text


class Questions(Headed):
    """Questions that open."""

    items: list[Question] = Field(min_length=1, max_length=50)


class Testimonial(Content):
    """What somebody said."""

    text: Text
    name: Name
    role: Line = ""
    image: Image | None = None


class Testimonials(Headed):
    """What people said."""

    items: list[Testimonial] = Field(min_length=1, max_length=12)


class Images(Headed):
    """Pictures."""

    images: list[Image] = Field(min_length=1, max_length=40)


class Contact(Headed):
    """How to get in touch."""

    email: Line = ""
    phone: Line = ""
    address: Line = ""
    action: Action | None = None


class Statistic(Content):
    """A number that says something."""

    number: float
    label: Name
    prefix: Line = ""
    suffix: Line = ""


class Statistics(Headed):
    """Numbers side by side."""

    items: list[Statistic] = Field(min_length=1, max_length=6)


class Person(Content):
    """Somebody of the team."""

    name: Name
    role: Line = ""
    text: Text = ""
    image: Image | None = None


class Team(Headed):
    """The people behind it."""

    people: list[Person] = Field(min_length=1, max_length=24)


class Step(Content):
    """A step of a process."""

    title: Name
    text: Text = ""


class Steps(Headed):
    """What happens, one after the other."""

    steps: list[Step] = Field(min_length=1, max_length=12)
