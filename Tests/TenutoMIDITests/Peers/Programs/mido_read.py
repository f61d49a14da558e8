"""Prints the events of each file NUMBER.mid in the folder, as mido reads them."""

import pathlib

from mido_events import dump

for path in sorted(pathlib.Path().glob("*.mid"), key=lambda path: int(path.stem)):
    dump(path)
