#!/usr/bin/env python3
"""This tries PyTorch's exports on a card: are f32 answers PyTorch's, are integers the host's, how fast are they beside PyTorch's FP16?

beside_pytorch.py BIN FOLDER RESULTS.jsonl [--networks=resnet50,…] [--batches=1,32] [--seconds=540] [--jobs=8] [--only=qopt|pytorch]
    [--table]

FOLDER takes exports and modules of the types below; what is there is left, and so are points whose times RESULTS has. Our types
come first: all kernels are compiled side by side, then `qrun bench --device-resident` times them as medians of 100 runs. PyTorch's
FP16, compiled in a CUDA graph, comes behind them in the same way: its compiler takes half a minute to two minutes of a core for
each point, so that twelve networks may take several calls, while its times are the same for every build of ours on one card.
--table prints what RESULTS has, worst first. It needs torch, torchvision, transformers and NumPy.
The exit status is 0 where all was measured, 1 where the last row of RESULTS that judges a network says that it is wrong, or
where one could not be measured, 3 where time ran out (call it again), 77 where there is no card.

The types are int8 (floats are f32), halves (what stays float is f16), bytes (int8 with integer attention, where there is
any) and fp16.
"""

import argparse
import concurrent.futures
import json
import os
import statistics
import subprocess
import sys
import time

import results
from exported_networks import NETWORKS, export, module_of

TYPES = ("int8", "halves", "bytes", "fp16")
TOLERANCE = 1e-5  # f32 may be off PyTorch's by so much of the largest answer, once the mean over samples is taken off
OF_F64 = 2  # or off f64 by so many times what PyTorch's own f32 is: it adds the same in another order
INT8, FP16 = 0.75, 1.0  # they may take so many times as long as PyTorch's FP16
CONVERSIONS = "--cancel-conversions"


def call(*command, seconds=300):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=seconds, check=False)
    if done.returncode:
        raise RuntimeError((done.stderr.strip() or done.stdout.strip())[-400:])
    return done.stdout


def content(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def error_beside(answers, wanted):
    """Returns the largest difference over the largest wanted answer, once the mean over samples is taken off both."""
    import numpy
    answers, wanted = (array.astype(numpy.float64) - array.astype(numpy.float64).mean(0) for array in (answers, wanted))
    return float(abs(answers - wanted).max() / abs(wanted).max())


def is_wrong(row):
    return "failed" in row or row["differing"] > 0 or not (row["beside_f32"] <= TOLERANCE or row["beside_f64"] <= OF_F64 * row["pytorch_beside_f64"])


def left_of(rows, networks, batches, kind):
    """Returns the points (network, batch) for which rows lack the time of a type, a network's points one behind the other."""
    found = {(row["network"], row["batch"]) for row in rows if row["what"] == "times" and row["type"] == kind}
    return [(name, batch) for name in networks for batch in batches if (name, batch) not in found]


def wrong_networks(rows, networks):
    """Returns those of `networks` that are wrong by the last row that judges them."""
    last = {row["network"]: row for row in rows if row["what"] == "made"}
    return [name for name in networks if name in last and is_wrong(last[name])]


class Maker:
    """Exports a network, makes its types, and compares f32 with PyTorch's and integers with the host's."""

    def __init__(self, binaries, folder):
        self.qopt, self.qrun, self.folder = os.path.join(binaries, "qopt"), os.path.join(binaries, "qrun"), folder

    def calibrated(self, stem, name, *more):
        if not os.path.exists(name):
            call(self.qrun, "calibrate", f"{stem}.fp32.mlirbc", f"--data={stem}.npz", "--device=host:2", "--preprocessed", *more, "-o", name)
        return name

    def made(self, stem, kind, source, *passes):
        path = f"{stem}.{kind}.mlirbc"
        if not os.path.exists(path):
            call(self.qopt, source, *passes, "-o", path)
        return path

    def make(self, name):
        """Returns a row: {network, what: made, errors of f32, values of int8 that differ}; or {network, what: made, failed}."""
        stem, row = os.path.join(self.folder, name), {"network": name, "what": "made"}
        try:
            export(name, stem)
            fp32 = self.made(stem, "fp32", f"{stem}.onnx", "--fold-constants", "--fold-batch-norm", "--recognize-composites")
            ranges = self.calibrated(stem, f"{stem}.json")
            insert, ends = f"--insert-quant=calibration={ranges}", ("--fold-dequant", "--absorb-residual")
            half = f"--assign-precision=calibration={ranges} type=f16"
            int8 = self.made(stem, "int8", fp32, insert, *ends)
            self.made(stem, "halves", int8, half, CONVERSIONS)
            self.made(stem, "fp16", fp32, half, CONVERSIONS)
            exact = int8
            of_bytes = self.calibrated(stem, f"{stem}.attention.json", "--attention=integer")
            if content(of_bytes) != content(ranges):
                exact = self.made(stem, "bytes", fp32, f"--insert-quant=calibration={of_bytes} attention=integer", *ends)
            row |= {**self.errors(stem, fp32), "differing": self.differing(exact)}
        except Exception as error:  # an export, a pass or a run that fails has a row of its own, and the others go on
            row["failed"] = str(error)[-400:]
        return row

    def errors(self, stem, fp32):
        """Returns errors of f32 on the card beside PyTorch's f32 and its f64, and of PyTorch's f32 beside its f64."""
        import numpy
        (port,) = numpy.load(f"{stem}.npz").files
        call(self.qrun, "run", fp32, "--device=cuda", f"--input={port}={stem}.x.npy", "--preprocessed", f"--output=y={stem}.cuda.npy")
        card, f32, f64 = (numpy.load(f"{stem}.{kind}.npy") for kind in ("cuda", "f32", "f64"))
        return {"beside_f32": error_beside(card, f32), "beside_f64": error_beside(card, f64), "pytorch_beside_f64": error_beside(f32, f64)}

    def differing(self, path):
        """Counts the values of a run of two samples on the card that are not the host's, bit by bit."""
        done = subprocess.run([self.qrun, "compare", path, "--device=cuda", "--other-device=host:2", "--batch=2"], capture_output=True, text=True,
                              check=False)
        for line in done.stdout.splitlines():
            if "not equal bit by bit" in line:
                return int(line.split(" values in both, ")[1].split()[0])
        raise RuntimeError(done.stderr[-400:])

    def bench(self, name, kind, batches, runs=100, warmup="80ms"):
        """Returns the median milliseconds at each of `batches`."""
        out = os.path.join(self.folder, f"{name}.{kind}.bench.json")
        call(self.qrun, "bench", os.path.join(self.folder, f"{name}.{kind}.mlirbc"), "--device=cuda", f"--batch={','.join(map(str, batches))}",
             "--device-resident", f"--warmup={warmup}", f"--iterations={runs}", f"--json={out}")
        with open(out, encoding="utf-8") as file:
            return [statistics.median(row["seconds"]) * 1e3 for row in json.load(file)["results"]]


def pytorch_ms(name, batch, runs=100):
    """Returns PyTorch's median milliseconds, taken in this process."""
    import torch
    from torch._inductor import config as inductor
    from pytorch_point import captured, seconds_of
    torch.backends.cudnn.benchmark = True
    inductor.freezing = True
    module, make, _ = module_of(name)
    module, x = module.cuda().half(), make(batch).cuda()
    if x.is_floating_point():
        module, x = module.to(memory_format=torch.channels_last), x.half().contiguous(memory_format=torch.channels_last)
    with torch.no_grad():  # freezing asks for it
        compiled = torch.compile(module, dynamic=False)
        return statistics.median(seconds_of(torch, captured(torch, lambda: compiled(x)), 30, runs)) * 1e3


def pytorch(name, batch, seconds):
    """Returns the same from a process of its own, whose compiler keeps what it made for the next."""
    return float(call(sys.executable, os.path.abspath(__file__), "-", "-", "-", f"--pytorch={name}", f"--batches={batch}", seconds=seconds))


def table(rows):
    """Returns lines of markdown, worst first by int8 over PyTorch's FP16, and how many points miss a bar."""
    points = {}
    for row in rows:
        if row["what"] == "times":
            points.setdefault((row["network"], row["batch"]), {})[row["type"]] = row["ms"]
    whole = {key: by for key, by in points.items() if "pytorch" in by and "int8" in by}

    def ratio(by, *types):
        return min(by[kind] for kind in types if kind in by) / by["pytorch"]

    def worst(item):
        return -ratio(item[1], "int8")

    lines, missed = ["| network | batch | int8 | halves | bytes | fp16 | PyTorch FP16 | int8, best of int8, fp16 ÷ PyTorch |", "|---" * 8 + "|"], 0
    for (name, batch), by in sorted(whole.items(), key=worst):
        ratios = ratio(by, "int8"), ratio(by, "int8", "halves", "bytes"), ratio(by, "fp16") if "fp16" in by else float("nan")
        missed += ratios[1] > INT8 or ratios[2] > FP16
        cells = [f"{by[kind]:.3f}" if kind in by else "" for kind in (*TYPES, "pytorch")]
        lines.append(f"| {name} | {batch} | {' | '.join(cells)} | {', '.join(f'{value:.2f}' for value in ratios)} |")
    if whole:
        for text, types in (("int8", ("int8",)), ("best of int8", ("int8", "halves", "bytes")), ("fp16", ("fp16",))):
            found = [ratio(by, *types) for by in whole.values() if any(kind in by for kind in types)]
            if found:
                lines.append(f"\nGeometric mean of {text} ÷ PyTorch's: {statistics.geometric_mean(found):.2f}")
    return lines, missed


class OutOfTime(Exception):
    """The next step would not end before the deadline."""


def measure_ours(maker, options, deadline):
    """Makes the networks that lack times and appends their rows; returns whether all could be measured."""
    whole, left = True, list(dict.fromkeys(name for name, _ in left_of(read(options.results), options.networks, options.batches, "int8")))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, concurrent.futures.ProcessPoolExecutor(options.jobs) as makers:
        warm = []
        for row in makers.map(maker.make, left):
            results.append(options.results, row)
            print(json.dumps(row), flush=True)
            warm += [pool.submit(quietly, maker.bench, row["network"], kind, options.batches, 1, "1") for kind in TYPES]
        concurrent.futures.wait(warm)
    for name in left:
        if time.monotonic() > deadline - 30:
            raise OutOfTime
        try:
            for kind in reversed(TYPES):  # int8 tells the next call that all of the network is there
                if os.path.exists(os.path.join(options.folder, f"{name}.{kind}.mlirbc")):
                    for batch, ms in zip(options.batches, maker.bench(name, kind, options.batches)):
                        results.append(options.results, {"network": name, "what": "times", "type": kind, "batch": batch, "ms": ms})
        except Exception as error:  # noqa: BLE001
            print(f"{name}: {error}", flush=True)
            whole = False
    return whole


def measure_pytorch(options, deadline):
    """Appends PyTorch's rows that are lacking, once its compiler has made all that it can; returns whether all could be measured."""
    whole, left = True, left_of(read(options.results), options.networks, options.batches, "pytorch")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, batch in left:
            pool.submit(quietly, pytorch, name, batch, max(1, deadline - 90 - time.monotonic()))
    for name, batch in left:
        seconds = deadline - time.monotonic()
        if seconds < 30:
            raise OutOfTime
        try:
            results.append(options.results, {"network": name, "what": "times", "type": "pytorch", "batch": batch, "ms": pytorch(name, batch, seconds)})
        except subprocess.TimeoutExpired as expired:
            raise OutOfTime from expired
        except Exception as error:  # noqa: BLE001
            print(f"{name} at {batch}: {error}", flush=True)
            whole = False
    return whole


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("bin", "folder", "results"):
        parser.add_argument(name)
    parser.add_argument("--networks", default=",".join(NETWORKS))
    parser.add_argument("--batches", default="1,32")
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--only", choices=("qopt", "pytorch"))
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--pytorch", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.networks, options.batches = options.networks.split(","), [int(batch) for batch in options.batches.split(",")]
    return options


def quietly(work, *arguments):
    """Works for what compilers keep; returns None for an error, which comes again, and is told, where times are taken."""
    try:
        return work(*arguments)
    except Exception:  # noqa: BLE001
        return None


def main():
    options = parsed()
    if options.pytorch:
        print(pytorch_ms(options.pytorch, options.batches[0]))
        return 0
    if options.table:
        lines, missed = table(read(options.results))
        print("\n".join(lines), f"\n{missed} points miss a bar ({INT8:g} for the best of int8, {FP16:g} for fp16).")
        return 0
    os.makedirs(options.folder, exist_ok=True)
    results.mend(options.results)
    deadline, maker, whole = time.monotonic() + options.seconds, Maker(options.bin, options.folder), True
    if "cuda" not in call(maker.qrun, "devices"):
        print("skipped: there is no card")
        return 77
    try:
        if options.only != "pytorch":
            whole = measure_ours(maker, options, deadline)
        if options.only != "qopt":
            whole = measure_pytorch(options, deadline) and whole
    except OutOfTime:
        print("time ran out; the same call goes on here")
        return 3
    rows = read(options.results)
    wrong = wrong_networks(rows, options.networks)
    print("\n".join(table(rows)[0]))
    if wrong:
        print(f"wrong: {', '.join(wrong)}")
    return 0 if whole and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
