"""TFLite files that `qopt --emit=tflite` writes, in ai-edge-litert's reference kernels beside qrun's answers to the network.

  written_files.py --qopt=PATH --qrun=PATH [--device=host] [--runs=2] [--again] [--operators] MODEL …

A MODEL is any file that qopt reads, `NETWORK.onnx` or a quantized `.mlirbc`; what stands behind its name after a colon are passes,
such as `lenet.onnx:--fold-batch-norm`. Its file is given drawn inputs. Where an image lies channels last in the file and first in
the network, the network is given it turned. Integers must be equal in every element, floats within 1e-5 of the largest. With --again
the written file is read and written once more and must have none of its operators more often. --operators prints them.
Exit status 1 where one of it is not so, 77 without
ai-edge-litert.
"""

import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

import interpreter
import whole_files

np = whole_files.np


def call(*command):
    """None, or the first error of what a failing command says."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.returncode:
        return None
    return next((line for line in done.stderr.splitlines() if "error: " in line), f"exit status {done.returncode}")


def shapes_of(qopt, path):
    """{port's name: sizes} of a network's inputs and outputs, None where a size is open."""
    told = subprocess.run([qopt, path, "--summarize"], capture_output=True, text=True, check=True).stdout
    ports = {}
    for block in told.split("\n\n")[:2]:
        for line in block.splitlines()[2:]:
            sizes = re.findall(r" ((?:[A-Z?]\w*|\d+)(?:x(?:[A-Z?]\w*|\d+))*) ", line[line.index(" "):])[-1]
            ports[line.split()[0]] = [int(size) if size.isdigit() else None for size in sizes.split("x")]
    return ports


def fits(shape, sizes):
    return len(shape) == len(sizes) and all(size in (None, own) for size, own in zip(sizes, shape))


def channels_first(value, sizes):
    """The file's value as the network has it: an image's channels stand behind the batch there."""
    if fits(value.shape, sizes) or value.ndim < 3:
        return value
    return np.ascontiguousarray(np.moveaxis(value, -1, 1))


def beside_network(options, network, written):
    """(how many elements are equal, what is wrong)"""
    with open(written, "rb") as stream:
        machine = interpreter.prepared(stream.read())
    ports, rng, count = shapes_of(options.qopt, network), np.random.default_rng(0), 0
    for _ in range(options.runs):
        inputs = {}
        for detail in machine.get_input_details():
            value = whole_files.drawn(rng, detail)
            machine.set_tensor(detail["index"], value)
            inputs[detail["name"]] = channels_first(value, ports[detail["name"]])
        machine.invoke()
        is_real = all(value.dtype.kind == "f" for value in inputs.values())
        answers, said = whole_files.run_qrun(options.qrun, options.device, network, inputs, *(["--preprocessed"] if is_real else []))
        if answers is None:
            return 0, said
        for detail in machine.get_output_details():
            name = detail["name"]
            if name not in answers:
                return 0, f"there is no output {name}: {list(answers)}"
            expected = channels_first(machine.get_tensor(detail["index"]), answers[name].shape)
            if said := whole_files.compared(expected, answers[name]):
                return 0, f"{name}: {said}"
            count += expected.size
    return count, None


def operators(path):
    """The operators of a file, in order."""
    with open(path, "rb") as stream:
        model = whole_files.schema.ModelT.InitFromPackedBuf(stream.read(), 0)
    names = {code: name for name, code in vars(whole_files.schema.BuiltinOperator).items() if isinstance(code, int)}
    codes = [names[max(code.builtinCode, code.deprecatedBuiltinCode)] for code in model.operatorCodes]
    return [codes[operator.opcodeIndex] for operator in model.subgraphs[0].operators]


def written_again(options, written, again):
    """The operators of which there are more where the written file is read and written once more, or None."""
    if said := call(options.qopt, written, "--emit=tflite", "-o", again):
        return said
    more = collections.Counter(operators(again)) - collections.Counter(operators(written))
    return f"written again there are more: {dict(more)}" if more else None


def check(options, model):
    """(how many elements are equal, what is wrong)"""
    path, _, passes = model.partition(":")
    with tempfile.TemporaryDirectory() as folder:
        network, written = f"{folder}/network.mlirbc", f"{folder}/written.tflite"
        said = call(options.qopt, path, *passes.split(), "-o", network) or call(options.qopt, network, "--emit=tflite", "-o", written)
        if said:
            return 0, said
        if options.operators:
            print(f"{os.path.basename(model)}: {', '.join(f'{count} {name}' for name, count in collections.Counter(operators(written)).items())}")
        count, said = beside_network(options, network, written)
        return count, said or options.again and written_again(options, written, f"{folder}/again.tflite") or None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for program in ("qopt", "qrun"):
        parser.add_argument(f"--{program}", required=True)
    parser.add_argument("--device", default="host")
    parser.add_argument("--runs", type=int, default=2)
    for switch in ("again", "operators"):
        parser.add_argument(f"--{switch}", action="store_true")
    parser.add_argument("models", nargs="+", metavar="MODEL")
    options = parser.parse_args()
    wrong = interpreter.judged(options.models, lambda name: check(options, name))
    print(f"{len(options.models) - wrong} of {len(options.models)} networks equal")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
