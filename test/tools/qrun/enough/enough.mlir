// Bytes that reach 255 in several samples move no farther; of a linear layer behind them a few do.
// RUN: %python %S/../../Inputs/make_array.py %t.x.npy f4:6,2:1,2,255,0,255,3,4,9,255,7,0,255
// RUN: qrun enough %s --data=%t.x.npy | FileCheck %s
// RUN: qrun enough %s --data=%t.x.npy --chance=0.0001 --json | FileCheck %s --check-prefix=JSON
// RUN: sh %S/../../Inputs/expect_code.sh 1 qrun enough %s --data=%t.x.npy --first=3 2>&1 | FileCheck %s --check-prefix=FEW
// CHECK: value {{ *}}min {{ *}}max {{ *}}outside % {{ *}}moves % {{ *}}far outside % {{ *}}needs
// CHECK: x {{ *}}0 {{ *}}255 {{ *}}0.00 {{ *}}0.0 {{ *}}0.00 {{ *}}1
// CHECK: 6 samples are {{enough|too few}}: {{[0-9]+}} leave no more than 1 % of others
// JSON: "enough": false
// FEW: error: {{.*}}3 samples tell nothing of those that are missing: give 5 or more

!t = tensor<?x2xf32, #nn.dims<N>>
func.func @main(%x: !t {nn.name = "x"}) -> !t {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 0.3], [0.1, 1.2]]> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (!t, tensor<2x2xf32>) -> !t
  return %a : !t
}
