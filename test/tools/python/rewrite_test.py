"""Patterns written in Python."""

import re
import threading
import traceback
import unittest

import numpy
import qopt
from common import digits, lenet


def network(*, outputs=("y",)):
    """relu(conv2d(x, w) + b)·1, clipped."""
    with qopt.build.network("small") as net:
        x = net.input("x", (None, 1, 4, 4))
        c = net.conv2d(x, numpy.ones((2, 1, 3, 3), numpy.float32), name="conv")
        a = net.add(c, numpy.array([[[1]], [[2]]], numpy.float32), name="sum")
        r = net.relu(a, name="relu")
        m = net.mul(r, 1.0, name="same")
        values = {"y": net.clip(m, min=-1.0, max=6.0, name="clip"), "c": c}
        return net.output(**{name: values[name] for name in outputs})


X = numpy.arange(32, dtype=numpy.float32).reshape(2, 1, 4, 4) / 8


def kinds(model):
    return [layer.kind for layer in model.layers]


class Patterns(unittest.TestCase):
    def unchanged_answers(self, model, *patterns, count):
        expected = model.compile("reference")(X)
        self.assertEqual(qopt.rewrite.apply(model, *patterns), count)
        numpy.testing.assert_array_equal(model.compile("reference")(X), expected)

    def test_fuse(self):
        @qopt.rewrite.pattern("add(c := conv2d(x, w, bias=None, residual=None), b)")
        def into_bias(op, net, c, x, w, b):
            if len(c.result.users) > 1 or c.result.is_output or b.array is None or b.array.shape != (2, 1, 1):
                return None
            stated = {name: c[name] for name in ("strides", "pads", "dilations", "groups")}
            return net.conv2d(x, w, bias=b.array.reshape(-1), **stated)

        model = network()
        self.unchanged_answers(model, into_bias, count=1)
        self.assertEqual(kinds(model), ["conv2d", "relu", "mul", "clip"])
        self.assertIn('nn.absorbed = ["conv"]', model.text)
        self.assertIn('nn.name = "sum"', model.text)
        self.assertEqual(model.layers[0].name, "sum")
        shared = network(outputs=("y", "c"))
        self.assertEqual(into_bias(shared), 0)

    def test_remove(self):
        @qopt.rewrite.pattern("mul(x, 1.0)")
        def neutral(op, net, x):
            return x if x.type == op.result.type else None

        model = network()
        self.unchanged_answers(model, neutral, count=1)
        self.assertEqual(kinds(model), ["conv2d", "add", "relu", "clip"])
        self.assertIn('nn.absorbed = ["same"]', model.text)

    def test_replace(self):
        @qopt.rewrite.pattern("clip(relu(x), max=high)")
        def one_clip(op, net, x, high):
            return net.clip(x, min=0.0, max=high)

        @qopt.rewrite.pattern("mul(x, 1.0)")
        def neutral(op, net, x):
            return x

        model = network()
        self.unchanged_answers(model, one_clip, neutral, count=2)
        self.assertEqual(kinds(model), ["conv2d", "add", "clip"])
        self.assertEqual(model.outputs[0].name, "y")

    def test_a_layer_keeps_name_range_and_place(self):
        text = network().text.replace('nn.name = "relu"', 'nn.name = "relu", nn.range = #nn.range<0.0, 6.0>')
        model = qopt.load(text.encode())
        ranges = re.findall(r"nn.range = [^>]*>", model.text)
        self.assertEqual(len(ranges), 1)
        places = {}

        @qopt.rewrite.pattern("relu")
        def clipped(op, net):
            places[op.name] = op.location
            value = net.clip(op["input"], min=0.0, max=float("inf"), name="mine")
            places[op.name] += value.op.location
            return value

        names = [layer.name for layer in model.layers]
        self.assertEqual(clipped(model), 1)
        self.assertEqual([layer.name for layer in model.layers], names)
        self.assertEqual(re.findall(r"nn.range = [^>]*>", model.text), ranges)
        for text in places.values():
            self.assertEqual(text[:len(text) // 2], text[len(text) // 2:])

    def test_a_function_matches(self):
        @qopt.rewrite.pattern(lambda op: op.kind in ("relu", "clip"))
        def seen(op, net):
            found.append((op.name, op.attributes, op["input"].shape, op["input"].op.kind))

        found = []
        self.assertEqual(seen(network()), 0)
        self.assertEqual(sorted(set(name for name, *_ in found)), ["clip", "relu"])

    def test_what_a_pattern_built_and_did_not_use_is_gone(self):
        @qopt.rewrite.pattern("relu(x)")
        def idle(op, net, x):
            net.add(net.neg(x, name="lost"), 1.0)

        model = network()
        before = model.text
        self.assertEqual(idle(model), 0)
        self.assertEqual(model.text, before)

    def test_expressions(self):
        model = network()
        matches = {"conv2d(x, w, strides=[1, 1], groups=1)": 1, "nn.conv2d": 1, "conv2d(x, x)": 0, "conv2d(_, _, bias=None)": 1,
                   "conv2d(x, w, bias=b, groups=2)": 0, "add(_, _)": 1, "mul(_, 1)": 1, "mul(_, 2)": 0, "clip(_, max=6)": 1,
                   "clip(_, min=lo, max=lo)": 0, "relu(add(a, b))": 1, "relu(a := add(conv2d(_, _), _))": 1, "relu(relu(_))": 0}
        for text, count in matches.items():
            seen = []

            def look(op, net, seen=seen, **bound):
                seen.append(op.name)

            self.assertEqual(qopt.rewrite.pattern(text)(look)(model), 0)
            self.assertEqual(len(set(seen)), count, text)
        for text in ("", "relu(", "rely(x)", "relu(x, y)", "relu(x, alpha=1)", "relu(op)", "relu('a')", "x + y", "relu(x, input=y)",
                     "relu(x)(y)", "clip(x, min=open('f'))", "(" * 500):
            with self.assertRaisesRegex(qopt.ArgumentError, "pattern '"):
                qopt.rewrite.pattern(text)(look)
        with self.assertRaisesRegex(qopt.ArgumentError, r"called with \(op, net, x\)"):
            qopt.rewrite.pattern("relu(x)")(lambda op, net: None)


class Wrong(unittest.TestCase):
    def setUp(self):
        self.model = network()
        self.before = self.model.text

    def tearDown(self):
        self.assertEqual(self.model.text, self.before)

    def refuses(self, function, kind, words):
        with self.assertRaisesRegex(kind, words):
            qopt.rewrite.pattern("relu(x)")(function)(self.model)

    def test_an_exception_comes_out_as_it_is(self):
        class Mine(Exception):
            pass

        raised = Mine("text")

        def fails(op, net, x):
            net.neg(x)
            raise raised

        for _ in range(2):
            try:
                qopt.rewrite.pattern("relu(x)")(fails)(self.model)
                self.fail("nothing was raised")
            except Mine as error:
                self.assertIs(error, raised)
                self.assertIn("fails", [frame.name for frame in traceback.extract_tb(error.__traceback__)])

        def interrupted(op, net, x):
            raise KeyboardInterrupt

        self.refuses(interrupted, KeyboardInterrupt, "")

    def test_answers_that_do_not_fit(self):
        other = qopt.build.network("other").input("x", (None, 2, 2, 2))
        self.refuses(lambda op, net, x: 3, TypeError, "expected a value")
        self.refuses(lambda op, net, x: [x, x], qopt.ArgumentError, "2 values for 1 results")
        self.refuses(lambda op, net, x: op.result, qopt.ArgumentError, "return None where nothing changes")
        self.refuses(lambda op, net, x: net.reshape(x, shape=("N", 8)), qopt.ArgumentError, "layer 'relu'.* of the same type")
        self.refuses(lambda op, net, x: other, qopt.ArgumentError, "another network")
        self.refuses(lambda op, net, x: op.result.users[0].result, qopt.ArgumentError, "dominate|reachable|cycle")
        self.refuses(lambda op, net, x: net.cast(x), qopt.ArgumentError, "layer 'relu'.*give dtype=")
        self.refuses(lambda op, net, x: net.input("z", (1,)), AttributeError, "input")

    def test_patterns_that_never_end(self):
        def again(op, net, x):
            return net.relu(x)

        with self.assertRaisesRegex(qopt.ArgumentError, "applied 50 times and still match"):
            qopt.rewrite.pattern("relu(x)")(again)(self.model, limit=50)

    def test_objects_of_dead_layers_raise(self):
        kept = []

        @qopt.rewrite.pattern("relu(a := add(_, _))")
        def first(op, net, a):
            kept.append((op, op.result, a, net))
            return net.clip(a.result, min=0.0, max=float("inf"))

        @qopt.rewrite.pattern("clip(x, max=6.0)")
        def second(op, net, x):
            for object in kept[0][:2]:
                with self.assertRaisesRegex(qopt.ArgumentError, "layer 'relu' is gone"):
                    object.name
            self.assertEqual(kept[0][2].name, "sum")

        model = self.model.clone()
        qopt.rewrite.apply(model, first, second)
        op, value, a, net = kept[0]
        for ask in (lambda: op.name, lambda: value.shape, lambda: a["lhs"], lambda: net.relu(value), lambda: value.array,
                    lambda: repr(a), lambda: op.operands, lambda: value.users):
            with self.assertRaisesRegex(qopt.ArgumentError, "the rewrite is over"):
                ask()
        self.assertEqual(len({op, value, a}), 3)  # they can still be compared

    def test_what_does_not_verify(self):
        def early(op, net, x):
            return net.add(x, op.result.users[0].result)

        self.refuses(early, qopt.ArgumentError, "dominate|cycle")

    def test_arguments(self):
        @qopt.rewrite.pattern("relu")
        def nothing(op, net):
            return None

        for call, kind in ((lambda: nothing(3), TypeError), (lambda: qopt.rewrite.apply(self.model), qopt.ArgumentError),
                           (lambda: qopt.rewrite.apply(self.model, len), TypeError), (lambda: nothing(self.model, limit=0), ValueError),
                           (lambda: qopt.rewrite.pattern(3)(len), TypeError), (lambda: qopt.rewrite.pattern("relu")(3), TypeError)):
            with self.assertRaises(kind):
                call()

    def test_a_model_that_another_changes_meanwhile(self):
        model = self.model.clone()

        @qopt.rewrite.pattern("relu(x)")
        def slow(op, net, x):
            thread = threading.Thread(target=lambda: model.run("strip-unused"))
            thread.start()
            thread.join()
            return net.clip(x, min=0.0, max=float("inf"))

        with self.assertRaisesRegex(qopt.ArgumentError, "was changed while patterns were applied"):
            slow(model)


class Models(unittest.TestCase):
    def test_a_loaded_network_computes_the_same(self):
        @qopt.rewrite.pattern("relu(x)")
        def as_max(op, net, x):
            return net.max(x, 0.0)

        model = lenet()
        expected = model.compile("reference")(lenet().compile("reference").prepare(digits()[0]))
        self.assertGreater(as_max(model), 0)
        self.assertNotIn("nn.relu", model.text)
        compiled = model.compile("reference")
        numpy.testing.assert_array_equal(compiled(compiled.prepare(digits()[0])), expected)


if __name__ == "__main__":
    unittest.main()
