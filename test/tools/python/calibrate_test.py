"""This tests calibration: the file of qrun calibrate, from arrays and what yields them; and the cost of dynamic ranges, which each run measures."""

import subprocess
import unittest
import warnings

import numpy
import qopt
from common import MODELS, QRUN, digits, folder, lenet, mlp, quiet


def calibrated(model, samples, **options):
    with quiet():
        return qopt.calibrate(model, samples, **options)


class Calibrate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.images = digits("calibration", 96)[0]
        cls.table = calibrated(mlp(), cls.images)

    def test_whatever_yields_samples(self):
        images = self.images
        forms = {
            "dict": {"input": images}, "batches": [images[:50], images[50:]], "singles": list(images),
            "dicts": [{"input": part} for part in numpy.split(images, 4)],
            "with labels": [(part, numpy.zeros(len(part))) for part in numpy.split(images, 4)],
            "generator": (image for image in images), "function": lambda: iter(images),
        }
        for name, samples in forms.items():
            self.assertEqual(calibrated(mlp(), samples), self.table, name)

    def test_table(self):
        self.assertEqual(self.table.samples, 96)
        self.assertEqual(self.table.method, "min-max")
        self.assertEqual(self.table.ranges["input"], (0.0, 1.0))
        with folder() as path:
            self.table.save(path / "t.json")
            self.assertEqual(qopt.Table.load(path / "t.json"), self.table)

    @unittest.skipUnless(QRUN, "skipped: QOPT_TEST_QRUN names no qrun")
    def test_same_bytes_as_qrun(self):
        with numpy.load(MODELS / "digits_calibration.npz") as file:
            images = file["images"]
        for method, options in (("min-max", {}), ("entropy", {"skip_zeros": True}), ("mse", {"scheme": "mixed"}),
                                ("percentile", {"percentile": 99.9}), ("auto", {})):
            with folder() as path:
                words = [f"--{key.replace('_', '-')}" + ("" if value is True else f"={value}")
                         for key, value in options.items()]
                subprocess.run([QRUN, "calibrate", MODELS / "lenet.onnx", "--mean=0", "--std=255", f"--calibrator={method}",
                                f"--data={MODELS / 'digits_calibration.npz'}", *words, "-o", path / "t.json"],
                               check=True, stderr=subprocess.DEVNULL)
                table = calibrated(lenet(), images, method=method, **options)
                table.save(path / "own.json")
                self.assertEqual((path / "own.json").read_bytes(), (path / "t.json").read_bytes(), method)

    def test_a_nan_is_named_by_its_sample_of_all(self):
        images = self.images.astype(numpy.float32)
        images[77, 0, 4, 5] = numpy.nan
        for options in ({}, {"chosen": [3, 77]}, {"every": 7}, {"method": "auto", "batch": 5}):
            with self.subTest(options=options), self.assertRaisesRegex(qopt.ArgumentError, r"sample 77: .* holds a NaN at \[0,4,5\]"):
                calibrated(mlp(), list(images), **options)

    def test_parts_of_few_samples_are_no_news(self):
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            qopt.calibrate(mlp(), self.images[:3], partial=True)

    def test_parts_merge(self):
        parts = [calibrated(mlp(), part, partial=True) for part in numpy.split(self.images, 3)]
        self.assertEqual(qopt.merge(parts), self.table)
        self.assertEqual(qopt.merge_tables(reversed(parts)), self.table)

    def test_a_table_for_another_tool(self):
        text = qopt.convert_table(self.table, "tensorrt", network=mlp())
        self.assertIn("input", text)
        self.assertIn("native", qopt.table_names())

    def test_progress(self):
        seen = []
        calibrated(mlp(), self.images, progress=lambda done, total: seen.append((done, total)))
        self.assertEqual(seen[-1], (96, 96))

        class Bar:
            total = None
            n = 0

            def update(self, more):
                self.n += more

        bar = Bar()
        calibrated(mlp(), self.images, progress=bar)
        self.assertEqual((bar.n, bar.total), (96, 96))

    def test_interrupt_leaves_nothing(self):
        def interrupted():
            yield self.images[:10]
            raise KeyboardInterrupt

        model = mlp()
        before = model.hash
        with self.assertRaises(KeyboardInterrupt):
            calibrated(model, interrupted())
        self.assertEqual(model.hash, before)
        self.assertEqual(calibrated(model, self.images), self.table)


def product():
    """Returns a model of one product, and samples with tails."""
    random = numpy.random.default_rng(0)
    with qopt.build.network("product") as net:
        x = net.input("x", (None, 6))
        model = net.output(y=net.matmul(x, random.uniform(-1, 1, (6, 10)).astype("float32"), name="fc"))
    return model, random.standard_t(5, (200, 6)).astype("float32")  # other samples bring what static ranges cut off


class Dynamic(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        model, samples = product()
        with warnings.catch_warnings(record=True) as cls.told:
            warnings.simplefilter("always")
            cls.result = qopt.quantize(model, samples, labels=False, progress=False)

    def test_a_choice_of_dynamic_ranges_is_told(self):
        self.assertTrue(self.result.contest.chosen.startswith("dynamic"))
        told = [str(one.message) for one in self.told if "dynamic" in str(one.message)]
        self.assertEqual(len(told), 1)
        for part in ("answers depend on what else is in the batch", "mode=quantize measures them by samples"):
            self.assertIn(part, told[0])

    def test_five_batches_of_which_one_is_not_timed_say_nothing_of_speed(self):
        self.assertEqual(self.result.how.samples, 5 * self.result.how.batch)
        self.assertFalse([one for one in self.told if "times as long" in str(one.message)])

    def test_its_layers_are_integer_and_its_row_says_what_it_is(self):
        self.assertEqual((self.result.network.integer_layers, self.result.network.layers), (1, 1))
        self.assertIn("integer (dynamic", str(self.result))

    def test_its_program_is_saved_for_a_batch(self):
        with folder() as path, quiet():
            with self.assertRaisesRegex(qopt.ArgumentError, r"every size.*give qopt.load\(path, shape=\{'x': \(…\)\}\)"):
                self.result.model.compile("host:1").save(path / "m.qart")
            self.result.save(path / "m.mlirbc")
            fixed = qopt.load(path / "m.mlirbc", shape={"x": (4, 6)})
            fixed.compile("host:1").save(path / "m.qart")
            x = product()[1][:4]
            numpy.testing.assert_array_equal(qopt.runtime.load(path / "m.qart", "host:1")(x), self.result.model.compile("host:1")(x))

    def test_what_is_stated_is_not_told(self):
        model, samples = product()
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            qopt.quantize(model, samples, labels=False, mode="dynamic", progress=False)
        self.assertFalse([one for one in told if "batch" in str(one.message)])


if __name__ == "__main__":
    unittest.main()
