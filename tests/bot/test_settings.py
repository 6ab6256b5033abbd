"""Settings: read from the environment over ``.env``, each mistake told in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, load_settings, require_token

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE." + "x" * 38


def reasons(environment: dict[str, str]) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        load_settings(environment, None)
    return [str(reason) for reason in caught.value.reasons]


def test_nothing_set_gives_the_defaults() -> None:
    assert load_settings({}, None) == Settings()


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(f"DISCORD_TOKEN={TOKEN}\nKURULTAI_LOG_LEVEL=debug\nKURULTAI_LOG_FORMAT=text\n", "utf-8")
    settings = load_settings({"KURULTAI_LOG_LEVEL": "warning"}, file)
    assert (settings.token, settings.log_level, settings.log_format) == (TOKEN, "WARNING", "text")


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    told = reasons(
        {
            "DISCORD_TOKEN": "secret",
            "KURULTAI_DATABASE": str(tmp_path / "nowhere" / "k.sqlite3"),
            "KURULTAI_BACKUPS": str(tmp_path / "absent"),
            "KURULTAI_LOG_LEVEL": "loud",
            "KURULTAI_LOG_FORMAT": "xml",
            "KURULTAI_TEST_GUILD": "my server",
            "KURULTAI_PAINTER": "Rembrandt",
            "KURULTAI_REQUESTS_PER_SECOND": "0",
        }
    )
    assert told == [
        "DISCORD_TOKEN does not look like a bot token: it has three parts joined by dots.",
        f"KURULTAI_DATABASE: the folder {tmp_path / 'nowhere'} does not exist.",
        f"KURULTAI_BACKUPS: the folder {tmp_path / 'absent'} does not exist.",
        "KURULTAI_LOG_LEVEL: loud is none of DEBUG, INFO, WARNING, ERROR.",
        "KURULTAI_LOG_FORMAT: xml is none of json, text.",
        "KURULTAI_TEST_GUILD: my server is not the id of a Discord server.",
        "KURULTAI_PAINTER: Rembrandt is none of process, inside.",
        "KURULTAI_REQUESTS_PER_SECOND: 0 is not a whole number of requests from 1 to 10000.",
    ]


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert reasons({"KURULTAI_DATABASE": str(tmp_path)}) == [
        f"KURULTAI_DATABASE: {tmp_path} is a folder, a file is needed."
    ]


def test_a_mistake_in_the_token_does_not_repeat_it() -> None:
    assert "hunter2" not in "".join(reasons({"DISCORD_TOKEN": "hunter2"}))


def test_settings_do_not_show_their_token() -> None:
    assert TOKEN not in repr(Settings(token=TOKEN))


def test_a_missing_token_is_told_with_the_way_to_play_without_one() -> None:
    with pytest.raises(SettingsError) as caught:
        require_token(Settings())
    sentence = str(caught.value)
    assert "DISCORD_TOKEN=<your token>" in sentence
    assert ".env" in sentence
    assert "make play" in sentence


def test_a_token_is_enough() -> None:
    require_token(load_settings({"DISCORD_TOKEN": f"Bot {TOKEN}"}, None))


def test_the_example_file_is_valid_and_names_every_setting() -> None:
    example = Path(__file__).parents[2] / ".env.example"
    load_settings({}, example)
    source = (Path(__file__).parents[2] / "bot" / "settings.py").read_text("utf-8")
    text = example.read_text("utf-8")
    names = {part.split('"')[0] for part in source.split('reader.get("')[1:]}
    assert len(names) >= 7
    assert not {name for name in names if f"{name}=" not in text}


@pytest.mark.parametrize(
    "typed", ["http://example.org/p", "example.org", "https://", "https://a b.c", "https://example.org/privacy page"]
)
def test_the_page_on_privacy_has_an_address_that_discord_takes(typed: str) -> None:
    assert load_settings({}, None).privacy_url is None
    page = "https://example.org/kurultai/privacy#short"
    assert load_settings({"KURULTAI_PRIVACY_URL": page}, None).privacy_url == page
    with pytest.raises(
        SettingsError, match=r"KURULTAI_PRIVACY_URL: .* looks like https://example.org/privacy, without"
    ):
        load_settings({"KURULTAI_PRIVACY_URL": typed}, None)


def test_the_address_of_the_page_on_privacy_fits_a_button() -> None:
    longest = "https://example.org/" + 492 * "x"
    assert load_settings({"KURULTAI_PRIVACY_URL": longest}, None).privacy_url == longest
    with pytest.raises(SettingsError, match="KURULTAI_PRIVACY_URL: Discord takes no address of more than 512"):
        load_settings({"KURULTAI_PRIVACY_URL": longest + "x"}, None)


@pytest.mark.parametrize("typed", ["0", "-1", "3651", "ten", "1.5"])
def test_backups_are_kept_for_a_number_of_days(typed: str) -> None:
    assert load_settings({}, None).backup_days == 30
    assert load_settings({"KURULTAI_BACKUP_DAYS": "7"}, None).backup_days == 7
    with pytest.raises(SettingsError, match=r"KURULTAI_BACKUP_DAYS: .* is not a whole number of days from 1 to 3650"):
        load_settings({"KURULTAI_BACKUP_DAYS": typed}, None)


def test_the_pace_is_discords_unless_another_is_set() -> None:
    assert load_settings({}, None).requests_per_second == 50
    assert load_settings({"KURULTAI_REQUESTS_PER_SECOND": "1200"}, None).requests_per_second == 1200
