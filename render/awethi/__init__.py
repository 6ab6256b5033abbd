"""Pictures of Awéthi: the painter is in :mod:`render.awethi.painter`, what a planner may ask of it in
:mod:`render.awethi.focus`, which needs no Pillow.
"""
