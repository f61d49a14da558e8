#!/usr/bin/env python3
"""Starts a Ray cluster of several nodes on this machine, and kills workers and nodes.

    cluster.py jobs.csv --nodes 3 --kill-workers 50 --kill-nodes 1 --seed 7

It renders the list with `distribute.py`, sends SIGKILL at random times, and compares the files with
the same list rendered without Ray (`--reference FOLDER`).
"""

import argparse
import os
import random
import sys
import threading
import time

import psutil
import ray
from ray.cluster_utils import Cluster

import distribute


class Killer(threading.Thread):
    """Kills rendering workers and nodes at random times."""

    def __init__(self, cluster, workers, nodes, generator):
        super().__init__(daemon=True)
        self.cluster, self.generator = cluster, generator
        # The targets, with the share of finished tasks at which each is killed.
        self.deeds = sorted(
            [(generator.uniform(0.02, 0.9), "worker") for _ in range(workers)]
            + [(generator.uniform(0.3, 0.7), "node") for _ in range(nodes)])
        self.share = 0.0
        self.killed = {"worker": 0, "node": 0}
        self.is_over = False

    def run(self):
        while self.deeds and not self.is_over:
            due, kind = self.deeds[0]
            if self.share >= due and self.kill(kind):
                self.killed[kind] += 1
                self.deeds.pop(0)
            # A random pause, so that a kill may hit any moment of a rendering.
            time.sleep(self.generator.uniform(0.001, 0.03))

    def kill(self, kind):
        if kind == "worker":
            workers = self.rendering()
            if not workers:
                return False
            self.generator.choice(workers).kill()
            return True
        nodes = list(self.cluster.worker_nodes)
        if len(nodes) < 2:
            return False
        # Kills all of its processes with SIGKILL; a new node replaces it.
        node = self.generator.choice(sorted(nodes, key=lambda node: node.node_ip_address))
        cores = self.cluster.cores.pop(node)
        self.cluster.remove_node(node, allow_graceful=False)
        add_node(self.cluster, cores)
        return True

    def rendering(self):
        """Returns the workers of this cluster that are rendering."""
        found = []
        for node in list(self.cluster.worker_nodes):
            try:
                raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
                found += [child for child in raylet.children(recursive=True)
                          if child.name().startswith("ray::render")]
            except (psutil.Error, KeyError, IndexError):
                continue
        return found


def add_node(cluster, core):
    """Adds a node with one core, to which its renderings are bound."""
    node = cluster.add_node(num_cpus=1, env_vars={"TENUTO_CORE": str(core)})
    cluster.cores[node] = core
    return node


def start(count):
    """Starts a cluster whose nodes have one core each; its head renders nothing."""
    # Only the main thread may register exit handlers, and the killer adds nodes: see `stop`.
    cluster = Cluster(initialize_head=True, shutdown_at_exit=False, head_node_args={
        "num_cpus": 0, "include_dashboard": False})
    cluster.cores = {}
    cores = sorted(os.sched_getaffinity(0))
    for index in range(count):
        add_node(cluster, cores[index % len(cores)])
    ray.init(address=cluster.address, log_to_driver=False)
    return cluster


def stop(cluster):
    ray.shutdown()
    cluster.shutdown()


def differences(path, reference):
    """Returns the outputs of a list that differ from those of the same list in another folder."""
    folder = os.path.dirname(path)
    name = os.path.basename(path)
    expected = dict(distribute.journal(os.path.join(reference, name)))
    paths = {output: os.path.join(folder, output) for output in expected}
    return [output for output, sha256 in expected.items()
            if not os.path.exists(paths[output]) or distribute.digest(paths[output]) != sha256]


def main():
    parser = argparse.ArgumentParser(description="Renders a list on a local cluster, and kills its workers and nodes.")
    parser.add_argument("list")
    parser.add_argument("--nodes", type=int, default=2)
    parser.add_argument("--kill-workers", type=int, default=0)
    parser.add_argument("--kill-nodes", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chunk", type=int, default=1)
    parser.add_argument("--tenuto", default="tenuto")
    parser.add_argument("--reference", help="a folder in which the same list was rendered")
    options = parser.parse_args()
    path = os.path.abspath(options.list)
    began = time.monotonic()
    cluster = start(options.nodes)
    started = time.monotonic()
    killer = Killer(cluster, options.kill_workers, options.kill_nodes, random.Random(options.seed))
    killer.start()

    def progress(done, count):
        killer.share = done / count

    try:
        failures = distribute.distribute(options.tenuto, path, options.chunk, progress)
        seconds = time.monotonic() - started
    finally:
        killer.is_over = True
        killer.join()
        stop(cluster)
    wrong = distribute.verify(path)
    if options.reference:
        wrong += differences(path, options.reference)
    rows = distribute.journal(path)
    count = distribute.job_count(path)
    print(f"cluster  {options.nodes} nodes, started in {started - began:.1f} s")
    print(f"killed   {killer.killed['worker']} workers, {killer.killed['node']} nodes")
    print(f"jobs     {count} in {seconds:.1f} s, {count / seconds:.2f} a second")
    print(f"rendered {len(rows)} files, {len(rows) - len(dict(rows))} of them twice")
    print(f"wrong    {len(wrong)}")
    for text in failures + wrong:
        print(text, file=sys.stderr)
    return 1 if failures or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
