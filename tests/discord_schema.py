"""Check the bot's requests against Discord's OpenAPI description and the limits that it does not state.

The description is expected beside the project (`SCHEMA`); without it, only the limits of `discord_limits` are checked,
and the summary of the test run says so. Use::

    validator = RequestValidator.find()
    assert validator.problems("POST", "/channels/1/messages", {"content": "Merhaba"}) == []
"""

import copy
import functools
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import jsonschema.exceptions
import jsonschema_rs
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.discord_limits import Upload, callback_problems, command_problems, commands_problems, message_problems

SCHEMA = Path(__file__).resolve().parents[1].parent / "shared" / "discord" / "openapi.json"

ABSENT = (
    "Discord's OpenAPI description is not at ../shared/discord/openapi.json: "
    "what the bot sends was checked by the limits of tests/discord_limits.py alone."
)

API_PREFIX = re.compile(r"^(?:https?://[^/]+)?(?:/api(?:/v\d+)?)?(?=/)")

DOCUMENT = "urn:discord"
"""Name of the description in the validator; its references start here."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One method on one path of the description."""

    method: str
    template: str
    pattern: re.Pattern[str]
    body: Any
    """Schema of a JSON body, as in the description; None if no body is accepted."""
    body_required: bool


class RequestValidator:
    """Find problems in requests. Without a description, only limits are checked."""

    def __init__(self, description: dict[str, Any] | None) -> None:
        self.has_schema = description is not None
        self._operations: dict[str, list[Operation]] = {}
        self._quick: dict[tuple[str, str], jsonschema_rs.Draft202012Validator] = {}
        """Validators that only accept or reject, a hundred times faster than those that explain."""
        self._explaining: dict[tuple[str, str], Draft202012Validator] = {}
        if description is not None:
            document = admitting_integers(description)
            self._registry = Registry().with_resource(DOCUMENT, DRAFT202012.create_resource(document))
            self._quick_registry = jsonschema_rs.Registry([(DOCUMENT, document)], draft=jsonschema_rs.Draft202012)
            for operation in operations(document):
                self._operations.setdefault(operation.method, []).append(operation)

    @classmethod
    @functools.cache
    def find(cls) -> Self:
        """Return a validator with the description beside the project, or with only the limits if there is none."""
        return cls(json.loads(SCHEMA.read_text(encoding="utf-8")) if SCHEMA.exists() else None)

    def problems(self, method: str, path: str, body: Any = None, uploads: Sequence[Upload] = ()) -> list[str]:
        """Everything that is wrong with a request, one sentence each; empty if Discord would take it.

        ``path`` may be a whole address or start at `/api/v10` or after it; a query is ignored. ``body`` is the decoded
        JSON, for multipart requests the decoded field `payload_json`, with its files in ``uploads``.
        """
        where = API_PREFIX.sub("", path.partition("?")[0], count=1)
        found = list(self._schema_problems(method, where, body))
        if not found:
            # The limits rely on the shape that the schema guarantees.
            try:
                found = list(limit_problems(method, where, body, uploads))
            except (AttributeError, TypeError) as error:
                found = [f"malformed body: {error}"]
        return [f"{method} {where}: {problem}" for problem in dict.fromkeys(found)]

    def operation(self, method: str, path: str) -> Operation | None:
        """The operation that a path without prefix and query belongs to."""
        return next((item for item in self._operations.get(method, ()) if item.pattern.fullmatch(path)), None)

    def _schema_problems(self, method: str, path: str, body: Any) -> Iterator[str]:
        if not self.has_schema:
            return
        operation = self.operation(method, path)
        if operation is None:
            yield "Discord has no such operation"
        elif body is None:
            if operation.body_required:
                yield "the body is missing"
        elif operation.body is None:
            yield "this operation takes no body"
        elif not self._takes(operation, body):
            causes = [deepest(error) for error in self._explainer(operation).iter_errors(body)]
            for cause in causes:
                yield f"{cause.json_path}: {shortened(cause.message)}"
            if not causes:
                yield "the body is not as described"

    def _takes(self, operation: Operation, body: Any) -> bool:
        key = operation.method, operation.template
        if key not in self._quick:
            schema = absolute(operation.body)
            self._quick[key] = jsonschema_rs.Draft202012Validator(schema, registry=self._quick_registry)
        return self._quick[key].is_valid(body)

    def _explainer(self, operation: Operation) -> Draft202012Validator:
        key = operation.method, operation.template
        if key not in self._explaining:
            self._explaining[key] = Draft202012Validator(absolute(operation.body), registry=self._registry)
        return self._explaining[key]


def operations(description: dict[str, Any]) -> list[Operation]:
    """Every operation, fixed paths before those with parameters, so that `@me` is not taken for an id."""
    found = []
    for template, methods in description["paths"].items():
        pattern = re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template)))
        for method in methods.keys() & {"get", "post", "put", "patch", "delete"}:
            request = methods[method].get("requestBody") or {}
            kinds = request.get("content", {})
            body = kinds.get("application/json", kinds.get("multipart/form-data", {})).get("schema")
            found.append(Operation(method.upper(), template, pattern, body, bool(request.get("required"))))
    return sorted(found, key=lambda operation: (operation.template.count("{"), operation.template))


def admitting_integers(description: dict[str, Any]) -> dict[str, Any]:
    """Return the description with snowflakes accepted as text and as numbers."""
    changed = copy.copy(description)
    changed["components"] = copy.copy(description["components"])
    changed["components"]["schemas"] = schemas = copy.copy(description["components"]["schemas"])
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer", "minimum": 0}]}
    return changed


def absolute(schema: Any) -> Any:
    """Return a part of the description with references that resolve in the whole."""
    if isinstance(schema, dict):
        return {
            key: DOCUMENT + value if key == "$ref" and isinstance(value, str) else absolute(value)
            for key, value in schema.items()
        }
    return [absolute(item) for item in schema] if isinstance(schema, list) else schema


def deepest(error: jsonschema.exceptions.ValidationError) -> jsonschema.exceptions.ValidationError:
    """Return the most telling error inside a failed choice: the deepest one in the branch of the matching type."""
    while error.context:
        branches: dict[Any, list[jsonschema.exceptions.ValidationError]] = {}
        for cause in error.context:
            branches.setdefault(cause.schema_path[0], []).append(cause)
        fitting = min(branches.values(), key=lambda causes: (any(map(is_other_kind, causes)), len(causes)))
        error = max(fitting, key=lambda cause: len(cause.absolute_path))
    return error


def is_other_kind(error: jsonschema.exceptions.ValidationError) -> bool:
    """Whether a branch failed because it describes a different type."""
    of_type_field = error.absolute_path and error.absolute_path[-1] == "type"
    return (error.validator == "enum" and bool(of_type_field)) or (error.validator == "type" and not error.path)


def shortened(text: str, limit: int = 300) -> str:
    """Truncate a long message to its end, which contains the reason."""
    return text if len(text) <= limit else f"{text[: limit // 2]} … {text[-limit // 2 :]}"


def limit_problems(method: str, path: str, body: Any, uploads: Sequence[Upload]) -> Iterator[str]:
    """The limits that belong to a path."""
    creates = method == "POST"
    if re.fullmatch(r"/interactions/[^/]+/[^/]+/callback", path) and isinstance(body, dict):
        yield from callback_problems(body, uploads)
    elif re.fullmatch(r"/channels/[^/]+/messages(/[^/]+)?|/webhooks/[^/]+/[^/]+(/messages/[^/]+)?", path):
        if method in ("POST", "PATCH") and isinstance(body, dict):
            yield from message_problems(body, uploads, creates=creates)
    elif re.fullmatch(r"/applications/[^/]+(/guilds/[^/]+)?/commands(/[^/]+)?", path):
        if isinstance(body, list):
            yield from commands_problems(body)
        elif isinstance(body, dict) and creates:
            yield from command_problems(body)
