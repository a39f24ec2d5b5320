"""Faults that were mended before: they stay so."""

import numpy as np
from cases import case

FOLDER = "mended/numerics"


def quantized(t, model, data, options=""):
    """m.mlir, its ranges of the samples, and q.mlir."""
    t.run(f"qopt {model} -o m.mlir && qrun calibrate m.mlir --data={data} --preprocessed -o c.json")
    t.run(f'qopt m.mlir --insert-quant="calibration=c.json {options}" --fold-dequant -o q.mlir')


def answer(t, model, inputs, device="host", output="answer.npz"):
    t.run(f"qrun run {model} --device={device} {inputs} --preprocessed --output={output}")
    return t.load(output)


@case("mended/numerics/01", "a maximum before a table runs on every device", FOLDER)
def maximum_then_table(t):
    quantized(t, "01-maxpool-then-table.onnx", "01.npz", "region=all")
    for model, inputs in (("q.mlir", "--input=x=01.npz:x"), ("01-maxpool-then-table.mlir", "--input=01.npy")):
        expected = answer(t, model, inputs, "reference")
        t.near(answer(t, model, inputs), expected, 0, f"{model} on host")


@case("mended/numerics/02", "a Q/DQ file runs as it is", FOLDER)
def raw_pairs(t):
    random = np.random.default_rng(2)
    x = {name: random.standard_normal((1, 3, 8, 13)).astype(np.float32) for name in ("x0", "x1")}
    np.savez(t.path("x.npz"), **x)
    t.run("qrun run 02-qdq-raw.onnx --device=host --input=x.npz --preprocessed --output=y.npz")
    t.beside_onnxruntime("02-qdq-raw.onnx", x, t.load("y.npz", "v6"))


@case("mended/numerics/03", "weights with zero points are integers", FOLDER)
def asymmetric_weights(t):
    for model in ("03-qdq-asym-weights.onnx", "03b-qdq-a16w8.onnx"):
        t.run(f"qopt {model} --absorb-qdq --fold-dequant -o q.mlir")
        expected = answer(t, model, "--input=x=03.npz:x")
        t.near(answer(t, "q.mlir", "--input=x=03.npz:x"), expected, np.abs(expected).max() / 50, model)


@case("mended/numerics/04", "a bound beside other readers keeps its branch", FOLDER)
def bounds_beside_readers(t):
    for model, data in (("04-insert-clip.onnx", "04.npz"), ("04b-insert-relu.onnx", "04b.npz")):
        quantized(t, model, data)
        for net in ("q.mlir", "m.mlir"):
            t.run(f"qrun run {net} --device=host --input=x={data}:x --preprocessed --output={net}.npz")
        real, steps = (t.load(f"{net}.npz", "d").astype(np.float64) for net in ("m.mlir", "q.mlir"))
        t.check(np.sum((real - steps) ** 2) < np.sum(real ** 2) / 50, f"'d' of {model} is another branch")


def clip_is_absorbed(t, number, model):
    t.run(f"qopt {model} --absorb-qdq --fold-dequant -o q.mlir")
    expected = answer(t, model, f"--input=x={number}.npz:x")
    t.near(answer(t, "q.mlir", f"--input=x={number}.npz:x"), expected, 1e-6, "the absorbed clip")


@case("mended/numerics/05", "a clip between other parameters is absorbed right", FOLDER)
def absorbed_clip(t):
    clip_is_absorbed(t, "05", "05-absorb-clip.onnx")


@case("mended/numerics/06", "a sum that may wrap is refused everywhere", FOLDER)
def overflowing_sum(t):
    for device in ("reference", "host"):
        t.run(f"qrun run 06-acc-overflow.mlir --device={device} --input=x=06.npz:x --preprocessed --output=o.npz",
              code=(1, 3), says=r"exceed|overflow")


@case("mended/numerics/07", "a bound is divided in f32, as quantize", FOLDER)
def bound_at_a_tie(t):
    clip_is_absorbed(t, "07", "07-clip-tie.onnx")


@case("mended/numerics/08", "ranges without a normal scale are warned of", FOLDER)
def denormal_scales(t):
    for ranges in ("x=-1e-30:1e-30,c=-1e30:1e30,r=0:1e30,y=-2:2", "x=0:1e-36,c=-3:3,r=0:3,y=-2:2"):
        t.run(f'qopt 08-denormal.onnx -o a.mlir && qopt a.mlir --insert-quant="range={ranges}" -o b.mlir', says="warning")


@case("mended/parsers", "damaged modules are one error")
def damaged_modules(t):
    for name in ("bad_mlirbc_1_155.mlirbc", "bad_mlirbc_3_141.mlirbc"):
        t.run(f"qopt {name} -o o.mlir", code=1, says="error")
    t.model("lenet.onnx")
    t.run("qopt lenet.onnx -o m.mlir")
    with open(t.path("m.mlir"), "rb") as file:
        whole = file.read()
    for share in (0.99, 0.9, 0.5):
        with open(t.path("cut.mlir"), "wb") as file:
            file.write(whole[:int(len(whole) * share)])
        t.run("qopt cut.mlir -o o.mlir", code=1, says="error")
