"""explain: where a quantized network loses."""

import unittest

import qopt
from common import digits, mlp, quiet

IMAGES, _ = digits("calibration", 160)


class Explain(unittest.TestCase):
    def test_shares_add_up(self):
        with quiet():
            integers = qopt.quantize(mlp(), IMAGES).model
            result = qopt.explain(mlp(), integers, IMAGES)
        worst = result.worst
        self.assertAlmostEqual(sum(one.share for one in worst.layers) + worst.rest, 1, places=6)
        self.assertTrue(all(abs(sum(one.causes.values()) - one.share) < 1e-6 for one in worst.layers))
        self.assertEqual(len(worst.flipped), worst.flips)
        self.assertIn(worst.layers[0].worst_cause, str(result))
        self.assertIn("<table>", result._repr_html_())


if __name__ == "__main__":
    unittest.main()
