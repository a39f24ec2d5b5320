// RUN: qopt %s --absorb-qdq | FileCheck %s
!a = !quant.uniform<i8:f32, 5.0e-1>
!u = !quant.uniform<u8:f32, 2.5e-1:7>

// A copy keeps its operand's parameters: a requantize makes those that follow, or the bound after
// it does, as a bound goes from any to any. So do fixed functions and sums.
// CHECK-LABEL: func.func @main
// CHECK-NEXT:  %[[C:.*]] = nn.slice %{{.*}} {nn.name = "copy"{{.*}} -> tensor<1x1x2x2x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK-NEXT:  %[[Q:.*]] = nn.requantize %[[C]] {nn.name = "q0"} : {{.*}} -> tensor<1x1x2x2x!quant.uniform<u8:f32, 2.500000e-01:7>>
// CHECK-NEXT:  %[[L:.*]] = nn.clip %[[Q]] {{.*}}nn.name = "clip"{{.*}} -> tensor<1x1x2x2x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK-NEXT:  %[[P:.*]] = nn.max_pool2d %[[L]] {{.*}} -> tensor<1x1x1x2x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK-NEXT:  %[[R:.*]] = nn.relu %[[P]] {nn.name = "relu"} : {{.*}} -> tensor<1x1x1x2x!quant.uniform<u8:f32, 2.500000e-01:7>>
// CHECK-NEXT:  %[[S:.*]] = nn.sigmoid %[[R]] {{.*}} -> tensor<1x1x1x2x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK-NEXT:  %[[A:.*]] = nn.add %[[S]], %[[R]] {{.*}} -> tensor<1x1x1x2x!quant.uniform<u8:f32, 2.500000e-01:7>>
// CHECK-NEXT:  return %[[A]]
func.func @main(%x: tensor<1x1x2x2x!a> {nn.name = "x"}) -> tensor<1x1x1x2x!u> {
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<1x1x2x2x!a>) -> tensor<1x1x2x2xf32>
  %c = nn.slice %d {starts = array<i64: 0, 0, 1, 0>, steps = array<i64: 1, 1, -1, 1>, nn.name = "copy"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %q0 = nn.quantize %c {nn.name = "q0"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!u>
  %d0 = nn.dequantize %q0 {nn.name = "d0"} : (tensor<1x1x2x2x!u>) -> tensor<1x1x2x2xf32>
  %l = nn.clip %d0 {min = -1.0 : f32, max = 1.0 : f32, nn.name = "clip"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %q1 = nn.quantize %l {nn.name = "q1"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!a>
  %d1 = nn.dequantize %q1 {nn.name = "d1"} : (tensor<1x1x2x2x!a>) -> tensor<1x1x2x2xf32>
  %p = nn.max_pool2d %d1 {kernel = array<i64: 2, 1>, nn.name = "pool"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x2xf32>
  %r = nn.relu %p {nn.name = "relu"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %q2 = nn.quantize %r {nn.name = "q2"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2x!u>
  %d2 = nn.dequantize %q2 {nn.name = "d2"} : (tensor<1x1x1x2x!u>) -> tensor<1x1x1x2xf32>
  %s = nn.sigmoid %d2 {nn.name = "sigmoid"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %q3 = nn.quantize %s {nn.name = "q3"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2x!a>
  %d3 = nn.dequantize %q3 {nn.name = "d3"} : (tensor<1x1x1x2x!a>) -> tensor<1x1x1x2xf32>
  %t = nn.add %d3, %d2 {nn.name = "sum"} : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %q4 = nn.quantize %t {nn.name = "q4"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2x!u>
  return %q4 : tensor<1x1x1x2x!u>
}
