// A norm of one channel behind a reshape stays there: its parameters run along a dimension that is another one before the
// reshape. The program was not valid once.
// RUN: qopt %s --emit=program -o - | FileCheck %s

// CHECK: 'e' {{.*}}elementwise
// CHECK: 'b' {{.*}}walk {sizes [1, 1, 7, 9]}
func.func @main(%x: tensor<?x7x9xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x1x7x9xf32, #nn.dims<N>> {
  %g = nn.constant {nn.name = "g"} dense<2.0> : tensor<1xf32>
  %e = nn.exp %x {nn.name = "e"} : (tensor<?x7x9xf32, #nn.dims<N>>) -> tensor<?x7x9xf32, #nn.dims<N>>
  %r = nn.reshape %e {nn.name = "r"} : (tensor<?x7x9xf32, #nn.dims<N>>) -> tensor<?x1x7x9xf32, #nn.dims<N>>
  %b = nn.batch_norm %r, %g, %g, %g, %g {epsilon = 0.001 : f32, nn.name = "b"} : (tensor<?x1x7x9xf32, #nn.dims<N>>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x1x7x9xf32, #nn.dims<N>>
  return %b : tensor<?x1x7x9xf32, #nn.dims<N>>
}
