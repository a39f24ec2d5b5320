// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s

// CHECK: nn.attention %arg0, %arg0, %arg0, %arg1 {nn.name = "heads", scale = 5.000000e-01 : f32, softcap = 0.000000e+00 : f32} : (tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<3x3xf32>) -> tensor<?x2x3x4xf32, #nn.dims<N>>
func.func @attention(%x: tensor<?x2x3x4xf32, #nn.dims<N>>, %m: tensor<3x3xf32>) -> tensor<?x2x3x4xf32, #nn.dims<N>> {
  %y = nn.attention %x, %x, %x, %m {nn.name = "heads", scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<3x3xf32>) -> tensor<?x2x3x4xf32, #nn.dims<N>>
  return %y : tensor<?x2x3x4xf32, #nn.dims<N>>
}
