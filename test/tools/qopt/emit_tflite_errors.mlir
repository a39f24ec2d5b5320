// Layers that have no form in TFLite: every such layer in one error, exit code 3, no file.
// RUN: sh %S/../Inputs/expect_code.sh 3 qopt %s --emit=tflite -o %t.tflite 2>&1 | FileCheck %s
// RUN: not ls %t.tflite

// CHECK: error: this has no form in TFLite:
// CHECK-NEXT: nn.erf has no form in TFLite, in erf
// CHECK-NOT: nn.relu

func.func @main(%x: tensor<2x3xf32> {nn.name = "x"}) -> tensor<2x3xf32> {
  %r = nn.relu %x {nn.name = "relu"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %e = nn.erf %r {nn.name = "erf"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %e : tensor<2x3xf32>
}
