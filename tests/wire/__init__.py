"""The real discord.py against an emulated Discord on real sockets."""
