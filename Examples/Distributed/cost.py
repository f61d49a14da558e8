#!/usr/bin/env python3
"""Measures the cost of a rendering on a cluster, and predicts the time with more machines.

    cost.py FOLDER [--jobs 200] [--rounds 3] [--tenuto PROGRAM]

One node and two nodes of one core render the same list, in turn, in each round. The model:

    time(machines) = start + jobs × max(job / (machines × cores), dispatch) + job

`job` is the processor time of a job with its processes, `dispatch` the time in which Ray's head sends
a task and receives its result, `start` the time until the cluster runs its first task.
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import time

import ray

import cluster
import distribute
import make_jobs


def processor_seconds_of_a_job(tenuto, folder, count):
    """Returns the processor time of a job without Ray."""
    shutil.rmtree(folder, ignore_errors=True)
    path = make_jobs.write(folder, count)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([tenuto, "render", "--batch", path, "--jobs", "1"], check=True,
                   stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / count


def seconds_on(nodes, tenuto, folder, count, chunk):
    """Returns the seconds until a cluster is up, and for rendering a list on it."""
    shutil.rmtree(folder, ignore_errors=True)
    path = make_jobs.write(folder, count)
    began = time.monotonic()
    machines = cluster.start(nodes)
    try:
        # The first task of a worker loads Python; a running cluster has already done so.
        warm = [nothing.remote() for _ in range(2 * nodes)]
        ray.get(warm)
        started = time.monotonic()
        failures = distribute.distribute(tenuto, path, chunk)
        seconds = time.monotonic() - started
    finally:
        cluster.stop(machines)
    if failures or distribute.verify(path):
        raise SystemExit("\n".join(failures + distribute.verify(path)))
    return started - began, seconds


@ray.remote(num_cpus=1)
def nothing():
    time.sleep(0.2)


@ray.remote(num_cpus=0.001)
def empty():
    return 0


def dispatch_seconds(count=1000):
    """Returns the seconds that the head needs for an empty task."""
    machines = cluster.start(1)
    try:
        ray.get([empty.remote() for _ in range(100)])
        began = time.monotonic()
        ray.get([empty.remote() for _ in range(count)])
        return (time.monotonic() - began) / count
    finally:
        cluster.stop(machines)


def main():
    parser = argparse.ArgumentParser(description="Measures the cost of a rendering on a cluster.")
    parser.add_argument("folder")
    parser.add_argument("--jobs", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--chunk", type=int, default=4)
    parser.add_argument("--tenuto", default="tenuto")
    options = parser.parse_args()
    job = processor_seconds_of_a_job(options.tenuto, f"{options.folder}/alone", options.jobs // 4)
    dispatch = dispatch_seconds()
    scalings, starts = [], []
    for number in range(options.rounds):
        times = {}
        for nodes in (1, 2):
            start, times[nodes] = seconds_on(
                nodes, options.tenuto, f"{options.folder}/{nodes}-nodes", options.jobs,
                options.chunk)
            starts.append(start)
        scalings.append(times[1] / times[2])
        print(f"round {number + 1}: {options.jobs} jobs in {times[1]:.1f} s on one worker, "
              f"{times[2]:.1f} s on two: {scalings[-1]:.2f} times", flush=True)
    start = statistics.median(starts)
    print(f"scaling  {statistics.median(scalings):.2f}  ({min(scalings):.2f} to {max(scalings):.2f})")
    print(f"job      {job * 1000:.0f} ms of processor time")
    print(f"dispatch {dispatch * 1000:.2f} ms per task of {options.chunk} jobs")
    print(f"start    {start:.1f} s")
    print("machines of 8 cores, jobs as long as these, and 100 times as long (seconds for 100 000):")
    for machines in (1, 10, 100):
        line = f"  {machines:4}"
        for length in (1, 100):
            cost = max(length * job / (machines * 8), dispatch / options.chunk)
            line += f"  {start + 100_000 * cost + length * job:10.0f}"
        print(line)


if __name__ == "__main__":
    main()
