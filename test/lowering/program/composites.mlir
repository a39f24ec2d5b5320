// Composites are expanded before anything else: a gelu is operations that end in one value, so part
// of the product's kernel, though two of them read the product.
// RUN: qopt %s --emit=program --device=host | FileCheck %s
// CHECK: n0 'g' {{.*}}: matmul {{.*}}ErfF
// CHECK: n1 'y/max' {{.*}}: reduce
// CHECK: n2 'y/distance' {{.*}}: elementwise
// CHECK: n3 'y/exp' {{.*}}: elementwise
// CHECK: n4 'y/log' {{.*}}: reduce {{.*}}LogF
// CHECK: n5 'y' {{.*}}: elementwise
// CHECK-NOT: n6

func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x4xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<4x4xf32>
  %m = nn.matmul %x, %w {nn.name = "m"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4x4xf32>) -> tensor<?x4xf32, #nn.dims<N>>
  %g = nn.gelu %m {nn.name = "g"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %y = nn.log_softmax %g {axis = 1 : i64, nn.name = "y"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %y : tensor<?x4xf32, #nn.dims<N>>
}
