"""Login, the application and its commands, users and servers."""

from dataclasses import asdict

from tests.wire.emulator.requests import UNKNOWN_COMMAND, UNKNOWN_MEMBER, Json, Request
from tests.wire.emulator.rest import Api, Reply, Routes
from tests.wire.emulator.world import World

routes = Routes()

GATEWAY_ADDRESS = "wss://gateway.discord.gg"


@routes.on("GET", "/gateway")
def gateway(_api: Api, _request: Request) -> Reply:
    """The gateway's address."""
    return 200, {"url": GATEWAY_ADDRESS}


@routes.on("GET", "/gateway/bot")
def gateway_bot(api: Api, _request: Request) -> Reply:
    """The gateway's address, how many shards a bot needs, and how often it may identify."""
    limit = asdict(api.gateway.session_starts)
    return 200, {"url": GATEWAY_ADDRESS, "shards": api.gateway.shards, "session_start_limit": limit}


@routes.on("POST", "/auth/logout")
def logout(_api: Api, _request: Request) -> Reply:
    """Do nothing: logins are not recorded."""
    return 204, None


@routes.on("GET", "/users/@me")
def own_user(api: Api, _request: Request) -> Reply:
    """The bot."""
    return 200, api.world.bot.json()


@routes.on("GET", "/oauth2/applications/@me")
@routes.on("GET", "/applications/@me")
def own_application(api: Api, _request: Request) -> Reply:
    """The bot's application."""
    return 200, {
        "id": str(api.world.application_id),
        "name": api.world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "interactions_endpoint_url": api.world.interactions_address,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": api.world.application_owner.json(),
        "team": None,
        "flags": 0,
        "approximate_guild_count": len(api.world.guilds),
        "bot": api.world.bot.json(),
    }


@routes.on("GET", "/users/{user_id}")
def user(api: Api, request: Request) -> Reply:
    """Return a user."""
    return 200, api.world.account(request.id("user_id")).json()


@routes.on("POST", "/users/@me/channels")
def open_direct_channel(api: Api, request: Request) -> Reply:
    """Open a direct channel, or return the existing one."""
    recipient = api.world.account(int(request.body["recipient_id"]))
    return 200, api.world.direct_channel(recipient).json(api.world.bot)


@routes.on("GET", "/guilds/{guild_id}")
def guild(api: Api, request: Request) -> Reply:
    """Show a server."""
    return 200, api.world.guild(request.id("guild_id")).json(api.world.bot)


@routes.on("GET", "/guilds/{guild_id}/channels")
def guild_channels(api: Api, request: Request) -> Reply:
    """Show a server's channels, without threads."""
    channels = api.world.guild(request.id("guild_id")).channels.values()
    return 200, [channel.json(api.world.bot) for channel in channels if not channel.is_thread]


@routes.on("GET", "/guilds/{guild_id}/threads/active")
def active_threads(api: Api, request: Request) -> Reply:
    """Show a server's threads that are not archived."""
    channels = api.world.guild(request.id("guild_id")).channels.values()
    threads = [channel for channel in channels if channel.is_thread and not channel.thread["archived"]]
    bot = api.world.bot
    joined = [thread.thread_member_json(bot.id) for thread in threads if bot.id in thread.thread_members]
    return 200, {"threads": [thread.json(bot) for thread in threads], "members": joined}


@routes.on("GET", "/guilds/{guild_id}/members/{user_id}")
def member(api: Api, request: Request) -> Reply:
    """A member of a server."""
    members = api.world.guild(request.id("guild_id")).members
    if request.id("user_id") not in members:
        raise UNKNOWN_MEMBER
    return 200, members[request.id("user_id")]


@routes.on("GET", "/users/@me/guilds")
def own_guilds(api: Api, request: Request) -> Reply:
    """Show the servers that the bot is in, in order of their ids."""
    after, limit = int(request.query.get("after", 0)), int(request.query.get("limit", 200))
    found = [guild for guild_id, guild in sorted(api.world.guilds.items()) if guild_id > after]
    return 200, [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(guild.bot_permissions),
            "features": [],
        }
        for guild in found[:limit]
    ]


@routes.on("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(api: Api, request: Request) -> Reply:
    """Leave a server."""
    guild = api.world.guild(request.id("guild_id"))
    del api.world.guilds[guild.id]
    api.dispatch("GUILD_DELETE", {"id": str(guild.id)})
    return 204, None


# ------------------------------------------------------------------------------------------------------------- commands


def scope(request: Request) -> int | None:
    """Return the server that a list of commands is for; None: everywhere."""
    return request.id("guild_id") if "guild_id" in request.params else None


def registered(world: World, declared: Json, guild_id: int | None) -> Json:
    """Return a command as Discord shows it; one of the same name and type keeps its id."""
    kind = declared.get("type") or 1
    same = [old for old in world.commands.get(guild_id, ()) if (old["name"], old["type"]) == (declared["name"], kind)]
    command = {
        "id": same[0]["id"] if same else str(world.snowflake()),
        "application_id": str(world.application_id),
        "version": str(world.snowflake()),
        "default_member_permissions": None,
        "nsfw": False,
        "description": "",
        "options": [],
        "contexts": None,
        "integration_types": [0],
        **declared,
        "type": kind,
    }
    return command if guild_id is None else command | {"guild_id": str(guild_id)}


@routes.on("GET", "/applications/{application_id}/commands")
@routes.on("GET", "/applications/{application_id}/guilds/{guild_id}/commands")
def list_commands(api: Api, request: Request) -> Reply:
    """All commands of a scope."""
    return 200, api.world.commands.get(scope(request), [])


@routes.on("PUT", "/applications/{application_id}/commands")
@routes.on("PUT", "/applications/{application_id}/guilds/{guild_id}/commands")
def overwrite_commands(api: Api, request: Request) -> Reply:
    """Replace all commands of a scope."""
    guild_id = scope(request)
    api.world.commands[guild_id] = [registered(api.world, declared, guild_id) for declared in request.body]
    return 200, api.world.commands[guild_id]


@routes.on("POST", "/applications/{application_id}/commands")
@routes.on("POST", "/applications/{application_id}/guilds/{guild_id}/commands")
def add_command(api: Api, request: Request) -> Reply:
    """Add a command, or replace the one of its name."""
    guild_id = scope(request)
    command = registered(api.world, request.body, guild_id)
    others = [old for old in api.world.commands.get(guild_id, ()) if old["id"] != command["id"]]
    api.world.commands[guild_id] = [*others, command]
    return 201, command


@routes.on("DELETE", "/applications/{application_id}/commands/{command_id}")
@routes.on("DELETE", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}")
def remove_command(api: Api, request: Request) -> Reply:
    """Remove a command."""
    commands = api.world.commands.get(scope(request), [])
    kept = [old for old in commands if old["id"] != request.params["command_id"]]
    if len(kept) == len(commands):
        raise UNKNOWN_COMMAND
    api.world.commands[scope(request)] = kept
    return 204, None
