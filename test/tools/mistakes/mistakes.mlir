// Mistakes and what is said of them: Inputs/mistakes.txt, which begins with how to add one.
// RUN: %python -B %S/Inputs/run_mistakes.py %S/Inputs/mistakes.txt %t --models=%models --python=%python

func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
