"""Starts, edits and renders sessions of Tenuto, and reads levels and sound as numpy arrays."""

from .host import Host, TenutoError
from .rendering import render
from .session import chain
from .sound import Sound, Take, read_sound

__all__ = ["Host", "Sound", "Take", "TenutoError", "chain", "read_sound", "render"]
