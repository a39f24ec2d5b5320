"""TFLite files in ai-edge-litert's reference kernels and in qrun: every output, element by element, on drawn inputs.

  whole_files.py --qrun=PATH [--device=host] [--runs=2] FILE.tflite …

Integers must be equal, floats within 1e-5 of the largest. Exit status 1 where they are not, 77 without ai-edge-litert.
A file that the interpreter refuses for the axis that a bias of one dimension names is given to it with axis 0.
"""

import argparse
import subprocess
import sys
import tempfile

try:
    import flatbuffers
    import numpy as np
    from ai_edge_litert import interpreter as _  # noqa: F401
    from ai_edge_litert import schema_py_generated as schema
except ImportError as error:
    print(f"skipped: {error}; PyPI's packages are ai-edge-litert, flatbuffers and numpy")
    sys.exit(77)

import interpreter

FLOAT_DISTANCE = 1e-5


def with_plain_biases(file):
    model = schema.ModelT.InitFromPackedBuf(file, 0)
    for graph in model.subgraphs:
        for tensor in graph.tensors:
            if tensor.quantization and tensor.shape is not None and len(tensor.shape) <= 1:
                tensor.quantization.quantizedDimension = 0
    builder = flatbuffers.Builder(len(file))
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def opened(file):
    try:
        return interpreter.prepared(file)
    except ValueError:
        return interpreter.prepared(with_plain_biases(file))


def drawn(rng, detail):
    kind, shape = np.dtype(detail["dtype"]), [int(n) for n in detail["shape"]]
    if kind.kind == "f":
        return rng.uniform(-1, 1, shape).astype(kind)
    limits = np.iinfo(kind if kind.itemsize < 4 else np.int16)  # steps of 32 bits, in a range that occurs
    return rng.integers(limits.min, limits.max + 1, shape).astype(kind)


def run_qrun(qrun, device, path, inputs, *more):
    with tempfile.TemporaryDirectory() as folder:
        command = [qrun, "run", path, f"--device={device}", f"--output={folder}/y.npz", *more]
        for index, (name, value) in enumerate(inputs.items()):
            np.save(f"{folder}/{index}.npy", value)
            command.append(f"--input={name}={folder}/{index}.npy" if name else f"--input={folder}/{index}.npy")
        done = subprocess.run(command, capture_output=True, check=False, text=True)
        if done.returncode:
            return None, (done.stderr.strip().splitlines() or ["no words"])[0]
        with np.load(f"{folder}/y.npz") as arrays:
            return {name: arrays[name] for name in arrays.files}, None


def compared(expected, actual):
    if expected.shape != actual.shape:
        return f"shape {actual.shape} for {expected.shape}"
    distance = np.abs(expected.astype(np.float64) - actual.astype(np.float64))
    if expected.dtype.kind == "f":
        share = distance.max() / max(np.abs(expected).max(), 1e-30)
        return None if share <= FLOAT_DISTANCE else f"differs by {share:.2g} of the largest"
    return None if not distance.any() else (f"{int((distance > 0).sum())} of {expected.size} differ, "
                                            f"by up to {distance.max():g}")


def check(options, path):
    """(how many elements are equal, what is wrong)"""
    with open(path, "rb") as stream:
        file = stream.read()
    machine, rng, count = opened(file), np.random.default_rng(0), 0
    for _ in range(options.runs):
        inputs = {}
        for detail in machine.get_input_details():
            is_sizes = detail["dtype"] == np.int32 and not detail["quantization"][0]
            value = machine.get_output_details()[0]["shape"].astype(np.int32) if is_sizes else drawn(rng, detail)
            machine.set_tensor(detail["index"], value)
            inputs[detail["name"]] = value
        machine.invoke()
        answers, said = run_qrun(options.qrun, options.device, path, inputs)
        if answers is None:
            return 0, said
        outputs = machine.get_output_details()
        named = len(outputs) == len(answers)
        for place, detail in enumerate(outputs):
            actual = answers.get(detail["name"], list(answers.values())[place] if named else None)
            if actual is None:
                return 0, f"there is no output {detail['name']}: {list(answers)}"
            expected = machine.get_tensor(detail["index"])
            if said := compared(expected, actual):
                return 0, f"{detail['name']}: {said}"
            count += expected.size
    return count, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--qrun", required=True)
    parser.add_argument("--device", default="host")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    wrong = interpreter.judged(options.files, lambda name: check(options, name))
    print(f"{len(options.files) - wrong} of {len(options.files)} files equal")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
