"""The computer player of İYE."""
