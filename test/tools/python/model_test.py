"""Models: load, look, rewrite, save."""

import copy
import pickle
import threading
import unittest
import warnings

import qopt
from common import MODELS, SCALED, digits, folder, lenet, mlp, quiet


class Load(unittest.TestCase):
    def test_path_says_what_the_model_is(self):
        model = lenet()
        self.assertEqual([(p.name, p.dtype, p.shape[1:], p.mean, p.std) for p in model.inputs],
                         [("input", "float32", (1, 28, 28), (0.0,), (255.0,))])
        self.assertIsInstance(model.inputs[0].shape[0], str)
        self.assertEqual(model.inputs[0].symbols, model.inputs[0].shape[:1])
        self.assertEqual(model.outputs[0].shape[1:], (10,))
        self.assertIn("conv2d", {layer.kind for layer in model.layers})
        self.assertEqual(model.weight_bytes, 431080 * 4)

    def test_bytes_are_the_same_model(self):
        onnx = (MODELS / "lenet.onnx").read_bytes()
        by_bytes = qopt.load(onnx, **SCALED)
        self.assertEqual(by_bytes.hash, lenet().hash)
        self.assertEqual(qopt.load(lenet().text.encode()).hash, lenet().hash)
        aliased = b"!t = tensor<2xf32>\nfunc.func @main(%x: !t {nn.name = \"x\"}) -> !t attributes {nn.entry} { return %x : !t }"
        self.assertEqual(qopt.load(aliased).inputs[0].shape, (2,))

    def test_options_hold_for_bytes_of_mlir_as_by_path(self):
        with folder() as path:
            for name in ("m.mlir", "m.mlirbc"):
                mlp().save(path / name)
                data = (path / name).read_bytes()
                for options in ({"mean": 1, "std": 2}, {"shape": {"input": (4, None, None, None)}}):
                    own, by_path = qopt.load(data, **options), qopt.load(path / name, **options)
                    self.assertEqual(own.inputs, by_path.inputs)
                    self.assertEqual(own.hash, by_path.hash)
                    self.assertNotEqual(own.inputs, mlp().inputs)
                for options in ({"outputs": ["nope"]}, {"inputs": ["nope"]}, {"shape": {"nope": (1, 2)}}, {"bind": {"sr": 1}},
                                {"weights": "w.bin"}, {"stages": ["a"]}, {"phase": "test"}):
                    errors = []
                    for source in (data, path / name):
                        with self.assertRaises(qopt.Error) as raised:
                            qopt.load(source, **options)
                        errors.append(str(raised.exception).replace(str(path / name), "<bytes>"))
                    self.assertEqual(errors[0], errors[1])

    def test_text_is_read_back_and_str_leaves_weights_out(self):
        model = mlp()
        self.assertEqual(qopt.load(model.text.encode()).hash, model.hash)
        self.assertLess(len(str(model)), len(model.text) // 4)

    def test_shape_fixes_open_sizes(self):
        for shape in ({"input": (4, None, None, None)}, "input:4x?x?x?"):
            self.assertEqual(qopt.load(MODELS / "lenet.onnx", shape=shape).inputs[0].shape, (4, 1, 28, 28))

    def test_summary_names_inputs_layers_and_work(self):
        text = lenet().summary()
        for part in ("input", "float32", "conv2d", "1,724,320 bytes", "multiply-adds"):
            self.assertIn(part, text)
        self.assertIn("<table>", lenet()._repr_html_())
        self.assertIn("lenet.onnx", repr(lenet()))

    def test_pickle_and_clone(self):
        model = mlp()
        self.assertEqual(pickle.loads(pickle.dumps(model)).hash, model.hash)
        self.assertEqual(copy.deepcopy(model).hash, model.hash)
        other = model.clone().run("insert-quant", mode="dynamic")
        self.assertNotEqual(other.hash, model.hash)


class Save(unittest.TestCase):
    def test_each_form_is_read_back(self):
        model = mlp()
        with folder() as path:
            for name in ("m.mlir", "m.mlirbc"):
                model.save(path / name)
                self.assertEqual(qopt.load(path / name).hash, model.hash)
            model.save(path / "m.onnx")
            self.assertEqual((path / "m.onnx").read_bytes(), model.onnx())
            model.save(path / "m.tflite")
            self.assertEqual((path / "m.tflite").read_bytes(), model.tflite())
            self.assertEqual([given.name for given in qopt.load(path / "m.tflite").inputs], [given.name for given in model.inputs])
            self.assertEqual(qopt.load(path / "m.onnx").inputs, model.inputs)

    def test_source_is_not_replaced(self):
        with folder() as path:
            (path / "m.onnx").write_bytes((MODELS / "mlp.onnx").read_bytes())
            with self.assertRaises(qopt.Error):
                qopt.load(path / "m.onnx").save(path / "m.onnx")


class Passes(unittest.TestCase):
    def test_names_and_documentation(self):
        self.assertIn("insert-quant", qopt.passes.names())
        self.assertIn("insert_quant", dir(qopt.passes))
        self.assertIn("calibration", qopt.passes.insert_quant.__doc__)

    def test_run_and_function_do_the_same(self):
        with quiet():
            table = qopt.calibrate(mlp(), digits("calibration")[0])
        one = mlp().run("insert-quant", calibration=table, summary=False)
        other = qopt.passes.insert_quant(mlp(), calibration=table, summary=False)
        self.assertEqual(one.hash, other.hash)
        self.assertNotEqual(one.hash, mlp().hash)

    def test_failure_leaves_the_model(self):
        model = mlp()
        before = model.hash
        with self.assertRaises(qopt.Error):
            model.run("insert-quant", bits=7)
        self.assertEqual(model.hash, before)

    def test_threads_on_clones_have_errors_of_their_own(self):
        model, wrong = mlp(), []

        def work(name):
            clone = model.clone()
            for _ in range(100):
                try:
                    clone.run("insert-quant", calibration=name)
                except qopt.Error as error:
                    wrong.extend([str(error)] if name not in str(error) else [])

        threads = [threading.Thread(target=work, args=(f"absent{i}.json",)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_pipeline(self):
        model = mlp().run("fold-batch-norm,fold-constants{max-bytes=10}")
        self.assertEqual(len(model.layers), len(mlp().layers))

    def test_a_path_with_a_space_and_quotes(self):
        with quiet():
            table = qopt.calibrate(mlp(), digits("calibration")[0])
        with folder() as path:
            table.save(path / "a b's, c.json")
            one = mlp().run("insert-quant", calibration=path / "a b's, c.json")
        self.assertEqual(one.hash, mlp().run("insert-quant", calibration=table).hash)

    def test_warnings_are_python_s(self):
        with quiet():
            table = qopt.calibrate(lenet(), digits("calibration")[0])
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            mlp().run("insert-quant", mode="dynamic")
        del table
        self.assertTrue(all(issubclass(w.category, UserWarning) for w in told))


if __name__ == "__main__":
    unittest.main()
