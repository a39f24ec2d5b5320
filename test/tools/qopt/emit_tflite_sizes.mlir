// A size beyond 32 bits has no form in TFLite, and is not cut off.
// RUN: sh %S/../Inputs/expect_code.sh 3 qopt %s --emit=tflite -o %t.tflite 2>&1 | FileCheck %s
// RUN: not ls %t.tflite

// CHECK: error: this has no form in TFLite:
// CHECK-NEXT: nn.expand: a size of 4294967297, where TFLite has 32 bits, in wide

func.func @main(%x: tensor<1x1xi8> {nn.name = "x"}) -> tensor<1x1xi8> {
  %e = nn.expand %x {nn.name = "wide"} : (tensor<1x1xi8>) -> tensor<4294967297x1xi8>
  %y = nn.slice %e {nn.name = "y", starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : (tensor<4294967297x1xi8>) -> tensor<1x1xi8>
  return %y : tensor<1x1xi8>
}
