// RUN: qopt %s --fold-batch-norm="explain=true" 2>&1 | FileCheck %s
// RUN: qopt %s --fold-batch-norm="without=fold-batch-norm/mul" | FileCheck %s --check-prefix=WITHOUT
// RUN: not qopt %s --fold-batch-norm="without=fold-batch-norm/muls" 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Each rewrite has a name and a promise; it may be left out by that name.
// CHECK: rewrites.mlir:{{[0-9]+}}:{{[0-9]+}}: remark: fold-batch-norm/mul (f32 rounding): 'scaled'
// CHECK: remark: fold-batch-norm/add (f32 rounding): 'shifted'
// WITHOUT: nn.conv2d
// WITHOUT: nn.mul
// UNKNOWN: error: without=: there is no rewrite 'fold-batch-norm/muls' here; there are fold-batch-norm/batch-norm, fold-batch-norm/mul,
func.func @main(%x: tensor<1x1x1x2xf32> {nn.name = "x"}) -> tensor<1x1x1x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<2.0> : tensor<1x1x1x1xf32>
  %m = nn.constant {nn.name = "m"} dense<3.0> : tensor<1x1x1x1xf32>
  %c = nn.conv2d %x, %w {nn.name = "conv"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x2xf32>
  %s = nn.mul %c, %m {nn.name = "scaled"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x2xf32>
  %a = nn.add %s, %m {nn.name = "shifted"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x2xf32>
  return %a : tensor<1x1x1x2xf32>
}
