"""Sessions as dictionaries, with the keys of a session file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

Settings = Mapping[str, float | str]


def chain(instrument: str, effects: Iterable[str] = (), *, song: str | os.PathLike[str] | None = None,
          settings: Mapping[str, Settings] = {}, loop: bool = False, rate: int = 48000,
          frames: int = 256) -> dict[str, Any]:
    """Returns a session of an instrument and its effects, in series.

    The nodes are `instrument`, `effect-1`, `effect-2` and so on, `song`, and `out`.

    Args:
        instrument: Its code, such as "aumu saw1 Tnto".
        effects: Their codes, in order.
        song: A MIDI file to play.
        settings: The parameter values of each node, in their units or as texts.
        loop: Whether the song repeats.
        rate: Frames per second.
        frames: Frames in a cycle.
    """
    names = {"instrument": instrument} | {
        f"effect-{number}": code for number, code in enumerate(effects, 1)}
    nodes: dict[str, Any] = {}
    if song is not None:
        nodes["song"] = {"song": os.path.abspath(song), "loop": loop}
    for name, code in names.items():
        nodes[name] = {"component": code}
        if name in settings:
            nodes[name]["parameters"] = dict(settings[name])
    nodes["out"] = {"audio-output": 2}
    order = [*names, "out"]
    links: list[Any] = [{"midi": "song -> instrument"}] if song is not None else []
    links += [f"{first} -> {second}" for first, second in zip(order, order[1:])]
    return {"tenuto": 2, "engine": {"clients": "clock", "rate": rate, "frames": frames},
            "nodes": nodes, "connections": links}


def write(session: Mapping[str, Any], path: str) -> None:
    """Writes a session to a file; JSON is valid YAML."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump(session, file, indent=2)
