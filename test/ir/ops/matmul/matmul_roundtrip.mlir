// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s
!a8 = !quant.uniform<u8:f32, 0.5:128>
!b8 = !quant.uniform<i8<-127:127>:f32:1, {0.5, 0.25}>
!t8 = !quant.uniform<i8<-127:127>:f32:0, {0.5, 0.25}>

// CHECK-LABEL: @float(
// CHECK: nn.matmul %arg0, %arg1 bias %arg2 {nn.name = "fc"} : (tensor<?x3xf32, #nn.dims<N>>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
func.func @float(%a: tensor<?x3xf32, #nn.dims<N>>, %b: tensor<3x2xf32>, %c: tensor<2xf32>) -> tensor<?x2xf32, #nn.dims<N>> {
  %y = nn.matmul %a, %b bias %c {nn.name = "fc"} : (tensor<?x3xf32, #nn.dims<N>>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}

// One matrix for all, or one for each of the leading dimensions.
// CHECK-LABEL: @batched(
// CHECK: nn.matmul %arg0, %arg1 : (tensor<?x4x3xf32, #nn.dims<8*N>>, tensor<3x2xf32>)
// CHECK: nn.matmul %arg0, %arg2 {transpose_b} : (tensor<?x4x3xf32, #nn.dims<8*N>>, tensor<?x2x3xf32, #nn.dims<8*N>>)
func.func @batched(%a: tensor<?x4x3xf32, #nn.dims<8*N>>, %b: tensor<3x2xf32>, %c: tensor<?x2x3xf32, #nn.dims<8*N>>) -> tensor<?x4x2xf32, #nn.dims<8*N>> {
  %y = nn.matmul %a, %b : (tensor<?x4x3xf32, #nn.dims<8*N>>, tensor<3x2xf32>) -> tensor<?x4x2xf32, #nn.dims<8*N>>
  %z = nn.matmul %a, %c {transpose_b} : (tensor<?x4x3xf32, #nn.dims<8*N>>, tensor<?x2x3xf32, #nn.dims<8*N>>) -> tensor<?x4x2xf32, #nn.dims<8*N>>
  return %z : tensor<?x4x2xf32, #nn.dims<8*N>>
}

// The weight axis is n, wherever it stands. A second activation may have a zero point.
// CHECK-LABEL: @quantized(
// CHECK: nn.matmul %arg0, %arg1 bias %{{.*}} : ({{.*}}, tensor<2xi32>) -> tensor<1x2x!quant.uniform<u8:f32, 5.000000e-01:128>>
// CHECK: nn.matmul %arg0, %arg2 {transpose_b} : {{.*}} -> tensor<1x2xf32>
// CHECK: nn.matmul %arg0, %arg3 : {{.*}} -> tensor<1x2xf32>
func.func @quantized(%a: tensor<1x3x!a8>, %b: tensor<3x2x!b8>, %t: tensor<2x3x!t8>, %d: tensor<3x2x!a8>) -> tensor<1x2xf32> {
  %c = nn.constant dense<[1, -2]> : tensor<2xi32>
  %e1 = nn.matmul %a, %b bias %c : (tensor<1x3x!a8>, tensor<3x2x!b8>, tensor<2xi32>) -> tensor<1x2x!a8>
  %e4 = nn.matmul %a, %t {transpose_b} : (tensor<1x3x!a8>, tensor<2x3x!t8>) -> tensor<1x2xf32>
  %both = nn.matmul %a, %d : (tensor<1x3x!a8>, tensor<3x2x!a8>) -> tensor<1x2xf32>
  return %both : tensor<1x2xf32>
}
