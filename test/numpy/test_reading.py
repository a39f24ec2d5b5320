"""The reading against exact rationals, hand-computed cases and known answers.

  python3 test/numpy/test_reading.py
"""

import os
import unittest
from fractions import Fraction

import numpy as np

import float_net
import images
import integer_net
import integer_ops
import make_goldens
import parameters
import plan
import rounding
from onnx_graph import Graph, Node


def nearest_f32(exact):
    """The float32 nearest to a Fraction, ties to even: by exact distances."""
    guess = np.float32(float(exact))
    near = {np.nextafter(guess, np.float32(-np.inf)), guess,
            np.nextafter(guess, np.float32(np.inf))}
    return min(near, key=lambda f: (abs(Fraction(float(f)) - exact),
                                    int(f.view(np.int32)) & 1))


class Fma(unittest.TestCase):
    def check(self, a, b, c):
        got = rounding.fma(a, b, c)
        for x, y, z, r in zip(a, b, c, got):
            exact = Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))
            self.assertEqual(r, nearest_f32(exact), (x, y, z))

    def test_random(self):
        random = np.random.RandomState(1)
        a, b, c = random.uniform(-1, 1, (3, 5000)).astype(np.float32)
        self.check(a, b, c * np.float32(2) ** random.randint(-40, 40, 5000))

    def test_halfway_plus_a_little(self):
        # 1 + 2^-24 is a tie; the addend's far end decides, past 53 bits.
        a = np.float32([1 + 2**-12] * 3)
        b = np.float32([1 + 2**-12] * 3)
        product = float(a[0]) ** 2
        c = np.float32([2**-60, -(2**-60), 0])
        self.assertNotEqual(product, float(np.float32(product)))
        self.check(a, b, c)
        a = np.float32([2**24 + 2, 2**24 + 2, 2**24 + 2])
        self.check(a, np.float32([1.0] * 3), np.float32([1, 1 + 2**-23, 3]))
        self.check(np.float32([1 + 2**-23]), np.float32([2**-24]),
                   np.float32([1]))

    def test_differs_from_double_rounding(self):
        # 2^-70 * 1 breaks the tie that float64 alone would round to even.
        a, b, c = (np.float32([v]) for v in (2**-70, 1, 1))
        tie_a, tie_b = np.float32([2**-12 + 2**-36]), np.float32([2**-12])
        self.check(a, b, c)
        self.check(tie_a, tie_b, c)
        random = np.random.RandomState(2)
        c = 1 + random.randint(0, 2**23, 3000) * 2.0**-23
        a = 2.0**-12 * (1 + random.randint(0, 4, 3000) * 2.0**-23)
        b = 2.0**-12 * (1 - random.randint(0, 4, 3000) * 2.0**-24)
        a, b, c = (v.astype(np.float32) for v in (a, b, c))
        naive = (a.astype(np.float64) * b + c).astype(np.float32)
        self.assertTrue((naive != rounding.fma(a, b, c)).any())
        self.check(a, b, c)


class Rounding(unittest.TestCase):
    def test_quantize(self):
        x = np.float32([np.nan, np.inf, -np.inf, .5, 1.5, 2.5, -.5, 300])
        got = rounding.quantize(x, parameters.Params(np.float32(1), 3, 0, 255))
        self.assertEqual(got.tolist(), [3, 255, 0, 3, 5, 5, 3, 255])

    def test_accumulator_rounds_half_to_even(self):
        got = rounding.f32(np.array([2**24 + 1, 2**24 + 3], np.int64))
        self.assertEqual(got.tolist(), [2**24, 2**24 + 4])


class Parameters(unittest.TestCase):
    def test_schemes(self):
        p = parameters.from_range(0.5, 2.55, "qopt")
        self.assertEqual((p.scale, p.low), (np.float32(2.55 / 255), 0))
        p = parameters.from_range(-3, 2, "qopt")
        self.assertEqual((p.scale, p.low), (np.float32(3 / 127), -128))
        self.assertEqual(parameters.from_range(0, 1, "trt").low, -128)
        self.assertEqual(parameters.from_range(0, 0, "qopt").scale, 1)

    def test_weight(self):
        q, s = parameters.quantize_weight(
            np.float32([[-1.27, 0.635, 0.005], [0, 0, 0]]))
        self.assertEqual(q.tolist(), [[-127, 64, 0], [0, 0, 0]])
        self.assertEqual(s.tolist(), [np.float32(
            float(np.float32(1.27)) / 127), 1])


class Products(unittest.TestCase):
    """Raised weight scales, written down by hand."""

    def product(self, w, b, x=1.0, y=1.0, integer=True):
        made = parameters.quantize_product(
            np.float32([[v] for v in w]), np.float32(b), np.float32(x),
            None if y is None else np.float32(y), integer)
        bias = None if made.bias is None else made.bias.tolist()
        return made.weight.ravel().tolist(), made.scale.tolist(), bias

    def test_large_bias(self):
        # 2^33 in at most 2^30 steps: 8; 100 / 8 is a half.
        self.assertEqual(self.product([100, 127], [2**33, 2**30], y=1e8),
                         ([12, 127], [8, 1], [2**30, 2**30]))
        self.assertEqual(self.product([100, 127], [2**33, 1], y=None)[2], None)

    def test_smallest_above(self):
        x = np.float32(1 / 255)
        scale = self.product([.5], [1e6], x, 1e6)[1][0]
        exact = Fraction(10**6) / (Fraction(float(x)) * 2**30)
        self.assertGreaterEqual(Fraction(scale), exact)
        below = float(np.nextafter(np.float32(scale), np.float32(0)))
        self.assertLess(Fraction(below), exact)

    def test_zero_channels(self):
        w, s, b = self.product([0, 0], [.75, 0], .5, .25)
        self.assertEqual((w, s, b), ([0, 0], [.75 * 2**-22, .5], [2**23, 0]))
        self.assertEqual(self.product([0, 1], [.75, 1], y=None)[1:],
                         ([1, np.float32(1 / 127)], None))
        # Its m is 2^-150.
        self.assertEqual(self.product([127 * 2.0**-100], [0], 2.0**-40, 1024),
                         ([0], [2.0**50], [0]))

    def test_float_bias_raises_nothing(self):
        self.assertEqual(self.product([0, 127], [2**40, 2**40], integer=False),
                         ([0, 127], [1, 1], None))


class Ops(unittest.TestCase):
    """One step is 1, so that answers can be written down."""

    ONE = parameters.signed(1.0)

    def conv(self, profile):
        w = np.full((1, 1, 1, 1), 127, np.float32)
        node = Node("Conv", "c", ["x"], [w, np.float32([5])])
        return integer_ops.Anchor(node, self.ONE, profile)

    def test_conv(self):
        x = np.array([[[[0, 1, -2]]]], np.int8)
        y = parameters.signed(127.0)
        self.assertEqual(self.conv("qopt").accumulate(x).ravel().tolist(),
                         [5, 132, -249])
        self.assertEqual(self.conv("qopt").run(x, y).ravel().tolist(),
                         [0, 1, -2])
        self.assertEqual(self.conv("trt").run(x, None).ravel().tolist(),
                         [5, 132, -249])

    def test_residual_is_not_rounded_first(self):
        x, r = np.array([[[[1]]]], np.int8), np.array([[[[60]]]], np.int8)
        y = parameters.signed(127.0)
        # (127 + 5 + 60) / 127 = 1.51: 2; rounded first: 1 + 0.47 = 1.
        for profile in parameters.PROFILES:
            got = self.conv(profile).run(x, y, (r, self.ONE))
            self.assertEqual(got.item(), 2, profile)
        apart = integer_ops.add(self.conv("qopt").run(x, y), y, r, self.ONE, y)
        self.assertEqual(apart.item(), 1)

    def test_mean_and_sigmoid(self):
        x = np.array([[[[1, 2], [3, 4]]]], np.int8)
        self.assertEqual(integer_ops.mean(x, self.ONE, self.ONE).item(), 2)
        y = parameters.of_sigmoid("qopt")
        got = integer_ops.sigmoid(np.array([-128, 0, 1, 127], np.int8),
                                  self.ONE, y)
        self.assertEqual(got.tolist(), [0, 128, 187, 255])


class Plans(unittest.TestCase):
    def test_two_convs_meet_the_first_operand_absorbs(self):
        w = [np.ones((1, 1, 1, 1), np.float32)]
        graph = Graph("x", "g", [
            Node("Conv", "a", ["x"], w), Node("Conv", "b", ["x"], w),
            Node("Add", "s", ["b", "a"], []), Node("Relu", "r", ["s"], []),
            Node("Gemm", "g", ["r"], [np.ones((1, 1), np.float32)])])
        ranges = {"x": (-1, 1), "a": (-1, 2), "b": (0, 3), "s": (-1, 9),
                  "r": (0, 5)}
        made = plan.make(graph, ranges, "qopt", True)
        conv, residual = made.absorbed["s"]
        self.assertEqual((conv.key, residual), ("b", "a"))
        self.assertEqual(made.params["s"], parameters.from_range(0, 5, "qopt"))
        self.assertIsNone(made.params["g"])


class Bounds(unittest.TestCase):
    """A relu whose operand a second Gemm reads."""

    def net(self, low, high, op="Gemm"):
        one = [np.ones((1, 1), np.float32)]
        middle = (Node(op, "a", ["x"], one) if op == "Gemm"
                  else Node(op, "a", ["x", "x"], []))
        graph = Graph("x", "s", [
            middle, Node("Relu", "r", ["a"], []),
            Node("Gemm", "p", ["r"], one), Node("Gemm", "q", ["a"], one),
            Node("Add", "t", ["p", "q"], []), Node("Gemm", "s", ["t"], one)])
        ranges = {"x": (low, high), "a": (low, high), "r": (0, high),
                  "p": (0, high), "q": (low, high), "t": (low, high)}
        return integer_net.IntegerNet(graph, ranges, "qopt")

    def test_from_the_operands_steps(self):
        net = self.net(-127, 127)
        self.assertEqual(net.plan.floats, {"x", "s"})
        values = net.run(np.float32([[-3], [0], [3]]))
        # 3 of 127/255.
        self.assertEqual(values["r"].ravel().tolist(), [0, 0, 6])

    def test_coarse_steps_make_floats(self):
        net = self.net(-1270, 1.27)
        self.assertEqual(net.plan.floats, {"x", "a", "r", "s"})
        r = net.run(np.float32([[-10], [10]]))["r"]
        self.assertEqual(r.ravel().tolist(), [0, 10])
        self.assertEqual(net.plan.params["r"].scale, np.float32(1.27 / 255))

    def test_an_add_cannot_write_floats(self):
        with self.assertWarns(UserWarning):
            net = self.net(-1270, 1.27, "Add")
        self.assertEqual(net.plan.floats, {"x", "s"})


class Networks(unittest.TestCase):
    def test_lenet_reads_our_digits(self):
        lenet = make_goldens.Network("lenet")
        with np.load(os.path.join(make_goldens.MODELS,
                                  "digits_dev.npz")) as data:
            x = images.preprocess(data["images"], lenet.mean, lenet.std)
            labels = data["labels"]
        logits = float_net.run(lenet.graph, x)[lenet.graph.output]
        self.assertGreater((logits.argmax(axis=1) == labels).mean(), 0.95)


if __name__ == "__main__":
    unittest.main()
