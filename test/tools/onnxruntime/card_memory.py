"""Sessions whose tensors lie in a card's memory, on a library whose card is the host (CMakeLists.txt): what is written there is seen from here."""

import tempfile
import unittest
from pathlib import Path

import numpy
import onnxruntime
from onnx import helper

import onnxruntime_ep_qopt
from common import FLOAT, INT64, VERSION, Comparing, Logged, conv_net, in_threads, model, on_cpu, values
from integers_test import qdq_net
from unregister_test import LIVES, START, goes_on

node = helper.make_node
NVIDIA = 0x10DE
# Before 1.30 the Python module gives memory that a binding calls "cuda" no vendor, so that it is no device's.
NAMES_MEMORY = VERSION >= (1, 30)


def on_card(source, options=None, **settings):
    chosen = onnxruntime.SessionOptions()
    for name, value in settings.items():
        setattr(chosen, name, value)
    chosen.add_provider_for_devices(onnxruntime_ep_qopt.devices("cuda"), options or {})
    return onnxruntime.InferenceSession(source, sess_options=chosen, enable_fallback=0)


def tensor(array):
    return onnxruntime.OrtValue.ortvalue_from_numpy(array, "gpu", 0, NVIDIA)


def sum_net(shape=("N", 4)):
    return model([node("Add", ["x", "x"], ["y"], "twice")], [("x", FLOAT, list(shape))], [("y", FLOAT, list(shape))], {})


class CardMemory(Comparing):
    def test_there_is_a_device_of_its_own(self):
        names = {device.ep_name for device in onnxruntime_ep_qopt.devices() + onnxruntime_ep_qopt.devices("cuda")}
        self.assertEqual(names, set(onnxruntime_ep_qopt.get_ep_names()))
        with self.assertRaisesRegex(RuntimeError, "no device cuda:7"):
            onnxruntime_ep_qopt.devices("cuda:7")
        for word in ("opencl", "host:2", "cuda:one"):
            with self.assertRaisesRegex(ValueError, "expected host, cuda or cuda:NUMBER"):
                onnxruntime_ep_qopt.devices(word)

    def test_feeds_and_results_are_copied(self):
        source = conv_net("N")
        made = on_card(source)
        self.assertEqual(made.get_providers()[0], "QoptCudaExecutionProvider")
        for batch in (1, 3):
            self.compare(made, source, {"x": values(batch, batch, 3, 16, 16)})

    def test_integers(self):
        source, x = qdq_net(2, True), values(5, 2, 3, 16, 16)
        made, beside = on_card(source), onnxruntime.SessionOptions()
        beside.add_provider_for_devices(onnxruntime_ep_qopt.devices(), {})
        want = onnxruntime.InferenceSession(source, sess_options=beside).run(None, {"x": x})[0]
        numpy.testing.assert_array_equal(made.run(None, {"x": x})[0], want)

    @unittest.skipUnless(NAMES_MEMORY, "this module binds CUDA's memory by OrtValues alone")
    def test_bound_tensors_are_read_and_written_where_they_lie(self):
        made, given, result = on_card(sum_net()), tensor(numpy.ones((2, 4), numpy.float32)), tensor(numpy.zeros((2, 4), numpy.float32))
        binding = made.io_binding()
        binding.bind_input("x", "cuda", 0, numpy.float32, (2, 4), given.data_ptr())
        binding.bind_output("y", "cuda", 0, numpy.float32, (2, 4), result.data_ptr())
        made.run_with_iobinding(binding)
        self.assertEqual(binding.get_outputs()[0].data_ptr(), result.data_ptr())
        self.assertTrue((result.numpy() == 2).all())
        given.update_inplace(numpy.full((2, 4), 3, numpy.float32))
        made.run_with_iobinding(binding)
        self.assertTrue((result.numpy() == 6).all())

    @unittest.skipUnless(NAMES_MEMORY, "this module binds CUDA's memory by OrtValues alone")
    def test_an_output_that_is_bound_by_its_device_is_made_there(self):
        made = on_card(sum_net())
        binding = made.io_binding()
        binding.bind_ortvalue_input("x", tensor(numpy.ones((3, 4), numpy.float32)))
        binding.bind_output("y", "cuda")
        made.run_with_iobinding(binding)
        (result,) = binding.get_outputs()
        self.assertEqual(result.shape(), [3, 4])
        self.assertTrue((result.numpy() == 2).all())

    def test_bound_values_are_read_and_written_where_they_lie(self):
        made, given, result = on_card(sum_net()), tensor(numpy.ones((2, 4), numpy.float32)), tensor(numpy.zeros((2, 4), numpy.float32))
        binding = made.io_binding()
        binding.bind_ortvalue_input("x", given)
        binding.bind_ortvalue_output("y", result)
        made.run_with_iobinding(binding)
        self.assertEqual(binding.get_outputs()[0].data_ptr(), result.data_ptr())
        self.assertTrue((result.numpy() == 2).all())

    def test_an_error_names_the_node(self):
        source = model([node("Gather", ["table", "ids"], ["y"], "lookup")], [("ids", INT64, ["N"])], [("y", FLOAT, ["N", 3])], {"table": values(1, 10, 3)})
        with self.assertRaisesRegex(Exception, "Gather 'lookup': .*an index lies outside its tensor"):
            on_card(source).run(None, {"ids": numpy.array([10], numpy.int64)})
        nodes = [node("Relu", ["table"], ["t"], "before"), node("Gather", ["t", "ids"], ["g"], "lookup"), node("Softmax", ["g"], ["y"], "behind")]
        source = model(nodes, [("table", FLOAT, [10, 8]), ("ids", INT64, ["N"])], [("y", FLOAT, ["N", 8])], {})
        with self.assertRaisesRegex(Exception, "qopt: the model: Gather 'lookup': "):
            on_card(source).run(None, {"table": values(2, 10, 8), "ids": numpy.array([10], numpy.int64)})

    def test_sizes_without_a_name_and_sizes_of_zero(self):
        source = model([node("Gemm", ["a", "b"], ["y"], "pairs", transB=1)], [("a", FLOAT, [None, 64]), ("b", FLOAT, [None, 64])], [("y", FLOAT, [None, None])], {})
        made = on_card(source)
        for a, b in [(3, 3), (3, 5), (0, 2), (3, 5)]:
            self.compare(made, source, {"a": values(1, a, 64), "b": values(2, b, 64)}, rtol=1e-3, atol=1e-3)

    def test_an_output_over_an_input_is_refused_by_the_nodes_name(self):
        made, both = on_card(sum_net()), tensor(numpy.ones((2, 4), numpy.float32))
        binding = made.io_binding()
        binding.bind_ortvalue_input("x", both)
        binding.bind_ortvalue_output("y", both)
        with self.assertRaisesRegex(Exception, "Add 'twice': output 'y' lies over input 'x' in the card's memory"):
            made.run_with_iobinding(binding)

    def test_open_sizes(self):
        nodes = [node("Conv", ["x", "w"], ["c"], "conv", pads=[1, 1]), node("Relu", ["c"], ["y"], "relu")]
        source = model(nodes, [("x", FLOAT, ["N", 4, "T"])], [("y", FLOAT, ["N", 8, "T"])], {"w": values(1, 8, 4, 3)})
        made = on_card(source)
        for batch, length in [(1, 7), (3, 7), (2, 9)]:
            self.compare(made, source, {"x": values(length, batch, 4, length)})

    def test_a_batch_that_is_not_first_stays(self):
        source = model([node("Transpose", ["x"], ["t"], "turn", perm=[1, 0]), node("Relu", ["t"], ["y"], "relu")],
                       [("x", FLOAT, ["N", 4])], [("y", FLOAT, [4, "N"])], {})
        with Logged() as logged:
            made = on_card(source, log_severity_level=1)
        self.assertIn("has its batch in another dimension than the first", logged.text)
        self.compare(made, source, {"x": values(2, 3, 4)})

    def test_a_graph_of_which_a_node_stays_is_not_claimed(self):
        nodes = [node("Add", ["x", "x"], ["a"], "twice"), node("Scaler", ["a"], ["y"], "scaler", domain="ai.onnx.ml", offset=[0.0], scale=[2.0])]
        source = model(nodes, [("x", FLOAT, [2, 4])], [("y", FLOAT, [2, 4])], {}, domains=["ai.onnx.ml"])
        with Logged() as logged:
            made = on_card(source, log_severity_level=1)
        self.assertIn("as a whole or not at all", logged.text)
        self.compare(made, source, {"x": values(1, 2, 4)})

    def test_another_device_is_refused(self):
        with self.assertRaisesRegex(Exception, "provider option device=reference: the session's tensors lie in"):
            on_card(sum_net(), {"device": "reference"})

    def test_an_option_that_would_change_nothing_is_refused(self):
        with self.assertRaisesRegex(Exception, "no provider option 'min_multiply_adds' where graphs are claimed as a whole"):
            on_card(sum_net(), {"min_multiply_adds": "0"})

    def test_both_kinds_of_devices_at_once_are_refused(self):
        chosen = onnxruntime.SessionOptions()
        with self.assertRaisesRegex(Exception, "same execution provider"):
            chosen.add_provider_for_devices(onnxruntime_ep_qopt.devices() + onnxruntime_ep_qopt.devices("cuda"), {})

    def test_sizes_that_are_inputs(self):
        """ONNX Runtime may keep a shape on the host: it reaches the card, or the graph stays."""
        source = model([node("Reshape", ["x", "s"], ["y"], "reshape")], [("x", FLOAT, [2, 4]), ("s", INT64, [1])], [("y", FLOAT, ["M"])], {})
        made = on_card(source)
        self.assertEqual(made.run(None, {"x": values(1, 2, 4), "s": numpy.array([8])})[0].shape, (8,))

    def test_threads(self):
        source, wrong = conv_net("N"), []
        made, cpu = on_card(source), on_cpu(source)

        def work(seed):
            x = values(seed, 1 + seed % 3, 3, 16, 16)
            want = cpu.run(None, {"x": x})[0]
            wrong.extend(1 for _ in range(20) if not numpy.allclose(made.run(None, {"x": x})[0], want, atol=1e-5))

        in_threads(8, work)
        self.assertEqual(wrong, [])

    def test_a_compiled_model(self):
        source, x = conv_net(), values(3, 2, 3, 16, 16)
        chosen = onnxruntime.SessionOptions()
        chosen.add_provider_for_devices(onnxruntime_ep_qopt.devices("cuda"), {})
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "net.onnx").write_bytes(source)
            onnxruntime.ModelCompiler(chosen, f"{folder}/net.onnx").compile_to_file(f"{folder}/made.onnx")
            made = on_card(f"{folder}/made.onnx")
            self.compare(made, source, {"x": x})

    def test_the_library_is_unregistered_while_sessions_live(self):
        goes_on(self, START + "from card_memory import on_card, tensor\nmake = lambda: on_card(conv_net('N'))\n"
                "ours.devices('cuda')\nheld = tensor(values(1, 4, 4))  # of an allocator of the library's\n" + LIVES + "del held\n")


if __name__ == "__main__":
    unittest.main()
