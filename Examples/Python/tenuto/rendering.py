"""Renderings as arrays: `tenuto render`."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from typing import Any

from . import session as sessions
from .host import TenutoError, program
from .sound import Sound, read_sound


def render(source: Mapping[str, Any] | str | os.PathLike[str], *, instrument: str | None = None,
           effects: Iterable[str] = (), midi: Iterable[str] = (), presets: Iterable[str] = (),
           settings: Mapping[str, float | str] = {}, rate: int = 48000, frames: int = 256,
           tail: float = 2, output: str | os.PathLike[str] | None = None) -> Sound:
    """Renders a song or a session as fast as the machine allows.

    Args:
        source: A MIDI file, a session's file, or a session, as `chain` returns it.
        instrument: For a MIDI file, the code of the instrument.
        effects: The codes of the effects after the instrument.
        midi: The codes of MIDI processors before the instrument.
        presets: Names, or `node.name`.
        settings: Parameters, such as {"cutoff": 800, "delay.mix": "30 %"}.
        rate: Frames per second, for a MIDI file.
        frames: Frames in a cycle, for a MIDI file.
        tail: Seconds after the last event.
        output: The WAV file to write; by default the file is temporary.

    Raises:
        TenutoError: The source cannot be rendered.
    """
    with tempfile.TemporaryDirectory(prefix="tenuto-python-") as folder:
        if isinstance(source, Mapping):
            sessions.write(source, f"{folder}/session.yaml")
            source = f"{folder}/session.yaml"
        path = os.fspath(output) if output is not None else f"{folder}/sound.wav"
        command = [program(), "render", f"--output={path}", f"--rate={rate}", f"--frames={frames}",
                   f"--tail={tail}"]
        if instrument is not None:
            command.append(f"--instrument={instrument}")
        command += [f"--effect={code}" for code in effects] + [f"--midi={code}" for code in midi]
        command += [f"--preset={name}" for name in presets]
        command += [f"--set={name}={value}" for name, value in settings.items()]
        done = subprocess.run([*command, "--", os.fspath(source)], capture_output=True, text=True)
        if done.returncode != 0:
            raise TenutoError(done.stderr.strip())
        return read_sound(path)
