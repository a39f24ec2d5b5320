// A sum of signed steps is written where its scale is its input's, and else refused: no kernel of the interpreter rounds it as (L8) does.
// RUN: sh %S/../Inputs/expect_code.sh 3 qopt %s --emit=tflite -o %t.tflite 2>&1 | FileCheck %s
// RUN: not ls %t.tflite

// CHECK: error: this has no form in TFLite:
// CHECK-NEXT: nn.reduce_sum: of signed steps whose result has another scale than its input, {{.*}} requantize the result in a layer of its own, in total
// CHECK-NOT: nn.

!q = !quant.uniform<i8:f32, 0.5:3>
!moved = !quant.uniform<i8:f32, 0.5:-7>
!scaled = !quant.uniform<i8:f32, 2.0:3>
!u = !quant.uniform<u8:f32, 0.5:128>
!v = !quant.uniform<u8:f32, 2.0:100>
func.func @main(%x: tensor<2x3x4x!q> {nn.name = "x"}, %y: tensor<2x3x!u> {nn.name = "y"}) -> (tensor<2x!scaled>, tensor<2x!v>)
    attributes {nn.fixed_point = "tflite"} {
  %rows = nn.reduce_sum %x {nn.name = "rows", axes = array<i64: 2>} : (tensor<2x3x4x!q>) -> tensor<2x3x!moved>
  %total = nn.reduce_sum %rows {nn.name = "total", axes = array<i64: 1>} : (tensor<2x3x!moved>) -> tensor<2x!scaled>
  %bytes = nn.reduce_sum %y {nn.name = "bytes", axes = array<i64: 1>} : (tensor<2x3x!u>) -> tensor<2x!v>
  return %total, %bytes : tensor<2x!scaled>, tensor<2x!v>
}
