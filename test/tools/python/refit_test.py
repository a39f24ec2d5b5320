"""Other weights in a program that is compiled."""

import os
import subprocess
import unittest

import numpy
import qopt
from common import QRUN, digits, folder, lenet, mlp, quiet

X = numpy.random.default_rng(3).standard_normal((5, 3, 8, 8)).astype("float32")


def network(seed, scale=1.0):
    """Returns a network of random weights: a convolution, a clip and a product."""
    random = numpy.random.default_rng(seed)
    with qopt.build.network("small") as net:
        x = net.input("x", (None, 3, 8, 8))
        w = (random.standard_normal((4, 3, 3, 3)) * scale).astype("float32")
        h = net.clip(net.conv2d(x, net.constant(w, name="conv.w"), name="conv"), min=0.0, max=6.0)
        h = net.reduce_mean(h, axes=(2, 3))
        classes = net.constant(random.standard_normal((4, 10)).astype("float32"), name="classes.w")
        return net.output(scores=net.matmul(h, classes, name="classes"))


def quantized(model):
    with quiet():
        return model.run("insert-quant", calibration=qopt.calibrate(network(1), X)).run("fold-dequant")


class Refits(unittest.TestCase):
    def setUp(self):
        self.compiled = network(1).compile("host:2")
        self.y = self.compiled(X)

    def test_of_a_model_is_what_compiling_it_gives(self):
        for other in (network(2), network(3), network(1)):
            self.assertIsNone(self.compiled.refit(other))
            numpy.testing.assert_array_equal(self.compiled(X), other.compile("host:2")(X))

    def test_by_name(self):
        names = {weight.name: weight for weight in self.compiled.weights}
        self.assertEqual((names["classes.w"].dtype, names["classes.w"].shape, names["classes.w"].fixed), ("float32", (4, 10), None))
        self.assertEqual(names["classes.w"].layer, "classes")
        self.compiled.refit({"classes.w": numpy.zeros((4, 10), "float32")})
        numpy.testing.assert_array_equal(self.compiled(X), 0 * self.y)

    def test_arrays_are_copied_and_may_be_strided(self):
        values = numpy.random.default_rng(5).standard_normal((10, 4)).astype("float32")
        self.compiled.refit({"classes.w": values.T})
        y = self.compiled(X)
        values[:] = 0
        numpy.testing.assert_array_equal(self.compiled(X), y)
        self.assertGreater(abs(y - self.y).max(), 0)

    def test_names_and_models_in_turn(self):
        self.compiled.refit({"classes.w": numpy.ones((4, 10), "float32")})
        self.compiled.refit(network(2))
        numpy.testing.assert_array_equal(self.compiled(X), network(2).compile("host:2")(X))

    def test_what_is_refused_changes_nothing(self):
        with self.assertRaises(qopt.Error):
            self.compiled.refit({"classes.w": numpy.full((4, 10), numpy.inf, "float32")})
        with self.assertRaises(qopt.Error):
            self.compiled.refit(lenet())
        numpy.testing.assert_array_equal(self.compiled(X), self.y)

    def test_kept_values_are_the_new_ones(self):
        compiled = network(1).compile("host:2", values=["conv"])
        compiled.refit(network(2))
        compiled(X)
        other = network(2).compile("host:2", values=["conv"])
        other(X)
        numpy.testing.assert_array_equal(compiled.values["conv"], other.values["conv"])

    def test_a_saved_program_has_them(self):
        zeros = {"classes.w": numpy.zeros((4, 10), "float32")}
        for values in (None, ["conv"]):
            compiled = network(1).compile("host:2", values=values)
            compiled.refit(zeros)
            with folder() as path:
                compiled.save(path / "m.qart")
                again = qopt.runtime.load(path / "m.qart", "host:2")
            numpy.testing.assert_array_equal(again(X), 0 * self.y)
            again.refit({"classes.w": numpy.ones((4, 10), "float32")})
            self.assertGreater(abs(again(X)).max(), 0)
            again.refit(network(2))
            numpy.testing.assert_array_equal(again(X), network(2).compile("host:2")(X))

    @unittest.skipUnless(hasattr(os, "fork"), "skipped: there is no fork")
    def test_a_child_makes_it_with_them(self):
        self.compiled.refit(network(2))
        self.compiled.refit({"classes.w": numpy.zeros((4, 10), "float32")})
        child = os.fork()
        if child == 0:
            try:
                os._exit(0 if (self.compiled(X) == 0).all() else 1)
            finally:
                os._exit(2)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)

    def test_integers(self):
        model = quantized(network(1))
        compiled = model.compile("host:2")
        weight = next(w for w in compiled.weights if w.dtype == "int8" and not w.fixed)
        compiled.refit({weight.name: numpy.zeros(weight.shape, "int8")})
        self.assertLess(compiled(X).std(), model.compile("host:2")(X).std())


class LoadedFiles(unittest.TestCase):
    """Programs that a file gave are saved as they run."""

    def saved(self, compiled, path):
        compiled.save(path)
        return path.read_bytes()

    def test_as_it_was_loaded(self):
        with folder() as path:
            network(1).compile("host:2").save(path / "m.qart")
            before, loaded = (path / "m.qart").read_bytes(), qopt.runtime.load(path / "m.qart", "host:2")
            network(2).compile("host:2").save(path / "m.qart")  # what was loaded stays
            self.assertEqual(self.saved(loaded, path / "n.qart"), before)
            with self.assertRaisesRegex(qopt.ArgumentError, "loaded from this file; save it to another"):
                loaded.save(path / "m.qart")

    def test_another_network_is_told_by_its_inputs(self):
        with qopt.build.network("other") as net:
            other = net.output(y=net.relu(net.input("left", (None, 4))))
        with folder() as path:
            network(1).compile("host:2").save(path / "m.qart")
            with self.assertRaises(qopt.ArgumentError) as raised:
                qopt.runtime.refit(path / "m.qart", other, path / "n.qart")
        self.assertRegex(str(raised.exception), r"another network than the program's: its inputs are 'left' of \?x4, and the program's are 'x' of ")
        self.assertNotIn("shape", str(raised.exception))

    def test_by_name_and_by_model(self):
        for first, second in ((network(1), network(2)), (quantized(network(1)), quantized(network(2)))):
            with folder() as path:
                first.compile("host:2").save(path / "m.qart")
                loaded = qopt.runtime.load(path / "m.qart", "host:2")
                weight = next(w for w in loaded.weights if w.name == "classes.w")
                ones = {weight.name: numpy.ones(weight.shape, weight.dtype)}
                loaded.refit(ones)
                self.saved(loaded, path / "named.qart")
                again = qopt.runtime.load(path / "named.qart", "host:2")
                numpy.testing.assert_array_equal(again(X), loaded(X))
                self.assertTrue((again(X) != first.compile("host:2")(X)).any())
                self.assertEqual(again.weights, loaded.weights)
                again.refit(second)
                loaded.refit(second)
                qopt.runtime.refit(path / "m.qart", second, path / "theirs.qart")
                theirs = (path / "theirs.qart").read_bytes()
                self.assertEqual(self.saved(loaded, path / "ours.qart"), theirs)
                self.assertEqual(self.saved(again, path / "twice.qart"), theirs)
                loaded.refit(ones)
                self.saved(loaded, path / "both.qart")
                numpy.testing.assert_array_equal(qopt.runtime.load(path / "both.qart", "host:2")(X), loaded(X))


@unittest.skipUnless(QRUN, "skipped: QOPT_TEST_QRUN names no qrun")
class Files(unittest.TestCase):
    def test_the_bytes_are_the_commands(self):
        with folder() as path:
            network(1).save(path / "one.mlirbc")
            network(2).save(path / "two.mlirbc")
            subprocess.run([QRUN, "compile", path / "one.mlirbc", "--device=host", "-o", path / "one.qart"], check=True,
                           stdout=subprocess.DEVNULL)
            subprocess.run([QRUN, "refit", path / "one.qart", path / "two.mlirbc", "-o", path / "theirs.qart"], check=True,
                           stdout=subprocess.DEVNULL)
            programs = qopt.runtime.refit(path / "one.qart", qopt.load(path / "two.mlirbc"), path / "ours.qart")
            self.assertEqual((path / "ours.qart").read_bytes(), (path / "theirs.qart").read_bytes())
            self.assertEqual(len(programs), 1)
            self.assertIn("host", programs[0].program)
            numpy.testing.assert_array_equal(qopt.runtime.load(path / "ours.qart", "host:2")(X), network(2).compile("host:2")(X))

    def test_another_network_leaves_no_file(self):
        with folder() as path:
            mlp().compile("host").save(path / "m.qart")
            with self.assertRaisesRegex(qopt.ArgumentError, "does not fit its program 0"):
                qopt.runtime.refit(path / "m.qart", lenet(), path / "n.qart")
            self.assertFalse((path / "n.qart").exists())


if __name__ == "__main__":
    unittest.main()
