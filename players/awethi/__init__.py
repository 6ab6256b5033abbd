"""The computer player of Awéthi."""
