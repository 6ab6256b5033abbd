"""Lessons: positions in which a learner does one thing after another, with an answer to every legal turn.

A lesson is data beside its game, in ``lessons/<slug>.py``. It knows the rules of its game and nothing of Discord;
:mod:`bot.matches.lessons` keeps the learner's progress.
"""
