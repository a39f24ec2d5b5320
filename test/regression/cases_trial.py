"""Faults that people found who tried the tools on networks of their own."""

import os
import re
import sys

import numpy as np
from cases import case


@case("trial/01", "a long axis costs no memory of its square", "trial/01-long-axis-run")
def long_axis(t):
    done = t.run("qrun run m.onnx --input=x.npy --output=y.npy")
    t.check(done.peak < 500, f"{done.peak:.0f} MiB for an array of 120 kB")
    t.near(t.load("y.npy"), np.maximum(t.load("x.npy"), 0), 0, "the relu")
    np.savez(t.path("x.npz"), x=np.repeat(t.load("x.npy"), 4, 0))
    for command in ("calibrate m.onnx -o c.json", "lint-data m.onnx"):
        done = t.run(f"qrun {command} --data=x.npz", code=(0, 1))  # lint-data may find something in noise
        t.check(done.peak < 500, f"qrun {command}: {done.peak:.0f} MiB")


@case("trial/02", "-1 beside a size with an offset is solved", "trial/02-reshape-minus-one")
def reshape_minus_one(t):
    for model in ("plain", "conv", "one_sym"):
        t.run(f"qopt {model}.onnx -o {model}.mlirbc")
    x = np.random.default_rng(1).standard_normal((1, 4, 11, 8)).astype(np.float32)
    np.save(t.path("x.npy"), x)
    padded = np.pad(x, ((0, 0), (0, 0), (0, 0), (1, 1))).sum(1)
    rows = sum(padded[:, i:i + 9] for i in range(3))
    sums = sum(rows[:, :, i:i + 8] for i in range(3))  # 1, 9, 8: equal for all 8 channels of ones
    expected = np.repeat(sums[..., None], 8, -1).reshape(1, 9, 64)
    for model in ("conv", "one_sym"):
        t.answers(f"{model}.mlirbc", "x.npy", expected, 1e-4)


@case("trial/03", "a wrong declared rank of an output is a warning", "trial/03-declared-output-rank")
def declared_rank(t):
    t.run("qopt m.onnx -o m.mlirbc", says="warning")


@case("trial/04", "gates judge every output", "trial/04-gate-sees-first-output")
def gate_of_all_outputs(t):
    t.run("qrun calibrate m.onnx --data=d.npz -o cal.json")
    t.run('qopt m.onnx --insert-quant="calibration=cal.json range=r2=0:0.001" --fold-dequant -o q.mlir')
    for output in ("", " --output-name=scores"):
        done = t.run(f"qrun eval q.mlir --against=m.onnx --data=d.npz --min-sqnr=30{output}", code=4)
        t.check("scores" in done.err + done.out, "the output that is ruined is not named")
    t.run("qrun eval q.mlir --against=m.onnx --data=d.npz --min-sqnr=30 --output-name=boxes")


@case("trial/05", "shapes share one store of weights", "trial/05-memory-per-shape")
def memory_of_shapes(t):
    t.onnx()
    t.run(f"{sys.executable} make.py")
    t.build("grow.cpp")
    done = t.run("./program m.onnx")
    sizes = {int(k): int(mib) for k, mib in re.findall(r"(\d+) shapes: rss (\d+) MB", done.out)}
    grown = (sizes[24] - sizes[1]) / 23
    t.check(grown < 12, f"each shape takes {grown:.0f} MB more, of 18 MB of weights")


@case("trial/06", "a network spelled out in 900 nodes is quantized by default", "trial/06-auto-too-many-nodes")
def many_nodes(t):
    t.run("qrun quantize m.onnx --data=d.npz -o q.mlirbc", unsaid="internal", timeout=300)
    t.check(os.path.exists(t.path("q.mlirbc")), "nothing is written")


@case("trial/07", "an output called by its layer is cut there, or its name is told", "trial/07-outputs-by-layer-name")
def outputs_by_layer(t):
    onnx = t.onnx()
    h = onnx.helper
    value = h.make_tensor_value_info
    graph = h.make_graph([h.make_node("Relu", ["x"], ["/f/Relu_output_0"], "/f/Relu"),
                          h.make_node("Neg", ["/f/Relu_output_0"], ["y"], "/f/Neg")], "g",
                         [value("x", 1, [2])], [value("y", 1, [2])])
    onnx.save(h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=8), t.path("m.onnx"))
    done = t.run("qopt m.onnx --outputs=/f/Relu -o cut.mlirbc", code=(0, 1))
    t.check(done.code == 0 or "/f/Relu_output_0" in done.err, f"the value's name is not told: {done.last_line()}")


@case("trial/08", "an output of '-' or of another kind is no file in silence", "trial/08-dash-output-is-a-file")
def dash_output(t):
    t.model("lenet.onnx")
    t.model("digits_calibration.npz")
    command = "qrun calibrate lenet.onnx --data=digits_calibration.npz"
    done = t.run(f"{command} -o -", code=(0, 2))
    t.check(not os.path.exists(t.path("-")), "a file called '-' is written")
    t.check(done.code == 2 or '"ranges"' in done.out, "no table on standard output")
    done = t.run(f"{command} -o c.npy", code=(0, 2))
    t.check(done.code == 2 or ".npy" in done.err, "c.npy holds JSON, and nothing says so")
    done = t.run("qrun bench lenet.onnx --device=host --svg=c.png", code=(0, 2))
    t.check(done.code == 2 or ".png" in done.err, "c.png holds SVG, and nothing says so")


@case("trial/09", "pairs of a model without quantized layers are warned of", "trial/09-qdq-of-a-float-model")
def qdq_of_float(t):
    t.model("lenet.onnx")
    t.run("qopt lenet.onnx --emit=onnx-qdq -o f.onnx", says=r"warning.*quantized")


@case("trial/10", "a model that is read is not written over", "trial/10-export-overwrites-the-model")
def overwritten_model(t):
    t.model("lenet.onnx")
    with open(t.path("lenet.onnx"), "rb") as file:
        before = file.read()
    t.run("qopt lenet.onnx --emit=onnx -o lenet.onnx", code=(1, 2), says="lenet.onnx")
    with open(t.path("lenet.onnx"), "rb") as file:
        t.check(file.read() == before, "the model is changed")
    t.run("qopt lenet.onnx -o a.mlir")
    t.run("qopt a.mlir -o a.mlir", code=(1, 2))


@case("trial/12", "formats that are not read say which converter", "trial/12-formats-by-name")
def formats_by_name(t):
    t.model("lenet.onnx")
    os.mkdir(t.path("saved_model"))
    for name in ("net.h5", "saved_model/saved_model.pb", "net.caffemodel"):
        t.write(name, "")
    t.run("qopt net.h5 -o o.mlir", code=(1, 2, 3), says="(?i)onnx")
    t.run("qopt saved_model/ -o o.mlir", code=(1, 2), says="saved_model/saved_model.pb")
    t.run("qopt net.caffemodel -o o.mlir", code=(1, 2), says=r"prototxt.*--weights|--weights.*prototxt")
    t.run("qopt - --from=onnx -o o.mlir < lenet.onnx")
    t.run("cp lenet.onnx renamed.mlir && qopt renamed.mlir -o o.mlir", code=(1, 2), says="ONNX")
    t.run("qopt - -o p.mlir < lenet.onnx", code=(0, 1, 2), unsaid="unexpected character")


@case("trial/13", "a batch that a reshape fixes is told, and --shape helps", "trial/13-fixed-batch-inside")
def fixed_batch(t):
    onnx = t.onnx()
    h = onnx.helper
    value = h.make_tensor_value_info
    shape = onnx.numpy_helper.from_array(np.array([40, 1, 3, 192], np.int64), "shape")
    graph = h.make_graph([h.make_node("Relu", ["x"], ["r"], "r"), h.make_node("Reshape", ["r", "shape"], ["y"], "view")],
                         "g", [value("x", 1, [40, "batch", 576])], [value("y", 1, None)], [shape])
    onnx.save(h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=8), t.path("m.onnx"))
    done = t.run("qopt m.onnx -o m.mlirbc", code=(0, 1, 3))
    t.check(done.code == 0 or "--shape" in done.err, f"nothing says that --shape helps: {done.last_line()}")
    t.run("qopt m.onnx --shape=x:40x1x576 -o m.mlirbc")
