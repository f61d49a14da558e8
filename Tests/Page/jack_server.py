"""A separate jackd on the dummy driver, the default server of programs started meanwhile."""

import os
import subprocess


class JACKServer:
    """Runs from `start` to `stop`.

    It waits for late clients: a server that skips their cycles would lose messages.
    """

    def __init__(self, label, frames=256, outputs=2, is_realtime=False):
        self.name = f"tenuto-{label}-{os.getpid()}"
        self.command = [
            "jackd", *(["-R", "-P", "60"] if is_realtime else ["-r"]), "-S", "-t", "10000",
            "-n", self.name, "-d", "dummy", "-r", "48000", "-p", str(frames), "-C", "2",
            "-P", str(outputs)]
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.environ["JACK_DEFAULT_SERVER"] = self.name
        try:
            subprocess.run(["jack_wait", "-s", self.name, "-w", "-t", "30"], check=True,
                           stdout=subprocess.DEVNULL)
        except Exception:
            self.stop()
            raise
        return self

    def stop(self):
        os.environ.pop("JACK_DEFAULT_SERVER", None)
        self.process.terminate()
        self.process.wait()
