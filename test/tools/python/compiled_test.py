"""Compiled models: calls, DLPack, kept values, threads, files."""

import threading
import unittest

import numpy
import qopt
from common import digits, folder, lenet, mlp, quiet


class Closing(unittest.TestCase):
    def test_a_program_is_closed_and_says_so(self):
        x = lenet().compile("host:1").prepare(digits()[0])
        with lenet().compile("host:1") as compiled:
            y = compiled(x)
            before = y.copy()
        self.assertEqual(repr(compiled), "<qopt.Compiled, closed>")
        self.assertIn("closed", compiled._repr_html_())
        numpy.testing.assert_array_equal(y, before)
        for use in (lambda: compiled(x), lambda: compiled.inputs, lambda: compiled.device, lambda: compiled.refit(lenet()),
                    lambda: compiled.prepare(x), lambda: compiled.values, lambda: compiled.save("m.qart"), lambda: compiled.refit({"a": x})):
            with self.assertRaisesRegex(qopt.ArgumentError, "the program is closed; compile the model"):
                use()
        compiled.close()

    def test_what_with_raises_comes_out(self):
        with self.assertRaises(KeyError), lenet().compile("host:1") as compiled:
            raise KeyError("mine")
        self.assertIn("closed", repr(compiled))

    def test_calls_under_way_end(self):
        compiled = lenet().compile("host:1")
        x = numpy.repeat(compiled.prepare(digits()[0]), 4, axis=0)
        expected, found, begun = compiled(x), [], threading.Event()

        def call(native):
            begun.set()
            found.append(native(x))
        thread = threading.Thread(target=call, args=(compiled._native,))
        thread.start()
        begun.wait()
        compiled.close()
        thread.join()
        numpy.testing.assert_array_equal(found[0], expected)

    def test_a_loop_goes_on_while_programs_run(self):
        import asyncio

        compiled = lenet().compile("host:1")
        x = compiled.prepare(digits()[0])
        ticks = []

        async def tick():
            while True:
                ticks.append(1)
                await asyncio.sleep(0)

        async def both():
            ticking = asyncio.ensure_future(tick())
            answers = await asyncio.gather(compiled.run_async(x), compiled.run_async(input=x), compiled.run_async({"input": x}))
            ticking.cancel()
            with self.assertRaisesRegex(TypeError, "no input 'z'"):
                await compiled.run_async(z=x)
            return answers
        for answer in asyncio.run(both()):
            numpy.testing.assert_array_equal(answer, compiled(x))
        self.assertTrue(ticks)


class Calls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.compiled = lenet().compile("host:2")
        cls.x = cls.compiled.prepare(digits()[0])
        cls.y = cls.compiled(cls.x)

    def test_predictions_are_right(self):
        images, labels = digits(most=500)
        wrong = (self.compiled(self.compiled.prepare(images)).argmax(1) != labels).sum()
        self.assertLess(wrong, 25)

    def test_prepare_is_mean_and_deviation(self):
        numpy.testing.assert_array_equal(self.x, digits()[0].astype(numpy.float32) / numpy.float32(255))

    def test_prepare_takes_what_the_commands_take(self):
        images = digits()[0]
        for other in (images.astype(numpy.float32), images.astype(numpy.float64)):
            numpy.testing.assert_array_equal(self.compiled.prepare(other), self.x)
        ready = self.x.astype(numpy.float64)
        numpy.testing.assert_array_equal(self.compiled.prepare(ready, preprocessed=True), self.x)
        with self.assertRaisesRegex(qopt.ArgumentError, "i32"):
            self.compiled.prepare(images.astype(numpy.int32))

    def test_prepare_names_what_it_would_lose(self):
        raw = digits()[0].astype(numpy.float64)
        raw[1, 0, 2, 3] = 1e300
        with self.assertRaisesRegex(qopt.ArgumentError, r"input 'input' would be 1e\+?300 at \[1,0,2,3\].*\(mean, std\)"):
            self.compiled.prepare(raw)

    def test_by_place_keyword_and_dict(self):
        for y in (self.compiled(input=self.x), self.compiled({"input": self.x})):
            numpy.testing.assert_array_equal(y, self.y)

    def test_strides_do_not_matter(self):
        other = numpy.asfortranarray(self.x)
        numpy.testing.assert_array_equal(self.compiled(other), self.y)
        numpy.testing.assert_array_equal(self.compiled(self.x[::2]), self.compiled(self.x[::2].copy()))

    def test_reference_is_near(self):
        numpy.testing.assert_allclose(lenet().compile("reference")(self.x), self.y, rtol=1e-4, atol=1e-4)

    def test_dlpack_without_a_copy(self):
        class Speaker:  # DLPack alone, as torch's tensors
            def __init__(self, array):
                self.array = array

            def __dlpack__(self, **arguments):
                return self.array.__dlpack__()

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()

        numpy.testing.assert_array_equal(self.compiled(Speaker(self.x)), self.y)

    def test_result_outlives_model_and_inputs(self):
        compiled = mlp().compile("host:1")
        x = compiled.prepare(digits()[0])
        y = compiled(x)
        kept = y.copy()
        del compiled, x
        numpy.testing.assert_array_equal(y, kept)
        y[:] = 0  # it is the caller's

    def test_kept_values(self):
        layer = next(layer.name for layer in lenet().layers if layer.kind == "conv2d")
        compiled = lenet().compile("host:1", values=[layer])
        numpy.testing.assert_array_equal(compiled(self.x), self.y)
        self.assertIn(layer, compiled.values)
        self.assertEqual(compiled.values[layer].shape[0], len(self.x))
        self.assertGreater(len(lenet().compile("reference", values="all").inputs), 0)

    def test_an_output_and_a_layer_of_one_name(self):
        model = qopt.load(b"""func.func @main(%x: tensor<4xf32> {nn.name = "x"}) -> (tensor<4xf32> {nn.name = "y"}) {
          %y = nn.relu %x {nn.name = "y"} : (tensor<4xf32>) -> tensor<4xf32>
          %z = nn.tanh %y {nn.name = "z"} : (tensor<4xf32>) -> tensor<4xf32>
          return %z : tensor<4xf32>
        }""")
        with self.assertRaisesRegex(qopt.ArgumentError, "values: 'y' is an output, which is kept anyway, and a layer"):
            model.compile("host:1", values=["y"])
        x = numpy.array([-1, 0, 1, 2], "float32")
        compiled = model.compile("host:1", values="all")
        z = compiled(x)
        numpy.testing.assert_array_equal(compiled.values["y"], z)
        numpy.testing.assert_array_equal(compiled.values["y_1"], numpy.maximum(x, 0))

    def test_an_output_is_a_value(self):
        name = lenet().outputs[0].name
        compiled = lenet().compile("host:1", values=[name])
        numpy.testing.assert_array_equal(compiled(self.x), self.y)
        numpy.testing.assert_array_equal(compiled.values[name], self.y)
        with self.assertRaisesRegex(qopt.ArgumentError, "no value 'outpu'.*'output'"):
            lenet().compile("host:1", values=["outpu"])

    def test_values_that_are_not_there_say_why(self):
        compiled = lenet().compile("host:1", values="all")
        for kind in (qopt.Error, KeyError):
            with self.assertRaisesRegex(kind, "no 'output' before the first call"):
                compiled.values["output"]
        compiled(self.x)
        with self.assertRaisesRegex(qopt.Error, "keeps no 'nope'; there are .*output"):
            compiled.values["nope"]
        self.assertIsNone(compiled.values.get("nope"))

    def test_prepare_says_what_a_shape_lacks(self):
        for shape in ((2, 3, 28, 28), (2, 1, 28, 27)):
            with self.assertRaisesRegex(qopt.ArgumentError, "'input': the array is .*, and the model takes N×1×28×28"):
                self.compiled.prepare(numpy.zeros(shape, numpy.uint8))
        for shape, remedy in (((1, 28, 28), r"leading dimension, of samples, is missing: give x\[None\]"),
                              ((2, 28, 28, 1), r"N×C×H×W.*x\.transpose\(0, 3, 1, 2\)"),
                              ((28, 28, 1), r"leading dimension.*x\.transpose\(2, 0, 1\)\[None\]")):
            with self.assertRaisesRegex(qopt.ArgumentError, remedy):
                self.compiled.prepare(numpy.zeros(shape, numpy.uint8))
        with self.assertRaisesRegex(qopt.ArgumentError, "the array is scalar"):
            self.compiled.prepare(numpy.zeros((), numpy.float32))

    def test_an_empty_batch_or_a_wrong_shape_is_one_error(self):
        for shape in ((0, 1, 28, 28), (2, 1, 28, 27), (28, 28), ()):
            with self.assertRaises(qopt.ArgumentError):
                self.compiled(numpy.zeros(shape, numpy.float32))

    def test_many_threads(self):
        compiled, wrong = lenet().compile("host:2", float_order="invariant"), []  # whose sums have one order in all batches
        alone = compiled(self.x)

        def call(i):
            for _ in range(20):
                if not numpy.array_equal(compiled(self.x[i:i + 8]), alone[i:i + 8]):
                    wrong.append(i)

        threads = [threading.Thread(target=call, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_file_of_programs(self):
        with folder() as path:
            self.compiled.save(path / "m.qart")
            again = qopt.runtime.load(path / "m.qart", "host:2")
        numpy.testing.assert_array_equal(again(self.x), self.y)
        self.assertEqual([p.name for p in again.inputs], ["input"])

    def test_int8_program(self):
        with quiet():
            table = qopt.calibrate(lenet(), digits("calibration", 200)[0])
        model = lenet().run("insert-quant", calibration=table).run("fold-dequant")
        exact = model.compile("reference")
        numpy.testing.assert_array_equal(model.compile("host:2")(self.x), exact(self.x))
        self.assertLess(model.weight_bytes, lenet().weight_bytes // 3)


class Places(unittest.TestCase):
    def test_arrays_at_any_byte_are_read(self):
        model = mlp()
        compiled = model.compile("host:1")
        x = numpy.random.default_rng(1).random((3, 1, 28, 28), "float32")
        for offset in (1, 2, 3, 4):
            room = numpy.zeros(x.nbytes + offset, "uint8")
            moved = room[offset:].view("float32").reshape(x.shape)
            moved[:] = x
            self.assertEqual(moved.flags.aligned, offset == 4)
            numpy.testing.assert_array_equal(compiled(moved), compiled(x))

    def test_bytes_of_a_run_grow_with_the_batch_up_to_its_parts(self):
        compiled = lenet().compile("host:1")
        sizes = [compiled.activation_bytes(batch) for batch in (1, 2, 1 << 14)]
        self.assertGreater(sizes[0], 4 * 28 * 28)
        self.assertEqual(sizes, sorted(sizes))


if __name__ == "__main__":
    unittest.main()
