// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s
!q = !quant.uniform<i8:f32, 0.5>
!p = !quant.uniform<u8:f32, 0.25:7>

// CHECK-LABEL: @moves(
// CHECK: nn.reshape %arg0 {nn.name = "r"} : (tensor<?x4x3xf32, #nn.dims<2*N>>) -> tensor<?x3xf32, #nn.dims<8*N>>
// CHECK: nn.transpose %arg0 {permutation = array<i64: 2, 0, 1>} : (tensor<?x4x3xf32, #nn.dims<2*N>>) -> tensor<3x?x4xf32, #nn.dims<2*N>>
// CHECK: nn.slice %arg0 {starts = array<i64: 0, 3, 2>, steps = array<i64: 1, -2, 1>} : {{.*}} -> tensor<?x2x1xf32, #nn.dims<2*N>>
// CHECK: nn.pad %arg0 {high = array<i64: 0, 0, 3>, low = array<i64: 0, 1, 0>, value = -0.000000e+00 : f32} : {{.*}} -> tensor<?x5x6xf32, #nn.dims<2*N>>
func.func @moves(%x: tensor<?x4x3xf32, #nn.dims<2*N>>) -> tensor<?x3xf32, #nn.dims<8*N>> {
  %r = nn.reshape %x {nn.name = "r"} : (tensor<?x4x3xf32, #nn.dims<2*N>>) -> tensor<?x3xf32, #nn.dims<8*N>>
  %t = nn.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<?x4x3xf32, #nn.dims<2*N>>) -> tensor<3x?x4xf32, #nn.dims<2*N>>
  %s = nn.slice %x {starts = array<i64: 0, 3, 2>, steps = array<i64: 1, -2, 1>} : (tensor<?x4x3xf32, #nn.dims<2*N>>) -> tensor<?x2x1xf32, #nn.dims<2*N>>
  %p = nn.pad %x {low = array<i64: 0, 1, 0>, high = array<i64: 0, 0, 3>, value = -0.0 : f32} : (tensor<?x4x3xf32, #nn.dims<2*N>>) -> tensor<?x5x6xf32, #nn.dims<2*N>>
  return %r : tensor<?x3xf32, #nn.dims<8*N>>
}

// Sizes that grow with the batch add up.
// CHECK-LABEL: @concat(
// CHECK: nn.concat %arg0, %arg1 {axis = 0 : i64} : (tensor<?x2xf32, #nn.dims<N>>, tensor<1x2xf32>) -> tensor<?x2xf32, #nn.dims<N+1>>
// CHECK: nn.concat %arg2, %arg3 {axis = 1 : i64} : (tensor<1x2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x3x!quant.uniform<u8:f32, 2.500000e-01:7>>) -> tensor<1x5x!quant.uniform<i8:f32, 5.000000e-01>>
func.func @concat(%x: tensor<?x2xf32, #nn.dims<N>>, %c: tensor<1x2xf32>, %q: tensor<1x2x!q>, %p: tensor<1x3x!p>) -> tensor<?x2xf32, #nn.dims<N+1>> {
  %a = nn.concat %x, %c {axis = 0 : i64} : (tensor<?x2xf32, #nn.dims<N>>, tensor<1x2xf32>) -> tensor<?x2xf32, #nn.dims<N+1>>
  %b = nn.concat %q, %p {axis = 1 : i64} : (tensor<1x2x!q>, tensor<1x3x!p>) -> tensor<1x5x!q>
  return %a : tensor<?x2xf32, #nn.dims<N+1>>
}

// The quantized axis follows its dimension.
// CHECK-LABEL: @per_axis(
// CHECK: nn.transpose %arg0 {permutation = array<i64: 1, 0>} : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
func.func @per_axis(%w: tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>> {
  %t = nn.transpose %w {permutation = array<i64: 1, 0>} : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  return %t : tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
}
