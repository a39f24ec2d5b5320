"""Functions of ONNX Runtime that fail as the library makes its factories and devices, where there is a card (its memory is the host's, as in card_memory.py)."""

import unittest

from fake_interface import FAILED, FakeRuntime

HOST, CARD, WARNING = "QoptExecutionProvider", "QoptCudaExecutionProvider", 2


class Faults(unittest.TestCase):
    def test_all_goes_well(self):
        runtime = FakeRuntime()
        failed, factories = runtime.factories()
        self.assertEqual((failed, runtime.names(factories)), (False, [HOST, CARD]))
        self.assertEqual([runtime.devices(one) for one in factories], [(False, 1)] * 2)
        self.assertEqual(len(runtime.live), 2)
        runtime.release(factories)

    def test_cards_that_cannot_be_asked_leave_the_hosts_provider(self):
        runtime = FakeRuntime(create_memory_info=FAILED)
        failed, factories = runtime.factories()
        self.assertEqual((failed, runtime.names(factories), runtime.errors), (False, [HOST], []))
        self.assertEqual([level for level, text in runtime.logged if f"there is no {CARD}: " in text], [WARNING])
        runtime.release(factories)

    def test_a_device_without_memory_is_released(self):
        runtime = FakeRuntime(add_allocator_info=FAILED)
        _, factories = runtime.factories()
        self.assertEqual(runtime.devices(factories[1]), (True, 0))
        self.assertEqual(runtime.live, set())
        runtime.release(factories)


if __name__ == "__main__":
    unittest.main()
