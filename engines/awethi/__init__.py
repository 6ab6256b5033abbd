"""Awéthi: herders surround their own herds before the wairgka eat them."""
