"""The computer player of Chiefdom."""
