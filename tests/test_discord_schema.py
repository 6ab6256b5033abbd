"""The validator must refuse what Discord refuses and accept what Discord accepts."""

import copy
from typing import Any

import pytest

from tests.discord_limits import Upload, is_command_name
from tests.discord_schema import SCHEMA, RequestValidator

MESSAGES = "/api/v10/channels/1/messages"
CALLBACK = "/interactions/5/aW50ZXJhY3Rpb24/callback"
COMMANDS = "/applications/9/commands"
V2 = 1 << 15

LIMITS_ONLY = RequestValidator(None)


def button(**changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Take turn", "custom_id": "m:1:take", **changes}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def select(**changes: Any) -> dict[str, Any]:
    options = [{"label": name, "value": name} for name in "ab"]
    return {"type": 3, "custom_id": "spend", "options": options, **changes}


def container(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "components": list(parts)}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def gallery(url: str = "attachment://board.png", **changes: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, **changes}]}


def layout(*parts: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(parts), **changes}


def command(**changes: Any) -> dict[str, Any]:
    return {"type": 1, "name": "move", "description": "Play a move", "options": [], **changes}


def option(name: str, **changes: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "Something", **changes}


BOARD = Upload("board.png", 60_000)
CHOICE = {"label": "a", "name": "a", "value": "a"}
MODAL = {
    "custom_id": "m",
    "title": "Name",
    "components": [row({"type": 4, "custom_id": "a", "style": 1, "label": "A"})],
}
PARSE_AND_LIST = {"parse": ["users"], "users": ["1"]}
LONG_OPTIONS = [option(f"o{n}", description="x" * 100) for n in range(20)]
LONG_SUBCOMMANDS = [option(f"s{n}", type=1, options=LONG_OPTIONS) for n in range(4)]

GOOD: list[tuple[str, str, Any, tuple[Upload, ...]]] = [
    ("POST", MESSAGES, {"content": "x" * 2000}, ()),
    ("POST", MESSAGES, {"content": "once", "nonce": "17", "enforce_nonce": True}, ()),
    ("POST", MESSAGES, layout(text("Board"), gallery(description="A board"), row(button())), (BOARD,)),
    ("POST", MESSAGES, {"allowed_mentions": {"parse": [], "users": [1, "2"]}, "components": [row(button())]}, ()),
    ("PATCH", MESSAGES + "/2", {"components": []}, ()),
    ("PATCH", MESSAGES + "/2", layout(gallery()), ()),
    ("DELETE", MESSAGES + "/2", None, ()),
    ("POST", "/channels/1/messages/2/threads", {"name": "Match 7", "auto_archive_duration": 10080}, ()),
    ("POST", "/channels/1/threads", {"name": "Match 7", "type": 12, "invitable": False}, ()),
    ("PATCH", "/channels/1", {"archived": True}, ()),
    ("PUT", "/channels/1/thread-members/3", None, ()),
    ("POST", "/users/@me/channels", {"recipient_id": 3}, ()),
    ("POST", CALLBACK + "?with_response=true", {"type": 5, "data": {"flags": 64}}, ()),
    ("POST", CALLBACK, {"type": 4, "data": {"content": "Not your turn."}}, ()),
    ("POST", CALLBACK, {"type": 7, "data": layout(text("x"))}, ()),
    ("POST", CALLBACK, {"type": 8, "data": {"choices": [{"name": "a1", "value": "a1"}] * 25}}, ()),
    ("PATCH", "/webhooks/9/token/messages/@original", {"content": "Done"}, ()),
    ("POST", "/webhooks/9/token", {"content": "Done", "flags": 64}, ()),
    ("PUT", COMMANDS, [command(), command(name="oyna", name_localizations={"tr": "oyna"})], ()),
    ("PUT", COMMANDS, [command(options=[option("text", required=True), option("private")])], ()),
]

BAD_LIMITS: dict[str, tuple[str, str, Any, tuple[Upload, ...]]] = {
    "2001 characters": ("POST", MESSAGES, {"content": "x" * 2001}, ()),
    "2001 characters in an edit": ("PATCH", MESSAGES + "/2", {"content": "x" * 2001}, ()),
    "empty message": ("POST", MESSAGES, {"content": "", "tts": False}, ()),
    "41 components": ("POST", MESSAGES, layout(*(row(button(custom_id=str(n))) for n in range(20)), text("x")), ()),
    "4001 characters in all": ("POST", MESSAGES, layout(text("x" * 2000), text("y" * 2001)), ()),
    "custom_id twice": ("POST", MESSAGES, {"components": [row(button()), row(button())]}, ()),
    "custom_id twice, nested": ("POST", MESSAGES, layout(container(row(button())), row(button())), ()),
    "component id twice": ("POST", MESSAGES, layout({**text("x"), "id": 3}, {**text("y"), "id": 3}), ()),
    "content beside components": ("POST", MESSAGES, layout(text("x"), content="y"), ()),
    "layout without flag": ("POST", MESSAGES, {"components": [text("x")]}, ()),
    "six rows": ("POST", MESSAGES, {"components": [row(button(custom_id=str(n))) for n in range(6)]}, ()),
    "six buttons": ("POST", MESSAGES, {"components": [row(*(button(custom_id=str(n)) for n in range(6)))]}, ()),
    "button and select": ("POST", MESSAGES, {"components": [row(button(), select())]}, ()),
    "custom_id of 101": ("POST", MESSAGES, {"components": [row(button(custom_id="x" * 101))]}, ()),
    "button without custom_id": ("POST", MESSAGES, {"components": [row(button(custom_id=None))]}, ()),
    "bare button": ("POST", MESSAGES, {"components": [row(button(label=None))]}, ()),
    "link with custom_id": ("POST", MESSAGES, {"components": [row(button(style=5, url="https://example.org"))]}, ()),
    "select wants too many": ("POST", MESSAGES, {"components": [row(select(max_values=3))]}, ()),
    "select repeats a value": ("POST", MESSAGES, {"components": [row(select(options=[CHOICE] * 2))]}, ()),
    "alt text of 1025": ("POST", MESSAGES, layout(gallery(description="x" * 1025)), (BOARD,)),
    "attached alt text of 1025": ("POST", MESSAGES, {"attachments": [{"id": 0, "description": "x" * 1025}]}, (BOARD,)),
    "missing file": ("POST", MESSAGES, layout(gallery()), (Upload("other.png", 1),)),
    "eleven files": ("POST", MESSAGES, {"content": "x"}, tuple(Upload(f"{n}.png", 1) for n in range(11))),
    "file over 10 MiB": ("POST", MESSAGES, {"content": "x"}, (Upload("a.png", 10 * 1024 * 1024 + 1),)),
    "parse and users": ("POST", MESSAGES, {"content": "x", "allowed_mentions": PARSE_AND_LIST}, ()),
    "nonce of 26": ("POST", MESSAGES, {"content": "x", "nonce": "n" * 26}, ()),
    "enforced nothing": ("POST", MESSAGES, {"content": "x", "enforce_nonce": True}, ()),
    "26 choices": ("POST", CALLBACK, {"type": 8, "data": {"choices": [{"name": "a", "value": "a"}] * 26}}, ()),
    "choice of 101": ("POST", CALLBACK, {"type": 8, "data": {"choices": [{"name": "a" * 101, "value": "a"}]}}, ()),
    "long answer": ("POST", CALLBACK, {"type": 4, "data": {"content": "x" * 2001}}, ()),
    "long followup": ("POST", "/webhooks/9/token", {"content": "x" * 2001}, ()),
    "long original": ("PATCH", "/webhooks/9/token/messages/@original", {"content": "x" * 2001}, ()),
    "empty modal": ("POST", CALLBACK, {"type": 9, "data": {**MODAL, "components": []}}, ()),
    "modal of six": ("POST", CALLBACK, {"type": 9, "data": {**MODAL, "components": [text("x")] * 6}}, ()),
    "capital command": ("PUT", COMMANDS, [command(name="Move")], ()),
    "command name of 33": ("PUT", COMMANDS, [command(name="x" * 33)], ()),
    "spaced command": ("PUT", COMMANDS, [command(name="my move")], ()),
    "capital translation": ("PUT", COMMANDS, [command(name_localizations={"tr": "Oyna"})], ()),
    "no description": ("PUT", COMMANDS, [command(description="")], ()),
    "required after optional": ("PUT", COMMANDS, [command(options=[option("a"), option("b", required=True)])], ()),
    "26 options": ("PUT", COMMANDS, [command(options=[option(f"o{n}") for n in range(26)])], ()),
    "option twice": ("PUT", COMMANDS, [command(options=[option("a"), option("a")])], ()),
    "choices and autocomplete": (
        "PUT",
        COMMANDS,
        [command(options=[option("a", autocomplete=True, choices=[CHOICE])])],
        (),
    ),
    "subcommand beside option": ("PUT", COMMANDS, [command(options=[option("a", type=1), option("b")])], ()),
    "command twice": ("PUT", COMMANDS, [command(), command()], ()),
    "101 commands": ("PUT", COMMANDS, [command(name=f"c{n}") for n in range(101)], ()),
    "8001 characters": ("PUT", COMMANDS, [command(options=LONG_SUBCOMMANDS)], ()),
    "a guild's commands": ("PUT", "/applications/9/guilds/8/commands", [command(name="Move")], ()),
}

BAD_SCHEMA: dict[str, tuple[str, str, Any]] = {
    "unknown path": ("POST", "/channels/1/boards", {}),
    "unknown method": ("PUT", MESSAGES, {"content": "x"}),
    "missing body": ("POST", MESSAGES, None),
    "content is a number": ("POST", MESSAGES, {"content": 5}),
    "label of 81": ("POST", MESSAGES, {"components": [row(button(label="x" * 81))]}),
    "unknown component": ("POST", MESSAGES, layout({"type": 99})),
    "snowflake of letters": ("POST", "/users/@me/channels", {"recipient_id": "me"}),
    "no thread name": ("POST", "/channels/1/threads", {"name": ""}),
    "thread kept 61 minutes": ("POST", "/channels/1/threads", {"name": "x", "auto_archive_duration": 61}),
    "unknown callback": ("POST", CALLBACK, {"type": 77}),
    "modal title of 46": ("POST", CALLBACK, {"type": 9, "data": {**MODAL, "title": "x" * 46}}),
}


@pytest.mark.parametrize(("method", "path", "body", "uploads"), GOOD)
def test_validator_accepts_valid_requests(method: str, path: str, body: Any, uploads: tuple[Upload, ...]) -> None:
    before = copy.deepcopy(body)
    assert RequestValidator.find().problems(method, path, body, uploads) == []
    assert body == before


@pytest.mark.parametrize("case", BAD_LIMITS)
def test_limits_refuse_requests_that_the_schema_accepts(case: str) -> None:
    method, path, body, uploads = BAD_LIMITS[case]
    assert len(LIMITS_ONLY.problems(method, path, body, uploads)) == 1


@pytest.mark.parametrize("case", BAD_SCHEMA)
def test_schema_refuses_malformed_bodies(case: str) -> None:
    validator = RequestValidator.find()
    assert validator.problems(*BAD_SCHEMA[case]) or not validator.has_schema


SMALL_DESCRIPTION = {
    "components": {
        "schemas": {
            "SnowflakeType": {"type": "string", "pattern": "^[0-9]+$"},
            "Row": {
                "type": "object",
                "properties": {
                    "type": {"type": "integer", "enum": [1]},
                    "components": {"type": "array", "items": {"oneOf": [{"$ref": "#/components/schemas/Button"}]}},
                },
                "required": ["type", "components"],
            },
            "Button": {
                "type": "object",
                "properties": {"type": {"enum": [2]}, "label": {"type": "string", "maxLength": 80}},
            },
        }
    },
    "paths": {
        "/channels/{channel_id}/messages": {
            "post": {
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {
                                "properties": {
                                    "parent": {"$ref": "#/components/schemas/SnowflakeType"},
                                    "components": {
                                        "items": {
                                            "oneOf": [
                                                {"$ref": "#/components/schemas/Row"},
                                                {"$ref": "#/components/schemas/Button"},
                                            ]
                                        }
                                    },
                                }
                            }
                        }
                    },
                }
            }
        },
        "/users/{user_id}": {"get": {}},
        "/users/@me": {"get": {}, "patch": {}},
    },
}


@pytest.mark.parametrize(
    "validator", [RequestValidator(SMALL_DESCRIPTION), RequestValidator.find()], ids=["small", "found"]
)
def test_problem_names_place_and_reason(validator: RequestValidator) -> None:
    body = {"components": [row(button(), button(custom_id="two", label="x" * 81))]}
    problems = validator.problems("POST", "https://discord.com/api/v10/channels/1/messages?x=1", body)
    if validator.has_schema:
        (problem,) = problems
        assert problem.startswith("POST /channels/1/messages: $.components[0].components[1].label: ")
        assert problem.endswith("is too long")


def test_minimal_schema_is_sufficient() -> None:
    validator = RequestValidator(SMALL_DESCRIPTION)
    for snowflake in (17, "17"):
        assert validator.problems("POST", MESSAGES, {"parent": snowflake, "content": "x"}) == []
    assert len(validator.problems("POST", MESSAGES, {"parent": "seventeen"})) == 1
    assert validator.problems("POST", MESSAGES) == ["POST /channels/1/messages: the body is missing"]
    assert validator.problems("GET", "/users/@me", {}) == ["GET /users/@me: this operation takes no body"]
    assert validator.problems("PATCH", "/users/5") == ["PATCH /users/5: Discord has no such operation"]
    operation = validator.operation("GET", "/users/@me")
    assert operation is not None
    assert operation.template == "/users/@me"


def test_malformed_body_is_refused_without_a_schema() -> None:
    assert LIMITS_ONLY.problems("POST", MESSAGES, {"content": 5}) != []


def test_schema_is_found_or_reported_missing() -> None:
    assert RequestValidator.find().has_schema == SCHEMA.exists()
    assert not LIMITS_ONLY.has_schema
    assert LIMITS_ONLY.problems("POST", "/no/such/path", {"content": "x" * 3000}) == []


@pytest.mark.parametrize("name", ["play", "iye", "oyna-iye", "çağır", "v2", "it's", "हिन्दी"])
def test_valid_command_names_are_accepted(name: str) -> None:
    assert is_command_name(name)


@pytest.mark.parametrize("name", ["", "Play", "İye", "two words", "x" * 33, "a.b", "🎲", None])
def test_invalid_command_names_are_refused(name: Any) -> None:
    assert not is_command_name(name)
