// A batch norm's parameters run along a dimension of its own, so that it stays behind the transpose.
// RUN: qopt %s --emit=program --device=host | FileCheck %s
// CHECK: 'c' {{.*}} matmul {{.*}}program (acc as f32)
// CHECK: 'y' {{.*}} elementwise

!x = tensor<?x8x4xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> tensor<?x6x8xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<4x6xf32>
  %c = nn.matmul %x, %w {nn.name = "c"} : (!x, tensor<4x6xf32>) -> tensor<?x8x6xf32, #nn.dims<N>>
  %t = nn.transpose %c {permutation = array<i64: 0, 2, 1>, nn.name = "t"} : (tensor<?x8x6xf32, #nn.dims<N>>) -> tensor<?x6x8xf32, #nn.dims<N>>
  %s = nn.constant {nn.name = "s"} dense<[1.0,2.0,3.0,4.0,5.0,6.0]> : tensor<6xf32>
  %b = nn.constant {nn.name = "b"} dense<[10.0,20.0,30.0,40.0,50.0,60.0]> : tensor<6xf32>
  %m = nn.constant {nn.name = "m"} dense<0.0> : tensor<6xf32>
  %v = nn.constant {nn.name = "v"} dense<1.0> : tensor<6xf32>
  %y = nn.batch_norm %t, %s, %b, %m, %v {nn.name = "y", epsilon = 0.0 : f32} : (tensor<?x6x8xf32, #nn.dims<N>>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<?x6x8xf32, #nn.dims<N>>
  return %y : tensor<?x6x8xf32, #nn.dims<N>>
}
