"""Sound as numpy arrays, and the sound files that hosts write."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray


@dataclass
class Sound:
    """Samples with their rate."""

    samples: NDArray[np.float32]
    """Shape: [channel][frame]; nominal range -1 to 1."""
    rate: int
    """Frames per second."""

    @property
    def duration(self) -> float:
        """The length in seconds."""
        return self.samples.shape[1] / self.rate

    @property
    def peak(self) -> float:
        """The largest absolute value."""
        return float(np.abs(self.samples).max(initial=0))

    @property
    def rms(self) -> float:
        """The root of the mean square of all channels."""
        return float(np.sqrt(np.mean(np.square(self.samples, dtype=np.float64)))) \
            if self.samples.size else 0.0

    @property
    def mono(self) -> NDArray[np.float32]:
        """The mean of the channels."""
        return self.samples.mean(axis=0)

    def levels(self, window: float = 0.05) -> NDArray[np.float64]:
        """The RMS of each window of `window` seconds, in dB relative to full scale; silence is -inf."""
        size = max(1, round(window * self.rate))
        mono = self.samples[:, :self.samples.shape[1] // size * size]
        power = np.square(mono.reshape(mono.shape[0], -1, size), dtype=np.float64).mean(axis=(0, 2))
        with np.errstate(divide="ignore"):
            return 10 * np.log10(power)

    def spectrum(self) -> tuple[NDArray[np.floating], NDArray[np.float64]]:
        """The frequencies in Hz, and the magnitude at each, of the whole sound with a Hann window."""
        mono = self.mono * np.hanning(self.samples.shape[1])
        magnitudes = np.abs(np.fft.rfft(mono)) / mono.size
        return np.fft.rfftfreq(mono.size, 1 / self.rate), magnitudes.astype(np.float64)


@dataclass
class _Format:
    channels: int
    rate: int
    bits: int
    is_float: bool
    start: int
    """The offset of the first sample in the file."""
    size: int
    """The size of the samples in bytes, according to the header."""

    def decode(self, data: bytes) -> NDArray[np.float32]:
        """Returns samples as [channel][frame]."""
        values: NDArray[np.float32]
        if self.is_float and self.bits == 32:
            values = np.frombuffer(data, "<f4").astype(np.float32)
        elif self.bits == 16:
            values = np.frombuffer(data, "<i2").astype(np.float32) / np.float32(2**15)
        elif self.bits == 24:
            bytes_ = np.frombuffer(data, np.uint8).reshape(-1, 3).astype(np.int32)
            joined = bytes_[:, 0] << 8 | bytes_[:, 1] << 16 | bytes_[:, 2] << 24
            values = (joined / 2**31).astype(np.float32)
        else:
            raise ValueError(f"{self.bits} bits cannot be read")
        return np.ascontiguousarray(values.reshape(-1, self.channels).T)


def _format(file: BinaryIO, path: str) -> _Format:
    """Reads the header of a WAV or RF64 file, up to its samples."""
    head = file.read(12)
    if head[:4] not in (b"RIFF", b"RF64") or head[8:12] != b"WAVE":
        raise ValueError(f"{path} is not a WAV file; render to one that ends in .wav")
    found: _Format | None = None
    wide = 0
    while len(chunk := file.read(8)) == 8:
        name, size = chunk[:4], struct.unpack("<I", chunk[4:])[0]
        if name == b"data":
            if found is None:
                raise ValueError(f"{path} has samples before their format")
            found.start = file.tell()
            found.size = wide if size == 0xFFFFFFFF else size
            return found
        content = file.read(size + size % 2)
        if name == b"ds64":
            wide = struct.unpack("<Q", content[8:16])[0]
        if name == b"fmt ":
            code, channels, rate, _, _, bits = struct.unpack("<HHIIHH", content[:16])
            if code == 0xFFFE:
                code = struct.unpack("<H", content[24:26])[0]
            found = _Format(channels, rate, bits, code == 3, 0, 0)
    raise ValueError(f"{path} has no samples")


def read_sound(path: str | os.PathLike[str]) -> Sound:
    """Reads a WAV file: 16 or 24 bits, or Float32.

    Raises:
        ValueError: The file is not a WAV file, or has an unsupported format.
    """
    with open(path, "rb") as file:
        form = _format(file, os.fspath(path))
        return Sound(form.decode(file.read(form.size)), form.rate)


class Take:
    """A recording in a WAV file that a host is still writing.

    The host writes `take.wav.part`, and renames it to `take.wav` when the recording ends; the file
    stays open here.
    """

    def __init__(self, path: str | os.PathLike[str]):
        path = os.fspath(path)
        try:
            self._file = open(path + ".part", "rb")
        except FileNotFoundError:
            self._file = open(path, "rb")
        self._form = _format(self._file, path)
        self.frame_count = 0
        """Frames read so far."""

    @property
    def rate(self) -> int:
        """Frames per second."""
        return self._form.rate

    def read(self) -> Sound:
        """Returns the frames since the last call."""
        size = self._form.channels * self._form.bits // 8
        self._file.seek(self._form.start + self.frame_count * size)
        data = self._file.read()
        count = len(data) // size
        self.frame_count += count
        return Sound(self._form.decode(data[:count * size]), self._form.rate)

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> Take:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
