"""Before qopt.load gives a model of a torch.nn.Module, it finds out whether exporters write what PyTorch runs."""

import importlib.util
import unittest
import warnings
from unittest import mock

import numpy
import qopt
from torch_modules import HAS_TORCH, module_of

HAS_ONNXSCRIPT = HAS_TORCH and importlib.util.find_spec("onnxscript") is not None


def loads_as(test, module, *examples):
    """Loads, and compares with PyTorch for other samples than the example's."""
    import torch

    compiled = qopt.load(module, example_inputs=examples).compile("host:1")
    others = [torch.cat([one, -one.flip(0)]) for one in examples]
    numpy.testing.assert_allclose(compiled(*others), module(*others).detach().numpy(), rtol=1e-4, atol=1e-5)


@unittest.skipUnless(HAS_TORCH, "skipped: torch is not installed")
class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import torch

        torch.manual_seed(0)
        cls.torch = torch

    def test_what_an_exporter_writes_otherwise_is_refused(self):
        pool = self.torch.nn.AvgPool2d(2, divisor_override=3)
        x = self.torch.ones(1, 1, 4, 4)
        with self.assertRaisesRegex(qopt.UnsupportedError, r"output 'output' is 0.33\d* away from the module's, whose largest magnitude is 1.33"):
            qopt.load(pool, example_inputs=x)
        self.assertEqual(qopt.load(pool, example_inputs=x, check=False).outputs[0].shape[1:], (1, 2, 2))

    @unittest.skipUnless(HAS_ONNXSCRIPT, "skipped: onnxscript is not installed")
    def test_another_exporter_is_taken_where_one_writes_otherwise(self):
        loads_as(self, module_of(lambda x: x // 3), self.torch.arange(-7, 8).reshape(3, 5))

    @unittest.skipUnless(HAS_ONNXSCRIPT, "skipped: onnxscript is not installed")
    def test_another_exporter_is_taken_where_one_does_not_know_an_operation(self):
        nn, randn = self.torch.nn, self.torch.randn
        loads_as(self, nn.AdaptiveAvgPool2d((3, 2)), randn(2, 2, 7, 5))
        loads_as(self, nn.Bilinear(3, 4, 5), randn(2, 3), randn(2, 4))
        model = qopt.load(nn.RMSNorm(6), example_inputs=randn(1, 5, 6))
        self.assertEqual((model.inputs[0].name, model.inputs[0].shape, model.outputs[0].name), ("x", ("N", 5, 6), "output"))

    def test_the_exporter_that_traces_is_taken_first(self):
        with mock.patch("qopt._torch.export.by_graph", side_effect=AssertionError):
            loads_as(self, module_of(self.torch.cdist), self.torch.randn(2, 5, 3), self.torch.randn(2, 4, 3))
            loads_as(self, self.torch.compile(self.torch.nn.Linear(3, 2)), self.torch.randn(1, 3))

    def test_attention_is_traced_as_its_parts(self):
        layer = self.torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
        loads_as(self, layer.eval(), self.torch.randn(1, 5, 8))

    def test_operations_are_decomposed_without_onnxscript(self):
        with mock.patch("importlib.util.find_spec", return_value=None):
            loads_as(self, self.torch.nn.RMSNorm(6), self.torch.randn(1, 5, 6))
            program = self.torch.export.export(self.torch.nn.RMSNorm(6), (self.torch.randn(2, 6),))
            self.assertEqual(qopt.load(program).inputs[0].shape, (2, 6))

    def test_what_no_exporter_knows_is_one_line(self):
        with mock.patch("importlib.util.find_spec", return_value=None), self.assertRaises(qopt.UnsupportedError) as raised:
            qopt.load(module_of(self.torch.linalg.inv), example_inputs=self.torch.eye(3)[None])
        self.assertNotIn("\n", str(raised.exception))
        self.assertRegex(str(raised.exception), "linalg_inv.*to ONNX.*is not supported")
        self.assertIn("check=False", raised.exception.remedy)

    @unittest.skipUnless(HAS_ONNXSCRIPT, "skipped: onnxscript is not installed")
    def test_what_an_exporter_makes_of_it_in_vain_is_no_fault_of_the_network(self):
        projected = self.torch.nn.LSTM(8, 16, batch_first=True, proj_size=5)
        with self.assertRaisesRegex(qopt.UnsupportedError, "that traces: SymbolicValueError.*LSTMs with projections.*what it wrote is refused"):
            qopt.load(projected, example_inputs=self.torch.randn(3, 7, 8))

    def test_a_module_of_chance_is_not_compared(self):
        noise = module_of(lambda x: x + self.torch.rand(1).item())
        qopt.load(noise, example_inputs=self.torch.ones(2, 3))

    def test_floats_of_sixteen_bits_and_of_large_sums_are_taken(self):
        net = self.torch.nn.Sequential(*[self.torch.nn.Linear(64, 64) for _ in range(8)])
        qopt.load(net.half(), example_inputs=self.torch.randn(2, 64).half())
        qopt.load(module_of(lambda x: (x * 1e4).sum(1) - (x * 1e4).mean(1) * 4096), example_inputs=self.torch.rand(2, 4096))

    def test_load_warns_of_nothing_that_it_does_itself(self):
        net = self.torch.nn.Sequential(self.torch.nn.Conv2d(1, 2, 3), self.torch.nn.BatchNorm2d(2))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            qopt.load(net, example_inputs=self.torch.ones(1, 1, 4, 4))


@unittest.skipUnless(HAS_TORCH, "skipped: torch is not installed")
class Sizes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import torch

        cls.torch = torch

    def test_a_number_of_samples_that_stands_in_forward_is_told(self):
        torch = self.torch
        fixed = ((lambda x: x.reshape(4, -1) @ torch.ones(6, 2), (4, 6)), (torch.det, (3, 3)), (lambda x: x + torch.arange(3.0).reshape(3, 1), (3, 4)))
        for forward, shape in fixed:
            x = torch.rand(shape)
            with self.subTest(shape=shape), self.assertRaisesRegex(qopt.ArgumentError, "load opens the first size.*the module itself fails") as raised:
                qopt.load(module_of(forward), example_inputs=x)
            name = "input" if forward is torch.det else "x"
            self.assertIn(f'give shape={{"{name}": {shape}}} to keep it', str(raised.exception))
            model = qopt.load(module_of(forward), example_inputs=x, shape={name: shape})
            self.assertEqual(model.inputs[0].shape, shape)
            numpy.testing.assert_allclose(model.compile("host:1")(x), forward(x).numpy(), rtol=1e-4, atol=1e-6)

    def test_samples_in_groups_stay_open(self):
        clips = module_of(lambda x: x.reshape(-1, 4, 6).mean(1))
        self.assertEqual(qopt.load(clips, example_inputs=self.torch.rand(4, 6)).inputs[0].shape, ("N", 6))

    def test_inputs_of_other_first_sizes_keep_them(self):
        model = qopt.load(module_of(lambda x, w: x @ w), example_inputs=(self.torch.rand(4, 9), self.torch.rand(9, 3)))
        self.assertEqual([port.shape for port in model.inputs], [("N", 9), (9, 3)])

    def test_a_program_keeps_the_names_of_its_sizes(self):
        batch = self.torch.export.Dim("batch")
        program = self.torch.export.export(self.torch.nn.Linear(3, 2), (self.torch.ones(4, 3),), dynamic_shapes=({0: batch},))
        self.assertEqual(qopt.load(program).inputs[0].shape, ("batch", 3))
        if HAS_ONNXSCRIPT:
            program = self.torch.export.export(self.torch.nn.RMSNorm(3), (self.torch.ones(4, 3),), dynamic_shapes=({0: batch},))
            self.assertEqual(qopt.load(program).inputs[0].shape, ("batch", 3))


if __name__ == "__main__":
    unittest.main()
