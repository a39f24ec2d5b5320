#!/usr/bin/env python3
"""The arithmetic of rules.py. Exit status 77 where NumPy is absent."""
import math
import os
import sys
import unittest

try:
    import numpy as np
except ImportError:
    print("NumPy is absent")
    sys.exit(77)

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from peers import rules  # noqa: E402


def noise(decibels, samples=32):
    return [{"output": "y", "noise": [10 ** (-decibels / 10)] * samples, "power": [1.0] * samples}]


def setting(name, decibels, test, **rest):
    scheme, calibrator = name.split()
    told = {"setting": name, "mode": "quantize", "scheme": scheme, "calibrator": calibrator, "tries_ranges": calibrator == "auto",
            "repairs": True, "halves": [noise(decibels), noise(decibels)], "test": noise(test)}
    return rules.Setting({**told, **rest})


class Noise(unittest.TestCase):
    def test_the_worst_output_is_of_all_samples(self):
        made = rules.Noise([{"noise": [1, 0], "power": [100, 0]}, {"noise": [0.1, 0.1], "power": [10, 1]}])
        np.testing.assert_allclose(made.outputs(), [20, 10 * math.log10(55)])
        self.assertAlmostEqual(made.worst(), 10 * math.log10(55))
        self.assertEqual(rules.Noise([{"noise": [0, 0], "power": [1, 1]}]).worst(), rules.MOST)

    def test_tempered_noise_is_what_the_tool_has(self):
        """The figures of sample_noise_test.cpp."""
        one = rules.Noise([{"noise": [8, 0, 0, 0], "power": [200] * 4}])
        told = one.tempered(0.5, np.array([[1, 1, 1, 1], [1, 0, 0, 0], [0, 1, 1, 1]]))
        np.testing.assert_allclose(told, [-20 * math.log10(0.2 / 4), -10 * math.log10(0.04), rules.MOST])
        self.assertAlmostEqual(one.tempered(1, np.ones((1, 4)))[0], one.worst())

    def test_typical_noise_is_the_mean_of_decibels(self):
        self.assertAlmostEqual(rules.Noise([{"noise": [1, 100, 10], "power": [50, 100, 150]}]).typical(), 10)

    def test_own_noise_is_beside_the_mean_power(self):
        np.testing.assert_allclose(rules.Noise([{"noise": [1, 10], "power": [50, 150]}]).own(), [20, 10])


class Stages(unittest.TestCase):
    def test_ranges_are_tried_under_the_scheme_that_is_ahead(self):
        """competitors_test.cpp checks the same."""
        def judged(mixed, affine):
            settings = [setting("mixed mse", mixed, 0), setting("mixed auto", 40, 0), setting("affine mse", affine, 0),
                        setting("affine auto", 40, 0)]
            return [rules.within_reach(settings, i) for i in (1, 3)]
        self.assertEqual(judged(30, 30), [True, False])
        self.assertEqual(judged(30, 30.1), [True, False])
        self.assertEqual(judged(30, 30.3), [False, True])

    def test_who_loses_by_the_first_half_goes_no_further(self):
        """Both halves could not have chosen who loses by the first; who gains goes on."""
        settings = [setting("mixed mse", 30, 0), setting("mixed auto", 31, 0), setting("affine mse", 31.5, 0)]
        self.assertEqual(rules.staged(settings, 1)[0], [1, 2])
        self.assertEqual(rules.staged(settings, 1, halts=False)[0], [0, 1, 2])
        settings[0].halves[1] = rules.Noise(noise(90))
        settings[0].join()
        for halts in True, False:
            self.assertEqual(rules.regret(settings[:2], rules.tempered(0.5, 1), halts=halts)[1], 1)

    def test_an_output_that_powers_may_turn_loses_nothing(self):
        """competitors_test.cpp checks the same."""
        def loses(own, stands):
            settings = [setting("mixed mse", 30, 0), setting("mixed auto", 30, 0)]
            for one, shares in zip(settings, (own, stands)):
                one.halves[0] = rules.Noise([{"noise": [share] * 16, "power": [1.0] * 16} for share in shares])
            return not rules.may_win(settings, 0, 1)
        self.assertFalse(loses((0.04, 0.01), (0.01, 0.03)))
        self.assertTrue(loses((0.04, 0.005), (0.01, 0.0099)))
        self.assertTrue(loses((0.011, 0.031), (0.01, 0.03)))

    def test_dynamic_ranges_compete_below_thirty(self):
        dynamic = setting("affine none", 60, 0, mode="dynamic")
        self.assertEqual(len(rules.competing([setting("mixed mse", 30.1, 0), dynamic])), 1)
        self.assertEqual(len(rules.competing([setting("mixed mse", 29.9, 0), dynamic])), 2)


class Student(unittest.TestCase):
    def test_tails_are_the_tables(self):
        for t, degrees in (6.314, 1), (2.920, 2), (2.353, 3), (1.812, 10), (1.669, 63):
            self.assertAlmostEqual(rules.tail_of_student(t, degrees), 0.05, 4)


class Rules(unittest.TestCase):
    def setUp(self):
        self.settings = [setting("mixed min-max", 30, 32), setting("mixed mse", 33, 30), setting("mixed auto", 32, 31)]

    def test_regret_is_of_other_samples(self):
        self.assertEqual(rules.standing_of(self.settings), 2)
        below, chosen = rules.regret(self.settings, rules.best, stages=False)
        self.assertEqual(chosen, 1)
        self.assertAlmostEqual(below, 2)
        self.assertAlmostEqual(rules.regret(self.settings, rules.fixed, stages=False)[0], 1)

    def test_a_gain_has_the_jackknifes_error(self):
        """The figures of paired_gain_test.cpp."""
        lucky = rules.Noise([{"noise": [2] * 5, "power": [100] * 5}])
        other = rules.Noise([{"noise": [2] * 4 + [8], "power": [100] * 5}])
        gain, error = rules.gains_of([lucky, other], 1, 0.5)[0]
        most = 20 * math.log10(5 / 4)
        self.assertAlmostEqual(gain, 20 * math.log10(6 / 5))
        self.assertAlmostEqual(error, math.sqrt((4 * (most / 5) ** 2 + (most * 4 / 5) ** 2) * 4 / 5 * 4 / 2))

    def test_one_lucky_sample_says_little(self):
        """The standing one has a noisy sample of 64."""
        stands = self.settings[2]
        stands.halves[0].noise[0, 3] = 1
        stands.join()
        self.assertEqual(rules.best(self.settings, 2, 2), 1)
        self.settings[1].both.noise[:] = stands.both.noise[0, 0] * 1.01
        self.assertEqual(rules.best(self.settings, 2, 2), 1)
        for rule in (rules.surely(0.05), rules.tempered(0.5, 1)):
            self.assertEqual(rule(self.settings, 2, 2), 2)

    def test_what_the_typical_sample_loses_is_no_gain(self):
        """As paired_gain_test.cpp has it."""
        noisy = np.arange(64) % 4 == 0
        for one, values in zip(self.settings, ([9e3, 9e3], [50, 1.5], [100, 1])):
            one.both.noise[0] = np.where(noisy, *values)
        for asks, chosen in (False, 1), (True, 2):
            self.assertEqual(rules.tempered(0.5, 1, asks)(self.settings, 2, 2), chosen)

    def test_what_one_half_loses_is_no_gain(self):
        """As verdict_test.cpp has it."""
        for one in self.settings:
            one.both.noise[0] = 9e3
        self.settings[1].both.noise[0, :32], self.settings[1].both.noise[0, 32:] = 3e3, 9.1e3
        for asks, chosen in (False, 1), (True, 0):
            self.assertEqual(rules.tempered(0.5, 1, True, asks)(self.settings, 2, 2), chosen)

    def test_few_samples_that_try_ranges_doubt_them(self):
        """As verdict_test.cpp has it."""
        for samples, chosen in (31, 2), (32, 1):
            told = [setting(name, gain, 0, halves=[noise(gain, samples)] * 2) for name, gain in
                    (("mixed mse", 33.4), ("affine mse", 33.45), ("mixed auto", 33))]
            self.assertEqual(rules.tempered(0.5, 1)(told, 2, 2), chosen)

    def test_what_is_equal_is_the_simplest(self):
        self.settings[0] = setting("mixed min-max", 33, 0)
        self.assertEqual(rules.tempered(0.5, 1)(self.settings, 2, 2), 0)

    def test_a_rule_is_chosen_by_other_networks(self):
        found = {"a": [0, 0, 3], "b": [1, 1, 1]}
        self.assertEqual(rules.of_least_regret(found, [0, 1]), "a")
        self.assertEqual(rules.of_least_regret(found, [1, 2]), "b")


if __name__ == "__main__":
    unittest.main()
