"""Languages in their own names."""

from __future__ import annotations

_NAMES = {
    "ar": "العربية",
    "bg": "Български",
    "cs": "Čeština",
    "da": "Dansk",
    "de": "Deutsch",
    "el": "Ελληνικά",
    "en": "English",
    "en_GB": "English (UK)",
    "en_US": "English (US)",
    "es": "Español",
    "es_419": "Español (Latinoamérica)",
    "es_ES": "Español (España)",
    "fi": "Suomi",
    "fr": "Français",
    "hi": "हिन्दी",
    "hr": "Hrvatski",
    "hu": "Magyar",
    "id": "Bahasa Indonesia",
    "it": "Italiano",
    "ja": "日本語",
    "ko": "한국어",
    "lt": "Lietuvių",
    "nl": "Nederlands",
    "no": "Norsk",
    "pl": "Polski",
    "pt": "Português",
    "pt_BR": "Português (Brasil)",
    "ro": "Română",
    "ru": "Русский",
    "sv": "Svenska",
    "th": "ไทย",
    "tr": "Türkçe",
    "uk": "Українська",
    "vi": "Tiếng Việt",
    "zh_CN": "简体中文",
    "zh_TW": "繁體中文",
}
"""The languages of Discord (https://discord.com/developers/docs/reference#locales), by the catalogue's folder."""


def language_name(language: str) -> str:
    """Return a language's own name; for an unknown one, its tag."""
    return _NAMES.get(language, language)
