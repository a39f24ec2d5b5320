"""Tests users' mistakes: one exception each, whose message says what to do."""

import subprocess
import sys
import unittest
from pathlib import Path

import numpy
import qopt
from common import MODELS, digits, folder, lenet, mlp, quiet

X = numpy.zeros((2, 1, 28, 28), numpy.float32)
FILE = str(MODELS / "digits_dev.npz")
IMAGES, LABELS = digits()
with quiet():
    WHOLE = qopt.calibrate(mlp(), IMAGES)
    PARTIAL = qopt.calibrate(mlp(), IMAGES, partial=True)


def int8():
    with quiet():
        table = qopt.calibrate(mlp(), digits("calibration")[0])
    return mlp().run("insert-quant", calibration=table)


def first_weight(value):
    """Returns a new value for the first of mlp's weights that may be changed alone."""
    weight = next(one for one in mlp().compile().weights if not one.fixed)
    return {weight.name: value(weight)}


# (what is done, the exception, what its message holds)
MISTAKES = [
    (lambda: qopt.load("absent.onnx"), qopt.FileError, ["absent.onnx", "No such file"]),
    (lambda: qopt.load("absent.onnx"), FileNotFoundError, ["absent.onnx"]),
    (lambda: qopt.runtime.load("absent.qart"), qopt.FileError, ["absent.qart", "No such file"]),
    (lambda: qopt.runtime.load("absent.qart"), FileNotFoundError, ["absent.qart"]),
    (lambda: qopt.Table.load("absent.json"), FileNotFoundError, ["absent.json"]),
    (lambda: mlp().save("absent/m.onnx"), FileNotFoundError, ["absent/m.onnx"]),
    (lambda: mlp().save("m.foo"), qopt.ArgumentError, ["m.foo", ".onnx", "write 'm.onnx'"]),
    (lambda: qopt.load(MODELS / "mlp.onnx", shape={"input": (-1, 1, 28, 28)}), qopt.ArgumentError, ["'input': (-1, 1, 28, 28)", "write None"]),
    (lambda: mlp().run("insert-quant"), qopt.ArgumentError, ["qopt.calibrate(model, samples)", 'model.run("insert-quant", calibration=table)']),
    (lambda: qopt.quantize(int8(), IMAGES), qopt.ArgumentError, ['model.run("absorb-qdq") makes']),
    (lambda: qopt.quantize(mlp(), IMAGES, outputs=["z"]), qopt.ArgumentError, ["outputs: ", "has no output 'z'"]),
    (lambda: qopt.evaluate(mlp(), IMAGES, labels=numpy.eye(10)[LABELS]), TypeError, ["float64 of shape (64, 10)", "argmax(1)"]),
    (lambda: qopt.load(7), TypeError, ["source", "path, bytes, a torch.nn.Module or an ExportedProgram", "int"]),
    (lambda: qopt.load(""), ValueError, ["empty", "name a file"]),
    (lambda: qopt.load(b"no model"), qopt.Error, ["<bytes>"]),
    (lambda: qopt.load(b"module {"), qopt.Error, ["expected"]),
    (lambda: qopt.load("m.qart"), qopt.ArgumentError, ["qopt.runtime.load"]),
    (lambda: qopt.load(MODELS / "mlp.onnx", format="paddle"), qopt.ArgumentError, ["format='paddle'", "onnx"]),
    (lambda: qopt.load(MODELS / "mlp.onnx", mean=1), qopt.ArgumentError, ["mean", "std", "together"]),
    (lambda: qopt.load(MODELS / "mlp.onnx", mean="a", std=1), qopt.ArgumentError, ["numbers"]),
    (lambda: qopt.load(MODELS / "mlp.onnx", mean=object(), std=1), TypeError, ["mean: expected a number"]),
    (lambda: qopt.load(MODELS / "mlp.onnx", shape={"input": 4}), TypeError, ["sizes of 'input'", "(1, 3, None)"]),
    (lambda: qopt.load(MODELS / "mlp.onnx", shape={"in": (4, 1, 28, 28)}), qopt.ArgumentError, ["'in'"]),
    (lambda: qopt.load(MODELS / "mlp.onnx", shape=[4]), TypeError, ["shape: expected"]),
    (lambda: qopt.load(MODELS / "mlp.onnx", bind={"n": "x"}), qopt.ArgumentError, ["bind={'n': x}", "{'sr': 16000, 'axes': [0, -1]}"]),
    (lambda: qopt.load(MODELS / "mlp.onnx", crop=-3), ValueError, ["crop=-3"]),
    (lambda: mlp().run("insert-qant"), qopt.ArgumentError, ["no pass 'insert-qant'", "did you mean 'insert-quant'"]),
    (lambda: qopt.passes.insert_qant, AttributeError, ["there are", "fold-batch-norm"]),
    (lambda: mlp().run("insert-quant", calibraton="t.json"), qopt.ArgumentError,
     ["no option 'calibraton'", "did you mean 'calibration'"]),
    (lambda: mlp().run("insert-quant", calibration="absent.json"), qopt.Error, ["absent.json"]),
    (lambda: mlp().run("insert-quant", calibration=object()), TypeError, ["calibration: expected text"]),
    (lambda: mlp().run("a,b", c=1), qopt.ArgumentError, ["options in it"]),
    (lambda: mlp().run(3), TypeError, ["name: expected the name of a pass"]),
    (lambda: qopt.passes.insert_quant("m.onnx"), TypeError, ["model: expected a qopt.Model, not str"]),
    (lambda: mlp().compile("gpu"), qopt.Error, ["gpu", "host"]),
    (lambda: mlp().compile("host:0"), qopt.Error, ["host"]),
    (lambda: mlp().compile(values=["conv"]), qopt.ArgumentError, ["no value 'conv'", "model.layers"]),
    (lambda: mlp().compile(float_order="slow"), qopt.ArgumentError, ["slow", "fast"]),
    (lambda: mlp().compile(libraries="blas"), qopt.Error, ["blas", "clblast"]),
    (lambda: mlp().compile()(), TypeError, ["input 'input' is missing"]),
    (lambda: mlp().compile()(X, X), TypeError, ["2 arrays for 1 inputs"]),
    (lambda: mlp().compile()(X, input=X), TypeError, ["given twice"]),
    (lambda: mlp().compile()(imput=X), TypeError, ["no input 'imput'", "did you mean 'input'"]),
    (lambda: mlp().compile()(X.astype(numpy.float64)), TypeError, ["takes float32, not float64", "astype('float32')"]),
    (lambda: mlp().compile()(X.astype(numpy.uint8)), TypeError, [".prepare(x)"]),
    (lambda: mlp().compile()("x.npy"), TypeError, ["expected a NumPy array", "not str"]),
    (lambda: mlp().compile()(X.astype(object)), TypeError, ["input 'input'", "ndarray of object"]),
    (lambda: mlp().compile()(X[:, :, :27]), qopt.ArgumentError, ["input"]),
    (lambda: mlp().compile().values, TypeError, ["values="]),
    (lambda: mlp().compile().save("m.onnx"), qopt.ArgumentError, [".qart"]),
    (lambda: mlp().compile().save("/absent/m.qart"), qopt.Error, ["/absent"]),
    (lambda: mlp().compile("reference").save("m.qart"), qopt.ArgumentError, ["compile for a device"]),
    (lambda: mlp().save("m.pb"), qopt.ArgumentError, ["m.pb", ".tflite", "m.onnx"]),
    (lambda: mlp().save("m.qart"), qopt.ArgumentError, ["model.compile('host').save"]),
    (lambda: mlp().compile().refit("m.onnx"), TypeError, ["weights: expected a qopt.Model or {name: array}", "not str"]),
    (lambda: mlp().compile().refit({}), qopt.ArgumentError, ["none are given", ".weights"]),
    (lambda: mlp().compile().refit({3: X}), TypeError, ["weights: expected text", "int"]),
    (lambda: mlp().compile().refit({"nobody": X}), qopt.ArgumentError, ["no weight 'nobody'", ".weights lists them"]),
    (lambda: mlp().compile().refit({"nobody": "x.npy"}), qopt.ArgumentError, ["no weight 'nobody'"]),
    (lambda: mlp().compile().refit(first_weight(lambda w: X)), qopt.ArgumentError, ["of layer '", "f32", "was given"]),
    (lambda: mlp().compile().refit(first_weight(lambda w: "x.npy")), TypeError, ["weight '", "expected a NumPy array"]),
    (lambda: mlp().compile().refit(first_weight(lambda w: numpy.full(w.shape, numpy.nan, w.dtype))), qopt.ArgumentError,
     ["no finite number"]),
    (lambda: mlp().compile().refit(lenet()), qopt.ArgumentError, ["no refit of the program that is loaded"]),
    (lambda: mlp().compile("reference").refit(mlp()), qopt.UnsupportedError, ["reference", "compile the other model"]),
    (lambda: qopt.runtime.refit("absent.qart", mlp(), "n.qart"), qopt.Error, ["absent.qart"]),
    (lambda: qopt.runtime.refit("m.onnx", mlp(), "n.qart"), qopt.ArgumentError, ["path=m.onnx", "write 'm.qart'"]),
    (lambda: qopt.runtime.refit("m.qart", mlp(), "n.onnx"), qopt.ArgumentError, ["output=n.onnx", "write 'n.qart'"]),
    (lambda: qopt.runtime.refit("m.qart", "m.onnx", "n.qart"), TypeError, ["model: expected a qopt.Model", "qopt.load(path)"]),
    (lambda: qopt.DeviceArray(), TypeError, ["DeviceArray"]),
    (lambda: qopt.runtime.load("absent.qart"), qopt.Error, ["absent.qart"]),
    (lambda: qopt.runtime.load("m.onnx"), qopt.ArgumentError, ["qopt.load"]),
    (lambda: qopt.Model("m.onnx"), TypeError, ["qopt.load()"]),
    (lambda: qopt.calibrate(mlp(), []), qopt.ArgumentError, ["holds no samples", "give a hundred"]),
    (lambda: qopt.calibrate(mlp(), 5), TypeError, ["samples: expected"]),
    (lambda: qopt.calibrate(mlp(), "absent.npz"), qopt.FileError, ["absent.npz", "No such file"]),
    (lambda: qopt.calibrate(mlp(), {"x": X}), qopt.ArgumentError, ["nothing for input 'input'", "they have x"]),
    (lambda: qopt.calibrate(mlp(), X[0, 0, 0]), qopt.ArgumentError, ["shape (28,)", "28"]),
    (lambda: qopt.calibrate(mlp(), X * numpy.nan), qopt.ArgumentError, ["sample 0", "holds a NaN", "remove the sample"]),
    (lambda: qopt.calibrate(mlp(), X, method="best"), qopt.ArgumentError, ["method='best'", "min-max"]),
    (lambda: qopt.calibrate(mlp(), X, percentile=99), qopt.ArgumentError, ["has no effect on method='min-max'"]),
    (lambda: qopt.calibrate(mlp(), X, bits=7), qopt.ArgumentError, ["bits=7", "8 and 16"]),
    (lambda: qopt.calibrate(mlp(), iter([X]), method="entropy"), qopt.ArgumentError, ["an iterator goes by once", "a list"]),
    (lambda: qopt.calibrate(mlp(), X, progress=3), TypeError, ["progress: expected a function"]),
    (lambda: qopt.calibrate(mlp(), X, batch=0), qopt.ArgumentError, ["batch=0"]),
    (lambda: qopt.calibrate("m", X), TypeError, ["model: expected a qopt.Model"]),
    (lambda: qopt.merge([]), qopt.ArgumentError, ["there are none"]),
    (lambda: qopt.merge_tables([PARTIAL, PARTIAL]), qopt.ArgumentError, ["table 1", "samples", "twice"]),
    (lambda: qopt.merge_tables(["t.json"]), TypeError, ["tables: expected qopt.Table, not str"]),
    (lambda: qopt.merge_tables([WHOLE]), qopt.ArgumentError, ["table 0", "partial"]),
    (lambda: qopt.convert_table(WHOLE, "tflite"), qopt.ArgumentError, ["tflite", "native"]),
    (lambda: qopt.quantize("m.onnx", X), TypeError, ["model: expected a qopt.Model, not str", "qopt.load(path)"]),
    (lambda: qopt.quantize(mlp(), []), qopt.ArgumentError, ["holds no samples", "give a hundred"]),
    (lambda: qopt.quantize(mlp(), 5), TypeError, ["samples: expected arrays, a dict of arrays, a path"]),
    (lambda: qopt.quantize(mlp(), "absent.npz"), qopt.FileError, ["absent.npz", "No such file"]),
    (lambda: qopt.quantize(mlp(), iter([X])), qopt.ArgumentError, ["an iterator goes by once", "a function"]),
    (lambda: qopt.quantize(mlp(), {"x": X}), qopt.ArgumentError, ["nothing for input 'input'", "they have x"]),
    (lambda: qopt.quantize(mlp(), [X[:, :, :27]]), qopt.ArgumentError, ["sample 1", "input 'input' has shape", "takes"]),
    (lambda: qopt.quantize(mlp(), X.astype("M8[s]")), TypeError, ["elements of datetime64", "give numbers"]),
    (lambda: qopt.quantize(mlp(), numpy.where(numpy.arange(2)[:, None, None, None] == 1, numpy.nan, X)), qopt.ArgumentError,
     ["sample 1", "holds a NaN at", "remove the sample"]),
    (lambda: qopt.quantize(mlp(), X[:1]), qopt.ArgumentError, ["holds one sample", "test="]),
    (lambda: qopt.quantize(mlp(), IMAGES, max_drop=1, labels=False), qopt.ArgumentError, ["needs labels", "max_flips"]),
    (lambda: qopt.quantize(mlp(), IMAGES, max_drop=-1), qopt.ArgumentError, ["max_drop=-1", "0 or more"]),
    (lambda: qopt.quantize(mlp(), IMAGES, max_drop="1"), TypeError, ["max_drop: expected a number, not str"]),
    (lambda: qopt.quantize(mlp(), IMAGES, max_flips=1.5), TypeError, ["max_flips: expected a whole number, not float"]),
    (lambda: qopt.quantize(mlp(), IMAGES, labels=LABELS[:3]), qopt.ArgumentError, ["labels: there are 3 labels for 64 samples", "give each"]),
    (lambda: qopt.quantize(mlp(), list(IMAGES), labels=LABELS[:3]), qopt.ArgumentError, ["3 labels for 64 samples"]),
    (lambda: qopt.quantize(mlp(), IMAGES[:9], labels=LABELS), qopt.ArgumentError, ["64 labels for 9 samples"]),
    (lambda: qopt.quantize(mlp(), IMAGES, labels=LABELS * 1.5), TypeError, ["labels: expected one whole number a sample"]),
    (lambda: qopt.quantize(mlp(), IMAGES, labels=[10] * 64), qopt.ArgumentError, ["10", "classes"]),
    (lambda: qopt.quantize(mlp(), IMAGES, labels="labels.txt"), TypeError, ["labels: expected one whole number"]),
    (lambda: qopt.quantize(mlp(), IMAGES, profile="tensorrt"), qopt.ArgumentError, ["no profile 'tensorrt'", "trt"]),
    (lambda: qopt.quantize(mlp(), IMAGES, scheme="int8"), qopt.ArgumentError, ["no scheme 'int8'", "mixed"]),
    (lambda: qopt.quantize(mlp(), IMAGES, calibrator="best"), qopt.ArgumentError, ["calibrator=best", "min-max"]),
    (lambda: qopt.quantize(mlp(), IMAGES, floats="f8"), qopt.ArgumentError, ["floats=f8", "f16"]),
    (lambda: qopt.quantize(mlp(), IMAGES, every=-1), qopt.ArgumentError, ["one sample in -1"]),
    (lambda: qopt.quantize(mlp(), IMAGES, batch=0), qopt.ArgumentError, ["batch is of one sample or more"]),
    (lambda: qopt.quantize(mlp(), IMAGES, batch=2**70), qopt.ArgumentError, [f"batch={2**70}: expected a whole number from -"]),
    (lambda: qopt.quantize(mlp(), IMAGES, batch="8"), TypeError, ["batch: expected a whole number, not str"]),
    (lambda: qopt.quantize(mlp(), IMAGES, rounds=1), TypeError, ["rounds: expected True or False, not int"]),
    (lambda: qopt.quantize(mlp(), IMAGES, outputs=["z"]), qopt.ArgumentError, ["has no output 'z'"]),
    (lambda: qopt.quantize(mlp(), IMAGES, device="gpu"), qopt.Error, ["gpu", "host"]),
    (lambda: qopt.quantize(mlp(), IMAGES, float_order="slow"), qopt.ArgumentError, ["slow", "fast"]),
    (lambda: qopt.quantize(mlp(), IMAGES, on_step=3), TypeError, ["on_step: expected a function, not int"]),
    (lambda: qopt.quantize(mlp(), IMAGES, baches=3), TypeError, ["unexpected keyword", "baches"]),
    (lambda: qopt.quantize(int8(), IMAGES), qopt.ArgumentError, ["is quantized already"]),
    (lambda: qopt.calibrate(int8(), IMAGES), qopt.ArgumentError, ["calibrate the float network"]),
    (lambda: qopt.accuracy(mlp(), IMAGES, grids=["everything"]), qopt.ArgumentError, ["everything", "calibrators"]),
    (lambda: qopt.accuracy(mlp(), IMAGES, passes=["insert-qant"]), qopt.ArgumentError, ["insert-qant"]),
    (lambda: qopt.compare("m.onnx"), TypeError, ["first: expected a qopt.Model, not str"]),
    (lambda: qopt.compare(mlp(), arrays={"x": X}), qopt.ArgumentError, ["no array is given for input 'input'"]),
    (lambda: qopt.compare(mlp(), arrays=X), TypeError, ["arrays: expected a dict of arrays by input, not ndarray"]),
    (lambda: qopt.compare(mlp(), seed=-1), qopt.ArgumentError, ["seed=-1: expected a whole number from 0 to 18446744073709551615"]),
    (lambda: qopt.compare(mlp(), seed="1"), TypeError, ["seed: expected a whole number, not str"]),
    (lambda: qopt.compare(mlp(), None, IMAGES, arrays={"input": X}), qopt.ArgumentError, ["arrays are fed instead of samples"]),
    (lambda: qopt.lint_data(mlp(), IMAGES, labels=LABELS, output="z"), qopt.ArgumentError, ["z"]),
    (lambda: qopt.label(mlp(), IMAGES, classes=["zero"]), qopt.ArgumentError, ["1", "10"]),
    (lambda: qopt.label(mlp(), IMAGES, top=0), qopt.ArgumentError, ["one class of each or more"]),
    (lambda: qopt.repair(mlp(), IMAGES), qopt.ArgumentError, ["nothing to do: ask for", "rounding"]),
    (lambda: qopt.repair(mlp(), rounds=True), qopt.ArgumentError, ["samples"]),
    (lambda: qopt.repair(mlp(), IMAGES, rounds=True, only=["conv9"]), qopt.ArgumentError, ["conv9"]),
    (lambda: qopt.repair(mlp(), IMAGES, rounds=True, only=["conv1"], all_but=["fc"]), qopt.ArgumentError, ["leave one out"]),
    (lambda: qopt.tune(mlp(), "host", "t.sqlite", batches=3), TypeError, ["batches: expected a list of whole numbers, not int"]),
    (lambda: qopt.tune(mlp(), "host", "t.sqlite"), qopt.Error, ["host", "kernels"]),
    (lambda: qopt.tune(mlp(), "cuda", ""), ValueError, ["database: the path is empty"]),
    (lambda: qopt.evaluate([], IMAGES), qopt.ArgumentError, ["models: there are none"]),
    (lambda: qopt.evaluate(["m.onnx"], IMAGES), TypeError, ["against: expected a qopt.Model, not str"]),
    (lambda: qopt.evaluate(mlp(), IMAGES, every=0), qopt.ArgumentError, ["one sample in 0"]),
    (lambda: qopt.evaluate(mlp(), IMAGES, most=0), qopt.ArgumentError, ["0 samples at most are none"]),
    (lambda: qopt.calibrate(mlp(), IMAGES, most=0), qopt.ArgumentError, ["0 samples at most are none"]),
    (lambda: qopt.evaluate(mlp(), FILE, every=0), qopt.ArgumentError, ["digits_dev.npz", "one sample in 0"]),
    (lambda: qopt.calibrate(mlp(), FILE, every=-3), qopt.ArgumentError, ["digits_dev.npz", "one sample in -3"]),
    (lambda: qopt.label(mlp(), FILE, most=-1), qopt.ArgumentError, ["digits_dev.npz", "-1 samples at most are none"]),
    (lambda: qopt.lint_data(mlp(), FILE, chosen=[3, 1]), qopt.ArgumentError, ["digits_dev.npz", "have to ascend"]),
    (lambda: qopt.compare(mlp(), mlp(), FILE, chosen=[-1]), qopt.ArgumentError, ["digits_dev.npz", "no sample -1"]),
    (lambda: qopt.evaluate(mlp(), FILE, chosen=[2, 5000]), qopt.ArgumentError, ["digits_dev.npz", "no sample 5000"]),
    (lambda: qopt.repair(mlp(), FILE, rounds=True, every=2**70), qopt.ArgumentError, ["every=1180591620717411303424: expected a whole number from"]),
    (lambda: qopt.repair(mlp(), IMAGES, smoothing=2), qopt.ArgumentError, ["smoothing=2", "from 0 to 1"]),
    (lambda: qopt.repair(mlp(), IMAGES, rounds=True, bits=5), qopt.ArgumentError, ["bits=5", "2, 3, 4, 7, 8 or 16"]),
    (lambda: qopt.repair(mlp(), IMAGES, rounds=True, bits8=["conv9"]), qopt.ArgumentError, ["conv9"]),
    (lambda: qopt.repair(mlp(), IMAGES, rounds=True, group=-1), qopt.ArgumentError, ["group=-1"]),
    (lambda: qopt.repair(mlp(), IMAGES, corrects_bias=True, sequential=True), qopt.ArgumentError, ["sequential"]),
    (lambda: lenet().run("insert-quant", calibration=WHOLE), qopt.ArgumentError, ["the table given as calibration: was measured on another model"]),
    (lambda: qopt.compare(mlp(), of_other_inputs(), IMAGES), qopt.ArgumentError, ["different inputs", "takes input and <other> takes x"]),
    (lambda: qopt.evaluate([mlp(), of_other_inputs()], IMAGES), qopt.ArgumentError, ["different inputs", "takes input and <other> takes x"]),
    (lambda: qopt.quantize(mlp(), IMAGES[:1]), qopt.ArgumentError, ["samples: holds one sample", "(test=samples judges"]),
    (lambda: qopt.quantize(mlp(), IMAGES[:1], samples_name="mine.npz"), qopt.ArgumentError, ["mine.npz: holds one sample"]),
    (lambda: qopt.quantize(mlp(), IMAGES, bits=16), qopt.ArgumentError,
     ["bits=16: quantize makes networks of 8 bits only", "qopt.calibrate(model, samples, bits=16)", 'model.run("insert-quant", bits="16")']),
    (lambda: qopt.quantize(mlp(), IMAGES, calibrator="min-max", percentile=99), qopt.ArgumentError, ["percentile has no effect on the method min-max"]),
    (lambda: qopt.quantize(mlp(), IMAGES, calibrator="entropy", clip_weight=3), qopt.ArgumentError, ["clip weight has no effect on the method entropy"]),
    (lambda: qopt.quantize(mlp(), IMAGES, mode="dynamic", percentile=99), qopt.ArgumentError, ["percentile has no effect on dynamic ranges"]),
    (lambda: qopt.quantize(mlp(), IMAGES, skip_zeros=True), qopt.ArgumentError, ["skipping zeros has no effect"]),
    (lambda: qopt.quantize(mlp(), IMAGES, weight_bits8=["fc1"]), qopt.ArgumentError, ["weight_bits8 names exceptions from", "give weight_bits"]),
    (lambda: qopt.quantize(mlp(), IMAGES, outputs=[1]), TypeError, ["outputs: expected names, as text", "element 0, counted from 0, is 1, an int"]),
    (lambda: qopt.quantize(mlp(), numpy.ma.masked_less(IMAGES, 3)), TypeError, ["masked array", "x.filled(0)"]),
    (lambda: mlp().compile()(numpy.ma.masked_less(X, 3)), TypeError, ["input 'input'", "masked array", "x.filled(0)"]),
    (lambda: mlp().compile().activation_bytes(2**31 - 1), qopt.ArgumentError, ["batch 2147483647: 1 to "]),
    (lambda: qopt.quantize(mlp(), IMAGES, weight_bits=5), qopt.ArgumentError, ["weight_bits=5", "2, 3, 4, 7 or 8"]),
    (lambda: qopt.evaluate(mlp(), IMAGES, libraries="nosuch"), qopt.ArgumentError, ["unknown library 'nosuch'", "clblast"]),
    (lambda: qopt.evaluate(mlp(), IMAGES, chosen=["a"]), TypeError, ["chosen: expected a list of whole numbers"]),
    (lambda: qopt.calibrate(mlp(), IMAGES, scheme="int8"), qopt.ArgumentError, ["scheme='int8'", "mixed"]),
    (lambda: qopt.calibrate(mlp(), IMAGES, attention="half"), qopt.ArgumentError, ["attention='half'", "integer"]),
    (lambda: qopt.Table.load(MODELS / "mlp.onnx"), qopt.Error, ["mlp.onnx"]),
]


def of_other_inputs():
    with qopt.build.network("other") as net:
        return net.output(y=net.relu(net.input("x", (None, 6))))


# This program gives passes options of a wrong kind: nothing but the exception says so.
KINDS = """
import qopt, sys
model = qopt.load(sys.argv[1])
for name, options in (("insert-quant", {"bits": 0.5}), ("insert-quant", {"bits": -8}), ("insert-quant", {"summary": 3}), ("insert-quant{bits=x}", {})):
    try:
        model.run(name, **options)
    except qopt.ArgumentError as error:
        print(error)
"""


class Mistakes(unittest.TestCase):
    def test_each_is_one_exception_that_says_what_to_do(self):
        with folder() as path, quiet():
            del path
            for i, (do, kind, parts) in enumerate(MISTAKES):
                with self.subTest(mistake=i, parts=parts):
                    with self.assertRaises(kind) as caught:
                        do()
                    for part in parts:
                        self.assertIn(part, str(caught.exception))
                    self.assertNotRegex(str(caught.exception), r"(^|\s)--[a-z]")

    def test_an_error_names_file_layer_and_remedy(self):
        error = qopt.ArgumentError("m.onnx: layer 'conv1': error: takes 3 inputs; give --shape=x:1x3")
        self.assertEqual((error.file, error.layer), ("m.onnx", "conv1"))
        self.assertEqual(error.remedy, "give --shape=x:1x3")
        with self.assertRaises(qopt.FileError) as caught:
            qopt.load("/absent/m.onnx")
        self.assertEqual(caught.exception.file, "/absent/m.onnx")
        self.assertIsNone(caught.exception.layer)

    def test_messages_name_keywords_and_functions(self):
        from qopt._errors import in_python

        for said, here in (
                ("norm of its own; fold it first (qopt --fold-batch-norm)", 'norm of its own; fold it first (model.run("fold-batch-norm"))'),
                ("measure it with 'qrun calibrate' and give it as --insert-quant=\"calibration=FILE\"",
                 'measure it with qopt.calibrate(model, samples) and give it as model.run("insert-quant", calibration=table)'),
                ("import it with qopt --mean=… --std=…, unless", "import it with qopt.load(path, mean=…, std=…), unless"),
                ("qopt --samples-first -o NEW.mlirbc moves, --insert-quant=mode=dynamic is", 'model.run("samples-first") moves, model.run("insert-quant", mode="dynamic") is'),
                ("it is quantized (--insert-quant)", "it is quantized (insert-quant)"),
                ("qrun compile --device= makes others", "model.compile(device=…) makes others"),
                ("qrun bench --per-layer shows where", "qopt.report(model, path, samples=…) shows where"),
                ("qrun eval --against compares", "qopt.evaluate(models, samples, against=…) compares"),
                ("name them: --output-name=a --output-name=b", "name them: outputs=['a', 'b']"),
                ("--output-name: m.onnx: has no output", "outputs: m.onnx: has no output"), ("give --preprocessed, or", "give preprocessed=True, or"),
                ("more than --max-drop=0.5, and less than --min-sqnr=30", "more than max_drop=0.5, and less than min_sqnr=30"),
                ("add 1 to the labels (--label-offset=1): the", "add 1 to the labels (labels + 1): the"), ("from the host (--gpus)", "from the host (--gpus)"),
                ("--float-order=direct and --shape=x:1x?.", "float_order=direct and shape={'x': (1, None)}."),
                ("cannot grow; give --shape=x:SIZES", "cannot grow; give qopt.load(path, shape={'x': (…)})"),
                ("a constant is read: --bind=axes=0,1", "a constant is read: bind={'axes': [0,1]}"), ("--output-name=a", "outputs=['a']"),
                ("run by --device=cuda:1", "run by device='cuda:1'")):
            self.assertEqual(in_python(said), here)

    def test_a_pass_option_of_a_wrong_kind_is_told_by_the_exception_alone(self):
        done = subprocess.run([sys.executable, "-c", KINDS, str(MODELS / "mlp.onnx")], capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.stdout.splitlines(), [
            f"pass 'insert-quant': {said}" for said in ("bits=0.5: expected a whole number, 0 or more", "bits=-8: expected a whole number, 0 or more",
                                                        "summary=3: expected True or False", "bits=x: expected a whole number, 0 or more")])

    def test_kinds_are_python_s_too(self):
        for kind, base in ((qopt.ArgumentError, ValueError), (qopt.FileError, OSError), (qopt.NotFoundError, LookupError),
                           (qopt.UnsupportedError, NotImplementedError), (qopt.DeviceError, RuntimeError)):
            self.assertTrue(issubclass(kind, base) and issubclass(kind, qopt.Error))

    def test_ten_thousand_wrong_calls_end_nothing(self):
        done = subprocess.run([sys.executable, str(Path(__file__).with_name("wrong") / "wrong_calls.py"), "10000", "1"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:])
        self.assertIn("10000 calls", done.stdout)


if __name__ == "__main__":
    unittest.main()
