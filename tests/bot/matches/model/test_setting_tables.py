"""Every setting has an entry, and is stored and read as its entry says."""

from dataclasses import asdict, fields, replace
from typing import Any

import pytest

from bot.matches.model.settings import (
    AS_DISCORD,
    PLAYER_SETTINGS,
    SERVER_SETTINGS,
    Openers,
    PlayerSettings,
    ServerSettings,
    Setting,
    choices_of,
)
from engines.text import T
from tests.bot.matches.harness import ANN, STRANGER, ServiceHarness

TABLES = [
    ("players", "user_id", PLAYER_SETTINGS, PlayerSettings),
    ("server_settings", "guild_id", SERVER_SETTINGS, ServerSettings),
]


def chosen(settings: tuple[Setting, ...]) -> list[Any]:
    """Return every choice of every setting, as parameters of a test."""
    return [
        pytest.param(setting, value, id=f"{setting.name}-{choice}")
        for setting in settings
        for choice, value in (setting.choices or {}).items()
    ]


@pytest.mark.parametrize(("table", "key", "settings", "kind"), TABLES, ids=["players", "servers"])
async def test_every_field_and_column_has_an_entry(
    harness: ServiceHarness, table: str, key: str, settings: tuple[Setting, ...], kind: type[Any]
) -> None:
    assert sorted(setting.field for setting in settings) == sorted(field.name for field in fields(kind))
    assert len({setting.name for setting in settings}) == len(settings)
    columns = [row["name"] for row in await harness.database.rows(f"SELECT name FROM pragma_table_info('{table}')")]
    stored = [column for setting in settings for column in setting.stored_in]
    assert sorted([key, *stored]) == sorted(columns)


@pytest.mark.parametrize(("settings", "kind"), [one[2:] for one in TABLES], ids=["players", "servers"])
def test_defaults_are_among_the_choices(settings: tuple[Setting, ...], kind: type[Any]) -> None:
    for setting in settings:
        if setting.choices is not None:
            assert getattr(kind(), setting.field) in setting.choices.values()
        if setting.numbers is not None and setting.choices is not None:
            assert set(setting.choices.values()) <= set(setting.numbers)


@pytest.mark.parametrize(("setting", "value"), chosen(PLAYER_SETTINGS))
async def test_every_choice_of_a_player_can_be_stored(harness: ServiceHarness, setting: Setting, value: Any) -> None:
    await harness.service.player_settings.change(ANN.user_id, **{setting.field: value})
    wanted = replace(PlayerSettings(), **{setting.field: value})
    assert await harness.service.player_settings.get(ANN.user_id) == wanted


@pytest.mark.parametrize(("setting", "value"), chosen(SERVER_SETTINGS))
async def test_every_choice_of_a_server_can_be_stored(harness: ServiceHarness, setting: Setting, value: Any) -> None:
    wanted = replace(ServerSettings(), **{setting.field: value})
    await harness.service.server_settings.save(50, STRANGER, wanted, T("set something"))
    assert await harness.service.server_settings.get(50) == wanted


async def test_typed_values_can_be_stored(harness: ServiceHarness) -> None:
    person = PlayerSettings(zone="Asia/Kolkata", quiet_hours=(1350, 420), days_off=frozenset({5, 6}), locale="tr")
    await harness.service.player_settings.change(ANN.user_id, **asdict(person))
    assert await harness.service.player_settings.get(ANN.user_id) == person
    server = ServerSettings((7, 8), time_control="3d+24h", language="tr", openers=Openers.ROLE, opener_role=9)
    await harness.service.server_settings.save(50, STRANGER, server, T("set something"))
    assert await harness.service.server_settings.get(50) == server


async def test_stored_values_have_the_format_of_earlier_versions(harness: ServiceHarness) -> None:
    person = PlayerSettings(text_board=True, quiet_hours=(1350, 420), days_off=frozenset({6, 5}), remind_every=0)
    await harness.service.player_settings.change(ANN.user_id, **asdict(person))
    (row,) = await harness.database.rows("SELECT * FROM players WHERE user_id = ?", (ANN.user_id,))
    assert (row["text_board"], row["quiet_from"], row["quiet_until"], row["days_off"]) == (1, 1350, 420, "56")
    server = ServerSettings((7, 8), threads=False)
    await harness.service.server_settings.save(50, STRANGER, server, T("set something"))
    (row,) = await harness.database.rows("SELECT * FROM server_settings WHERE guild_id = 50")
    assert (row["channels"], row["threads"], row["openers"], row["opener_role"]) == ("[7, 8]", 0, "everybody", None)


def test_languages_are_those_of_the_catalogue() -> None:
    for settings in (PLAYER_SETTINGS, SERVER_SETTINGS):
        (language,) = [setting for setting in settings if setting.name == "language"]
        assert dict(choices_of(language, ["en", "tr"])) == {AS_DISCORD: None, "en": "en", "tr": "tr"}
