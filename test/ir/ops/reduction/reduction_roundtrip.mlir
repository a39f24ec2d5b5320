// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s
!q = !quant.uniform<i8:f32, 0.5:3>
!y = !quant.uniform<u8:f32, 0.125>

// CHECK-LABEL: @reduce(
// CHECK: nn.reduce_mean %arg0 {axes = array<i64: 2, 3>, keep_dims, nn.name = "gap"} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x1x1xf32, #nn.dims<N>>
// CHECK: nn.reduce_sum %arg0 {axes = array<i64: 1>} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x4x4xf32, #nn.dims<N>>
// CHECK: nn.reduce_max %arg1 {axes = array<i64: 0, 1>} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK: nn.reduce_mean %arg1 {axes = array<i64: 1>} : {{.*}} -> tensor<2x!quant.uniform<u8:f32, 1.250000e-01>>
func.func @reduce(%x: tensor<?x3x4x4xf32, #nn.dims<N>>, %q: tensor<2x3x!q>) -> tensor<?x3x1x1xf32, #nn.dims<N>> {
  %a = nn.reduce_mean %x {axes = array<i64: 2, 3>, keep_dims, nn.name = "gap"} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x1x1xf32, #nn.dims<N>>
  %b = nn.reduce_sum %x {axes = array<i64: 1>} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x4x4xf32, #nn.dims<N>>
  %c = nn.reduce_max %q {axes = array<i64: 0, 1>} : (tensor<2x3x!q>) -> tensor<!q>
  %d = nn.reduce_mean %q {axes = array<i64: 1>} : (tensor<2x3x!q>) -> tensor<2x!y>
  return %a : tensor<?x3x1x1xf32, #nn.dims<N>>
}

// CHECK-LABEL: @softmax(
// CHECK: nn.softmax %arg0 {axis = 1 : i64} : (tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>>
func.func @softmax(%x: tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>> {
  %y = nn.softmax %x {axis = 1 : i64} : (tensor<?x10xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>>
  return %y : tensor<?x10xf32, #nn.dims<N>>
}

// CHECK-LABEL: @joins(
// CHECK: nn.reduce_prod %arg0 {axes = array<i64: 2>} : (tensor<?x3x4xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
// CHECK: nn.reduce_min %arg1 {axes = array<i64: 0>} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK: nn.reduce_l2 %arg0 {axes = array<i64: 1, 2>, keep_dims}
// CHECK: nn.arg_max %arg0 {axis = 1 : i64, keep_dims} : (tensor<?x3x4xf32, #nn.dims<N>>) -> tensor<?x1x4xi64, #nn.dims<N>>
// CHECK: nn.arg_min %arg1 {axis = 1 : i64, select_last} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2xi64>
func.func @joins(%x: tensor<?x3x4xf32, #nn.dims<N>>, %q: tensor<2x3x!q>) {
  %a = nn.reduce_prod %x {axes = array<i64: 2>} : (tensor<?x3x4xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %b = nn.reduce_min %q {axes = array<i64: 0>} : (tensor<2x3x!q>) -> tensor<3x!q>
  %c = nn.reduce_l2 %x {axes = array<i64: 1, 2>, keep_dims} : (tensor<?x3x4xf32, #nn.dims<N>>) -> tensor<?x1x1xf32, #nn.dims<N>>
  %d = nn.arg_max %x {axis = 1 : i64, keep_dims} : (tensor<?x3x4xf32, #nn.dims<N>>) -> tensor<?x1x4xi64, #nn.dims<N>>
  %e = nn.arg_min %q {axis = 1 : i64, select_last} : (tensor<2x3x!q>) -> tensor<2xi64>
  return
}
