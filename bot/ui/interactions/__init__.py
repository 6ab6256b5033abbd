"""How a press or command reaches its handler, and how it is answered."""
