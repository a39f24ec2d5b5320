"""This makes a few of the runs of stress.py, whose command can make more."""

import unittest

import stress


class Stress(unittest.TestCase):
    def test_a_few_runs_of_many_threads(self):
        self.assertEqual(stress.main(["--runs=12", "--threads=4", "--terminated=20"]), 0)


if __name__ == "__main__":
    unittest.main()
