"""Networks written in Python: what qopt.build makes of calls, and what it refuses."""

import ast
import inspect
import subprocess
import sys
import unittest
from pathlib import Path

import numpy
import qopt
from common import MODELS, ROOT, SCALED, digits, lenet, quiet
from qopt._operations import DEFINITIONS

HERE = Path(__file__).name


def constants_of(model):
    """{name of a constant: its array}, by a pattern that looks at all and changes nothing."""
    found = {}

    @qopt.rewrite.pattern("constant")
    def look(op, net):
        found[op.name] = op["value"]

    look(model)
    return found


def layers_with_weights(model):
    """(weights, bias, attributes) of each convolution and product, in the order in which they run."""
    found = {}

    @qopt.rewrite.pattern(lambda op: op.kind in ("conv2d", "matmul"))
    def look(op, net):
        found[op.name] = op.operands[1].array, op["bias"].array, op.attributes

    look(model)
    return [found[layer.name] for layer in model.layers if layer.name in found]


def written_lenet(layers):
    with qopt.build.network("lenet") as net:
        x = net.input("input", (None, 1, 28, 28), mean=0, std=255)
        for i, (weights, bias, _) in enumerate(layers[:2]):
            x = net.conv2d(x, weights, bias=bias, name=f"conv{i}")
            x = net.max_pool2d(x, kernel=(2, 2), strides=(2, 2))
        x = net.reshape(x, shape=(x.shape[0], 800))
        (w1, b1, first), (w2, b2, second) = layers[2:]
        x = net.relu(net.matmul(x, w1, bias=b1, transpose_b=first["transpose_b"], name="fc1"))
        return net.output(scores=net.matmul(x, w2, bias=b2, transpose_b=second["transpose_b"], name="fc2"))


class Lenet(unittest.TestCase):
    def test_answers_are_those_of_the_file(self):
        loaded = lenet()
        self.assertEqual([layer.kind for layer in loaded.layers],
                         ["conv2d", "max_pool2d", "conv2d", "max_pool2d", "reshape", "matmul", "relu", "matmul"])
        written = written_lenet(layers_with_weights(loaded))
        self.assertEqual(written.inputs[0], loaded.inputs[0]._replace(shape=("N", 1, 28, 28)))
        images = digits()[0]
        expected, found = loaded.compile("reference"), written.compile("reference")
        numpy.testing.assert_array_equal(found(found.prepare(images)), expected(expected.prepare(images)))
        with quiet():
            table = qopt.calibrate(written, images)
        self.assertEqual(written.run("insert-quant", calibration=table).compile("host:1")(found.prepare(images)).shape, (64, 10))


class Network(unittest.TestCase):
    def test_open_sizes_outputs_and_names(self):
        net = qopt.build.network("two")
        x = net.input("x", (None, 3, None, None))
        mask = net.input("mask", (None, 1, "x_2", "x_3"), "bool")
        self.assertEqual((x.shape, mask.dtype, x.dtype), (("N", 3, "x_2", "x_3"), "bool", "float32"))
        a = net.relu(x)
        b = net.where(mask, a, 0.5)
        model = net.output(b, sum=net.add(a, b, name="total"))
        self.assertEqual([(port.name, port.shape) for port in model.outputs],
                         [("where", ("N", 3, "x_2", "x_3")), ("sum", ("N", 3, "x_2", "x_3"))])
        self.assertEqual([layer.name for layer in model.layers], ["relu", "where", "total"])
        self.assertEqual(qopt.load(model.text.encode()).hash, model.hash)
        values = numpy.ones((2, 3, 4, 5), numpy.float32)
        y, s = model.compile("reference")(values, numpy.zeros((2, 1, 4, 5), bool))
        self.assertEqual((y.max(), s.max()), (0.5, 1.5))
        with self.assertRaisesRegex(qopt.ArgumentError, "is finished: output"):
            net.relu(a)

    def test_several_results(self):
        net = qopt.build.network()
        parts = net.split(net.input("x", (None, 6)), axis=1, sizes=(2, 4), name="parts")
        self.assertEqual([(part.name, part.shape) for part in parts], [("parts", ("N", 2)), ("parts:1", ("N", 4))])
        model = net.output(parts[1], parts[0])
        self.assertEqual(len(model.outputs), 2)

    def test_types_that_do_not_follow_are_stated(self):
        net = qopt.build.network()
        x = net.input("x", (None, 4))
        for make, words in ((lambda: net.cast(x), "give dtype="), (lambda: net.reshape(x), r"give shape=\("),
                            (lambda: net.quantize(x), r"see \(C2\) in help.*, or give dtype="), (lambda: net.iota(axis=0, start=0.0, step=1.0), "shape="),
                            (lambda: net.iota(axis=3, start=0.0, step=1.0), "shape=")):
            with self.assertRaisesRegex(qopt.ArgumentError, words):
                make()
        self.assertEqual(net.cast(x, dtype=numpy.float16).dtype, "float16")
        self.assertEqual(net.equal(x, 1).dtype, "bool")
        self.assertEqual(net.arg_max(x, axis=1).dtype, "int64")
        q = net.quantize(x, dtype=qopt.build.quantized("uint8", 0.5, 3))
        self.assertEqual(q.dtype, "!quant.uniform<u8:f32, 5.000000e-01:3>")
        self.assertEqual(net.reshape(q, shape=("N", 2, 2)).dtype, q.dtype)
        self.assertEqual(net.dequantize(q).dtype, "float32")
        with self.assertRaisesRegex(qopt.ArgumentError, "parameters of a quantized result are chosen"):
            net.relu(q)

    def test_constants_of_every_type(self):
        net = qopt.build.network()
        halves = numpy.array([1.0, -2.0], numpy.float32)
        bits = (halves.view(numpy.uint32) >> 16).astype(numpy.uint16)
        cases = [(halves.astype(numpy.float16), None, "float16", halves), (bits, "bfloat16", "bfloat16", halves),
                 (numpy.array([-8, 7], numpy.int8), "int4", "int4", [-8, 7]), (numpy.array([3, 15], numpy.uint8), "uint4", "uint4", [3, 15]),
                 (numpy.array([0x38, 0xC0], numpy.uint8), "float8_e4m3fn", "float8e4m3fn", halves),
                 (numpy.array([2, 12], numpy.uint8), "float4_e2m1fn", "float4e2m1fn", halves),
                 ([True, False], "bool", "bool", [True, False]), (numpy.array([[5]], numpy.int64), None, "int64", [[5]]),
                 (numpy.zeros((0, 3), numpy.float32), None, "float32", numpy.zeros((0, 3)))]
        values = []
        for i, (array, dtype, name, expected) in enumerate(cases):
            values.append(net.constant(array, dtype=dtype, name=f"c{i}"))
            self.assertEqual(values[-1].dtype, name)
            numpy.testing.assert_array_equal(values[-1].array, expected)
        net.input("x", (1,))
        model = net.output(*values)
        again = constants_of(qopt.load(model.text.encode()))
        for i, case in enumerate(cases):
            numpy.testing.assert_array_equal(again[f"c{i}"], case[3])

    def test_constants_of_ml_dtypes(self):
        try:
            import ml_dtypes
        except ImportError:
            self.skipTest("ml_dtypes is not installed")
        net = qopt.build.network()
        for kind, name in ((ml_dtypes.bfloat16, "bfloat16"), (ml_dtypes.float8_e5m2, "float8e5m2"), (ml_dtypes.int4, "int4")):
            value = net.constant(numpy.array([1, -2], kind))
            self.assertEqual(value.dtype, name)
            numpy.testing.assert_array_equal(value.array, [1, -2])
        self.assertEqual(net.cast(net.input("x", (2,)), dtype=ml_dtypes.bfloat16).dtype, "bfloat16")

    def test_quantized_weights(self):
        net = qopt.build.network()
        x = net.quantize(net.input("x", (None, 2)), dtype=qopt.build.quantized("int8", 0.5))
        w = net.constant(numpy.array([[1, 2], [3, -127]], numpy.int8),
                         dtype=qopt.build.quantized("int8", [0.25, 0.5], axis=1, narrow=True))
        y = net.matmul(x, w, dtype="float32")
        model = net.output(y)
        numpy.testing.assert_array_equal(model.compile("reference")(numpy.array([[1, 2]], numpy.float32)), [[1.75, -126]])
        with self.assertRaisesRegex(qopt.ArgumentError, r"\(C4\)|declared range|-127"):
            qopt.build.network().constant(numpy.array([[-128, 0]], numpy.int8),
                                          dtype=qopt.build.quantized("int8", 0.5, narrow=True))


class Errors(unittest.TestCase):
    def test_the_verifier_names_layer_line_and_what_to_do(self):
        net = qopt.build.network("m")
        x = net.input("x", (None, 3, 8, 8))
        with self.assertRaises(qopt.ArgumentError) as caught:
            net.conv2d(x, numpy.zeros((4, 2, 3, 3), numpy.float32), name="conv1")
        line = inspect.currentframe().f_lineno - 1
        error = caught.exception
        self.assertEqual(error.layer, "conv1")
        self.assertTrue(error.remedy.startswith("see (C2) in help(qopt.build.Network.conv2d)"), error.remedy)
        self.assertRegex(str(error), rf"{HERE}:{line}:\d+: layer 'conv1': error: .*\(C2\)")
        self.assertIn("(C2)", net.conv2d.__doc__)
        y = net.conv2d(x, numpy.zeros((4, 3, 3, 3), numpy.float32), name="conv1")  # the name is free again
        self.assertEqual((y.name, y.op["weights"].name), ("conv1", "conv1.weights"))
        self.assertIn(f'{HERE}":', y.op.location)

    def test_wrong_calls(self):
        net, other = qopt.build.network("m"), qopt.build.network("n")
        x, y = net.input("x", (None, 3)), other.input("y", (None, 3))
        weights = numpy.zeros((3, 2), numpy.float32)
        cases = [(lambda: net.add(x), TypeError, "missing a required argument: 'rhs'"),
                 (lambda: net.clip(x, min=0.0, maxi=1.0), TypeError, "did you mean 'max'"),
                 (lambda: net.add(x, y), qopt.ArgumentError, "a value of another network"),
                 (lambda: net.add(x, "y"), TypeError, "expected a value, an array or a number, not str"),
                 (lambda: net.matmul(x, weights.astype(float)), TypeError, r"write b.astype\('float32'\)"),
                 (lambda: net.softmax(x, axis=1.0), TypeError, "axis: expected a whole number, not float"),
                 (lambda: net.softmax(x, axis=2**70), qopt.ArgumentError, "more than 64 bits"),
                 (lambda: net.clip(x, min=0.0, max=1e40), qopt.ArgumentError, "beyond float32"),
                 (lambda: net.transpose(x, permutation=1), TypeError, "whole numbers in a list or tuple, not int"),
                 (lambda: net.relu(x, name="x"), qopt.ArgumentError, "'x' is used already; give another"),
                 (lambda: net.relu(x, name=""), qopt.ArgumentError, "the name is empty"),
                 (lambda: net.input("x", (None,)), qopt.ArgumentError, "'x' is used already"),
                 (lambda: net.input("z", (None, -1)), qopt.ArgumentError, "a size of -1"),
                 (lambda: net.input("z", ("2*",)), qopt.ArgumentError, r"'2\*' is no size"),
                 (lambda: net.input("z", 3), TypeError, "expected sizes"),
                 (lambda: net.input("z", (3,), "float33"), qopt.ArgumentError, "did you mean 'float32'"),
                 (lambda: net.input("z", (3,), mean=1), qopt.ArgumentError, "mean and std go together"),
                 (lambda: net.input("z", (3,), mean=1, std=0), qopt.ArgumentError, "std|deviation"),
                 (lambda: net.constant(numpy.array([8], numpy.int8), dtype="int4"), qopt.ArgumentError, "from -8 to 7"),
                 (lambda: net.constant(numpy.array([8], numpy.int16), dtype="int4"), TypeError, "give one of int8"),
                 (lambda: net.mul(x, 10**400), TypeError, "is no float32"),
                 (lambda: net.output(), qopt.ArgumentError, "there is none"),
                 (lambda: net.output(z=3), TypeError, "expected a value of the network for 'z'"),
                 (lambda: net.output(y), qopt.ArgumentError, "another network"),
                 (lambda: net.rely(x), AttributeError, "rely")]
        for make, kind, words in cases:
            with self.subTest(words=words), self.assertRaisesRegex(kind, words):
                make()
        self.assertEqual(len(net.output(x).layers), 0)

    def test_sequences_that_end_the_network_while_it_reads_them(self):
        class Ends:
            def __init__(self, values):
                self.values = values

            def __len__(self):
                return len(self.values)

            def __getitem__(self, i):
                if net._is_open:
                    net.output(x)
                return self.values[i]

        for make in (lambda: net.transpose(x, permutation=Ends((1, 0))), lambda: net.reshape(x, shape=Ends((3, 2))),
                     lambda: net._graph.input(request()), lambda: net.constant(numpy.ones(2, numpy.float32), shape=Ends((2,)))):
            net = qopt.build.network("m")
            x = net.input("x", (2, 3))

            def request():
                made = qopt._native.InputRequest()
                made.name, made.dtype, made.shape = "y", "float32", Ends((1, 2))
                return made

            with self.assertRaisesRegex(qopt.ArgumentError, "is finished"):
                make()

    def test_a_block_without_output(self):
        with self.assertRaisesRegex(qopt.ArgumentError, "has no output; call net.output"), qopt.build.network("m") as net:
            x = net.input("x", (1,))
        with self.assertRaisesRegex(qopt.ArgumentError, "is closed"):
            x.shape


class Forks(unittest.TestCase):
    def test_a_child_builds_networks_of_its_own(self):
        code = ("import os, sys, numpy, qopt\n"
                "def built():\n"
                "    with qopt.build.network('child') as net:\n"
                "        return net.output(net.relu(net.input('x', (None, 2))))\n"
                "net = qopt.build.network('m'); x = net.input('x', (None, 2)); model = built()\n"
                "relu = qopt.rewrite.pattern('relu(x)')(lambda op, net, x: net.max(x, 0.0))\n"
                "child = os.fork()\n"
                "if child == 0:\n"
                "    try: net.relu(x)\n"
                "    except qopt.ArgumentError as error: assert 'before this process was forked' in str(error), error\n"
                "    else: sys.exit(1)\n"
                "    assert relu(model) == 1 and relu(built()) == 1\n"
                "    assert built().compile('host:1')(numpy.ones((1, 2), 'f4')).sum() == 2\n"
                "    sys.exit(7)\n"
                "net.output(net.relu(x))\n"
                "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n")
        done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, check=False, timeout=120)
        self.assertEqual(done.returncode, 7, done.stderr)


class Definitions(unittest.TestCase):
    def test_every_attribute_kind_can_be_said(self):
        known = set(qopt._native.attribute_kinds())
        for definition in DEFINITIONS.values():
            for kinds, _ in definition.attributes.values():
                self.assertLessEqual(set(kinds.split("|")), known)

    def test_every_operation_of_the_sources_has_a_method_and_a_stub(self):
        stub = Path(qopt.__file__).with_name("_operations.pyi")
        tree = ast.parse(stub.read_text(encoding="utf-8"))
        methods = {node.name for cls in tree.body if isinstance(cls, ast.ClassDef) for node in cls.body
                   if isinstance(node, ast.FunctionDef)}
        self.assertEqual(methods, {definition.method for definition in DEFINITIONS.values()})
        kinds = {layer.kind for file in ("lenet.onnx", "mlp.onnx") for layer in qopt.load(MODELS / file, **SCALED).layers}
        self.assertLessEqual(kinds, set(DEFINITIONS))
        self.assertIn("and", DEFINITIONS)
        self.assertTrue(callable(qopt.build.Network.and_))
        self.assertTrue((ROOT / "ir" / "ops").is_dir())


class Numbers(unittest.TestCase):
    def test_scales_and_zero_points_that_no_type_has_are_refused_where_they_are_given(self):
        for scale in (0.0, -1.0, float("nan"), float("inf"), 1e-40):
            with self.assertRaisesRegex(qopt.ArgumentError, "scale=.*normal number"):
                qopt.build.quantized("int8", scale)
        for storage, point, narrow in (("int8", 300, False), ("uint8", -1, False), ("int8", 0.5, False), ("int8", -128, True)):
            with self.assertRaisesRegex(qopt.ArgumentError, f"zero_point={point}.*{storage} has whole numbers"):
                qopt.build.quantized(storage, 0.1, zero_point=point, narrow=narrow)
        self.assertIn("-128", qopt.build.quantized("int8", 0.1, zero_point=-128))

    def test_numbers_that_a_narrow_float_loses_are_refused(self):
        with qopt.build.network("lost") as net:
            x = net.input("x", (None, 1))
            for value, dtype in (([1e300], "float32"), ([-1e-300], "float32"), ([1e6], "float16")):
                with self.assertRaisesRegex(TypeError, f"{dtype} does not hold"):
                    net.constant(value, dtype=dtype)
            net.output(y=net.add(x, net.constant([float("inf"), 0.0, 0.1], dtype="float32")))


if __name__ == "__main__":
    unittest.main()
