"""Float outputs beside ONNX Runtime's: against_onnxruntime.py BIN MODEL [INPUT=1x3x48x320 …] [--output=VALUE]

Every input takes the same random values on both sides; sizes that are not given are the file's. Prints the
largest distance of each output, relative to its largest value, on each device, and fails past 1e-4, or where
a row's largest value is another. --output compares a value inside the graph instead: what a last Sigmoid
reads, say, of which ONNX Runtime's is 1.3e-7 off, more than all of a map whose largest value is 2e-6.
Exit status 77 where ONNX Runtime or NumPy is absent.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import onnx
    import onnxruntime
except ImportError:
    print("ONNX Runtime, onnx or NumPy is absent; nothing compared")
    sys.exit(77)

DEVICES = ("reference", "host", "opencl")


def cut(path, output, folder):
    """The model, or where `output` is given one that gives that value alone."""
    if not output:
        return path
    model, cut_path = onnx.load(path), folder / "cut.onnx"
    del model.graph.output[:]
    model.graph.output.append(onnx.helper.make_empty_tensor_value_info(output))
    onnx.save(model, cut_path)
    return cut_path


def inputs_of(session, shapes):
    random = np.random.default_rng(1)
    arrays = {}
    for port in session.get_inputs():
        shape = shapes.get(port.name, port.shape)
        if not all(isinstance(size, int) for size in shape):
            sys.exit(f"give the sizes of {port.name}, which are {shape} in the file")
        arrays[port.name] = random.standard_normal(shape).astype(np.float32)
    return arrays


def outputs_of(qrun, model, device, arrays, folder):
    given, taken = folder / "inputs.npz", folder / "outputs.npz"
    np.savez(given, **arrays)
    run = [qrun, "run", model, f"--device={device}", f"--output={taken}"]
    run += ["--preprocessed"] + [f"--input={name}={given}:{name}" for name in arrays]
    done = subprocess.run(run, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{device}: {done.stderr}")
    return np.load(taken)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("sizes", nargs="*")
    parser.add_argument("--output")
    options = parser.parse_args()
    shapes = {name: [int(size) for size in text.split("x")] for name, text in (s.split("=") for s in options.sizes)}
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        model = cut(options.model, options.output, Path(folder))
        session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
        arrays = inputs_of(session, shapes)
        names = [port.name for port in session.get_outputs()]
        expected = dict(zip(names, session.run(names, arrays)))
        for device in DEVICES:
            found = outputs_of(options.bin / "qrun", model, device, arrays, Path(folder))
            for name, want in expected.items():
                have = found[name]
                distance = np.abs(have - want).max() / np.abs(want).max()
                same = (have.argmax(-1) == want.argmax(-1)).mean()
                print(f"{options.model.name} {name} {want.shape} {device}: {distance:.2e}, "
                      f"argmax equal in {same:.2%}")
                worst = max(worst, distance)
    return 0 if worst <= 1e-4 else 1


if __name__ == "__main__":
    sys.exit(main())
