// RUN: qopt %s --absorb-qdq | FileCheck %s
!a = !quant.uniform<i8:f32, 5.0e-1>
!u = !quant.uniform<u8:f32, 2.5e-1:7>

// A relu and a max pool keep their operand's parameters: a requantize makes
// those that follow. Fixed functions and sums go from any to any.
// CHECK-LABEL: func.func @main
// CHECK-NEXT:  %[[R:.*]] = nn.relu %{{.*}} {nn.name = "relu"} : (tensor<1x1x2x2x!quant.uniform<i8:f32, 5.000000e-01>>)
// CHECK-NEXT:  %[[Q:.*]] = nn.requantize %[[R]] {nn.name = "q1"} : {{.*}} -> tensor<1x1x2x2x!quant.uniform<u8:f32, 2.500000e-01:7>>
// CHECK-NEXT:  %[[P:.*]] = nn.max_pool2d %[[Q]] {{.*}} -> tensor<1x1x1x2x!quant.uniform<u8:f32, 2.500000e-01:7>>
// CHECK-NEXT:  %[[S:.*]] = nn.sigmoid %[[P]] {{.*}} -> tensor<1x1x1x2x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK-NEXT:  %[[A:.*]] = nn.add %[[S]], %[[P]] {{.*}} -> tensor<1x1x1x2x!quant.uniform<u8:f32, 2.500000e-01:7>>
// CHECK-NEXT:  return %[[A]]
func.func @main(%x: tensor<1x1x2x2x!a> {nn.name = "x"}) -> tensor<1x1x1x2x!u> {
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<1x1x2x2x!a>) -> tensor<1x1x2x2xf32>
  %r = nn.relu %d {nn.name = "relu"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %q1 = nn.quantize %r {nn.name = "q1"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!u>
  %d1 = nn.dequantize %q1 {nn.name = "d1"} : (tensor<1x1x2x2x!u>) -> tensor<1x1x2x2xf32>
  %p = nn.max_pool2d %d1 {kernel = array<i64: 2, 1>, nn.name = "pool"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x2xf32>
  %q2 = nn.quantize %p {nn.name = "q2"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2x!u>
  %d2 = nn.dequantize %q2 {nn.name = "d2"} : (tensor<1x1x1x2x!u>) -> tensor<1x1x1x2xf32>
  %s = nn.sigmoid %d2 {nn.name = "sigmoid"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %q3 = nn.quantize %s {nn.name = "q3"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2x!a>
  %d3 = nn.dequantize %q3 {nn.name = "d3"} : (tensor<1x1x1x2x!a>) -> tensor<1x1x1x2xf32>
  %t = nn.add %d3, %d2 {nn.name = "sum"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %q4 = nn.quantize %t {nn.name = "q4"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2x!u>
  return %q4 : tensor<1x1x1x2x!u>
}
