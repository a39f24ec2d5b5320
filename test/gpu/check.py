#!/usr/bin/env python3
"""Checks what an NVIDIA card is to show, in shards that end within a time and go on where they stopped.

Usage: check.py BIN [--tests=FOLDER] [--state=FILE] [--minutes=8] [--libraries=FOLDER] [--python=PYTHON] [--only=REGEX] [--list]

BIN holds qopt and qrun; --tests (default BIN) holds the test programs qrt_conformance, run_kernels and networks, of
which those that are absent are left out and named. Nothing else of the build is needed; models are the repository's.
--libraries is where carried shared libraries lie (LLVM's, MLIR's). --python names a Python that has the package qopt and torch: its
tests of tensors on the card run first. test/gpu/pack.py packs BIN, and wheels for that Python. Steps that passed are noted in the state file, with
the card and its driver; call it again until it says that all have passed.

Exit status: 0 all passed, 1 a step failed, 75 (try again) time ran out before the last step, 77 no CUDA device.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import programs

MODELS = pathlib.Path(programs.MODELS)
PYTHON_TESTS = MODELS.parent / "tools" / "python"
NETWORKS = ("lenet", "mlp", "resnet20")
SHARDS = 4  # of the conformance suite: each well within a minute on a card


class Step:
    """A name, and a command or a function that gives None or what is wrong."""

    def __init__(self, name, run):
        self.name, self.run = name, run


class Card:
    """The programs, and how they are called."""

    def __init__(self, options):
        self.bin, self.tests = pathlib.Path(options.bin), pathlib.Path(options.tests or options.bin)
        # Its tests run in another folder, where a relative path leads nowhere.
        self.python = options.python and os.path.abspath(shutil.which(options.python) or options.python)
        self.environment = dict(os.environ)
        if options.libraries:
            known = self.environment.get("LD_LIBRARY_PATH", "")
            self.environment["LD_LIBRARY_PATH"] = options.libraries + (":" + known if known else "")

    def call(self, command, idle=None, **variables):
        """Returns None, or the end of what a failing command says; it fails, too, where it says `idle`, that it did nothing."""
        done = subprocess.run([str(word) for word in command], env={**self.environment, **variables}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode == 0 and not (idle and idle in done.stdout):
            return None
        return f"exit {done.returncode}: {' '.join(map(str, command))}\n{done.stdout[-4000:]}"

    def output(self, command):
        return subprocess.run([str(word) for word in command], env=self.environment, text=True, capture_output=True,
                              check=False).stdout

    def test_program(self, name):
        for place in (self.tests / name, *self.tests.rglob(name)):
            if place.is_file():
                return place
        print(f"left out: {name} is not in {self.tests}")
        return None


def gtest_steps(card, program, prefix, arguments, shards, **variables):
    def shard(index):
        return lambda: card.call([program, *arguments], idle="] 0 tests from", GTEST_TOTAL_SHARDS=str(shards), GTEST_SHARD_INDEX=str(index),
                                 GTEST_BRIEF="1", **variables)
    return [Step(f"{prefix} {index + 1}/{shards}", shard(index)) for index in range(shards)]


def opencl_device(card):
    """Returns what the card is called as an OpenCL device, such as opencl:1, or None; PoCL's CPU may stand beside it."""
    for line in card.output([card.bin / "qrun", "devices"]).splitlines():
        if line.startswith("opencl") and " CUDA " in line:
            return line.split()[0]
    return None


def conformance_steps(card, program, opencl):
    """Returns the shards of the suite on the card by CUDA, and by OpenCL where it is such a device; the suite calls opencl:1 opencl_1."""
    found = gtest_steps(card, program, "conformance cuda", ["--driver=cuda"], SHARDS)
    if opencl:
        name = opencl.replace(":0", "").replace(":", "_")
        found += gtest_steps(card, program, "conformance opencl", ["--driver=opencl", f"--gtest_filter=*/{name}"], SHARDS)
    return found


def quantized(card, network, folder):
    """The INT8 module of a network, made of the calibration that the repository holds."""
    path = pathlib.Path(folder) / f"{network}.mlirbc"
    return path, card.call(programs.quantize_command(card.bin, network, path))


def compare_step(card, network, device, batch_data):
    def run():
        with tempfile.TemporaryDirectory(prefix="qopt-gpu-") as folder:
            path, wrong = quantized(card, network, folder)
            return wrong or card.call([card.bin / "qrun", "compare", path, f"--device={device}", "--other-device=host",
                                       "--exact", *batch_data])
    return Step(f"int8 {network} on {device} is the host's", run)


def python_step(card, name):
    """Returns a step that runs a class of tools/python's card_test, which must not skip all that it has: here there are a card and a Python for it."""
    def run():
        done = subprocess.run([card.python, "-B", "-m", "unittest", f"card_test.{name}"], cwd=PYTHON_TESTS, env=card.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        ran, skipped = (re.search(pattern, done.stdout) for pattern in (r"Ran (\d+) test", r"skipped=(\d+)"))
        idle = not ran or skipped and int(skipped[1]) >= int(ran[1])
        return done.stdout[-4000:] if done.returncode or idle else None
    return Step(f"python {name}", run)


def python_steps(card):
    """Returns the steps of all classes of card_test; none where no Python is named."""
    text = (PYTHON_TESTS / "card_test.py").read_text(encoding="utf-8") if card.python else ""
    return [python_step(card, name) for name in re.findall(r"^class (\w+)\(unittest", text, re.MULTILINE)]


def steps_of(card):
    found = python_steps(card)
    opencl = opencl_device(card)
    if not opencl:
        print("left out: OpenCL, since qrun devices lists no card under it")
    conformance = card.test_program("qrt_conformance")
    if conformance:
        found += conformance_steps(card, conformance, opencl)
    for network in NETWORKS:
        for device in ("cuda", opencl) if opencl else ("cuda",):
            found.append(compare_step(card, network, device, []))
    for name, shards in (("networks", 6), ("run_kernels", 2)):
        program = card.test_program(name)
        if program:
            found += gtest_steps(card, program, name, [], shards)
    for network in NETWORKS:
        found.append(Step(f"bench {network}", lambda network=network: card.call(
            [card.bin / "qrun", "bench", MODELS / f"{network}.onnx", "--device=cuda", "--device=host", "--batch=1,32",
             "--iterations=5"])))
    return found


def identity(card):
    """The line of `qrun devices` about the first CUDA device, or None."""
    for line in card.output([card.bin / "qrun", "devices"]).splitlines():
        if line.startswith("cuda"):
            return line
    return None


def run_steps(steps, passed, until, save):
    """Names of those that failed, and how many are left for another call."""
    failed, left = [], 0
    for step in steps:
        if step.name in passed:
            continue
        if time.monotonic() > until:
            left += 1
            continue
        begin = time.monotonic()
        wrong = step.run()
        print(f"{'FAILED' if wrong else 'passed'} {step.name} ({time.monotonic() - begin:.1f} s)", flush=True)
        if wrong:
            failed.append(step.name)
            print(wrong, flush=True)
        else:
            passed.append(step.name)
            save()
    return failed, left


def main():
    parser = argparse.ArgumentParser(description="What an NVIDIA card is to show")
    parser.add_argument("bin")
    parser.add_argument("--tests")
    parser.add_argument("--state", default="gpu-check.json")
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--libraries")
    parser.add_argument("--python")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    card = Card(options)
    steps = [step for step in steps_of(card) if re.search(options.only, step.name)]
    if options.list:
        print("\n".join(step.name for step in steps))
        return 0
    device = identity(card)
    if not device:
        print(card.call([card.bin / "qrun", "run", MODELS / "mlp.onnx", "--device=cuda"]) or "cuda is not listed")
        return 77
    print(device)
    state = pathlib.Path(options.state)
    noted = json.loads(state.read_text()) if state.exists() else {}
    passed = noted.get("passed", []) if noted.get("device") == device else []

    def save():
        state.write_text(json.dumps({"device": device, "passed": passed}, indent=1) + "\n")

    failed, left = run_steps(steps, passed, time.monotonic() + 60 * options.minutes, save)
    print(f"{len(passed)} passed, {len(failed)} failed, {left} left")
    return 1 if failed else 75 if left else 0


if __name__ == "__main__":
    sys.exit(main())
