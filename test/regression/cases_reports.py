"""Faults like those of other tools' public reports."""

import os
import re

import numpy as np
from cases import case

SAMPLES = "--data={0}.npz --preprocessed"


@case("reports/01", "a constant read in two roles is kept", "reports/01-constant-read-twice-in-one-call")
def constant_read_twice(t):
    for model, expected in (("m.onnx", [2, 4, 6, 8]), ("equal_bytes.onnx", [2, 0, 0, 2])):
        for device in ("host", "reference"):
            t.answers(model, "in.npz", expected, device=device)
    t.run("qrun compile m.onnx --device=host -o m.qart")
    t.answers("m.qart", "in.npz", [2, 4, 6, 8])


@case("reports/02", "zero points of channels are exported, or refused", "reports/02-export-loses-zero-points")
def export_zero_points(t):
    for form in ("onnx", "onnx-qdq"):
        done = t.run(f"qopt m.onnx --emit={form} -o {form}.onnx", code=(0, 3))
        if done.code:
            t.check(not os.path.exists(t.path(f"{form}.onnx")), "a refused file is written")
            continue
        t.answers(f"{form}.onnx", "in.npz", [-25, -10])
        t.beside_onnxruntime(f"{form}.onnx", {"x": np.load(t.path("in.npz"))["x"]}, [-25, -10])


@case("reports/03", "an exported file holds what ONNX takes, or is refused", "reports/03-export-quantizes-to-int32")
def export_int32(t):
    t.run("qopt m.onnx --absorb-qdq --fold-dequant -o a.mlir")
    done = t.run("qopt a.mlir --emit=onnx-qdq -o e.onnx", code=(0, 3))
    if done.code == 3:
        t.check("'" in done.err, f"the refusal names no layer: {done.last_line()}")
        return
    onnx = t.onnx()
    try:
        onnx.checker.check_model(t.path("e.onnx"), full_check=True)
    except Exception as error:  # several kinds, by what is wrong
        t.check(False, f"ONNX's checker refuses e.onnx: {str(error).splitlines()[0][:160]}")
    t.run("qrun run m.onnx --device=host --input=in.npz --preprocessed --output=m.npz")
    t.answers("e.onnx", "in.npz", t.load("m.npz"), 1e-5)


@case("reports/04", "numbers that stand for nothing do not make steps coarse in silence", "reports/04-sentinels-in-ranges")
def sentinels(t):
    for name, layer in (("pad", "p"), ("mask", "add_mask")):
        t.run(f"qopt {name}.onnx --fold-constants -o {name}.mlirbc")
        t.run(f"qrun calibrate {name}.mlirbc {SAMPLES.format(name)} -o {name}.json")
        for options in ("profile=qopt", "profile=ort-cpu", "profile=tflite", "profile=qopt region=all"):
            done = t.run(f'qopt {name}.mlirbc --insert-quant="calibration={name}.json {options}" --fold-dequant -o q.mlir')
            ratio = t.sqnr("q.mlir", f"{name}.onnx", f"{name}.npz")
            t.check(ratio >= 25 or re.search(f"warning.*'{layer}'", done.err),
                    f"{name}, {options}: {ratio:.1f} dB without a warning of '{layer}'")


@case("reports/05", "infinities of layers that stay float do not end a calibration",
      "reports/05-infinite-masks-stop-calibration")
def infinite_masks(t):
    for model, data, layer in (("m", "in", "masked"), ("pad", "pad", "p")):
        t.run(f"qrun calibrate {model}.onnx {SAMPLES.format(data)} -o c.json", says=f"'{layer}'")
        t.run(f"qrun quantize {model}.onnx {SAMPLES.format(data)} -o q.mlirbc")


@case("reports/06", "a model in a hub's cache of links is read", "reports/06-hub-cache-links")
def hub_links(t):
    snapshot = t.path("hub/snapshots/1a2b")
    for name in os.listdir(snapshot):  # where a copy has made files of the links, they hold their targets
        path = os.path.join(snapshot, name)
        if not os.path.islink(path):
            with open(path, "rb") as file:
                target = file.read()
            if target.startswith(b"../"):
                os.remove(path)
                os.symlink(target.strip().decode(), path)
    t.answers("hub/snapshots/1a2b/model.onnx", "in.npz", [0, 1, 2, 3])
    # Out of both folders it stays refused.
    os.rename(t.path("hub/blobs/bbbb"), t.path("outside"))
    os.symlink("../../outside", t.path("hub/blobs/bbbb"))
    t.run("qopt hub/snapshots/1a2b/model.onnx -o a.mlirbc", code=1)


@case("reports/08", "AIMET's encodings 1.0.0 are read", "reports/08-aimet-encodings-1")
def aimet_encodings(t):
    done = t.run('qopt m.onnx --insert-quant="calibration=m.encodings region=all why=x,r1,c2" --fold-dequant -o q.mlir')
    for key, low, high in (("x", -3.84, 3.81), ("r1", 0, 5.1), ("c2", -6, 6.75)):
        found = re.search(rf"'{key}' is .*of the range (\S+) to (\S+)", done.err)
        if found:
            t.near([float(found[1]), float(found[2].rstrip(",;"))], [low, high], 0.01, f"the range of '{key}'")
    t.check("of the range" in done.err, f"no range is told: {done.last_line()}")


@case("reports/11", "steps by axis are kept behind reshapes of weights", "reports/11-weights-behind-a-reshape")
def weights_behind_a_reshape(t):
    for model in ("transposed", "reshaped"):
        t.run(f"qopt {model}.onnx --absorb-qdq=explain=true --fold-dequant -o a.mlir", says="1 of 1 layers integer")


@case("reports/13", "4-bit products by block, dynamic LSTM, sparse weights are read",
      "reports/13-operators-of-other-quantizers")
def other_quantizers(t):
    t.run("qopt matmul_nbits.onnx -o a.mlirbc")
    t.answers("a.mlirbc", "in.npz", [8, 4], 1e-4)
    for model, shape in (("lstm_dynamic", (3, 1, 2)), ("sparse", (1, 3))):
        t.run(f"qopt {model}.onnx -o {model}.mlirbc")
        x = np.linspace(-1, 1, int(np.prod(shape)), dtype=np.float32).reshape(shape)
        np.save(t.path("x.npy"), x)
        t.run(f"qrun run {model}.mlirbc --device=host --input=x.npy --preprocessed --output={model}.npy")
        t.beside_onnxruntime(f"{model}.onnx", {"x": x}, t.load(f"{model}.npy"))


@case("reports/15", "layers whose weights have zero points are counted", "reports/15-summary-leaves-layers-out")
def summary(t):
    t.run("qopt m.onnx --absorb-qdq --fold-dequant -o a.mlir", says="2 of 2 layers integer")


@case("reports/16", "pairs with half scales become integer, or say why not", "reports/16-pairs-with-half-scales")
def half_scales(t):
    for model in ("single", "half"):
        t.run(f"qopt {model}.onnx --absorb-qdq=explain=true --fold-dequant -o a.mlir", says="1 of 1 layers integer")
    t.run("qopt u16.onnx --absorb-qdq=explain=true --fold-dequant -o a.mlir", says="'conv' stays float")
