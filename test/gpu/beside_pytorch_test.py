"""What beside_pytorch.py makes of rows: its table, worst first, and what misses a bar. No card, no torch."""

import unittest

import beside_pytorch


def rows(network, batch, **times):
    return [{"network": network, "what": "times", "type": kind, "batch": batch, "ms": ms} for kind, ms in times.items()]


class Table(unittest.TestCase):
    def test_worst_is_first_and_what_misses_is_counted(self):
        lines, missed = beside_pytorch.table([{"network": "a", "what": "made", "error": 0.0, "differing": 0},
                                              *rows("a", 1, int8=0.5, fp16=0.9, pytorch=1.0), *rows("b", 1, int8=0.9, halves=0.7, fp16=1.1, pytorch=1.0),
                                              *rows("c", 32, int8=3.2, bytes=3.04, fp16=4.0, pytorch=4.0)])
        self.assertEqual([line.split(" | ")[0] for line in lines[2:5]], ["| b", "| c", "| a"])
        self.assertIn("| 0.90, 0.70, 1.10 |", lines[2])
        self.assertEqual(missed, 2, "b by fp16, c by the best of int8")
        self.assertIn("best of int8", lines[-2])

    def test_a_network_without_pytorch_has_no_row(self):
        lines, missed = beside_pytorch.table(rows("a", 1, int8=0.5))
        self.assertEqual((len(lines), missed), (2, 0))


class Error(unittest.TestCase):
    def test_what_all_samples_share_is_taken_off(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("there is no NumPy")
        wanted = numpy.array([[1000.0, 1.0], [1001.0, 1.0]])
        self.assertAlmostEqual(beside_pytorch.error_beside(wanted + numpy.array([[0.01, 0], [-0.01, 0]]), wanted), 0.02)


if __name__ == "__main__":
    unittest.main()
