"""Messages that show boards, and the renderer of their pictures."""
