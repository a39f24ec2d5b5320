"""A checker is to find an error in each line that says so, and nowhere else; this file is not
run."""

import numpy
import qopt
import qopt.ray

images = numpy.zeros((8, 1, 28, 28), numpy.uint8)
model = qopt.load("m.onnx", crop="224")
qopt.load("m.onnx", shape=3)  # wrong
qopt.load("m.onnx", formt="onnx")  # wrong
model.compile(4)  # wrong
model.compile("host", float_order=True)  # wrong
model.multiply_adds("8")  # wrong
model.save(None)  # wrong
model.sumary()  # wrong
model.compile().activation_bytes(1.5)  # wrong
model.inputs[0].shpe  # wrong
qopt.quantize("m.onnx", images)  # wrong
qopt.quantize(model, 5)  # wrong
qopt.quantize(model, images, max_drop="1")  # wrong
qopt.quantize(model, images, labels=0.5)  # wrong
qopt.quantize(model, images, on_step=lambda state: None)  # wrong
qopt.quantize(model, images, baches=3)  # wrong
qopt.quantize(model, images).network.acuracy  # wrong
qopt.evaluate([3], images)  # wrong
qopt.evaluate(model, images, chosen="1")  # wrong
qopt.accuracy(model, images, grids=3)  # wrong
qopt.compare(model, "n.onnx")  # wrong
qopt.compare(model, arrays=images)  # wrong
qopt.lint_data(model, images, output=None)  # wrong
qopt.label(model, images, top="5")  # wrong
qopt.repair(model, images, rounds="yes")  # wrong
qopt.tune(model, "cuda", 3)  # wrong
qopt.tune(model, device="cuda")  # wrong
qopt.merge_tunings(3, "t.sqlite")  # wrong
qopt.calibrate(model, images, method=3)  # wrong
qopt.calibrate(model, images, limits="t.json")  # wrong
qopt.merge_tables("t.json")  # wrong
qopt.convert_table(model, "native")  # wrong
qopt.report(3, "r.html")  # wrong
qopt.report(model, 3)  # wrong
qopt.report(model, "r.html", calibration="t.json")  # wrong
qopt.quantize(model, images).report()  # wrong
qopt.build.network(3)  # wrong
qopt.build.network("n").input("x", 784)  # wrong
qopt.build.network("n").relu()  # wrong
qopt.build.network("n").output(y=3)  # wrong
qopt.rewrite.pattern(3)  # wrong
qopt.rewrite.apply(model, "relu(x)")  # wrong
qopt.runtime.load(3)  # wrong
qopt.runtime.refit("m.qart", "n.onnx", "o.qart")  # wrong
model.compile().refit("n.onnx")  # wrong
qopt.passes.insert_quant(model, bits=8).sumary()  # wrong
qopt.ray.tune(model, "cuda", "t.sqlite", workers="2")  # wrong
qopt.ray.calibrate("m.onnx", [])  # wrong
qopt.nosuch()  # wrong
