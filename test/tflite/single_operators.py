"""Single-operator TFLite models, run by ai-edge-litert's reference kernels and by qrun, compared element by element.

  single_operators.py --qrun=PATH [--count=3000] [--first=0] [--devices=reference,host] [--every=DEVICE:N]
                      [--table=FILE.md] [--reading] [--keep=FOLDER]

Prints a table operator × type: right, wrong, waived. --every=opencl:10 runs a tenth on that device, too; --reading
compares test/numerics/lite.py's reading of the rules instead, without qrun. Exit status 1 where an answer is wrong or
more than a fiftieth is waived, 77 where ai-edge-litert is not installed.
"""

import argparse
import collections
import concurrent.futures
import os
import subprocess
import sys
import tempfile

try:
    import flatbuffers  # noqa: F401
    import numpy as np
    from ai_edge_litert import interpreter as _  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}; PyPI's packages are ai-edge-litert, flatbuffers and numpy")
    sys.exit(77)

import draw
import interpreter
import reading
import write_model

# The interpreter computes these otherwise than it means to, and we do not follow it.
WAIVED = {
    ("SUM", "i8"): "the reference kernel reads the bytes as unsigned ones (LiteRT's reduce.cc, f6745779)",
    ("SUM", "i16"): "the reference kernel reads 16 bits as bytes (LiteRT's reduce.cc, f6745779)",
}
LARGEST_SHARE = 0.02


def full_shape(file, model):
    """The model with the shape that the interpreter gives its result."""
    machine = interpreter.prepared(file)
    model.output.shape = tuple(int(n) for n in machine.get_output_details()[0]["shape"])
    return write_model.write(model)


def run_qrun(qrun, device, file, values, folder):
    """(answer, None), or (None, what it says)."""
    path = os.path.join(folder, "model.tflite")
    with open(path, "wb") as out:
        out.write(file)
    command = [qrun, "run", path, f"--device={device}", f"--output={folder}/y.npy"]
    for index, value in values:
        np.save(f"{folder}/x{index}.npy", value)
        command.append(f"--input=x{index}={folder}/x{index}.npy" if len(values) > 1 else f"--input={folder}/x{index}.npy")
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines() or [""]
        return None, lines[0][-160:], done.returncode
    return np.load(f"{folder}/y.npy"), None, 0


def difference(expected, actual):
    """None where they are equal, else what differs."""
    if actual.shape != expected.shape:
        return f"shape {actual.shape} for {expected.shape}"
    same = actual == expected if expected.dtype.kind != "f" else actual.view(np.int32) == expected.view(np.int32)
    if same.all():
        return None
    steps = np.abs(actual.astype(np.float64) - expected.astype(np.float64)).max()
    return f"{int((~same).sum())} of {expected.size} differ, by up to {steps:g}"


def named_values(model, values):
    rest = iter(values)
    return [(i, next(rest)) for i, tensor in enumerate(model.inputs) if tensor.data is None]


def devices_of(options, seed):
    often = options.devices.split(",")
    return often + [device for device, n in (part.split(":") for part in options.every) if seed % int(n) == 0]


def judge(options, seed, model, values, expected):
    """(right, wrong or waived; what there is to say)"""
    if model.key in WAIVED:
        return "waived", WAIVED[model.key]
    if options.reading:
        constants = [t.data for t in model.inputs if t.data is not None and t.scales]
        answer = reading.READINGS[model.operator](model, *values, *constants)
        said = difference(expected, np.asarray(answer))
        return ("wrong", said) if said else ("right", "")
    file = full_shape(write_model.write(model), model)
    for device in devices_of(options, seed):
        with tempfile.TemporaryDirectory() as folder:
            answer, said, status = run_qrun(options.qrun, device, file, named_values(model, values), folder)
        if answer is None and status == 2:
            return "waived", "refused: " + said
        said = said or difference(expected, answer)
        if said:
            keep(options, seed, file, values, expected)
            return "wrong", f"{device}: {said}"
    return "right", ""


def keep(options, seed, file, values, expected):
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        with open(f"{options.keep}/{seed}.tflite", "wb") as out:
            out.write(file)
        np.savez(f"{options.keep}/{seed}.npz", *values, y=expected)


def table(counts):
    """Markdown: an operator a row, a type a column, right / wrong / waived in each."""
    operators, kinds = sorted({key[0] for key in counts}), sorted({key[1] for key in counts})
    rows = ["| operator | " + " | ".join(kinds) + " |", "|---" * (len(kinds) + 1) + "|"]
    for operator in operators:
        cells = []
        for kind in kinds:
            count = counts.get((operator, kind))
            cells.append(" / ".join(str(count[word]) for word in ("right", "wrong", "waived")) if count else "")
        rows.append(f"| {operator} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def parsed():
    parser = argparse.ArgumentParser()
    parser.add_argument("--qrun")
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--devices", default="reference,host")
    parser.add_argument("--every", action="append", default=[])
    parser.add_argument("--operators", default="", help="the ones alone that are named, by commas")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--table")
    parser.add_argument("--keep")
    parser.add_argument("--reading", action="store_true")
    return parser.parse_args()


def drawn(options):
    wanted = set(filter(None, options.operators.split(",")))
    cases = [(seed, *draw.draw(seed)) for seed in range(options.first, options.first + options.count)]
    if options.reading:
        cases = [case for case in cases if case[1].operator in reading.READINGS]
    return [case for case in cases if not wanted or case[1].operator in wanted]


def main():
    options = parsed()
    cases = drawn(options)
    answers = interpreter.answers([(write_model.write(model), values) for _, model, values in cases])
    counts = collections.defaultdict(collections.Counter)
    reasons = collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = []
        for (seed, model, values), (expected, refused) in zip(cases, answers):
            if refused:
                reasons["the interpreter refuses: " + refused[-120:]].append(seed)
                continue
            jobs.append((seed, model.key, pool.submit(judge, options, seed, model, values, expected)))
        for seed, key, job in jobs:
            verdict, said = job.result()
            counts[key][verdict] += 1
            if verdict != "right":
                reasons[f"{verdict}: {key[0]} {key[1]}: {said}"].append(seed)
    text = table(counts)
    total = sum(counts.values(), collections.Counter())
    summary = ", ".join(f"{total[word]} {word}" for word in ("right", "wrong", "waived"))
    print(f"{text}\n\n{len(cases)} models: {summary}")
    for reason, seeds in sorted(reasons.items()):
        print(f"{len(seeds)} × {reason} (seeds {', '.join(map(str, seeds[:5]))})")
    if options.table:
        with open(options.table, "w") as out:
            out.write(f"{text}\n\n{summary}\n")
    return int(total["wrong"] > 0 or total["waived"] > LARGEST_SHARE * len(cases))


if __name__ == "__main__":
    sys.exit(main())
