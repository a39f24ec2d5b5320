// io=quantized: a bound between the last layer and the port is integer, as the port is.
// RUN: qopt %s --insert-quant="range=x=-1:1,y=-2:2 io=quantized" --fold-dequant | FileCheck %s

// CHECK: %[[Y:.*]] = nn.matmul {{.*}} -> tensor<2x2x!quant.uniform<u8
// CHECK: %[[R:.*]] = nn.relu %[[Y]]
// CHECK-NOT: nn.quantize
// CHECK: return %[[R]]
func.func @main(%x: tensor<2x2xf32> {nn.name = "x"}) -> tensor<2x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [-1.0, 0.5]]> : tensor<2x2xf32>
  %y = nn.matmul %x, %w {nn.name = "y"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = nn.relu %y {nn.name = "r"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
