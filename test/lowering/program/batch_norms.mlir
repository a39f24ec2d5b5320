// RUN: qopt %s --emit=program --device=host | FileCheck %s

// The root of a variance that is known is not taken of each element; nor is that of one that is stored as halves.
// CHECK: 'known' {{.*}}: elementwise {{.*}} program (v{{[0-9]+}} = SubF tensor{{.*}}MulF{{.*}}AddF
// CHECK-NOT: SqrtF
// CHECK: 'halves' {{.*}}: elementwise
// CHECK-NOT: SqrtF
// CHECK: 'read' {{.*}}: elementwise {{.*}}SqrtF
!x = tensor<?x2x3x3xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}, %v: tensor<2xf32> {nn.name = "v"}) -> (!x, !x, !x) {
  %g = nn.constant {nn.name = "g"} dense<[0.5, 2.0]> : tensor<2xf32>
  %b = nn.constant {nn.name = "b"} dense<[1.0, -1.0]> : tensor<2xf32>
  %m = nn.constant {nn.name = "m"} dense<[0.25, 3.0]> : tensor<2xf32>
  %s = nn.constant {nn.name = "s"} dense<[4.0, 0.5]> : tensor<2xf32>
  %h = nn.constant {nn.name = "h"} dense<[4.0, 0.5]> : tensor<2xf16>
  %w = nn.cast %h {nn.name = "w"} : (tensor<2xf16>) -> tensor<2xf32>
  %known = nn.batch_norm %x, %g, %b, %m, %s {epsilon = 1.0e-05 : f32, nn.name = "known"} : (!x, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> !x
  %halves = nn.batch_norm %x, %w, %b, %m, %w {epsilon = 1.0e-05 : f32, nn.name = "halves"} : (!x, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> !x
  %read = nn.batch_norm %x, %g, %b, %m, %v {epsilon = 1.0e-05 : f32, nn.name = "read"} : (!x, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> !x
  return %known, %halves, %read : !x, !x, !x
}
