// RUN: qopt %s --absorb-qdq --fold-dequant | FileCheck %s
// RUN: qopt %s --absorb-qdq --fold-dequant --insert-quant="range=x=-1:1" | FileCheck %s

// A gather between dequantize and quantize of one type is a copy of steps; its indices stay integers.
!q = !quant.uniform<i8:f32, 0.5>
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[Y:.*]] = nn.gather %arg0, %arg1 {{.*}} : (tensor<3x2x!quant{{.*}}, tensor<2xi64>) -> tensor<2x2x!quant
// CHECK-NEXT: return %[[Y]]
func.func @main(%x: tensor<3x2x!q> {nn.name = "x"}, %i: tensor<2xi64> {nn.name = "i"}) -> tensor<2x2x!q> {
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<3x2x!q>) -> tensor<3x2xf32>
  %g = nn.gather %d, %i {axis = 0 : i64, nn.name = "g"} : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  %y = nn.quantize %g {nn.name = "y"} : (tensor<2x2xf32>) -> tensor<2x2x!q>
  return %y : tensor<2x2x!q>
}
