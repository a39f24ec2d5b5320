// RUN: qopt %s --fold-dequant | FileCheck %s
!a = !quant.uniform<i8:f32, 5.0e-1>

// One dequantize serves an integer consumer, which loses it, and a float one,
// which keeps it. The pool is read as float too and so stays float.
// CHECK-LABEL: func.func @main
// CHECK:       %[[Q:.*]] = nn.quantize
// CHECK-NEXT:  %[[D:.*]] = nn.dequantize %[[Q]]
// CHECK-NEXT:  %[[R:.*]] = nn.relu %[[Q]] {nn.name = "integer"}
// A copy of it that is only quantized back runs on the steps, beside the float reader.
// CHECK-NEXT:  %[[S:.*]] = nn.slice %[[Q]] {{.*}} -> tensor<1x1x1x2x!quant
// CHECK-NEXT:  %[[E:.*]] = nn.exp %[[D]] {nn.name = "float"}
// CHECK-NEXT:  %[[P:.*]] = nn.max_pool2d %[[E]]
// CHECK-NEXT:  %[[Q2:.*]] = nn.quantize %[[P]]
// A transpose keeps its place in this pass, and quantize rises above it.
// CHECK:       %[[Q3:.*]] = nn.quantize %[[E]] {nn.name = "q3"}
// CHECK-NEXT:  %[[T:.*]] = nn.transpose %[[Q3]]
// CHECK-NEXT:  nn.transpose %[[T]]
// CHECK:       return
func.func @main(%x: tensor<1x1x2x2xf32> {nn.name = "x"}) -> (tensor<1x1x2x2x!a>, tensor<1x1x2x1x!a>, tensor<1x1x2x1xf32>, tensor<1x1x2x2x!a>, tensor<1x1x1x2x!a>) {
  %q = nn.quantize %x {nn.name = "q"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!a>
  %d = nn.dequantize %q {nn.name = "d"} : (tensor<1x1x2x2x!a>) -> tensor<1x1x2x2xf32>
  %q1 = nn.quantize %d {nn.name = "q1"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!a>
  %i = nn.relu %q1 {nn.name = "integer"} : (tensor<1x1x2x2x!a>) -> tensor<1x1x2x2x!a>
  %s = nn.slice %d {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "slice"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x2xf32>
  %qs = nn.quantize %s {nn.name = "qs"} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2x!a>
  %f = nn.exp %d {nn.name = "float"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %p = nn.max_pool2d %f {kernel = array<i64: 1, 2>, nn.name = "pool"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x1xf32>
  %q2 = nn.quantize %p {nn.name = "q2"} : (tensor<1x1x2x1xf32>) -> tensor<1x1x2x1x!a>
  %t = nn.transpose %f {permutation = array<i64: 0, 1, 3, 2>, nn.name = "t"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %t2 = nn.transpose %t {permutation = array<i64: 0, 1, 3, 2>, nn.name = "t2"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %q3 = nn.quantize %t2 {nn.name = "q3"} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2x!a>
  return %i, %q2, %p, %q3, %qs : tensor<1x1x2x2x!a>, tensor<1x1x2x1x!a>, tensor<1x1x2x1xf32>, tensor<1x1x2x2x!a>, tensor<1x1x1x2x!a>
}
