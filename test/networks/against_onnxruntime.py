"""Float outputs beside ONNX Runtime's: against_onnxruntime.py BIN MODEL [INPUT=1x3x48x320 …]

Every input takes the same random values on both sides; sizes that are not given are the file's. Prints the
largest distance of each output, relative to its largest value, on each device, and fails past 1e-4, or where
a row's largest value is another. Exit status 77 where ONNX Runtime or NumPy is absent.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import onnxruntime
except ImportError:
    print("ONNX Runtime or NumPy is absent; nothing compared")
    sys.exit(77)

DEVICES = ("reference", "host", "opencl")


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


def main(bin_folder, model, *sizes):
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    shapes = {name: [int(size) for size in text.split("x")] for name, text in (s.split("=") for s in sizes)}
    arrays = inputs_of(session, shapes)
    names = [port.name for port in session.get_outputs()]
    expected = dict(zip(names, session.run(names, arrays)))
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        for device in DEVICES:
            found = outputs_of(f"{bin_folder}/qrun", model, device, arrays, Path(folder))
            for name, want in expected.items():
                have = found[name]
                distance = np.abs(have - want).max() / np.abs(want).max()
                same = (have.argmax(-1) == want.argmax(-1)).mean()
                print(f"{Path(model).name} {name} {want.shape} {device}: {distance:.2e}, argmax equal in {same:.2%}")
                worst = max(worst, distance)
    return 0 if worst <= 1e-4 else 1


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
