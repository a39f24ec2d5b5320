// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s

// CHECK-LABEL: @affine(
// CHECK: nn.layer_norm %arg0 scale %arg1 bias %arg1 {axis = 1 : i64, epsilon = 5.000000e-01 : f32, nn.name = "norm"} : (tensor<?x3xf32, #nn.dims<N>>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
// CHECK: nn.rms_norm %{{.*}} scale %arg1 {axis = 1 : i64, epsilon = 5.000000e-01 : f32} : (tensor<?x3xf32, #nn.dims<N>>, tensor<3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
func.func @affine(%x: tensor<?x3xf32, #nn.dims<N>>, %s: tensor<3xf32>) -> tensor<?x3xf32, #nn.dims<N>> {
  %a = nn.layer_norm %x scale %s bias %s {axis = 1 : i64, epsilon = 0.5 : f32, nn.name = "norm"} : (tensor<?x3xf32, #nn.dims<N>>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
  %b = nn.rms_norm %a scale %s {axis = 1 : i64, epsilon = 0.5 : f32} : (tensor<?x3xf32, #nn.dims<N>>, tensor<3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
  return %b : tensor<?x3xf32, #nn.dims<N>>
}

// CHECK-LABEL: @others(
// CHECK: nn.mean_variance_norm %arg0 {axes = array<i64: 0, 2>, epsilon = 5.000000e-01 : f32} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK: nn.group_norm %{{.*}} bias %arg1 {epsilon = 5.000000e-01 : f32, groups = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
// CHECK: nn.lp_norm %{{.*}} {axis = 1 : i64, p = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK: nn.lrn %{{.*}} {alpha = 1.000000e+00 : f32, beta = 5.000000e-01 : f32, bias = 1.000000e+00 : f32, size = 3 : i64, within_channels} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
func.func @others(%x: tensor<2x3x4xf32>, %s: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %a = nn.mean_variance_norm %x {axes = array<i64: 0, 2>, epsilon = 0.5 : f32} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %g = nn.group_norm %a bias %s {groups = 1 : i64, epsilon = 0.5 : f32} : (tensor<2x3x4xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  %b = nn.lp_norm %g {axis = 1 : i64, p = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %c = nn.lrn %b {size = 3 : i64, alpha = 1.0 : f32, beta = 0.5 : f32, bias = 1.0 : f32, within_channels} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %c : tensor<2x3x4xf32>
}
