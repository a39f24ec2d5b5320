"""qopt.load refuses a torch.nn.Module whose forward reads values of its inputs."""

import unittest
from unittest import mock

import numpy
import qopt
from torch_modules import HAS_TORCH, module_of


def decides(x):
    if x.sum() > 0:  # here it decides
        return x * 2
    return x - 100


def repeats(x):
    for _ in range(int(x.abs().max())):
        x = x + 1
    return x


def leaves_torch(x):
    import torch

    return x + torch.from_numpy(numpy.sin(x.numpy()))


def changes_memory(x):
    import torch

    held = torch.zeros(3)
    held[0] = x.max()
    return x * 2 if held.sum() > 0 else x


def asserts(x):
    assert (x == x).all()
    return x * 2


def looks_at_sizes(x):
    return x * 2 if x.shape[0] > 0 and len(x) > 0 else x


@unittest.skipUnless(HAS_TORCH, "skipped: torch is not installed")
class Reads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import torch

        cls.torch = torch
        cls.x = torch.full((2, 3), 3.0)

    def test_control_flow_by_values_is_refused_with_its_line(self):
        with self.assertRaisesRegex(qopt.UnsupportedError, r"reads_test.py:12, 'if x.sum\(\) > 0:.*torch.where"):
            qopt.load(module_of(decides), example_inputs=self.x)
        for forward in (repeats, leaves_torch, changes_memory):
            with self.subTest(forward=forward.__name__), self.assertRaisesRegex(qopt.UnsupportedError, r"reads_test.py:\d+"):
                qopt.load(module_of(forward), example_inputs=self.x)

    def test_it_is_exported_unchecked_where_that_is_asked_for(self):
        model = qopt.load(module_of(decides), example_inputs=self.x, check=False)
        numpy.testing.assert_array_equal(model.compile("host:1")(-self.x), -2 * self.x.numpy())

    def test_what_depends_on_no_value_of_an_input_is_taken(self):
        scale = self.torch.tensor(2.0)
        for forward in (asserts, looks_at_sizes, lambda x: x * 2 if scale > 1 else x, lambda x: x * scale.item()):
            model = qopt.load(module_of(forward), example_inputs=self.x)
            numpy.testing.assert_array_equal(model.compile("host:1")(-self.x), -2 * self.x.numpy())

    def test_checks_inside_of_torch_are_no_reading(self):
        classes = self.torch.tensor([1, 0, 2])
        model = qopt.load(module_of(lambda x: self.torch.nn.functional.one_hot(x, 4).float()), example_inputs=classes)
        numpy.testing.assert_array_equal(model.compile("host:1")(classes), numpy.eye(4, dtype="f4")[[1, 0, 2]])

    def test_an_item_is_refused_or_exported_as_what_it_is(self):
        net = module_of(lambda x: x * x.max().item())
        with mock.patch("importlib.util.find_spec", return_value=None):
            try:
                model = qopt.load(net, example_inputs=self.x)
            except qopt.UnsupportedError as error:
                self.assertIn("x.max().item()", str(error))
                return
        numpy.testing.assert_array_equal(model.compile("host:1")(self.x / 3), numpy.ones((2, 3), "f4"))


if __name__ == "__main__":
    unittest.main()
