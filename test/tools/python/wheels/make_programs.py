"""make_programs.py FOLDER: programs of LeNet, and what they answer, by the package that can compile: for a package that cannot.

lenet.qart (floats), lenet.int8.qart, and with a device that takes kernels opencl.qart; samples.npz: raw, x and the answers of each.
nothing.qart is a ReLU of four numbers: what a call of it takes is the call's own.
"""

import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import numpy  # noqa: E402
import qopt  # noqa: E402
from common import digits, lenet  # noqa: E402

NOTHING = b"""func.func @main(%x: tensor<4xf32> {nn.name = "x"}) -> tensor<4xf32> {
  %y = nn.relu %x {nn.name = "y"} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}"""


def changed(compiled):
    """(name, shape) of the weights that are given anew."""
    return [(weight.name, weight.shape) for weight in compiled.weights if not weight.fixed][:1]


def main(folder):
    warnings.simplefilter("ignore")
    raw = digits()[0]
    model = lenet()
    integers = model.clone().run("insert-quant", calibration=qopt.calibrate(model, digits("calibration", 200)[0])).run("fold-dequant")
    kept = {"raw": raw}
    for name, network, device in (("lenet", model, "host:2"), ("lenet.int8", integers, "host:2"), ("opencl", integers, "opencl")):
        if device == "opencl" and "opencl" not in (driver for driver, _ in qopt.runtime.devices()):
            continue
        compiled = network.compile(device)
        compiled.save(folder / f"{name}.qart")
        kept["x"] = compiled.prepare(raw)
        kept[name] = compiled(kept["x"])
    refitted = qopt.runtime.load(folder / "lenet.qart", "host:2")
    refitted.refit({name: numpy.full(shape, 0.125, "float32") for name, shape in changed(refitted)})
    kept["refitted"] = refitted(kept["x"])
    qopt.load(NOTHING).compile("host:1").save(folder / "nothing.qart")
    numpy.savez(folder / "samples.npz", **kept)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
