#!/usr/bin/env python3
"""Renders the jobs of a list on a Ray cluster.

    distribute.py jobs.csv                      on this machine
    distribute.py jobs.csv --address HOST:6379  on a running cluster

The list's folder has the same path on all nodes. Each task is a `tenuto render --batch jobs.csv
--only NUMBERS`: only `tenuto` interprets the list, decides which jobs are done and checks the files.
"""

import argparse
import csv
import hashlib
import os
import subprocess
import sys
import time

import ray


def job_count(path):
    """Returns the number of jobs in a list; empty lines do not count."""
    with open(path, newline="", encoding="utf-8-sig") as file:
        return sum(1 for row in csv.reader(file) if row) - 1


def journal(path):
    """Returns the rows of a list's journal, output and SHA-256, in the order of completion."""
    with open(path + ".done", newline="", encoding="utf-8") as file:
        return [(row[0], row[1]) for row in csv.reader(file) if len(row) == 3][1:]


def digest(path):
    """Returns the SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@ray.remote(num_cpus=1, max_retries=-1)
def render(tenuto, path, numbers):
    """Renders some jobs of the list; Ray runs it again if its worker or node was killed.

    A job in the journal is finished, and is not rendered again.
    """
    if core := os.environ.get("TENUTO_CORE"):
        os.sched_setaffinity(0, {int(core)})
    command = [tenuto, "render", "--batch", path, "--only", numbers, "--jobs", "1"]
    # Renderings end with a killed worker, so that none runs beside its repetition.
    done = subprocess.run(["setpriv", "--pdeathsig", "KILL", *command],
                          capture_output=True, text=True)
    return numbers, done.returncode, done.stderr


def distribute(tenuto, path, chunk=1, progress=lambda done, count: None):
    """Renders all jobs, `chunk` to a task; returns a text for each failed task."""
    count = job_count(path)
    parts = [f"{first}-{min(first + chunk - 1, count)}" for first in range(1, count + 1, chunk)]
    waiting = [render.remote(tenuto, path, numbers) for numbers in parts]
    failures = []
    while waiting:
        ready, waiting = ray.wait(waiting)
        for numbers, status, errors in ray.get(ready):
            if status < 0:
                # The process was killed, but the worker survived and reported it.
                waiting.append(render.remote(tenuto, path, numbers))
            elif status != 0:
                failures.append(f"jobs {numbers}: {errors.strip()}")
        progress(len(parts) - len(waiting), len(parts))
    return failures


def verify(path):
    """Compares each file with the SHA-256 that it had when it was finished; returns the differing files."""
    folder = os.path.dirname(os.path.abspath(path))
    wrong = [output for output, sha256 in dict(journal(path)).items()
             if digest(os.path.join(folder, output)) != sha256]
    missing = job_count(path) - len(dict(journal(path)))
    return wrong + ([f"{missing} jobs are not done"] if missing else [])


def main():
    parser = argparse.ArgumentParser(description="Renders the jobs of a list on a Ray cluster.")
    parser.add_argument("list")
    parser.add_argument("--address", help="a running cluster; by default one on this machine")
    parser.add_argument("--tenuto", default="tenuto", help="the program on the nodes")
    parser.add_argument("--chunk", type=int, default=1, help="jobs in a task")
    options = parser.parse_args()
    path = os.path.abspath(options.list)
    ray.init(address=options.address, log_to_driver=False, include_dashboard=False)
    began = time.monotonic()
    failures = distribute(
        options.tenuto, path, options.chunk,
        lambda done, count: print(f"\r{done}/{count} ", end="", file=sys.stderr, flush=True))
    seconds = time.monotonic() - began
    print(file=sys.stderr)
    for failure in failures:
        print(failure, file=sys.stderr)
    wrong = verify(path)
    for name in wrong:
        print(f"{name} has changed since it was rendered", file=sys.stderr)
    print(f"{job_count(path)} jobs in {seconds:.1f} s")
    return 1 if failures or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
