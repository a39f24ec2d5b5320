// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s
!q = !quant.uniform<u8:f32, 0.5>
!y = !quant.uniform<i8:f32, 0.25:-3>

// CHECK-LABEL: @max(
// CHECK: nn.max_pool2d %arg0 {kernel = array<i64: 2, 2>, nn.name = "p", strides = array<i64: 2, 2>} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x2x2xf32, #nn.dims<N>>
// CHECK: nn.max_pool2d %arg1 {dilations = array<i64: 2, 1>, kernel = array<i64: 2, 3>, pads = array<i64: 1, 0, 1, 2>} : (tensor<1x3x4x4x!quant.uniform<u8:f32, 5.000000e-01>>) -> tensor<1x3x4x4x!quant.uniform<u8:f32, 5.000000e-01>>
func.func @max(%x: tensor<?x3x4x4xf32, #nn.dims<N>>, %q: tensor<1x3x4x4x!q>) -> tensor<?x3x2x2xf32, #nn.dims<N>> {
  %y = nn.max_pool2d %x {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, nn.name = "p"} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x2x2xf32, #nn.dims<N>>
  %z = nn.max_pool2d %q {kernel = array<i64: 2, 3>, dilations = array<i64: 2, 1>, pads = array<i64: 1, 0, 1, 2>} : (tensor<1x3x4x4x!q>) -> tensor<1x3x4x4x!q>
  return %y : tensor<?x3x2x2xf32, #nn.dims<N>>
}

// CHECK-LABEL: @average(
// CHECK: nn.avg_pool2d %arg0 {count_include_pad, kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>} : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
// CHECK: nn.avg_pool2d %arg1 {kernel = array<i64: 2, 2>} : (tensor<1x3x4x4x!quant.uniform<u8:f32, 5.000000e-01>>) -> tensor<1x3x3x3x!quant.uniform<i8:f32, 2.500000e-01:-3>>
func.func @average(%x: tensor<1x3x4x4xf32>, %q: tensor<1x3x4x4x!q>) -> tensor<1x3x4x4xf32> {
  %y = nn.avg_pool2d %x {kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, count_include_pad} : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %z = nn.avg_pool2d %q {kernel = array<i64: 2, 2>} : (tensor<1x3x4x4x!q>) -> tensor<1x3x3x3x!y>
  return %y : tensor<1x3x4x4xf32>
}
