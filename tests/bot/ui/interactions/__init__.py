"""How a press or command is answered."""
