"""Runs of faults.py: one network, one input, and what its answer must be."""

import os
import re
import subprocess
import tempfile
import time

import numpy as np

import programs
import qrt

SHAPES = {"mlp": (1, 28, 28), "lenet": (1, 28, 28), "resnet20": (3, 32, 32)}


class Wrong(Exception):
    pass


class Started:
    """A process that answers into a file of its own."""

    def __init__(self, runs, command, answer, environment):
        self.runs, self.answer = runs, answer
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **environment})

    def ended(self):
        """(exit code, what it said)"""
        try:
            said = self.process.communicate(timeout=self.runs.left())[1]
        except subprocess.TimeoutExpired as expired:
            self.process.kill()
            self.process.communicate()
            raise Wrong(f"not done in {self.runs.seconds:.0f} s") from expired
        return self.process.returncode, said.strip()

    def right(self):
        """Returns what it said; it must have answered as the host does."""
        code, said = self.ended()
        if code != 0:
            raise Wrong(f"exit {code}: {said[-500:]}")
        with open(self.answer, "rb") as file:
            if file.read() != self.runs.wanted:
                raise Wrong("the answer is not the host's")
        return said

    def refused(self, *words):
        """The line of its error with the first of these words, without folders; all must be said, and exit code 1 or 3."""
        code, said = self.ended()
        if code not in (1, 3):
            raise Wrong(f"exit {code}, not an error's: {said[-500:]}")
        if missing := [word for word in words if word not in said]:
            raise Wrong(f"says nothing of {missing}: {said[-500:]}")
        line = next(line for line in said.splitlines() if words[0] in line)
        return re.sub(r"(/[^\s/:]+)+/", "", line) + f" (exit {code})"


class Runs:
    def __init__(self, options, device, folder, seconds):
        self.options, self.device, self.folder, self.seconds = options, device, folder, seconds
        self.deadline = time.monotonic() + seconds
        self.qrun, self.count = os.path.join(options.bin, "qrun"), 0
        self.input = os.path.join(folder, "x.npy")
        noise = np.random.default_rng(1).standard_normal((4, *SHAPES[options.network]), dtype=np.float32)
        np.save(self.input, noise)
        self.wanted = b""
        first = self.start("host")
        code, said = first.ended()
        if code:
            raise Wrong(f"the host does not run: {said}")
        with open(first.answer, "rb") as file:
            self.wanted = file.read()

    def left(self):
        return programs.left_until(self.deadline)

    def caches(self):
        """Variables of empty caches."""
        return programs.caches_in(tempfile.mkdtemp(dir=self.folder))

    def start(self, device=None, environment=None, model=None):
        self.count += 1
        answer = os.path.join(self.folder, f"y{self.count}.npy")
        command = [self.qrun, "run", model or self.options.model, f"--device={device or self.device}",
                   f"--input={self.input}", f"--output={answer}"]
        return Started(self, command, answer, self.caches() if environment is None else environment)

    def bench(self, model, batch, environment):
        command = [self.qrun, "bench", model, f"--device={self.device}", f"--batch={batch}", "--iterations=1",
                   "--warmup=0"]
        return Started(self, command, "", environment)

    def compile(self, path, model=None):
        command = [self.qrun, "compile", model or self.options.model, f"--device={self.device}", "-o", path]
        return Started(self, command, path, self.caches())

    def artifact(self, model=None):
        path = os.path.join(self.folder, "net.qart")
        code, said = self.compile(path, model).ended()
        if code:
            raise Wrong(f"qrun compile: {said}")
        return path

    def library(self):
        return qrt.Library(self.options.libqrt)
