// A norm is one call, its scale and bias the epilogue, and a quantize behind it too.
// RUN: qopt %s --emit=program --device=host | FileCheck %s
// CHECK: n0 'l' {{.*}}: standardize {outer 6*N, shape {axis 4, epsilon {{[^ ,]*}}, centered 1}, {{.*}}MulF{{.*}}AddF
// CHECK: n1 'g/standardized' {{.*}}: standardize {outer 2*N, shape {axis 12,
// CHECK: n2 'g/scaled' {{.*}}: elementwise
// CHECK: n3 'q' {{.*}}: standardize {outer 6*N, shape {axis 4, epsilon {{[^ ,]*}}}, {{.*}}RintF
// CHECK-NOT: n4

!q = !quant.uniform<i8:f32, 0.0625>
func.func @main(%x: tensor<?x6x4xf32, #nn.dims<N>> {nn.name = "x"})
    -> (tensor<?x6x4xf32, #nn.dims<N>>, tensor<?x6x4xf32, #nn.dims<N>>, tensor<?x6x4x!q, #nn.dims<N>>) {
  %c = nn.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %d = nn.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %l = nn.layer_norm %x scale %c bias %c {axis = 2 : i64, epsilon = 1.0e-5 : f32, nn.name = "l"} : (tensor<?x6x4xf32, #nn.dims<N>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x6x4xf32, #nn.dims<N>>
  %g = nn.group_norm %l scale %d {groups = 2 : i64, epsilon = 1.0e-5 : f32, nn.name = "g"} : (tensor<?x6x4xf32, #nn.dims<N>>, tensor<6xf32>) -> tensor<?x6x4xf32, #nn.dims<N>>
  %r = nn.rms_norm %x scale %c {axis = 2 : i64, epsilon = 1.0e-5 : f32, nn.name = "r"} : (tensor<?x6x4xf32, #nn.dims<N>>, tensor<4xf32>) -> tensor<?x6x4xf32, #nn.dims<N>>
  %q = nn.quantize %r {nn.name = "q"} : (tensor<?x6x4xf32, #nn.dims<N>>) -> tensor<?x6x4x!q, #nn.dims<N>>
  return %l, %g, %q : tensor<?x6x4xf32, #nn.dims<N>>, tensor<?x6x4xf32, #nn.dims<N>>, tensor<?x6x4x!q, #nn.dims<N>>
}
