// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s
// RUN: qopt %s -o %t.mlir && qopt %t.mlir -o %t.2.mlirbc && qopt %t.2.mlirbc | FileCheck %s

// Values of 4 bits lie two to a byte, the first in the low half.
// CHECK-LABEL: @main(
// CHECK: nn.constant {nn.name = "w"} dense_resource<w_1> : tensor<5x!quant.uniform<i4:f32, 5.000000e-01>>
// CHECK: nn.constant {nn.name = "u"} dense_resource<w_1> : tensor<6xui4>
// CHECK: nn.constant {nn.name = "v"} dense<[-8, 7, 0]> : tensor<3xi4>
// CHECK: nn.constant {nn.name = "h"} dense<[1.000000e+00, 6.550400e+04]> : tensor<2xf16>
// CHECK: nn.constant {nn.name = "b"} dense_resource<w_2> : tensor<2xbf16>
// CHECK: nn.constant {nn.name = "e"} dense_resource<w_2> : tensor<4xf8E4M3FN>
// CHECK: nn.constant {nn.name = "f"} dense<[5.734400e+04, 0x7C]> : tensor<2xf8E5M2>
// CHECK: nn.cast %{{.*}} {saturate = false} : (tensor<2xf16>) -> tensor<2xf8E4M3FN>
// CHECK: w_1: "0x40000000781F03"
// CHECK: w_2: "0x40000000803F4040"
func.func @main() -> tensor<2xf8E4M3FN> {
  %w = nn.constant {nn.name = "w"} dense_resource<w_1> : tensor<5x!quant.uniform<i4:f32, 0.5>>
  %u = nn.constant {nn.name = "u"} dense_resource<w_1> : tensor<6xui4>
  %v = nn.constant {nn.name = "v"} dense<[-8, 7, 0]> : tensor<3xi4>
  %h = nn.constant {nn.name = "h"} dense<[1.0, 65504.0]> : tensor<2xf16>
  %b = nn.constant {nn.name = "b"} dense_resource<w_2> : tensor<2xbf16>
  %e = nn.constant {nn.name = "e"} dense_resource<w_2> : tensor<4xf8E4M3FN>
  %f = nn.constant {nn.name = "f"} dense<[57344.0, 0x7C]> : tensor<2xf8E5M2>
  %c = nn.cast %h {saturate = false} : (tensor<2xf16>) -> tensor<2xf8E4M3FN>
  return %c : tensor<2xf8E4M3FN>
}

{-#
  dialect_resources: {
    builtin: {
      w_1: "0x40000000781F03",
      w_2: "0x40000000803F4040"
    }
  }
#-}
