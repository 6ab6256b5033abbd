"""Channels, threads and their messages."""

from tests.wire.emulator.messages import edit, new_message
from tests.wire.emulator.requests import (
    ARCHIVED_THREAD,
    CLOSED_DIRECT_MESSAGES,
    FOREIGN_MESSAGE,
    FORUM_MESSAGE,
    INVALID_FORM,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    TAG_REQUIRED,
    THREAD_EXISTS,
    UNKNOWN_MESSAGE,
    Json,
    Request,
)
from tests.wire.emulator.rest import Api, Reply, Routes
from tests.wire.emulator.world import (
    FORUM,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    REQUIRE_TAG,
    Account,
    Channel,
    Permission,
    timestamp,
)

routes = Routes()


def require(api: Api, channel: Channel, permission: int) -> None:
    """Refuse the request if the bot lacks the permission in a channel."""
    held = api.world.bot_permissions(channel)
    if not held & Permission.VIEW_CHANNEL:
        raise MISSING_ACCESS
    if permission & ~held:
        raise MISSING_PERMISSIONS


def stored(channel: Channel, message_id: int) -> Json:
    """Return an existing message."""
    if message_id not in channel.messages:
        raise UNKNOWN_MESSAGE
    return channel.messages[message_id]


def publish(api: Api, channel: Channel, message: Json) -> None:
    """Store a new message and dispatch its event. A message unarchives its thread."""
    channel.messages[int(message["id"])] = message
    if channel.is_thread and channel.thread["archived"]:
        archive(api, channel, archived=False)
    api.dispatch("MESSAGE_CREATE", message, channel)


def archive(api: Api, thread: Channel, *, archived: bool) -> None:
    """Archive or unarchive a thread."""
    thread.thread |= {"archived": archived, "archive_timestamp": timestamp()}
    api.dispatch("THREAD_UPDATE", thread.json(api.world.bot))


# ------------------------------------------------------------------------------------------------------------- messages


@routes.on("POST", "/channels/{channel_id}/messages")
def create_message(api: Api, request: Request) -> Reply:
    """Post a message; for an enforced nonce that was used before, return the earlier message."""
    channel = api.world.channel(request.id("channel_id"))
    if channel.recipient is not None and not channel.recipient.takes_direct_messages:
        raise CLOSED_DIRECT_MESSAGES
    if channel.type == FORUM:
        raise FORUM_MESSAGE
    sending = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    require(api, channel, sending | (Permission.ATTACH_FILES if request.files else 0))
    if channel.is_thread and channel.thread["locked"]:
        raise ARCHIVED_THREAD
    nonce = request.body.get("nonce")
    enforced = nonce is not None and bool(request.body.get("enforce_nonce"))
    if enforced and (earlier := channel.messages.get(channel.nonces.get(str(nonce), 0))) is not None:
        return 200, earlier
    message = new_message(api.world, channel, api.world.bot, request.body, request.files)
    if enforced:
        channel.nonces[str(nonce)] = int(message["id"])
    publish(api, channel, message)
    return 200, message


@routes.on("GET", "/channels/{channel_id}/messages")
def list_messages(api: Api, request: Request) -> Reply:
    """Show messages, newest first, in the range of the query."""
    channel = api.world.channel(request.id("channel_id"))
    require(api, channel, Permission.READ_MESSAGE_HISTORY)
    limit = int(request.query.get("limit", 50))
    after = int(request.query.get("after", 0))
    before = int(request.query.get("before", 1 << 63))
    found = [message for number, message in channel.messages.items() if after < number < before]
    chosen = found[:limit] if "after" in request.query else found[-limit:]
    return 200, chosen[::-1]


@routes.on("GET", "/channels/{channel_id}/messages/{message_id}")
def fetch_message(api: Api, request: Request) -> Reply:
    """Show one message."""
    channel = api.world.channel(request.id("channel_id"))
    require(api, channel, Permission.READ_MESSAGE_HISTORY)
    return 200, stored(channel, request.id("message_id"))


@routes.on("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit_message(api: Api, request: Request) -> Reply:
    """Change one of the bot's own messages."""
    channel = api.world.channel(request.id("channel_id"))
    require(api, channel, 0)
    message = stored(channel, request.id("message_id"))
    if message["author"]["id"] != str(api.world.bot.id):
        raise FOREIGN_MESSAGE
    if channel.is_thread and channel.thread["archived"]:
        raise ARCHIVED_THREAD
    edit(api.world, message, request.body, request.files)
    api.dispatch("MESSAGE_UPDATE", message, channel)
    return 200, message


@routes.on("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(api: Api, request: Request) -> Reply:
    """Delete a message."""
    channel = api.world.channel(request.id("channel_id"))
    message = stored(channel, request.id("message_id"))
    require(api, channel, 0 if message["author"]["id"] == str(api.world.bot.id) else Permission.MANAGE_MESSAGES)
    del channel.messages[int(message["id"])]
    api.dispatch("MESSAGE_DELETE", {"id": message["id"], "channel_id": str(channel.id)}, channel)
    return 204, None


@routes.on("POST", "/channels/{channel_id}/typing")
def typing(api: Api, request: Request) -> Reply:
    """Show that the bot is typing."""
    require(api, api.world.channel(request.id("channel_id")), Permission.SEND_MESSAGES)
    return 204, None


@routes.on("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
@routes.on("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
def pin(api: Api, request: Request) -> Reply:
    """Pin or unpin a message."""
    channel = api.world.channel(request.id("channel_id"))
    require(api, channel, Permission.MANAGE_MESSAGES)
    stored(channel, request.id("message_id"))["pinned"] = request.method == "PUT"
    return 204, None


# ------------------------------------------------------------------------------------------------- channels and threads


@routes.on("GET", "/channels/{channel_id}")
def fetch_channel(api: Api, request: Request) -> Reply:
    """Show a channel or thread."""
    channel = api.world.channel(request.id("channel_id"))
    require(api, channel, 0)
    return 200, channel.json(api.world.bot)


@routes.on("PATCH", "/channels/{channel_id}")
def edit_channel(api: Api, request: Request) -> Reply:
    """Rename a channel or give a forum tags; archive, lock or rename a thread, and give a post tags."""
    channel = api.world.channel(request.id("channel_id"))
    require(api, channel, 0)
    bot, body = api.world.bot, request.body
    if channel.owner is not bot or body.keys() & {"locked"}:
        require(api, channel, Permission.MANAGE_THREADS if channel.is_thread else 1 << 4)
    if channel.is_thread and channel.thread["archived"] and body.get("archived") is not False:
        raise ARCHIVED_THREAD
    if "applied_tags" in body:
        channel.applied = checked_tags(api, channel.parent, body["applied_tags"], channel.applied)
    if "available_tags" in body:
        channel.tags = [api.world.tag(tag["name"]) | tag for tag in body["available_tags"]]
    channel.name = body.get("name", channel.name)
    if channel.is_thread:
        known = {key: body[key] for key in ("archived", "locked", "auto_archive_duration", "invitable") if key in body}
        channel.thread |= known | ({"archive_timestamp": timestamp()} if "archived" in known else {})
    api.dispatch("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel.json(bot))
    return 200, channel.json(bot)


@routes.on("DELETE", "/channels/{channel_id}")
def delete_channel(api: Api, request: Request) -> Reply:
    """Delete a channel or thread."""
    channel = api.world.channel(request.id("channel_id"))
    require(api, channel, Permission.MANAGE_THREADS if channel.is_thread else 1 << 4)
    remove_channel(api, channel)
    return 200, channel.json(api.world.bot)


def remove_channel(api: Api, channel: Channel) -> None:
    """Remove a channel with its threads, and dispatch the events."""
    for gone in api.world.remove_channel(channel):
        api.dispatch("THREAD_DELETE" if gone.is_thread else "CHANNEL_DELETE", gone.json(api.world.bot))


def begin_thread(
    api: Api, parent: Channel, body: Json, kind: int, thread_id: int | None = None, applied: list[str] | None = None
) -> Channel:
    """Make a thread of the bot in a channel."""
    if parent.guild is None:
        raise MISSING_ACCESS
    metadata = {
        "archived": False,
        "archive_timestamp": timestamp(),
        "auto_archive_duration": body.get("auto_archive_duration") or 4320,
        "locked": False,
        "create_timestamp": timestamp(),
    }
    if kind == PRIVATE_THREAD:
        metadata["invitable"] = body.get("invitable", True)
    thread = api.world.add_channel(
        parent.guild,
        body["name"],
        id=thread_id or api.world.snowflake(),
        type=kind,
        parent=parent,
        owner=api.world.bot,
        thread=metadata,
        applied=applied or [],
        thread_members={api.world.bot.id: timestamp()},
    )
    api.dispatch("THREAD_CREATE", thread.json(api.world.bot) | {"newly_created": True})
    return thread


@routes.on("POST", "/channels/{channel_id}/threads")
def create_thread(api: Api, request: Request) -> Reply:
    """Begin a thread that hangs on no message; in a forum a post, with its first message."""
    parent = api.world.channel(request.id("channel_id"))
    if parent.type == FORUM:
        return 201, create_post(api, parent, request)
    kind = request.body.get("type") or PRIVATE_THREAD
    private = kind == PRIVATE_THREAD
    require(api, parent, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
    return 201, begin_thread(api, parent, request.body, kind).json(api.world.bot)


def create_post(api: Api, forum: Channel, request: Request) -> Json:
    """Make a post in a forum. Its first message has its id."""
    body = request.body
    require(api, forum, Permission.SEND_MESSAGES | (Permission.ATTACH_FILES if request.files else 0))
    applied = checked_tags(api, forum, body.get("applied_tags") or [], [])
    if forum.flags & REQUIRE_TAG and not applied:
        raise TAG_REQUIRED
    message = new_message(api.world, forum, api.world.bot, body["message"], request.files)
    post = begin_thread(api, forum, body, PUBLIC_THREAD, int(message["id"]), applied)
    message["channel_id"] = str(post.id)
    publish(api, post, message)
    return post.json(api.world.bot) | {"message": message}


def checked_tags(api: Api, forum: Channel | None, wanted: list[str], before: list[str]) -> list[str]:
    """Return the tags of a post, unless its forum does not have them or the bot may not change them."""
    known = {} if forum is None else {tag["id"]: tag for tag in forum.tags}
    if forum is None or not set(wanted) <= known.keys():
        raise INVALID_FORM
    if any(known[tag]["moderated"] for tag in set(wanted) ^ set(before) if tag in known):
        require(api, forum, Permission.MANAGE_THREADS)
    return list(wanted)


@routes.on("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def create_thread_from_message(api: Api, request: Request) -> Reply:
    """Create a thread on a message; it has the message's id."""
    parent = api.world.channel(request.id("channel_id"))
    require(api, parent, Permission.CREATE_PUBLIC_THREADS)
    message = stored(parent, request.id("message_id"))
    if int(message["id"]) in api.world.channels:
        raise THREAD_EXISTS
    thread = begin_thread(api, parent, request.body, PUBLIC_THREAD, int(message["id"]))
    message["thread"] = thread.json(api.world.bot)
    message["flags"] |= 1 << 5
    return 201, message["thread"]


def person(api: Api, request: Request) -> Account:
    """Return the user named in a path; `@me` is the bot."""
    named = request.params.get("user_id", "@me")
    return api.world.bot if named == "@me" else api.world.account(int(named))


@routes.on("PUT", "/channels/{channel_id}/thread-members/{user_id}")
@routes.on("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def change_thread_member(api: Api, request: Request) -> Reply:
    """Add a user to a thread, or remove one."""
    thread, account = api.world.channel(request.id("channel_id")), person(api, request)
    require(api, thread, Permission.SEND_MESSAGES_IN_THREADS)
    if thread.thread["archived"]:
        raise ARCHIVED_THREAD
    if request.method == "PUT":
        thread.thread_members.setdefault(account.id, timestamp())
    else:
        thread.thread_members.pop(account.id, None)
    return 204, None


@routes.on("GET", "/channels/{channel_id}/thread-members")
def list_thread_members(api: Api, request: Request) -> Reply:
    """Show who is in a thread."""
    thread = api.world.channel(request.id("channel_id"))
    return 200, [thread.thread_member_json(number) for number in thread.thread_members]
