"""Runs one network by this reading and dumps every value, to find the layer
where another executor departs from it.

  python3 run_integer.py model.onnx --calibration=cal.json --profile=qopt \\
      --input=x.npy --dump=values.npz [--e2]

The dump holds, by value key, integers in their storage type and the float32
result; the accumulators of convolutions and matmuls under key + ":acc".
"""

import argparse
import sys

import numpy as np

import calibration
import parameters
from integer_net import IntegerNet


def read_input(options):
    """float32 NCHW: a preprocessed .npy, or a golden .npz's images."""
    if options.input.endswith(".npy"):
        return np.load(options.input).astype(np.float32)
    with np.load(options.input) as data:
        mean, std = (data[k][:, None, None] for k in ("mean", "std"))
        return (data["images"].astype(np.float32) - mean) / std


def describe(net):
    for key, params in net.plan.params.items():
        steps = "" if params is None else (
            f"{'i8' if params.low < 0 else 'u8'} s={float(params.scale)!r} "
            f"z={params.zero_point}")
        how = "float, read as " if key in net.plan.floats else ""
        print(f"{key}: {how}{steps}")
    for key, (conv, residual) in net.plan.absorbed.items():
        print(f"{key}: absorbed into {conv.key}, residual {residual}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--calibration", required=True)
    parser.add_argument("--profile", default="qopt",
                        choices=parameters.PROFILES)
    parser.add_argument("--e2", action="store_true")
    parser.add_argument("--input", required=True)
    parser.add_argument("--dump", required=True)
    options = parser.parse_args()
    net = IntegerNet.load(options.model, calibration.read(options.calibration),
                          options.profile, options.e2)
    describe(net)
    values = net.run(read_input(options))
    for key, anchor in net.anchors.items():
        source = anchor.node.inputs[0]
        values[key + ":acc"] = anchor.accumulate(
            net.read(source, values)).astype(np.int32)
    np.savez_compressed(options.dump, **values)
    return 0


if __name__ == "__main__":
    sys.exit(main())
