// More mistakes and what is said of them: Inputs/more_mistakes.txt.
// RUN: %python -B %S/Inputs/run_mistakes.py %S/Inputs/more_mistakes.txt %t --models=%models --python=%python

func.func @main(%x: tensor<2xf32> {nn.name = "x"}) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
