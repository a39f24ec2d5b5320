// RUN: qopt %s | FileCheck %s
// RUN: qopt %s -o %t.mlirbc && qopt %t.mlirbc | FileCheck %s

// CHECK: nn.attention %arg0, %arg0, %arg0, %arg1 {nn.name = "heads", scale = 5.000000e-01 : f32, softcap = 0.000000e+00 : f32} : (tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<3x3xf32>) -> tensor<?x2x3x4xf32, #nn.dims<N>>
func.func @attention(%x: tensor<?x2x3x4xf32, #nn.dims<N>>, %m: tensor<3x3xf32>) -> tensor<?x2x3x4xf32, #nn.dims<N>> {
  %y = nn.attention %x, %x, %x, %m {nn.name = "heads", scale = 0.5 : f32, softcap = 0.0 : f32} : (tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<?x2x3x4xf32, #nn.dims<N>>, tensor<3x3xf32>) -> tensor<?x2x3x4xf32, #nn.dims<N>>
  return %y : tensor<?x2x3x4xf32, #nn.dims<N>>
}

// CHECK: nn.attention %arg0, %arg0, %arg0, %arg1, %arg2 {fill = 0xFF800000 : f32, nan_as_zero, scale = 1.000000e+00 : f32, softcap = 0.000000e+00 : f32} : (tensor<?x2x3x4xf32, #nn.dims<2*N>>, {{.*}}, tensor<2x1x3x3xi1>, tensor<3xf32>) -> tensor<?x2x3x4xf32, #nn.dims<2*N>>
func.func @masks(%x: tensor<?x2x3x4xf32, #nn.dims<2*N>>, %k: tensor<2x1x3x3xi1>, %m: tensor<3xf32>) -> tensor<?x2x3x4xf32, #nn.dims<2*N>> {
  %y = nn.attention %x, %x, %x, %k, %m {fill = 0xFF800000 : f32, nan_as_zero, scale = 1.0 : f32, softcap = 0.0 : f32} : (tensor<?x2x3x4xf32, #nn.dims<2*N>>, tensor<?x2x3x4xf32, #nn.dims<2*N>>, tensor<?x2x3x4xf32, #nn.dims<2*N>>, tensor<2x1x3x3xi1>, tensor<3xf32>) -> tensor<?x2x3x4xf32, #nn.dims<2*N>>
  return %y : tensor<?x2x3x4xf32, #nn.dims<2*N>>
}
