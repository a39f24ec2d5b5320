"""Threads that load a torch.nn.Module take turns: what a load changes of the process, and of the module, is as before."""

import logging
import threading
import time
import unittest
import warnings

import numpy
import qopt
from torch_modules import HAS_TORCH, module_of


def beside_each_other(*works):
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@unittest.skipUnless(HAS_TORCH, "skipped: torch is not installed")
class Threads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import torch

        cls.torch = torch
        cls.x = torch.ones(2, 3)

    def two_loads(self):
        """Runs two loads: the second one would begin within the first one, if it could, and end behind it."""
        is_first_traced, has_second_run, is_first_done = (threading.Event() for _ in range(3))

        def first(x):
            if self.torch.jit.is_tracing():
                is_first_traced.set()
                if has_second_run.wait(1):
                    time.sleep(0.3)
            return x * 2

        def second(x):
            has_second_run.set()
            if self.torch.jit.is_tracing():
                is_first_done.wait(5)
            return x * 3

        def load_first():
            qopt.load(module_of(first), example_inputs=self.x)
            is_first_done.set()

        def load_second():
            is_first_traced.wait(5)
            qopt.load(module_of(second), example_inputs=self.x)

        return load_first, load_second

    def test_what_the_process_has_once_is_as_before(self):
        attention, logger = self.torch.backends.mha, logging.getLogger("torch.export")
        was = attention.get_fastpath_enabled(), logger.level
        self.addCleanup(attention.set_fastpath_enabled, was[0])
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            beside_each_other(*self.two_loads())
            warnings.warn("behind both loads", stacklevel=1)
        self.assertIn("behind both loads", [str(one.message) for one in told])
        self.assertEqual((attention.get_fastpath_enabled(), logger.level), was)

    def test_a_module_that_threads_share_is_as_before(self):
        net = self.torch.nn.Sequential(self.torch.nn.Linear(3, 4), self.torch.nn.Dropout(), self.torch.nn.ReLU())
        models = []
        beside_each_other(*[lambda: models.append(qopt.load(net, example_inputs=self.x))] * 4)
        self.assertEqual(len(models), 4)
        self.assertTrue(net.training)
        self.assertNotIn("forward", vars(net))
        for model in models:
            y = model.compile("host:1")(self.x)
            numpy.testing.assert_allclose(y, net.eval()(self.x).detach().numpy(), rtol=1e-5, atol=1e-6)


if __name__ == "__main__":
    unittest.main()
