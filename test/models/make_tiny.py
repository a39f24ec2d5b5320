"""Makes the network of docs/how-it-works.md, small enough to be computed by hand, and its samples: a signal of three
values is rising or falling.

  python3 make_tiny.py           writes tiny.onnx, tiny_calibration.npz, tiny_dev.npz and tiny_signal.npy beside this script
  python3 make_tiny.py --check   compares them instead
"""

import argparse
import os
import sys

import numpy as np
import onnx
from onnx import helper

HERE = os.path.dirname(os.path.abspath(__file__))
RISING = (-0.97, 0.97, 1.27)  # it gives the largest sum of the first layer, 0.97 + 0.97 + 0.1 = 2.04


def constant(name, shape, values):
    return helper.make_tensor(name, onnx.TensorProto.FLOAT, shape, values)


def network():
    """x [N, 1, 1, 3] -> scores [N, 2, 1, 1]; the classes are falling and rising."""
    nodes = [
        helper.make_node("Conv", ["x", "conv1.weight"], ["conv1.out"], name="conv1"),
        helper.make_node("BatchNormalization", ["conv1.out", "norm.scale", "norm.shift", "norm.mean", "norm.variance"],
                         ["norm.out"], name="norm", epsilon=0.0),
        helper.make_node("Relu", ["norm.out"], ["relu.out"], name="relu"),
        helper.make_node("Conv", ["relu.out", "conv2.weight", "conv2.bias"], ["scores"], name="conv2"),
    ]
    constants = [
        constant("conv1.weight", [2, 1, 1, 2], [-0.5, 0.5, 1.0, -0.75]),
        constant("norm.scale", [2], [0.5, 0.25]),
        constant("norm.shift", [2], [0.1, -0.05]),
        constant("norm.mean", [2], [0.0, 0.0]),
        constant("norm.variance", [2], [0.0625, 0.25]),
        constant("conv2.weight", [2, 2, 1, 2], [-0.6, -0.5, 1.0, 1.1, 0.7, 0.6, -1.2, -1.0]),
        constant("conv2.bias", [2], [0.25, 0.1]),
    ]
    real = onnx.TensorProto.FLOAT
    graph = helper.make_graph(nodes, "tiny", [helper.make_tensor_value_info("x", real, ["N", 1, 1, 3])],
                              [helper.make_tensor_value_info("scores", real, ["N", 2, 1, 1])], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="qopt")
    onnx.checker.check_model(model)
    return model


def samples(count, seed):
    """`count` signals of hundredths from -1.27 to 1.27, the first of them RISING; labels: the last value is larger."""
    hundredths = np.random.RandomState(seed).randint(-127, 128, (count, 1, 1, 3))
    x = (hundredths / 100).astype(np.float32)
    x[..., 1] = (x[..., 0] + x[..., 2]) / 2
    x[0, 0, 0] = RISING
    return {"x": x, "labels": (x[:, 0, 0, 2] > x[:, 0, 0, 0]).astype(np.int64)}


SIGNAL = np.array([[[[-0.5, 0.33, 0.8]]]], np.float32)  # the page computes its answer by hand
SETS = {"tiny_calibration": (100, 1), "tiny_dev": (200, 2)}


def is_as_made(path, made):
    """If the file holds these arrays, this array, or this model."""
    if isinstance(made, onnx.ModelProto):
        return onnx.load(path) == made
    if isinstance(made, np.ndarray):
        return np.array_equal(np.load(path), made)
    with np.load(path) as kept:
        return set(kept.files) == set(made) and all(np.array_equal(kept[name], made[name]) for name in made)


def write(path, made):
    if isinstance(made, onnx.ModelProto):
        onnx.save(made, path)
    elif isinstance(made, np.ndarray):
        np.save(path, made)
    else:
        np.savez_compressed(path, **made)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    made = {"tiny.onnx": network(), "tiny_signal.npy": SIGNAL}
    made |= {f"{name}.npz": samples(*of) for name, of in SETS.items()}
    for name, content in made.items():
        path = os.path.join(HERE, name)
        if not check:
            write(path, content)
        elif not is_as_made(path, content):
            sys.exit(f"{name} differs from what make_tiny.py makes")


if __name__ == "__main__":
    main()
