// A copy that does not take a type keeps the conversions around it: no window reads 16 unsigned bits.
// RUN: qopt %s --fold-dequant | FileCheck %s
// RUN: qopt %s --cancel-conversions | FileCheck %s

// CHECK: %[[F:.*]] = nn.dequantize %arg0
// CHECK: %[[P:.*]] = nn.max_pool2d %[[F]]
// CHECK: nn.quantize %[[P]]
!q = !quant.uniform<u16:f32, 5.0e-01:3>
func.func @main(%x: tensor<1x1x2x2x!q> {nn.name = "x"}) -> tensor<1x1x1x1x!q> {
  %f = nn.dequantize %x {nn.name = "f"} : (tensor<1x1x2x2x!q>) -> tensor<1x1x2x2xf32>
  %p = nn.max_pool2d %f {kernel = array<i64: 2, 2>, nn.name = "pool"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x1xf32>
  %y = nn.quantize %p {nn.name = "y"} : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1x!q>
  return %y : tensor<1x1x1x1x!q>
}
