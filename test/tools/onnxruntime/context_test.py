"""This tests compiled models, which ONNX Runtime's ModelCompiler makes of the provider's programs, and sessions of them."""

import ctypes
import os
import resource
import tempfile
import unittest
from pathlib import Path

import ml_dtypes
import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper

import onnxruntime_ep_qopt
from common import FLOAT, claimed, conv_net, model, on_cpu, session, values
from integers_test import qdq_net
from provider_test import net_with_scaler

node = helper.make_node


def options_of(settings=None, **entries):
    chosen = onnxruntime.SessionOptions()
    for key, value in entries.items():
        chosen.add_session_config_entry(key.replace("__", "."), value)
    chosen.add_provider_for_devices(onnxruntime_ep_qopt.devices(), settings or {})
    return chosen


def compiled(source, settings=None):
    """Compiles a model in memory, with its programs in it, and returns its bytes."""
    return onnxruntime.ModelCompiler(options_of(settings), source, embed_compiled_data_into_model=True).compile_to_bytes()


def contexts(source):
    return [one for one in onnx.load_from_string(source).graph.node if one.op_type == "EPContext"]


def attribute(one, name):
    return next(helper.get_attribute_value(held) for held in one.attribute if held.name == name)


class Contexts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def same(self, made, source, feeds, settings=None):
        """Checks that it answers as the session of the model itself, in every bit."""
        for got, want in zip(made.run(None, feeds), session(source, settings).run(None, feeds), strict=True):
            numpy.testing.assert_array_equal(got, want)

    def test_embedded(self):
        for source in (conv_net(), qdq_net(2, True)):
            made = compiled(source)
            (one,) = contexts(made)
            self.assertEqual(attribute(one, "source"), b"QoptExecutionProvider")
            self.assertTrue(attribute(one, "ep_cache_context").startswith(b"\x89QART\r\n"))
            opened, mine, nodes, programs, log = claimed(made)
            self.assertEqual((mine, nodes, programs), (1, 1, 1), log)
            self.assertIn("that were compiled before", log)
            self.same(opened, source, {"x": values(9, 2, 3, 16, 16)})

    def test_in_a_file_beside(self):
        source, path = conv_net(), self.folder / "net.onnx"
        path.write_bytes(source)
        onnxruntime.ModelCompiler(options_of(), str(path)).compile_to_file(str(self.folder / "made.onnx"))
        (one,) = contexts((self.folder / "made.onnx").read_bytes())
        program = self.folder / attribute(one, "ep_cache_context").decode()
        self.assertEqual(sorted(self.folder.iterdir()), sorted([path, self.folder / "made.onnx", program]))
        self.assertTrue(program.name.startswith("made_") and program.suffix == ".qart")
        x = {"x": values(9, 2, 3, 16, 16)}
        self.same(session(str(self.folder / "made.onnx")), source, x)
        in_memory = (self.folder / "made.onnx").read_bytes()
        opened = onnxruntime.InferenceSession(in_memory, options_of(ep__context_file_path=str(self.folder / "made.onnx")), enable_fallback=0)
        self.same(opened, source, x)

    def test_by_entries_of_a_session(self):
        """A session compiles without ModelCompiler: it runs, and leaves the compiled model beside the source."""
        source, path = conv_net(), self.folder / "net.onnx"
        path.write_bytes(source)
        first = onnxruntime.InferenceSession(str(path), options_of(ep__context_enable="1", ep__context_embed_mode="1"), enable_fallback=0)
        x = {"x": values(9, 2, 3, 16, 16)}
        self.same(first, source, x)
        self.same(session(str(self.folder / "net_ctx.onnx")), source, x)

    def test_in_memory_of_a_file(self):
        """Nobody says whether a file is made: the programs are embedded, and nothing is left beside the source."""
        source, path = conv_net(), self.folder / "net.onnx"
        path.write_bytes(source)
        for given in (str(path), source):
            made = onnxruntime.ModelCompiler(options_of(), given).compile_to_bytes()
            self.assertEqual(attribute(contexts(made)[0], "embed_mode"), 1)
            self.same(session(made), source, {"x": values(9, 2, 3, 16, 16)})
        self.assertEqual(list(self.folder.iterdir()), [path])

    def test_by_entries_without_a_name(self):
        """Such a session leaves a file, beside which the programs lie."""
        source, path = conv_net(), self.folder / "net.onnx"
        path.write_bytes(source)
        onnxruntime.InferenceSession(str(path), options_of(ep__context_enable="1"), enable_fallback=0)
        self.assertEqual([file.suffix for file in sorted(self.folder.glob("net_ctx*"))], [".onnx", ".qart"])
        self.same(session(str(self.folder / "net_ctx.onnx")), source, {"x": values(9, 2, 3, 16, 16)})

    def test_a_node_beside_a_compiled_one(self):
        """ONNX Runtime 1.23.0 runs no part of a graph on a provider of a library, and what is compiled runs nowhere else."""
        made = onnx.load_from_string(compiled(conv_net()))
        made.opset_import.append(helper.make_opsetid("ai.onnx.ml", 1))
        made.graph.node.append(node("Scaler", ["x"], ["scaled"], domain="ai.onnx.ml", scale=[1.0], offset=[0.0]))
        made.graph.output.append(helper.make_tensor_value_info("scaled", FLOAT, ["N", 3, 16, 16]))
        if onnxruntime.__version__ == "1.23.0":
            with self.assertRaisesRegex(Exception, "runs no part of a graph"):
                session(made.SerializeToString())
        else:
            x = values(9, 2, 3, 16, 16)
            numpy.testing.assert_array_equal(session(made.SerializeToString()).run(["scaled"], {"x": x})[0], x)

    def test_what_stayed_stays(self):
        source = net_with_scaler()
        made = compiled(source, {"min_multiply_adds": "0"})
        self.assertEqual(len(contexts(made)), 2)
        opened, mine, nodes, programs, log = claimed(made, {"min_multiply_adds": "0"})
        self.assertEqual((mine, nodes, programs), (2, 3, 2), log)
        self.assertIn("Scaler 'scaler' stays with ONNX Runtime: it stayed as the model was compiled", log)
        self.same(opened, source, {"x": values(9, 4, 12)}, {"min_multiply_adds": "0"})

    def test_an_open_batch_and_other_open_sizes(self):
        """One program serves any batch; where it does not, the network is held, rewritten."""
        for width, magic in ((12, b"\x89QART"), ("W", b"ML\xefR")):
            source = model([node("Conv", ["x", "w"], ["c"], "conv", pads=[1, 1]), node("GlobalAveragePool", ["c"], ["y"], "mean")],
                           [("x", FLOAT, ["N", 3, width])], [("y", FLOAT, ["N", 4, 1])], {"w": values(1, 4, 3, 3)})
            made = compiled(source)
            self.assertTrue(attribute(contexts(made)[0], "ep_cache_context").startswith(magic))
            opened = session(made)
            for batch in (1, 3):
                self.same(opened, source, {"x": values(batch, batch, 3, 12)})

    def test_an_output_that_several_read(self):
        nodes = [node("MatMul", ["x", "w"], ["a"], "a"), node("Relu", ["a"], ["b"], "b"), node("TopK", ["b", "k"], ["v", "i"], "top")]
        source = model(nodes, [("x", FLOAT, [4, 6])], [("a", FLOAT, [4, 5]), ("b", FLOAT, [4, 5]), ("i", TensorProto.INT64, [4, 2])],
                       {"w": values(1, 6, 5), "k": numpy.array([2])})
        self.same(session(compiled(source)), source, {"x": values(2, 4, 6)})

    def test_elements_of_four_bits(self):
        """They are computed a byte each, and packed as ONNX Runtime has them; its Python gives no such array, so that one reads them again."""
        source = model([node("QuantizeLinear", ["x", "s", "z"], ["q"]), node("Scaler", ["x"], ["u"], domain="ai.onnx.ml", scale=[1.0], offset=[0.0]),
                        node("DequantizeLinear", ["q", "s", "z"], ["y"])],
                       [("x", FLOAT, [3, 3])], [("q", TensorProto.INT4, [3, 3]), ("y", FLOAT, [3, 3]), ("u", FLOAT, [3, 3])],
                       {"s": numpy.float32(0.5), "z": numpy.array(1, ml_dtypes.int4)}, opset=21, domains=["ai.onnx.ml"])
        feeds, settings = {"x": values(3, 3, 3)}, {"min_multiply_adds": "0"}
        for made in (session(source, settings), session(compiled(source, settings), settings)):
            numpy.testing.assert_array_equal(made.run(["y"], feeds)[0], on_cpu(source).run(["y"], feeds)[0])
            given = onnxruntime.OrtValue.ortvalue_from_numpy(feeds["x"])
            held = [one.run_with_ort_values(["q"], {"x": given})[0] for one in (made, on_cpu(source))]
            of_nine = [ctypes.string_at(one.data_ptr(), 5) for one in held]  # the tenth is nobody's
            self.assertEqual(*([*held[:4], held[4] & 15] for held in of_nine))

    def test_on_the_reference(self):
        source, settings = conv_net(), {"device": "reference"}
        self.same(session(compiled(source, settings), settings), source, {"x": values(9, 2, 3, 16, 16)}, settings)


class Mistakes(unittest.TestCase):
    def says(self, text, made, settings=None, **entries):
        with self.assertRaisesRegex(Exception, text):
            onnxruntime.InferenceSession(made, options_of(settings, **entries), enable_fallback=0)

    def changed(self, made, change):
        """Returns the model with other bytes in its node."""
        read = onnx.load_from_string(made)
        (held,) = [one for one in read.graph.node[0].attribute if one.name == "ep_cache_context"]
        held.s = change(held.s)
        return read.SerializeToString()

    def test_damage(self):
        made = compiled(conv_net())
        self.says("EPContext '[^']*': is damaged: ", self.changed(made, lambda held: held[:-1000] + bytes([held[-1000] ^ 4]) + held[-999:]))
        self.says("EPContext '[^']*': is cut short: ", self.changed(made, lambda held: held[:2000]))
        self.says("EPContext '[^']*': [^:].*the text is empty", self.changed(made, lambda held: b""))

    def test_of_another_network(self):
        other = attribute(contexts(compiled(net_with_scaler(), {"min_multiply_adds": "0"}))[0], "ep_cache_context")
        source = model([node("MatMul", ["x", "w"], ["y"])], [("x", TensorProto.INT32, [4, 12])], [("y", TensorProto.INT32, [4, 6])],
                       {"w": numpy.ones((12, 6), numpy.int32)})
        self.says("EPContext '[^']*': its program is another one's: ", self.changed(compiled(source), lambda _: other))

    def test_of_another_type(self):
        """F32 is computed for DOUBLE, and lies in memory otherwise."""
        for places, type in (("output", TensorProto.DOUBLE), ("output", TensorProto.INT32), ("input", TensorProto.DOUBLE)):
            made = onnx.load_from_string(compiled(conv_net()))
            getattr(made.graph, places)[0].type.tensor_type.elem_type = type
            self.says(f"its program is another one's: '.*' is {TensorProto.DataType.Name(type)}, which is computed in another type", made.SerializeToString())

    def test_of_another_device(self):
        self.says("is a compiled file, and device 'reference' evaluates models", compiled(conv_net()), {"device": "reference"})

    def test_files_elsewhere(self):
        for name in (b"../made.qart", b"/tmp/made.qart", b""):
            made = onnx.load_from_string(compiled(conv_net()))
            for held in made.graph.node[0].attribute:
                if held.name == "embed_mode":
                    held.i = 0
                elif held.name == "ep_cache_context":
                    held.s = name
            self.says("is no file beside it", made.SerializeToString())

    def test_a_file_of_a_model_in_memory(self):
        """Nobody says in which folder it lies: the working directory's, which a stranger may have filled, is not opened."""
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "net.onnx"
            path.write_bytes(conv_net())
            onnxruntime.ModelCompiler(options_of(), str(path)).compile_to_file(str(Path(folder) / "made.onnx"))
            made = (Path(folder) / "made.onnx").read_bytes()
            os.chdir(folder)
            try:
                self.says(r"EPContext '[^']*': its program lies in the file 'made_.*\.qart' beside the model, .* entry ep\.context_file_path", made)
                session("made.onnx")  # a file's folder may be the working directory
            finally:
                os.chdir(before)

    def test_of_two_programs_the_second_cannot_be_written(self):
        """The first, which an earlier model may name, stays as it is."""
        nodes = [node("MatMul", ["x", "w1"], ["a"], "small"), node("Scaler", ["a"], ["d"], "scaler", domain="ai.onnx.ml", offset=[0.5], scale=[2.0]),
                 node("MatMul", ["d", "w2"], ["y"], "large")]
        source = model(nodes, [("x", FLOAT, [4, 12])], [("y", FLOAT, [4, 30000])], {"w1": values(1, 12, 6), "w2": values(2, 6, 30000)},
                       domains=["ai.onnx.ml"], inside=[("d", FLOAT, [4, 6])])
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "net.onnx"
            path.write_bytes(source)

            def compile_again():
                onnxruntime.ModelCompiler(options_of({"min_multiply_adds": "0"}), str(path)).compile_to_file(str(Path(folder) / "made.onnx"))

            compile_again()
            programs = sorted(Path(folder).glob("*.qart"), key=lambda file: file.stat().st_size)
            self.assertEqual(len(programs), 2)
            self.assertLess(programs[0].stat().st_size, 200_000)
            self.assertGreater(programs[1].stat().st_size, 700_000)
            for program in programs:
                program.write_text("an earlier one")
            (Path(folder) / "made.onnx").unlink()
            resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, before[1]))
            try:
                with self.assertRaisesRegex(Exception, r"made_.*\.qart: cannot write: File too large"):
                    compile_again()
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, before)
            self.assertEqual([program.read_text() for program in programs], ["an earlier one"] * 2)
            self.assertEqual({file.name for file in Path(folder).iterdir()} - {"made.onnx"}, {"net.onnx", *(program.name for program in programs)})

    def test_a_program_that_cannot_be_written(self):
        """The error says why, and nothing is left of the file."""
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "net.onnx"
            path.write_bytes(conv_net())
            compiler = onnxruntime.ModelCompiler(options_of(), str(path))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
            try:
                with self.assertRaisesRegex(Exception, r"made_.*\.qart: cannot write: File too large"):
                    compiler.compile_to_file(str(Path(folder) / "made.onnx"))
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, before)
            self.assertEqual([file.name for file in Path(folder).iterdir() if file.name != "made.onnx"], ["net.onnx"])

    def test_compiled_twice(self):
        with self.assertRaisesRegex(Exception, "is compiled already"):
            compiled(compiled(conv_net()))


if __name__ == "__main__":
    unittest.main()
