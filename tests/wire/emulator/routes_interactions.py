"""Answers to interactions, and what is sent with their tokens."""

from tests.wire.emulator.interactions import Callback, Interaction
from tests.wire.emulator.messages import COMMAND, EPHEMERAL, LOADING, edit, new_message
from tests.wire.emulator.requests import (
    ALREADY_ACKNOWLEDGED,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Json,
    Request,
)
from tests.wire.emulator.rest import Api, Reply, Routes
from tests.wire.emulator.routes_channels import publish

routes = Routes()


@routes.on("POST", "/interactions/{interaction_id}/{token}/callback")
def answer(api: Api, request: Request) -> Reply:
    """Accept the first answer; refuse it if it is late or a second one."""
    interaction = api.interactions.find(request.params["token"])
    if interaction is None or interaction.id != request.id("interaction_id"):
        raise UNKNOWN_INTERACTION
    if interaction.callback is not None:
        raise ALREADY_ACKNOWLEDGED
    if request.received - interaction.sent > api.deadline:
        raise UNKNOWN_INTERACTION
    kind, data = Callback(request.body["type"]), request.body.get("data") or {}
    original: Json | None = None
    if kind in (Callback.MESSAGE, Callback.DEFERRED_MESSAGE):
        original = create(api, interaction, data, request, loading=kind is Callback.DEFERRED_MESSAGE)
    elif kind in (Callback.UPDATE, Callback.DEFERRED_UPDATE):
        original = interaction.message
        if kind is Callback.UPDATE and original is not None:
            change(api, interaction, original, data, request)
    deferred = kind in (Callback.DEFERRED_MESSAGE, Callback.DEFERRED_UPDATE)
    interaction.begin(request, original, complete=not deferred)
    return (200, callback_response(interaction, kind)) if request.query.get("with_response") else (204, None)


def callback_response(interaction: Interaction, kind: Callback) -> Json:
    """Return the body of the reply to a callback."""
    shown: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    resource: Json = {"type": int(kind)}
    if interaction.original is not None:
        flags = interaction.original["flags"]
        shown["response_message_id"] = interaction.original["id"]
        shown["response_message_loading"] = bool(flags & LOADING)
        shown["response_message_ephemeral"] = bool(flags & EPHEMERAL)
        resource["message"] = interaction.original
    return {"interaction": shown, "resource": resource}


def create(api: Api, interaction: Interaction, data: Json, request: Request, *, loading: bool) -> Json:
    """Make a message that belongs to an interaction; private ones are in no channel."""
    message = new_message(api.world, interaction.channel, api.world.bot, data, request.files)
    message |= {
        "type": COMMAND,
        "application_id": str(api.world.application_id),
        "webhook_id": str(api.world.application_id),
        "interaction_metadata": {
            "id": str(interaction.id),
            "type": int(interaction.kind),
            "user": interaction.user.json(),
            "authorizing_integration_owners": {},
        },
    }
    if loading:
        message["flags"] |= LOADING
    if not message["flags"] & EPHEMERAL:
        publish(api, interaction.channel, message)
    return message


def change(api: Api, interaction: Interaction, message: Json, data: Json, request: Request) -> None:
    """Change a message that belongs to an interaction, or whose component was used."""
    message["flags"] &= ~LOADING
    edit(api.world, message, data, request.files)
    if not message["flags"] & EPHEMERAL:
        api.dispatch("MESSAGE_UPDATE", message, interaction.channel)


def acknowledged(api: Api, request: Request) -> Interaction:
    """Return the interaction of a token that has been answered."""
    interaction = api.interactions.find(request.params["token"])
    if interaction is None or interaction.callback is None:
        raise UNKNOWN_WEBHOOK
    return interaction


def named_message(interaction: Interaction, request: Request) -> Json:
    """Return the message that a path names: the original answer, or a later one."""
    own = [interaction.original, *interaction.followups]
    wanted = request.params["message_id"]
    for message in own[:1] if wanted == "@original" else own:
        if message is not None and (wanted == "@original" or message["id"] == wanted):
            return message
    raise UNKNOWN_MESSAGE


@routes.on("POST", "/webhooks/{application_id}/{token}")
def follow_up(api: Api, request: Request) -> Reply:
    """Send another message. The first one becomes the content of a deferred answer."""
    interaction = acknowledged(api, request)
    original = interaction.original
    if original is not None and original["flags"] & LOADING:
        change(api, interaction, original, request.body, request)
        interaction.finish(request)
        return 200, original
    message = create(api, interaction, request.body, request, loading=False)
    interaction.followups.append(message)
    interaction.finish(request)
    return 200, message


@routes.on("GET", "/webhooks/{application_id}/{token}/messages/{message_id}")
def fetch_response(api: Api, request: Request) -> Reply:
    """Show an answer."""
    return 200, named_message(acknowledged(api, request), request)


@routes.on("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}")
def edit_response(api: Api, request: Request) -> Reply:
    """Change an answer, or give a deferred one its content."""
    interaction = acknowledged(api, request)
    message = named_message(interaction, request)
    change(api, interaction, message, request.body, request)
    interaction.finish(request)
    return 200, message


@routes.on("DELETE", "/webhooks/{application_id}/{token}/messages/{message_id}")
def delete_response(api: Api, request: Request) -> Reply:
    """Delete an answer."""
    interaction = acknowledged(api, request)
    message = named_message(interaction, request)
    if message is interaction.original:
        interaction.original = None
    else:
        interaction.followups.remove(message)
    interaction.finish(request)
    if interaction.channel.messages.pop(int(message["id"]), None) is not None:
        gone = {"id": message["id"], "channel_id": message["channel_id"]}
        api.dispatch("MESSAGE_DELETE", gone, interaction.channel)
    return 204, None
