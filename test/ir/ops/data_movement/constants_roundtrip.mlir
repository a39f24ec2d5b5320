// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s

// Two constants of the same bytes name one resource; it is written once.
// CHECK-LABEL: @main(
// CHECK: nn.constant {nn.name = "w"} dense_resource<w_1> : tensor<2x2xf32>
// CHECK: nn.constant {nn.name = "v"} dense_resource<w_1> : tensor<4xf32>
// CHECK: nn.constant {nn.name = "q"} dense_resource<w_2> : tensor<4x!quant.uniform<i8<-127:127>:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01,5.000000e-01}>>
// CHECK: nn.constant {nn.name = "small"} dense<[1, -9223372036854775808]> : tensor<2xi64>
// CHECK: {-#
// CHECK-COUNT-1: w_1: "0x400000000000803F0000004000004040000080BF"
// CHECK-NOT: w_1:
// CHECK: w_2: "0x4000000001FF7F81"
func.func @main() {
  %w = nn.constant {nn.name = "w"} dense_resource<w_1> : tensor<2x2xf32>
  %v = nn.constant {nn.name = "v"} dense_resource<w_1> : tensor<4xf32>
  %q = nn.constant {nn.name = "q"} dense_resource<w_2> : tensor<4x!quant.uniform<i8<-127:127>:f32:0, {0.5, 0.5, 0.5, 0.5}>>
  %s = nn.constant {nn.name = "small"} dense<[1, -9223372036854775808]> : tensor<2xi64>
  return
}

{-#
  dialect_resources: {
    builtin: {
      w_1: "0x400000000000803F0000004000004040000080BF",
      w_2: "0x4000000001FF7F81"
    }
  }
#-}
