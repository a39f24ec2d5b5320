// A pair stays if it would not keep its meaning elsewhere, or if no layer becomes integer by it.
// RUN: qopt %s --absorb-qdq="explain=true" 2>&1 | FileCheck %s
!x = !quant.uniform<i8:f32, 5.0e-1>
!y = !quant.uniform<u8:f32, 2.5e-1>
!w = !quant.uniform<i8<-127:127>:f32, 1.0>

// CHECK-DAG: remark: 'off' stays float: one of its limits is not a multiple of its input's scale
// CHECK-NOT: absorb-qdq/raise
// CHECK-NOT: absorb-qdq/transpose
// CHECK-NOT: absorb-qdq/equal

// CHECK-LABEL: func.func @limits
// 0.7 is between two steps.
// CHECK:       nn.clip {{.*}}nn.name = "off"{{.*}} : (tensor<1x2xf32>)
// CHECK-NEXT:  nn.matmul {{.*}} : (tensor<1x2xf32>, tensor<2x2xf32>)
func.func @limits(%x: tensor<1x2x!x>) -> tensor<1x2xf32> {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<2x2xf32>
  %d = nn.dequantize %x {nn.name = "d"} : (tensor<1x2x!x>) -> tensor<1x2xf32>
  %c = nn.clip %d {min = 0.0 : f32, max = 0.7 : f32, nn.name = "off"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = nn.matmul %c, %w {nn.name = "m"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
// Nobody behind the relu computes on steps, and nobody before the reshape.
// CHECK-LABEL: func.func @nobody
// CHECK:       nn.relu {{.*}} : (tensor<1x2xf32>)
// CHECK-NEXT:  nn.log_softmax
// CHECK-NEXT:  nn.reshape {{.*}} : (tensor<1x2xf32>) -> tensor<2xf32>
// CHECK-NEXT:  nn.quantize
func.func @nobody(%x: tensor<1x2x!x>) -> tensor<2x!y> {
  %d = nn.dequantize %x : (tensor<1x2x!x>) -> tensor<1x2xf32>
  %r = nn.relu %d : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %e = nn.log_softmax %r {axis = 1 : i64} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %s = nn.reshape %e : (tensor<1x2xf32>) -> tensor<2xf32>
  %q = nn.quantize %s : (tensor<2xf32>) -> tensor<2x!y>
  return %q : tensor<2x!y>
}
// Another reader wants the floats; pairs of other parameters round twice.
// CHECK-LABEL: func.func @readers
// CHECK:       %[[P:.*]] = nn.reshape {{.*}} : (tensor<1x2xf32>) -> tensor<2xf32>
// CHECK:       nn.exp %[[P]]
// CHECK:       %[[Q:.*]] = nn.quantize %[[P]]
// CHECK-NEXT:  %[[D:.*]] = nn.dequantize %[[Q]]
// CHECK-NEXT:  nn.quantize %[[D]]
func.func @readers(%x: tensor<1x2x!x>) -> (tensor<2xf32>, tensor<2x!x>) {
  %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x2x!w>
  %d = nn.dequantize %x : (tensor<1x2x!x>) -> tensor<1x2xf32>
  %wd = nn.dequantize %w : (tensor<2x2x!w>) -> tensor<2x2xf32>
  %m = nn.matmul %d, %wd : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %s = nn.reshape %m : (tensor<1x2xf32>) -> tensor<2xf32>
  %e = nn.exp %s : (tensor<2xf32>) -> tensor<2xf32>
  %q = nn.quantize %s : (tensor<2xf32>) -> tensor<2x!y>
  %b = nn.dequantize %q : (tensor<2x!y>) -> tensor<2xf32>
  %z = nn.quantize %b : (tensor<2xf32>) -> tensor<2x!x>
  return %e, %z : tensor<2xf32>, tensor<2x!x>
}
// A computed value is transposed when it runs.
// CHECK-LABEL: func.func @computed
// CHECK:       nn.transpose {{.*}} : (tensor<2x2xf32>)
func.func @computed(%x: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 5.0e-1}>>) -> tensor<2x2xf32> {
  %d = nn.dequantize %x : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 5.0e-1}>>) -> tensor<2x2xf32>
  %t = nn.transpose %d {permutation = array<i64: 1, 0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %t : tensor<2x2xf32>
}
{-# dialect_resources: { builtin: { w: "0x4000000001020304" } } #-}
