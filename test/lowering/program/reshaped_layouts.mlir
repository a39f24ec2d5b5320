// RUN: qopt %s --emit=program --device=host | FileCheck %s

// Channels change places between two convolutions, both of which have them last: one copy within
// each pixel, since the reshape behind it asks for what its reader would like.
// CHECK: 'a' {{.*}}: conv2d
// CHECK: 't' {{.*}}: copy {leading N, walk {sizes [1, 4, 4, 2, 3]}, {{.*}} target {strides [96, 24, 6, 3, 1]}} // a reader needs it in order [0, 3, 4, 1, 2]
// CHECK-NEXT: 'b' {{.*}}: conv2d
func.func @main(%x: tensor<?x6x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x6x4x4xf32, #nn.dims<N>> {
  %w = nn.constant dense<1.0> : tensor<6x6x1x1xf32>
  %a = nn.conv2d %x, %w {nn.name = "a"} : (tensor<?x6x4x4xf32, #nn.dims<N>>, tensor<6x6x1x1xf32>) -> tensor<?x6x4x4xf32, #nn.dims<N>>
  %g = nn.reshape %a {nn.name = "g"} : (tensor<?x6x4x4xf32, #nn.dims<N>>) -> tensor<?x3x2x4x4xf32, #nn.dims<N>>
  %t = nn.transpose %g {nn.name = "t", permutation = array<i64: 0, 2, 1, 3, 4>} : (tensor<?x3x2x4x4xf32, #nn.dims<N>>) -> tensor<?x2x3x4x4xf32, #nn.dims<N>>
  %s = nn.reshape %t {nn.name = "s"} : (tensor<?x2x3x4x4xf32, #nn.dims<N>>) -> tensor<?x6x4x4xf32, #nn.dims<N>>
  %b = nn.conv2d %s, %w {nn.name = "b"} : (tensor<?x6x4x4xf32, #nn.dims<N>>, tensor<6x6x1x1xf32>) -> tensor<?x6x4x4xf32, #nn.dims<N>>
  return %b : tensor<?x6x4x4xf32, #nn.dims<N>>
}
