"""Awéthi: herders and the wairgka that hunt their aiwe."""
