"""Samples that Python yields: every pass of a flow has the same ones, in the same order."""

import unittest

import numpy
import qopt
from common import digits, mlp, quiet

IMAGES, LABELS = digits("calibration", 160)


class Shuffled:
    """Batches as a loader gives them that shuffles: another order in each pass, the labels with it."""

    def __init__(self, seeds):
        self.seeds = seeds

    def __iter__(self):
        order = numpy.random.default_rng(next(self.seeds)).permutation(len(IMAGES))
        return iter([(IMAGES[order[i:i + 40]], LABELS[order[i:i + 40]]) for i in range(0, len(IMAGES), 40)])


class Passes(unittest.TestCase):
    def test_another_order_in_a_later_pass_is_refused(self):
        for flow in (qopt.quantize, qopt.evaluate):
            with quiet(), self.assertRaisesRegex(qopt.ArgumentError, r"batch 0, counted from 0, is another one.*shuffle=False"):
                flow(mlp(), Shuffled(iter(range(100))))

    def test_other_samples_in_a_later_pass_are_refused(self):
        noise = numpy.random.default_rng(1)

        def augmented():
            yield IMAGES[:80]
            yield IMAGES[80:].astype("float32") + noise.normal(size=IMAGES[80:].shape).astype("float32")

        with quiet(), self.assertRaisesRegex(qopt.ArgumentError, "batch 1, counted from 0"):
            qopt.quantize(mlp(), augmented, labels=LABELS)

    def test_other_labels_in_a_later_pass_are_refused(self):
        turns = iter(range(100))

        def relabelled():
            yield IMAGES, numpy.roll(LABELS, next(turns))

        with quiet(), self.assertRaisesRegex(qopt.ArgumentError, "batch 0"):
            qopt.evaluate(mlp(), relabelled)

    def test_a_pass_of_fewer_batches_is_refused(self):
        turns = iter(range(100))

        def shorter():
            return ((IMAGES[i:i + 40], LABELS[i:i + 40]) for i in range(0, 160 - 40 * next(turns), 40))

        with quiet(), self.assertRaisesRegex(qopt.Error, "there are 3 batches, and in another pass there were 4"):
            qopt.evaluate(mlp(), shorter)

    def test_the_same_order_in_each_pass_is_that_of_a_list(self):
        same = Shuffled(iter([7] * 100))
        with quiet():
            own, listed = (qopt.quantize(mlp(), samples, device="host:1", float_order="invariant") for samples in (same, list(same)))
        self.assertEqual(own.bytecode, listed.bytecode)
        self.assertEqual(own.network.right_answers, listed.network.right_answers)

    def test_one_pass_may_have_any_order(self):
        with quiet():
            self.assertEqual(qopt.calibrate(mlp(), Shuffled(iter([3])), method="min-max").samples, len(IMAGES))


class Labels(unittest.TestCase):
    """Whatever stands behind the inputs is labels, or the caller says that it is none: it is never
    dropped without a word."""

    def refused(self, kind, samples, words, flow=qopt.evaluate):
        with quiet(), self.assertRaisesRegex(kind, words):
            flow(mlp(), samples)

    def test_what_is_no_class_is_refused_and_its_batch_named(self):
        whole, behind = (IMAGES[:8], LABELS[:8]), IMAGES[8:16]
        for labels, words in ((LABELS[8:16].astype("f4"), r"batch 1, counted from 0, brings float32 of shape \(8,\); labels.astype\(int\)"),
                              (numpy.eye(10)[LABELS[8:16]], r"batch 1.*argmax\(1\).*labels=False"), (["a"] * 8, "batch 1.*list")):
            for flow in (qopt.evaluate, qopt.quantize):
                self.refused(TypeError, [whole, (behind, labels)], words, flow)

    def test_a_batch_without_labels_beside_others_is_refused(self):
        for samples, number in (([(IMAGES[:8], LABELS[:8]), IMAGES[8:16]], 1), ([IMAGES[:8], (IMAGES[8:16], LABELS[8:16])], 0)):
            self.refused(qopt.ArgumentError, samples, f"batch {number}, counted from 0, brings none.*labels=False")

    def test_labels_that_are_no_one_for_each_sample_are_refused(self):
        self.refused(qopt.ArgumentError, [(IMAGES[:8], LABELS[:7]), (IMAGES[8:16], LABELS[7:16])], "batch 0.*7 labels for 8 samples")
        self.refused(qopt.ArgumentError, [(IMAGES[:8], LABELS[:8], LABELS[:8])], "batch 0.*2 things behind the inputs")

    def test_labels_false_lets_them_be(self):
        with quiet():
            judged = qopt.evaluate(mlp(), [(IMAGES[:8], LABELS[:8].astype("f4")), IMAGES[8:16]], labels=False)
        self.assertIsNone(judged.against.right_answers)


if __name__ == "__main__":
    unittest.main()
