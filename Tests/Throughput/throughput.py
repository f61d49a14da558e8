#!/usr/bin/env python3
"""Measures the seconds of audio that hosts render per second of processor time, with the same
plug-in and sound.

    throughput.py [--rounds 5] [--seconds 600] [PLUGIN...]

Each host renders a short and a long piece in a separate process, one after the other in each round.
The difference of the two excludes the time for starting and loading. All processes of a host count,
including Tenuto's extensions.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(FOLDER))
SONG = os.path.join(ROOT, "Examples", "Songs", "canon.mid")
RATE = 48000
PLUGINS = ["ZaMultiCompX2", "ZamVerb"]
FRAMES = 256
HOSTS = ["tenuto", "pedalboard", "dawdreamer"]

SESSION = """\
tenuto: 2
engine: {clients: clock, rate: %d, frames: %d}
nodes:
  source: {file: "%s"}
  delay: {component: "%s"}
  out: {audio-output: 2}
connections: [source -> delay, delay -> out]
"""

PEDALBOARD = """
import sys, numpy as np
from pedalboard import load_plugin
from pedalboard.io import AudioFile
source, target, plugin, frames = sys.argv[1:]
effect = load_plugin(plugin)
with AudioFile(source) as file:
    rate, sound = file.samplerate, file.read(file.frames)
sound = effect(sound, rate, buffer_size=int(frames))
with AudioFile(target, "w", rate, sound.shape[0], bit_depth=32) as file:
    file.write(sound)
"""

DAWDREAMER = """
import sys, numpy as np, dawdreamer as daw
from scipy.io import wavfile
source, target, plugin, frames = sys.argv[1:]
rate, sound = wavfile.read(source)
engine = daw.RenderEngine(rate, int(frames))
file = engine.make_playback_processor("file", np.ascontiguousarray(sound.T))
effect = engine.make_plugin_processor("delay", plugin)
engine.load_graph([(file, []), (effect, ["file"])])
engine.render(sound.shape[0] / rate)
wavfile.write(target, rate, np.ascontiguousarray(engine.get_audio().T.astype(np.float32)))
"""


def processor_seconds(command, environment):
    """Returns the processor time of a command and its child processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise RuntimeError(f"{command[:4]}: {done.stderr[-800:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cut(source, target, seconds):
    """Writes a Float32 WAV file of a given length, repeating the source if needed."""
    import numpy as np
    from scipy.io import wavfile
    rate, sound = wavfile.read(source)
    repeats = -(-int(seconds * rate) // sound.shape[0])
    wavfile.write(target, rate, np.tile(sound, (repeats, 1))[:int(seconds * rate)])


class Effect:
    """One stereo effect on a sound file."""

    def __init__(self, plugin, folder, tenuto, environment, core):
        self.plugin = plugin
        self.folder, self.tenuto, self.environment, self.core = folder, tenuto, environment, core

    def command(self, host, name):
        source, target = f"{self.folder}/{name}.wav", f"{self.folder}/{name}-{host}.wav"
        if host == "tenuto":
            session = f"{self.folder}/{name}.yaml"
            with open(session, "w", encoding="utf-8") as file:
                file.write(SESSION % (RATE, FRAMES, source, "urn:zamaudio:" + self.plugin))
            words = [self.tenuto, "render", session, "-o", target]
        else:
            program = PEDALBOARD if host == "pedalboard" else DAWDREAMER
            words = [sys.executable, "-c", program, source, target,
                     f"/usr/lib/vst3/{self.plugin}.vst3", str(FRAMES)]
        return ["taskset", "-c", str(self.core), *words]

    def seconds(self, host, name):
        return processor_seconds(self.command(host, name), self.environment)


def measure(rig, hosts, lengths, rounds):
    """Returns the seconds of audio per second of processor time, by host and round."""
    speeds = {host: [] for host in hosts}
    for _ in range(rounds):
        for host in hosts:
            short, long = (rig.seconds(host, name) for name in ("short", "long"))
            speeds[host].append((lengths[1] - lengths[0]) / max(long - short, 1e-6))
    return speeds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--tenuto", default="tenuto")
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("plugins", nargs="*")
    options = parser.parse_args()
    environment = {**os.environ, "XDG_DATA_HOME": tempfile.mkdtemp(prefix="tenuto-throughput-")}
    with tempfile.TemporaryDirectory(prefix="tenuto-throughput-") as folder:
        subprocess.run([options.tenuto, "scan"], check=True, env=environment, capture_output=True)
        subprocess.run([options.tenuto, "render", SONG, "--instrument", "aumu saw1 Tnto",
                        "--rate", str(RATE), "-o", f"{folder}/song.wav"], check=True,
                       env=environment, capture_output=True)
        lengths = (options.seconds / 10, options.seconds)
        for name, seconds in zip(("short", "long"), lengths):
            cut(f"{folder}/song.wav", f"{folder}/{name}.wav", seconds)
        for plugin in options.plugins or PLUGINS:
            rig = Effect(plugin, folder, options.tenuto, environment, options.core)
            report(plugin, measure(rig, HOSTS, lengths, options.rounds))


def report(plugin, speeds):
    """Prints the median of each host, and its ratio to the faster peer."""
    print(f"{plugin}, {FRAMES} frames, {RATE} Hz: seconds of audio per second of processor time")
    best = max(statistics.median(speeds[host]) for host in HOSTS[1:])
    for host in HOSTS:
        values = sorted(speeds[host])
        print(f"  {host:11} {statistics.median(values):7.0f}  ({values[0]:.0f} to {values[-1]:.0f})"
              f"  {statistics.median(values) / best:.2f} of the faster peer", flush=True)


if __name__ == "__main__":
    main()
