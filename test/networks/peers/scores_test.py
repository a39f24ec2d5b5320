#!/usr/bin/env python3
"""The arithmetic of scores.py. Exit status 77 where NumPy is absent."""
import os
import sys
import unittest

try:
    import numpy as np
except ImportError:
    print("NumPy is absent")
    sys.exit(77)

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from peers import scores  # noqa: E402


class Noise(unittest.TestCase):
    def test_sqnr_is_of_all_values(self):
        values = np.array([[3.0, 4.0], [0.0, 0.0]])
        self.assertAlmostEqual(scores.sqnr(values, values + np.array([[0.5, 0], [0, 0]])), 20)
        self.assertEqual(scores.sqnr(values, values), 120)

    def test_noise_adds_outputs_relative_to_each_signal(self):
        real = {"a": np.array([[3.0, 4.0], [4.0, 3.0]]), "b": np.array([[100.0], [100.0]])}
        found = {"a": real["a"] + np.array([[0.5, 0], [0, 0]]), "b": real["b"] + np.array([[0], [10.0]])}
        np.testing.assert_allclose(scores.noise(real, found), [0.01, 0.01])


class Flips(unittest.TestCase):
    def test_steps_of_a_sample_add_up(self):
        real = np.zeros((2, 3, 4))
        real[:, :, 1] = 1
        found = real.copy()
        found[1, :2, 2] = 2
        np.testing.assert_array_equal(scores.flips(real, found), [0, 2])

    def test_pixels_of_one_are_no_classes(self):
        scores_of_one = np.array([[[[1.0]], [[2.0]]], [[[2.0]], [[1.0]]]])
        np.testing.assert_array_equal(scores.classes(scores_of_one), [[1], [0]])
        np.testing.assert_array_equal(scores.classes(np.array([[[0.7]], [[0.2]]])), [[True], [False]])

    def test_one_score_is_a_class_above_a_half(self):
        np.testing.assert_array_equal(scores.flips(np.array([[0.4], [0.6]]), np.array([[0.6], [0.7]])), [1, 0])

    def test_greedy_text_drops_repeats_and_blanks(self):
        best = [1, 1, 0, 1, 2, 2, 0, 0]
        self.assertEqual(scores.greedy_text(np.eye(3)[best], ["", "a", "b"]), "aab")


class Intervals(unittest.TestCase):
    def test_bonett_and_price(self):
        """Ours alone flips 8 of 100 samples, the peer alone 2: (8 - 2) / 102 ± 1.96 √((9 + 3 - 36/102) / 102²)."""
        mean, low, high = scores.paired_interval([1] * 8 + [-1] * 2 + [0] * 90)
        spread = 1.96 * np.sqrt(12 - 36 / 102) / 102
        self.assertAlmostEqual(mean, 0.06)
        self.assertAlmostEqual(low, 6 / 102 - spread)
        self.assertAlmostEqual(high, 6 / 102 + spread)

    def test_decibels_are_paired(self):
        """Samples differ much, but ours has a tenth of the peer's noise on each."""
        found = scores.paired_decibels(np.array([0.1, 0.01, 0.001]), np.array([1, 0.1, 0.01]))
        np.testing.assert_allclose(found, 10)

    def test_one_noisy_sample_of_many_decides_nothing(self):
        ours, theirs = np.full(50, 0.01), np.full(50, 0.02)
        ours[7] = 2
        gained, low, high = scores.paired_decibels(ours, theirs)
        self.assertAlmostEqual(gained, 10 * np.log10(1 / 2.49))
        self.assertLess(low, gained)
        self.assertGreater(high, 0)

    def test_verdicts(self):
        self.assertEqual(scores.verdict(0.1, 0.2, fewer_is_better=True), "worse")
        self.assertEqual(scores.verdict(0.1, 0.2, fewer_is_better=False), "better")
        self.assertEqual(scores.verdict(-0.2, -0.1, fewer_is_better=True), "better")
        self.assertEqual(scores.verdict(-0.2, -0.1, fewer_is_better=False), "worse")
        self.assertEqual(scores.verdict(-0.1, 0.1, fewer_is_better=True), "within")


class Scores(unittest.TestCase):
    def test_the_worst_output_and_the_one_that_flips_most(self):
        real = {"a": np.array([[1.0, 0.0]] * 4), "b": np.array([[0.0, 2.0]] * 4)}
        found = {"a": real["a"] * 1.1, "b": real["b"].copy()}
        found["b"][0] = [3, 2]
        told = scores.of(real, found, ["a", "b"])
        self.assertEqual((told["worst"], told["flips"]), ("b", [1, 0, 0, 0]))
        self.assertAlmostEqual(told["outputs"]["a"], 20)
        self.assertIsNone(scores.of(real, found, [])["flips"])


if __name__ == "__main__":
    unittest.main()
