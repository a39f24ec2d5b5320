"""Single operations, written by `qopt --emit=tflite` and run by ai-edge-litert beside qrun: what is written must be accepted, and equal.

  single_layers.py --qopt=PATH --qrun=PATH [--operations=nn.add,…] [--types=i8,…] [--table=FILE.md] [--said]

Each operation of TFLite's writer on each type of elements (layers.py) is refused by name (exit status 3 of qopt), is no valid
module, or is a file that the interpreter runs: its reference kernels, or of what has none or a wrong one its default ones. Integers
are equal in every element, floats within 1e-5 of the largest, and so are qrun's answers of the written file. --said prints
refusals. Exit status 1 where a file is not run or an answer differs, or where fewer than 200 files were written; 77 without ai-edge-litert.
"""

import argparse
import collections
import concurrent.futures
import os
import subprocess
import sys
import tempfile

import whole_files

import layers

np = whole_files.np
LEAST_WRITTEN = 200
# Operators without a reference kernel.
WITHOUT_REFERENCE = ("nn.ceil", "nn.elu", "nn.round")
# The reference kernel of SUM reads steps as bytes without a sign (single_operators.py waives it).
WRONG_REFERENCE = tuple((name, kind) for name in ("nn.reduce_sum", "nn.reduce_sum moved", "nn.reduce_sum scaled") for kind in ("i8", "i16"))
# Logarithms, roots and powers of negative values are NaN, or steps that each kernel makes of it; divisors are not 0.
POSITIVE = ("nn.log", "nn.sqrt", "nn.pow")
NOT_ZERO = ("nn.div", "nn.reciprocal")


def machine_of(case, file):
    from ai_edge_litert import interpreter
    kinds = interpreter.OpResolverType
    machine = interpreter.Interpreter(
        model_content=file, experimental_op_resolver_type=kinds.BUILTIN_WITHOUT_DEFAULT_DELEGATES
        if case.name in WITHOUT_REFERENCE or (case.name, case.kind) in WRONG_REFERENCE else kinds.BUILTIN_REF)
    machine.allocate_tensors()
    return machine


def drawn(case, rng, detail):
    if detail["dtype"] == np.bool_:
        return rng.integers(0, 2, detail["shape"]).astype(np.bool_)
    value = whole_files.drawn(rng, detail)
    if case.name == "nn.exp" and value.dtype.kind != "f":  # the kernel's own table overflows where results are beyond 32 bits
        value = np.minimum(value, 20)
    if value.dtype.kind == "f":
        value = (value * 3).astype(value.dtype)
    elif value.dtype.itemsize > 2 or case.kind in ("ui16", "i16"):
        value = (value % 9 - (0 if value.dtype.kind == "u" else 4)).astype(value.dtype)
    zero = int(detail["quantization"][1]) if detail["quantization"][0] else 0
    if case.name in NOT_ZERO:
        return np.where(value == zero, zero + 1, value).astype(value.dtype)
    if case.name not in POSITIVE:
        return value
    return np.maximum(np.abs(value.astype(np.float64) - zero), 1 if value.dtype.kind != "f" else 0.125).clip(
        None, 4 if not detail["quantization"][0] else 100).astype(np.float64).__add__(zero).astype(value.dtype)


def answers_differ(options, case, network, written):
    """None, or what differs, or why the interpreter does not run the file."""
    with open(written, "rb") as stream:
        file = stream.read()
    try:
        machine, rng, inputs = machine_of(case, file), np.random.default_rng(0), {}
        for detail in machine.get_input_details():
            inputs[detail["name"]] = drawn(case, rng, detail)
            machine.set_tensor(detail["index"], inputs[detail["name"]])
        machine.invoke()
    except (ValueError, RuntimeError) as error:
        return "the interpreter refuses it: " + str(error).strip().replace("\n", " ")[:160]
    # A convolution's image lies channels last in the file.
    given = {name: value if list(value.shape) == list(layers.IMAGE) or value.ndim < 4 else np.ascontiguousarray(np.moveaxis(value, -1, 1))
             for name, value in inputs.items()}
    answers, said = whole_files.run_qrun(options.qrun, "host", network, given)
    again, why = whole_files.run_qrun(options.qrun, "host", written, inputs)
    if answers is None or again is None:
        return said or why
    for detail in machine.get_output_details():
        expected, actual = machine.get_tensor(detail["index"]), answers[detail["name"]]
        if said := whole_files.compared(expected, again[detail["name"]]):
            return "the file, read again: " + said
        if expected.shape != actual.shape and expected.ndim == 4:
            expected = np.ascontiguousarray(np.moveaxis(expected, -1, 1))
        if said := whole_files.compared(expected, actual):
            return said
    return None


def judged(options, case):
    """(verdict, what there is to say)"""
    with tempfile.TemporaryDirectory() as folder:
        network, written = f"{folder}/network.mlir", f"{folder}/written.tflite"
        with open(network, "w", encoding="utf-8") as out:
            out.write(case.text)
        done = subprocess.run([options.qopt, network, "--emit=tflite", "-o", written], capture_output=True, text=True, check=False)
        first = next((line.strip() for line in done.stderr.splitlines() if line.startswith("  nn.") or "error: " in line
                      and "has no form in TFLite:" not in line), "")
        if done.returncode == 3:
            return "refused", first
        if done.returncode:
            return "no module", first[-160:]
        said = answers_differ(options, case, network, written)
        return ("wrong", said) if said else ("written", "")


MARKS = {"written": "written", "refused": "refused", "no module": "", "wrong": "**wrong**"}


def table(verdicts):
    rows = ["| operation | " + " | ".join(layers.TYPES) + " |", "|---" * (len(layers.TYPES) + 1) + "|"]
    for name in layers.OPERATIONS:
        marks = [MARKS[verdicts.get((name, kind), "no module")] for kind in layers.TYPES]
        rows.append(f"| {name} | " + " | ".join(marks) + " |")
    return "\n".join(rows) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for program in ("qopt", "qrun"):
        parser.add_argument(f"--{program}", required=True)
    for several in ("operations", "types"):
        parser.add_argument(f"--{several}", default="", help="these alone, by commas")
    parser.add_argument("--table")
    parser.add_argument("--said", action="store_true")
    options = parser.parse_args()
    names, kinds = (set(filter(None, text.split(","))) for text in (options.operations, options.types))
    cases = [case for case in layers.cases() if (not names or case.name in names) and (not kinds or case.kind in kinds)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        told = list(pool.map(lambda case: judged(options, case), cases))
    counts = collections.Counter(verdict for verdict, _ in told)
    for case, (verdict, said) in zip(cases, told):
        if verdict == "wrong" or options.said and verdict != "written":
            print(f"{case.name} {case.kind}: {verdict}: {said}")
    print(", ".join(f"{counts[word]} {word}" for word in MARKS))
    if options.table:
        with open(options.table, "w", encoding="utf-8") as out:
            out.write(table({(case.name, case.kind): verdict for case, (verdict, _) in zip(cases, told)}))
    return int(counts["wrong"] > 0 or not names and not kinds and counts["written"] < LEAST_WRITTEN)


if __name__ == "__main__":
    sys.exit(main())
