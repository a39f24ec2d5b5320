// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s
!x8 = !quant.uniform<u8:f32, 0.0039215688593685627:3>
!w8 = !quant.uniform<i8<-127:127>:f32:0, {0.10000000149011612, 0.20000000298023224}>
!y8 = !quant.uniform<i8:f32, 0.5>

// Default attributes are not printed; what is given stays.
// CHECK-LABEL: @float(
// CHECK: nn.conv2d %arg0, %arg1 {nn.name = "c"} : (tensor<?x3x5x5xf32, #nn.dims<N>>, tensor<4x3x1x1xf32>) -> tensor<?x4x5x5xf32, #nn.dims<N>>
func.func @float(%x: tensor<?x3x5x5xf32, #nn.dims<N>>, %w: tensor<4x3x1x1xf32>) -> tensor<?x4x5x5xf32, #nn.dims<N>> {
  %y = nn.conv2d %x, %w {nn.name = "c", strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, groups = 1 : i64} : (tensor<?x3x5x5xf32, #nn.dims<N>>, tensor<4x3x1x1xf32>) -> tensor<?x4x5x5xf32, #nn.dims<N>>
  return %y : tensor<?x4x5x5xf32, #nn.dims<N>>
}

// CHECK-LABEL: @geometry(
// CHECK: nn.conv2d %arg0, %arg1 bias %arg2 {dilations = array<i64: 1, 2>, groups = 2 : i64, pads = array<i64: 1, 2, 0, 3>, strides = array<i64: 2, 1>}
// CHECK-SAME: -> tensor<1x6x3x6xf32>
func.func @geometry(%x: tensor<1x4x6x5xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) -> tensor<1x6x3x6xf32> {
  %y = nn.conv2d %x, %w bias %b {strides = array<i64: 2, 1>, pads = array<i64: 1, 2, 0, 3>, dilations = array<i64: 1, 2>, groups = 2 : i64} : (tensor<1x4x6x5xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x3x6xf32>
  return %y : tensor<1x6x3x6xf32>
}

// Scales are printed so that they read back as the same f32.
// CHECK-LABEL: @epilogues(
// CHECK: nn.conv2d %arg0, %arg1 bias %[[B:.*]] : (tensor<1x1x2x2x!quant.uniform<u8:f32, 0.0039215688593685627:3>>, tensor<2x1x1x1x!quant.uniform<i8<-127:127>:f32:0, {0.10000000149011612,0.20000000298023224}>>, tensor<2xi32>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK: nn.conv2d %arg0, %arg1 residual %{{.*}} :
// CHECK: nn.conv2d %arg0, %arg1 bias %[[B]] residual %{{.*}} :
// CHECK: nn.conv2d %arg0, %arg1 bias %arg2 : {{.*}} -> tensor<1x2x2x2x!quant
// CHECK: nn.conv2d %arg0, %arg1 bias %arg2 : {{.*}} -> tensor<1x2x2x2xf32>
func.func @epilogues(%x: tensor<1x1x2x2x!x8>, %w: tensor<2x1x1x1x!w8>, %bf: tensor<2xf32>) -> tensor<1x2x2x2xf32> {
  %bi = nn.constant dense<[1, -2]> : tensor<2xi32>
  %e1 = nn.conv2d %x, %w bias %bi : (tensor<1x1x2x2x!x8>, tensor<2x1x1x1x!w8>, tensor<2xi32>) -> tensor<1x2x2x2x!y8>
  %e2 = nn.conv2d %x, %w residual %e1 : (tensor<1x1x2x2x!x8>, tensor<2x1x1x1x!w8>, tensor<1x2x2x2x!y8>) -> tensor<1x2x2x2x!y8>
  %e2b = nn.conv2d %x, %w bias %bi residual %e2 : (tensor<1x1x2x2x!x8>, tensor<2x1x1x1x!w8>, tensor<2xi32>, tensor<1x2x2x2x!y8>) -> tensor<1x2x2x2x!y8>
  %e3 = nn.conv2d %x, %w bias %bf : (tensor<1x1x2x2x!x8>, tensor<2x1x1x1x!w8>, tensor<2xf32>) -> tensor<1x2x2x2x!y8>
  %e4 = nn.conv2d %x, %w bias %bf : (tensor<1x1x2x2x!x8>, tensor<2x1x1x1x!w8>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  return %e4 : tensor<1x2x2x2xf32>
}

// 16 bits: weights of the same width, an i64 bias.
// CHECK-LABEL: @wide(
// CHECK: nn.conv2d %arg0, %arg1 bias %{{.*}} : (tensor<1x1x2x2x!quant.uniform<i16:f32, 5.000000e-01>>, tensor<1x1x1x1x!quant.uniform<i16<-32767:32767>:f32, 5.000000e-01>>, tensor<1xi64>)
func.func @wide(%x: tensor<1x1x2x2x!quant.uniform<i16:f32, 0.5>>, %w: tensor<1x1x1x1x!quant.uniform<i16<-32767:32767>:f32, 0.5>>) -> tensor<1x1x2x2xf32> {
  %b = nn.constant dense<3> : tensor<1xi64>
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x2x2x!quant.uniform<i16:f32, 0.5>>, tensor<1x1x1x1x!quant.uniform<i16<-32767:32767>:f32, 0.5>>, tensor<1xi64>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}
