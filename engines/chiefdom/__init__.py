"""Chiefdom: all players draw their own chiefdom with the same roll."""
