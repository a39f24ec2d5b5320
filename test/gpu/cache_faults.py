"""Cases of faults.py: what becomes of files of compiled kernels and programs, and of processes that share them."""

import os
import sqlite3
import time

from fault_runs import Wrong


def ten_at_once(runs):
    environment = runs.caches()
    started = [runs.start(environment=environment) for _ in range(runs.options.at_once)]
    for one in started:
        one.right()
    return f"{len(started)} processes on empty caches answer alike"


def _wait_for(path, least, process):
    """Until the file is so large; False: the process ended first."""
    while not (os.path.exists(path) and os.path.getsize(path) >= least):
        if process.poll() is not None:
            return False
        time.sleep(0.0005)
    return process.poll() is None


def _warnings(said, path):
    lines = [line for line in said.splitlines() if "warning: " in line]
    return "; ".join(line.split("warning: ")[-1].replace(path, "PATH") for line in lines)


def _once(runs, fault, suffix, least):
    """A run on empty caches, whose file `fault` meets when it, or its log, is so large; then another on what is left.
    (seconds behind the fault, warnings), or None where the run was too fast."""
    environment = runs.caches()
    path = environment["QOPT_CACHE"]
    started = runs.start(environment=environment)
    if not _wait_for(path + suffix, least, started.process):
        started.right()
        return None
    after, begun = fault(path), time.monotonic()
    said = started.right()
    took = time.monotonic() - begun
    if after:
        after()
    runs.start(environment=environment).right()
    return took, _warnings(said, path)


def in_the_midst(runs, fault):
    """As the cache is begun, and as the first kernels are in it."""
    says = []
    for moment, suffix, least in (("at first", "", 1), ("with kernels in it", "-wal", 1 << 16)):
        tries = (_once(runs, fault, suffix, least) for _ in range(5))
        found = next((one for one in tries if one), None)
        if not found:
            raise Wrong(f"{moment}: always ended before anything was done to the cache")
        says.append(f"{moment}: right, {found[0]:.1f} s later" + (f" ({found[1]})" if found[1] else ""))
    return "; ".join(says)


def deleted(runs):
    def fault(path):
        for name in (path, path + "-wal", path + "-shm"):
            if os.path.exists(name):
                os.remove(name)
    return in_the_midst(runs, fault)


def truncated(runs):
    def fault(path):
        for name in (path, path + "-wal"):
            if os.path.exists(name):
                os.truncate(name, os.path.getsize(name) // 2)
    return in_the_midst(runs, fault)


def overwritten(runs):
    def fault(path):
        with open(path, "r+b") as file:
            file.write(os.urandom(os.path.getsize(path)))
    return in_the_midst(runs, fault)


def locked(runs):
    def fault(path):
        other = sqlite3.connect(path, isolation_level=None, timeout=30)
        other.execute("BEGIN EXCLUSIVE")
        return other.close
    return in_the_midst(runs, fault)


def _kill(runs, start, cold, after):
    """Ends what start() begins at random moments of `cold` seconds, in --rounds rounds, in more while none was met:
    after(process, was it killed). How often it was."""
    hit = rounds = 0
    while rounds < runs.options.rounds or not hit:
        if rounds == 20 * runs.options.rounds:
            raise Wrong("no process was killed: all were faster")
        started = start()
        time.sleep(runs.options.random.uniform(0, cold))
        met = started.process.poll() is None
        if met:
            started.process.kill()
            started.ended()
        after(started, met)
        hit, rounds = hit + met, rounds + 1
    return f"{hit} of {rounds} killed"


def killed(runs):
    """In a cold run, again and again on the same caches; on new ones once they are full."""
    begun = time.monotonic()
    runs.start().right()
    cold, caches = time.monotonic() - begun, [runs.caches()]

    def after(started, met):
        if not met:
            started.right()
            caches.append(runs.caches())
    says = _kill(runs, lambda: runs.start(environment=caches[-1]), cold, after)
    said = _warnings(runs.start(environment=caches[-1]).right(), caches[-1]["QOPT_CACHE"])
    return f"{says}, then the right answer" + (f" ({said})" if said else "")


def killed_compile(runs):
    """The .qart file that was there stays whole, or is the new one."""
    begun = time.monotonic()
    path = runs.artifact()
    cold = time.monotonic() - begun
    says = _kill(runs, lambda: runs.compile(path), cold, lambda started, met: runs.start(model=path).right())
    return f"{says}, the file ran each time"
