"""These tests check what beside_pytorch.py makes of rows: its table, worst first, and what misses a bar. They need no card and no torch."""

import unittest

import beside_pytorch


def rows(network, batch, **times):
    return [{"network": network, "what": "times", "type": kind, "batch": batch, "ms": ms} for kind, ms in times.items()]


class Table(unittest.TestCase):
    def test_worst_is_first_and_what_misses_is_counted(self):
        lines, missed = beside_pytorch.table([{"network": "a", "what": "made", "beside_f32": 0.0, "differing": 0},
                                              *rows("a", 1, int8=0.5, fp16=0.9, pytorch=1.0), *rows("b", 1, int8=0.9, halves=0.7, fp16=1.1, pytorch=1.0),
                                              *rows("c", 32, int8=3.2, bytes=3.04, fp16=4.0, pytorch=4.0)])
        self.assertEqual([line.split(" | ")[0] for line in lines[2:5]], ["| b", "| c", "| a"])
        self.assertIn("| 0.90, 0.70, 1.10 |", lines[2])
        self.assertEqual(missed, 2, "b by fp16, c by the best of int8")
        self.assertIn("best of int8", lines[-2])

    def test_a_network_without_pytorch_has_no_row(self):
        lines, missed = beside_pytorch.table(rows("a", 1, int8=0.5))
        self.assertEqual((len(lines), missed), (2, 0))


class Wrong(unittest.TestCase):
    def test_f32_is_judged_by_pytorch_or_by_what_pytorch_is_off_f64(self):
        row = {"differing": 0, "beside_f32": 9e-6, "beside_f64": 9e-6, "pytorch_beside_f64": 1e-6}
        self.assertFalse(beside_pytorch.is_wrong(row))
        self.assertTrue(beside_pytorch.is_wrong({**row, "beside_f32": 2e-5}))
        self.assertFalse(beside_pytorch.is_wrong({**row, "beside_f32": 2e-5, "pytorch_beside_f64": 8e-6}))
        self.assertTrue(beside_pytorch.is_wrong({**row, "beside_f32": float("nan"), "beside_f64": float("nan")}), "no answer")
        self.assertTrue(beside_pytorch.is_wrong({**row, "differing": 1}))
        self.assertTrue(beside_pytorch.is_wrong({"failed": "an export"}))


class Again(unittest.TestCase):
    def test_a_network_is_measured_again_until_pytorch_was_at_all_batches(self):
        found = [*rows("a", 1, int8=0.5, pytorch=1.0), *rows("a", 32, int8=0.5), *rows("b", 1, pytorch=1.0), *rows("b", 32, pytorch=1.0)]
        self.assertEqual(beside_pytorch.unmeasured(found, ["a", "b", "c"], [1, 32]), ["a", "c"])
        self.assertEqual(beside_pytorch.unmeasured(found, ["a", "b", "c"], [1]), ["c"])

    def test_the_last_row_judges_a_network_whichever_call_wrote_it(self):
        right = {"what": "made", "differing": 0, "beside_f32": 0.0, "beside_f64": 0.0, "pytorch_beside_f64": 0.0}
        found = [{**right, "network": "a", "differing": 1}, {"what": "made", "network": "b", "failed": "an export"}, {**right, "network": "b"},
                 {**right, "network": "c", "differing": 1}, *rows("a", 1, pytorch=1.0)]
        self.assertEqual(beside_pytorch.wrong_networks(found, ["a", "b", "d"]), ["a"], "c is not asked for, of d nothing is known")


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
