"""These tests check what beside_pytorch.py makes of rows: its table, worst first, and what misses a bar. They need no card and no torch."""

import argparse
import os
import subprocess
import tempfile
import time
import unittest
from unittest import mock

import beside_pytorch
import results


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
    def test_points_are_measured_whose_time_no_row_has(self):
        found = [*rows("a", 1, int8=0.5, pytorch=1.0), *rows("a", 32, int8=0.5), *rows("b", 1, pytorch=1.0), *rows("b", 32, pytorch=1.0)]
        self.assertEqual(beside_pytorch.left_of(found, ["a", "b", "c"], [1, 32], "pytorch"), [("a", 32), ("c", 1), ("c", 32)])
        self.assertEqual(beside_pytorch.left_of(found, ["a", "b"], [1], "int8"), [("b", 1)])

    def pytorch_rows(self, seconds, timed):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(beside_pytorch, "pytorch", timed):
            options = argparse.Namespace(results=os.path.join(folder, "r.jsonl"), networks=["a", "b"], batches=[1], jobs=2)
            results.mend(options.results)
            results.append(options.results, *rows("a", 1, pytorch=1.0))
            try:
                return beside_pytorch.measure_pytorch(options, time.monotonic() + seconds), beside_pytorch.read(options.results)[1:]
            except beside_pytorch.OutOfTime:
                return None, beside_pytorch.read(options.results)[1:]

    def test_pytorch_is_timed_where_no_row_has_it(self):
        self.assertEqual(self.pytorch_rows(100, lambda name, batch, seconds: 2.0), (True, rows("b", 1, pytorch=2.0)))
        self.assertEqual(self.pytorch_rows(20, lambda name, batch, seconds: 2.0), (None, []), "there is no time left for a point")

    def test_a_compiler_that_takes_all_time_ends_the_call_and_an_error_does_not(self):
        def expired(name, batch, seconds):
            raise subprocess.TimeoutExpired(name, seconds)

        def failing(name, batch, seconds):
            raise RuntimeError("no such network")
        self.assertEqual(self.pytorch_rows(100, expired), (None, []))
        self.assertEqual(self.pytorch_rows(100, failing), (False, []))

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
