"""Measures what rounding down and weights of one scale cost: rounding_down.py BIN DATA [NETWORK…], alexlite by default.

Every layer's result between integers, simulated on our exported float network in ONNX Runtime: 8 and 16 bits with a
zero point; rounded to nearest or down, as a shift does; weights by channel and symmetric, or one scale and zero point
for a tensor. Prints flips against float and points of accuracy lost. Exit status 77 where ONNX Runtime or NumPy is
absent.
"""

import itertools
import json
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import onnx
    import onnxruntime
except ImportError:
    print("ONNX Runtime, onnx or NumPy is absent; nothing simulated")
    sys.exit(77)

import zoo_gates

BATCH = 20


def grid(low, high, bits):
    low, high = min(low, 0.0), max(high, 0.0)
    scale = (high - low) / (2**bits - 1) or 1.0
    return scale, np.rint(-low / scale)


def rounded_weights(w, bits, by_channel):
    if by_channel:
        scale = np.abs(w).max(axis=tuple(range(1, w.ndim)), keepdims=True) / (2**(bits - 1) - 1)
        return np.rint(w / np.where(scale == 0, 1, scale)) * scale
    scale, zero = grid(w.min(), w.max(), bits)
    return (np.clip(np.rint(w / scale) + zero, 0, 2**bits - 1) - zero) * scale


def simulated(model, ranges, bits, rounding, by_channel):
    """Nodes behind each value with a range; what computes writes under another name."""
    made = onnx.ModelProto()
    made.CopyFrom(model)
    graph = made.graph
    for tensor in graph.initializer:
        values = onnx.numpy_helper.to_array(tensor)
        if values.ndim > 1 and values.dtype == np.float32:
            values = rounded_weights(values.astype(float), bits, by_channel).astype(np.float32)
            tensor.CopyFrom(onnx.numpy_helper.from_array(values, tensor.name))
    nodes = list(graph.node)
    del graph.node[:]
    for node in nodes:
        graph.node.append(node)
        name = node.output[0]
        if name not in ranges:
            continue
        graph.node[-1].output[0] = f"{name}/exact"
        scale, zero = grid(*ranges[name], bits)
        values = {"scale": scale, "zero": zero, "least": 0, "most": 2**bits - 1}
        graph.initializer.extend(onnx.numpy_helper.from_array(np.float32(value), f"{name}/{key}")
                                 for key, value in values.items())
        steps = [("Div", "exact", "scale"), (rounding, 0), ("Add", 1, "zero"), ("Clip", 2, "least", "most"),
                 ("Sub", 3, "zero"), ("Mul", 4, "scale")]
        for i, (kind, *given) in enumerate(steps):
            written = name if i + 1 == len(steps) else f"{name}/{i}"
            graph.node.append(onnx.helper.make_node(kind, [f"{name}/{word}" for word in given], [written]))
    return made


def predictions(model, x):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return np.concatenate([session.run(None, {name: x[i:i + BATCH]})[0].argmax(-1) for i in range(0, len(x), BATCH)])


def report(name, bin_dir, data):
    calibration, dev = zoo_gates.samples_of(zoo_gates.NETWORKS[name][0], data)
    zoo_gates.fold(name, bin_dir / "qopt", data, "folded.mlirbc")
    zoo_gates.run(bin_dir / "qrun", "calibrate", "folded.mlirbc", f"--data={calibration}", "-o", "cal.json")
    zoo_gates.run(bin_dir / "qopt", "folded.mlirbc", "--emit=onnx", "-o", "float.onnx")
    model, ranges = onnx.load("float.onnx"), json.loads(Path("cal.json").read_text())["ranges"]
    mean, std = (np.float32(values)[:, None, None] for values in zoo_gates.model_of(name, data)[1:])
    with np.load(dev) as arrays:
        x, labels = (arrays["images"].astype(np.float32) - mean) / std, arrays["labels"]
    want = predictions(model, x)
    for bits, rounding, by_channel in itertools.product((8, 16), ("Round", "Floor"), (True, False)):
        found = predictions(simulated(model, ranges, bits, rounding, by_channel), x)
        lost = 100 * ((want == labels).mean() - (found == labels).mean())
        print(f"{name}: {bits:2} bits, {'to nearest' if rounding == 'Round' else 'down':10}, weights by "
              f"{'channel' if by_channel else 'tensor'}: {(found != want).sum()} of {len(x)} flip, {lost:.2f} points lost",
              flush=True)


def main():
    bin_dir, data = Path(sys.argv[1]).resolve(), str(Path(sys.argv[2]).resolve())
    for name in sys.argv[3:] or ["alexlite"]:
        with tempfile.TemporaryDirectory() as folder, zoo_gates.inside(folder):
            report(name, bin_dir, data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
