"""beside_others.py MODEL PACKAGE…: imports the packages in this order, and each does some work beside qopt's; prints "right"."""

import importlib
import sys
import warnings

import numpy


def with_torch(torch, model):
    assert torch.nn.Linear(4, 2)(torch.ones(3, 4)).shape == (3, 2)


def with_onnx(onnx, model):
    onnx.checker.check_model(onnx.load(model))
    onnx.load_from_string(qopt_module().load(model).onnx())


def with_onnxruntime(onnxruntime, model):
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    x = numpy.random.default_rng(0).random((2, 1, 28, 28), numpy.float32)
    theirs = session.run(None, {session.get_inputs()[0].name: x})[0]
    numpy.testing.assert_allclose(qopt_module().load(model).compile("host:2")(x), theirs, rtol=1e-4, atol=1e-4)


def with_tensorflow(tensorflow, model):
    assert tensorflow.reduce_sum(tensorflow.ones((3, 4))).numpy() == 12


def qopt_module():
    return sys.modules["qopt"]


def with_qopt(qopt, model):
    images = numpy.random.default_rng(1).integers(0, 256, (40, 1, 28, 28), numpy.uint8)
    loaded = qopt.load(model, mean=0, std=255)
    result = qopt.quantize(loaded, images, device="host:2")
    y = result.model.compile("host:2")
    assert y(y.prepare(images)).shape == (40, 10)


def main():
    model, names = sys.argv[1], sys.argv[2:]
    warnings.simplefilter("ignore")
    modules = [importlib.import_module(name) for name in names]
    for name, module in zip(names, modules):
        globals()["with_" + name](module, model)
    print("right")


main()
