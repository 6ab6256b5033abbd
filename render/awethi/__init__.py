"""Pictures of Awéthi.

The painter is in :mod:`render.awethi.painter`. Planners use :mod:`render.awethi.focus`, which needs no Pillow.
"""
