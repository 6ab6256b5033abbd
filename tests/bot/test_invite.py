"""The invite link: least permissions."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import discord

from bot.invite import application_id_of, invite_link, permission_bits


def test_permissions_are_minimal() -> None:
    assert discord.Permissions(permission_bits()) == discord.Permissions(
        view_channel=True,
        send_messages=True,
        attach_files=True,
        read_message_history=True,
        create_public_threads=True,
        send_messages_in_threads=True,
    )


def test_link_has_application_scopes_and_permissions() -> None:
    query = parse_qs(urlsplit(invite_link(123456789012345678)).query)
    assert query["client_id"] == ["123456789012345678"]
    assert query["scope"] == ["bot applications.commands"]
    assert query["permissions"] == [str(permission_bits())]


def test_application_id_is_read_from_the_token() -> None:
    assert application_id_of("MTIzNDU2Nzg5MDEyMzQ1Njc4.x.y") == 123456789012345678
    assert application_id_of("") is None
    assert application_id_of("bm90IGEgbnVtYmVy.x.y") is None
    assert application_id_of("ÿÿ.x.y") is None
