"""Sessions run with sizes that come, from several threads, and on buffers that are bound."""

import re
import unittest
from pathlib import Path

import numpy
import onnxruntime
from onnx import helper
from onnxruntime.capi.onnxruntime_pybind11_state import EPFail

import onnxruntime_ep_qopt
from common import FLOAT, Comparing, Logged, PeakMemory, conv_net, in_threads, model, on_cpu, session, values
from stress import chain_net

node = helper.make_node


def threads_here():
    return int(re.search(r"^Threads:\s+(\d+)", Path("/proc/self/status").read_text(), re.MULTILINE)[1])


class Runs(Comparing):
    def test_sizes_come_at_run_time(self):
        nodes = [node("Conv", ["x", "w"], ["c"], "conv", pads=[1, 1]), node("Relu", ["c"], ["y"], "relu")]
        source = model(nodes, [("x", FLOAT, ["N", 4, "T"])], [("y", FLOAT, ["N", 8, "T"])], {"w": values(1, 8, 4, 3)})
        made = session(source)
        for batch, length in [(1, 7), (3, 7), (2, 9), *((1, 10 + i) for i in range(20)), (1, 7)]:
            self.compare(made, source, {"x": values(length, batch, 4, length)})

    def test_a_program_that_is_made_as_sizes_come_is_told(self):
        nodes = [node("Conv", ["x", "w"], ["c"], "conv", pads=[1, 1]), node("Relu", ["c"], ["y"], "relu")]
        source = model(nodes, [("x", FLOAT, ["N", 4, "T"])], [("y", FLOAT, ["N", 8, "T"])], {"w": values(1, 8, 4, 3)})
        with Logged() as logged:
            made = session(source, log_severity_level=1)
            for batch, length in [(1, 7), (3, 7), (1, 9), (1, 7)]:
                made.run(None, {"x": values(length, batch, 4, length)})
        self.assertIn("the sizes N, T are open: the first run of each set of them waits for its program", logged.text)
        self.assertEqual(re.findall(r"Relu 'relu': a program for (.*) was made in \d+ ms", logged.text), ["T=7", "T=9"])

    def test_sizes_that_a_session_states_are_compiled_as_it_is_made(self):
        nodes = [node("Conv", ["x", "w"], ["c"], "conv", pads=[1, 1]), node("Relu", ["c"], ["y"], "relu")]
        source = model(nodes, [("x", FLOAT, ["N", 4, "T"])], [("y", FLOAT, ["N", 8, "T"])], {"w": values(1, 8, 4, 3)})
        options = onnxruntime.SessionOptions()
        options.add_free_dimension_override_by_name("T", 9)
        options.log_severity_level = 1
        options.add_provider_for_devices(onnxruntime_ep_qopt.devices(), {})
        with Logged() as logged:
            made = onnxruntime.InferenceSession(source, sess_options=options, enable_fallback=0)
            self.compare(made, source, {"x": values(2, 3, 4, 9)})
        self.assertNotRegex(logged.text, "are open|was made in")

    def test_threads_share_a_session(self):
        source = conv_net("N")
        made, wrong = session(source), []

        def work(seed):
            x = values(seed, 1 + seed % 3, 3, 16, 16)
            want = on_cpu(source).run(None, {"x": x})[0]
            wrong.extend(1 for _ in range(5) if not numpy.allclose(made.run(None, {"x": x})[0], want, atol=1e-5))

        in_threads(4, work)
        self.assertEqual(wrong, [])

    def test_parts_of_a_session_share_threads(self):
        """Six parts on one device of eight threads, of which the caller is one."""
        source = chain_net(6)
        before = threads_here()
        made = session(source, {"device": "host:8"}, intra_op_num_threads=1)
        self.assertLess(threads_here() - before, 12)
        self.compare(made, source, {"x": values(5, 192, 192)}, rtol=1e-3)

    def test_parts_that_run_at_once(self):
        """ONNX Runtime runs branches side by side, and several threads run the session: all of them use the threads of one device."""
        nodes = []
        for side in "ab":
            nodes += [node("MatMul", ["x", f"w{side}"], [f"p{side}"], f"product {side}"), node("Tanh", [f"p{side}"], [f"t{side}"], f"tanh {side}"),
                      node("Scaler", [f"t{side}"], [f"s{side}"], f"scaler {side}", domain="ai.onnx.ml", offset=[0.5], scale=[2.0]),
                      node("MatMul", [f"s{side}", f"w{side}"], [f"y{side}"], f"behind {side}")]
        source = model(nodes, [("x", FLOAT, [64, 64])], [("ya", FLOAT, [64, 64]), ("yb", FLOAT, [64, 64])],
                       {"wa": values(1, 64, 64, scale=0.1), "wb": values(2, 64, 64, scale=0.1)}, domains=["ai.onnx.ml"],
                       inside=[("sa", FLOAT, [64, 64]), ("sb", FLOAT, [64, 64])])
        made = session(source, {"device": "host:4"}, execution_mode=onnxruntime.ExecutionMode.ORT_PARALLEL, inter_op_num_threads=4)
        feeds = [{"x": values(seed, 64, 64)} for seed in range(4)]
        wanted = [on_cpu(source).run(None, one) for one in feeds]

        def work(seed):
            for _ in range(25):
                for got, want in zip(made.run(None, feeds[seed]), wanted[seed], strict=True):
                    numpy.testing.assert_allclose(got, want, rtol=1e-3, atol=1e-4)

        in_threads(4, work)

    def test_bound_buffers_of_the_host(self):
        source, x = conv_net(), values(9, 2, 3, 16, 16)
        made, given = session(source), onnxruntime.OrtValue.ortvalue_from_numpy(values(8, 2, 3, 16, 16))
        result = onnxruntime.OrtValue.ortvalue_from_numpy(numpy.zeros((2, 10), numpy.float32))
        binding = made.io_binding()
        binding.bind_ortvalue_input("x", given)
        binding.bind_ortvalue_output("y", result)
        for feed in (x, x[::-1].copy()):
            given.update_inplace(feed)
            made.run_with_iobinding(binding)
            numpy.testing.assert_array_equal(result.numpy(), made.run(None, {"x": feed})[0])

    @unittest.skipUnless(PeakMemory.CAN_TELL, "sanitizers have memory of their own")
    def test_a_bound_output_is_written_in_place(self):
        """A copy would be as large as the output once more."""
        source = model([node("Add", ["x", "x"], ["y"], "twice")], [("x", FLOAT, ["N", 1024])], [("y", FLOAT, ["N", 1024])], {})
        made, x = session(source, {"device": "host:1"}), numpy.ones((8 * 1024, 1024), numpy.float32)
        result = onnxruntime.OrtValue.ortvalue_from_numpy(numpy.zeros_like(x))
        binding = made.io_binding()
        binding.bind_ortvalue_input("x", onnxruntime.OrtValue.ortvalue_from_numpy(x))
        binding.bind_ortvalue_output("y", result)
        with PeakMemory() as peak:
            made.run_with_iobinding(binding)
        self.assertTrue((result.numpy() == 2).all())
        self.assertLess(peak.bytes, x.nbytes / 4)

    def test_an_input_that_is_bound_as_output_is_overwritten(self):
        nodes = [node("MatMul", ["x", "w"], ["a"], "product"), node("Add", ["a", "x"], ["y"], "sum")]
        source, x = model(nodes, [("x", FLOAT, [4, 8])], [("y", FLOAT, [4, 8])], {"w": values(1, 8, 8)}), values(2, 4, 8)
        made, both = session(source), onnxruntime.OrtValue.ortvalue_from_numpy(x.copy())
        binding = made.io_binding()
        binding.bind_ortvalue_input("x", both)
        binding.bind_ortvalue_output("y", both)
        made.run_with_iobinding(binding)
        numpy.testing.assert_array_equal(both.numpy(), made.run(None, {"x": x})[0])

    @unittest.skipUnless(PeakMemory.CAN_TELL, "sanitizers end the process of an allocation like this")
    def test_an_output_that_memory_does_not_hold(self):
        """It is no mistake of the arguments."""
        source = model([node("MatMul", ["a", "b"], ["y"], "pairs")], [("a", FLOAT, ["N", 1]), ("b", FLOAT, [1, "M"])], [("y", FLOAT, ["N", "M"])], {})
        made = session(source)
        with self.assertRaisesRegex(EPFail, "qopt: the model: MatMul 'pairs': "):
            made.run(None, {"a": numpy.ones((2**23, 1), numpy.float32), "b": numpy.ones((1, 2**23), numpy.float32)})
        self.compare(made, source, {"a": values(1, 3, 1), "b": values(2, 1, 5)})


if __name__ == "__main__":
    unittest.main()
