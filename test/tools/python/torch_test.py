"""torch.nn.Module and tensors, where torch is installed."""

import importlib.util
import unittest

import numpy
import qopt
from common import digits, mlp, quiet

HAS_TORCH = importlib.util.find_spec("torch") is not None


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

    def test_without_example_inputs(self):
        with self.assertRaisesRegex(TypeError, "example_inputs"):
            qopt.load(self.net)


if __name__ == "__main__":
    unittest.main()
