"""torch.nn.Module and tensors, where torch is installed."""

import collections
import importlib.util
import unittest

import numpy
import qopt
from common import digits, mlp, quiet

HAS_TORCH = importlib.util.find_spec("torch") is not None


def two_answers(torch):
    """A network whose forward has a keyword alone, and whose answer is a dictionary with a tuple in it."""

    class Network(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = torch.nn.Linear(8, 4), torch.nn.Linear(8, 3)

        def forward(self, tokens, mask=None, *, scale=None):
            logits = self.first(tokens) * (1.0 if mask is None else mask) * (1.0 if scale is None else scale)
            return {"logits": logits, "hidden": (self.second(tokens), logits + 1)}

    return Network()


@unittest.skipUnless(HAS_TORCH, "skipped: torch is not installed")
class Torch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import torch

        torch.manual_seed(0)
        cls.torch = torch
        cls.net = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(4 * 36, 5))
        cls.x = torch.randn(6, 3, 8, 8)
        cls.model = qopt.load(cls.net, example_inputs=cls.x[:1])

    def test_module_is_imported_with_an_open_batch(self):
        self.assertEqual(self.model.inputs[0].shape[1:], (3, 8, 8))
        self.assertTrue(self.model.inputs[0].symbols)

    def test_tensors_are_taken_and_equal_torch(self):
        y = self.model.compile("host:1")(self.x)
        numpy.testing.assert_allclose(y, self.net(self.x).detach().numpy(), rtol=1e-4, atol=1e-5)
        turned = self.x.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)
        numpy.testing.assert_array_equal(self.model.compile("host:1")(turned), y)

    def test_tensors_with_a_negative_bit_are_taken_as_they_read(self):
        z = self.torch.view_as_complex(self.torch.stack([self.x, self.x + 1], -1))
        program = self.model.compile("host:1")
        for tensor in (z.conj().imag, self.torch._neg_view(self.x)):
            self.assertTrue(tensor.is_neg())
            numpy.testing.assert_array_equal(program(tensor), program(tensor.resolve_neg()))
            numpy.testing.assert_array_equal(program.prepare(tensor), tensor.resolve_neg().numpy())

    def test_loader_calibrates(self):
        data = self.torch.utils.data.TensorDataset(self.x, self.torch.zeros(6))
        loader = self.torch.utils.data.DataLoader(data, batch_size=4)
        with self.assertWarns(UserWarning):
            table = qopt.calibrate(self.model, loader)
        self.assertEqual(table.samples, 6)
        self.assertAlmostEqual(table.ranges["input"][1], float(self.x.max()), places=5)

    def test_a_loader_with_workers_quantizes(self):
        images, labels = digits("calibration", 120)
        data = self.torch.utils.data.TensorDataset(self.torch.from_numpy(images), self.torch.from_numpy(labels.astype("i8")))
        loader = self.torch.utils.data.DataLoader(data, batch_size=16, num_workers=2)
        with quiet():
            expected = qopt.quantize(mlp(), images, labels=labels, device="host:1", float_order="invariant")
            own = qopt.quantize(mlp(), loader, device="host:1", float_order="invariant")
        self.assertEqual(own.bytecode, expected.bytecode)
        self.assertEqual(own.network.right_answers, expected.network.right_answers)

    def test_a_loader_that_shuffles_is_refused(self):
        images, labels = digits("calibration", 120)
        data = self.torch.utils.data.TensorDataset(self.torch.from_numpy(images), self.torch.from_numpy(labels.astype("i8")))
        loader = self.torch.utils.data.DataLoader(data, batch_size=16, shuffle=True)
        for flow in (qopt.quantize, qopt.evaluate):
            with quiet(), self.assertRaisesRegex(qopt.ArgumentError, "batch 0, counted from 0.*shuffle=False"):
                flow(mlp(), loader)

    def test_values_have_the_names_that_the_network_gives_them(self):
        net = two_answers(self.torch)
        tokens, mask = self.torch.randn(2, 8), self.torch.ones(2, 4)
        for examples in ((tokens, mask), {"mask": mask, "tokens": tokens, "scale": None}):
            model = qopt.load(net, example_inputs=examples)
            self.assertEqual([value.name for value in model.inputs], ["tokens", "mask"])
            self.assertEqual([value.name for value in model.outputs], ["logits", "hidden0", "hidden1"])
        self.assertNotIn("forward", vars(net))
        self.assertTrue(net.training)
        net.eval()
        expected = net(tokens, mask)
        got = model.compile("host:1")(tokens, mask)
        for y, want in zip(got, (expected["logits"], *expected["hidden"])):
            numpy.testing.assert_allclose(y, want.detach().numpy(), rtol=1e-4, atol=1e-5)

    def test_tuples_with_names_and_dictionaries_are_given_as_they_are(self):
        Pair = collections.namedtuple("Pair", "left right")

        class Network(self.torch.nn.Module):
            def forward(self, pair, more):
                return pair.left + pair.right * more["scale"]

        left, right, scale = (self.torch.full((2, 4), value) for value in (1.0, 2.0, 3.0))
        model = qopt.load(Network(), example_inputs=(Pair(left, right), {"scale": scale}))
        self.assertEqual([value.name for value in model.inputs], ["pair0", "pair1", "scale"])
        numpy.testing.assert_array_equal(model.compile("host:1")(left, right, scale), numpy.full((2, 4), 7.0, "f4"))

    def test_an_exported_program_has_its_own_inputs_and_open_sizes(self):
        net, tokens, mask = two_answers(self.torch).eval(), self.torch.randn(2, 8), self.torch.ones(2, 4)
        batch = self.torch.export.Dim("batch")
        open_model = qopt.load(self.torch.export.export(net, (tokens, mask), dynamic_shapes=({0: batch}, {0: batch})))
        self.assertEqual([value.name for value in open_model.inputs], ["tokens", "mask"])
        self.assertTrue(all(value.symbols for value in open_model.inputs))
        y = open_model.compile("host:1")(self.torch.ones(3, 8), self.torch.ones(3, 4))[0]
        numpy.testing.assert_allclose(y, net(self.torch.ones(3, 8), self.torch.ones(3, 4))["logits"].detach().numpy(), rtol=1e-4, atol=1e-5)
        closed = qopt.load(self.torch.export.export(net, (tokens, mask)))
        self.assertEqual([tuple(value.shape) for value in closed.inputs], [(2, 8), (2, 4)])

    def test_without_example_inputs(self):
        with self.assertRaisesRegex(TypeError, "example_inputs"):
            qopt.load(self.net)


if __name__ == "__main__":
    unittest.main()
