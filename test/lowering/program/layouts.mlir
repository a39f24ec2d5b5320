// RUN: qopt %s --emit=program --device=host | FileCheck %s

// A convolution reads channels last: the copy says so, the function before it writes so, and what
// goes out is row-major again.
// CHECK: b{{[0-9]+}} 'x' input f32 [N, 2, 4, 4]
// CHECK: 'r' {{.*}}: elementwise {leading N, walk {sizes [1, 4, 4, 2]}
// CHECK: 'm' {{.*}}: conv2d
// CHECK-SAME: MaxF acc, 0f
// CHECK: 'm' {{.*}}: copy {{.*}} // a reader needs it in order [0, 1, 2, 3]
// CHECK-NOT: n3
func.func @main(%x: tensor<?x2x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x3x4x4xf32, #nn.dims<N>> {
  %w = nn.constant dense<1.0> : tensor<3x2x1x1xf32>
  %r = nn.sqrt %x {nn.name = "r"} : (tensor<?x2x4x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %c = nn.conv2d %r, %w {nn.name = "c"} : (tensor<?x2x4x4xf32, #nn.dims<N>>, tensor<3x2x1x1xf32>) -> tensor<?x3x4x4xf32, #nn.dims<N>>
  %m = nn.relu %c {nn.name = "m"} : (tensor<?x3x4x4xf32, #nn.dims<N>>) -> tensor<?x3x4x4xf32, #nn.dims<N>>
  return %m : tensor<?x3x4x4xf32, #nn.dims<N>>
}
