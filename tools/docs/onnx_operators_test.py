"""Tests what the table of ONNX operators finds in a file like the importer's."""

import unittest

import onnx_operators as table

TEXT = '''
static int64_t helper(Binder &b) {
  b.attr(b.opset() < 2 ? "paddings" : "pads", pads).support(true, "on " + textOf(x) + "; give --shape");
}
// static void unused(Binder &b) { b.attr("unused", x); }
template <typename Op> static void conv(Binder &b) {
  b.attr("group", group).ignore("seed", "nothing is (dropped)");
  helper(b);
  b.constant(1, tensor);
}
static void constant(Binder &b) { b.attr("value", value); }
ArrayRef<OpEntry> ops() {
  static constexpr llvm::StringLiteral ours = "our.domain", others = "other";
  static constexpr OpEntry ops[] = {{"Conv", conv<nn::A, nn::B>}, {"Old", constant, 7},
                                    {"Theirs", constant, 1, microsoft},
                                    {"Ours", constant, 1, ours}, {"Said", constant, 1, "a.b"}};
  return ops;
}
'''


class Operators(unittest.TestCase):
    def test_entries(self):
        self.assertEqual(list(table.entries_of(TEXT)),
                         [("Conv", "conv", "1", ""), ("Old", "constant", "7", ""),
                          ("Theirs", "constant", "1", "com.microsoft"),
                          ("Ours", "constant", "1", "our.domain"), ("Said", "constant", "1", "a.b")])

    def test_what_a_converter_says(self):
        bodies = table.functions_of(table.without_comments(TEXT))
        self.assertEqual(set(bodies), {"helper", "conv", "constant", "ops"})
        self.assertEqual(table.said(bodies["conv"], bodies),
                         (["group", "paddings", "pads"], ["seed"], ["on …; give --shape"]))

    def test_arguments_in_strings_and_brackets(self):
        self.assertEqual(table.arguments_of('(f(a, b), "x, y")'), ["f(a, b)", ' "x, y"'])


if __name__ == "__main__":
    unittest.main()
