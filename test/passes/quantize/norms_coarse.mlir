// A channel's gain of 80 makes 71 steps of the norm of one step of its input, whose channels differ much in their size: the norm
// stays float, which keeps what the small channel says.
// RUN: qopt %s --insert-quant="explain=true" --fold-dequant 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.err
// CHECK: nn.batch_norm {{.*}}"bn"
// CHECK-NOT: "bn/gain"
// WHY: remark: 'bn' stays float: a step of 'c' is 71.4 steps of its result, as a channel is multiplied by 80

!s = tensor<?x1x2x2xf32, #nn.dims<N>>
!d = tensor<?x2x2x2xf32, #nn.dims<N>>
func.func @main(%x: !s {nn.name = "x", nn.range = #nn.range<-2.0, 2.0>}) -> !s {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<1x1x1x1xf32>
  %w2 = nn.constant {nn.name = "w2"} dense<0.025> : tensor<1x1x1x1xf32>
  %v = nn.constant {nn.name = "v"} dense<1.0> : tensor<1x2x1x1xf32>
  %gamma = nn.constant {nn.name = "gamma"} dense<[1.0, 40.0]> : tensor<2xf32>
  %beta = nn.constant {nn.name = "beta"} dense<[1.5, 0.0]> : tensor<2xf32>
  %mean = nn.constant {nn.name = "mean"} dense<[0.5, 0.0]> : tensor<2xf32>
  %variance = nn.constant {nn.name = "variance"} dense<[1.0, 0.25]> : tensor<2xf32>
  %one = nn.constant {nn.name = "one"} dense<1.0> : tensor<1xf32>
  %a = nn.conv2d %x, %w {nn.name = "a", nn.range = #nn.range<-2.0, 2.0>} : (!s, tensor<1x1x1x1xf32>) -> !s
  %b = nn.conv2d %a, %w2 {nn.name = "b", nn.range = #nn.range<-0.05, 0.05>} : (!s, tensor<1x1x1x1xf32>) -> !s
  %c = nn.concat %a, %b {axis = 1 : i64, nn.name = "c", nn.range = #nn.range<-2.0, 2.0>} : (!s, !s) -> !d
  %n = nn.batch_norm %c, %gamma, %beta, %mean, %variance {epsilon = 0.0 : f32, nn.name = "bn", nn.range = #nn.range<-4.0, 4.5>} : (!d, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> !d
  %r = nn.relu %n {nn.name = "r", nn.range = #nn.range<0.0, 4.5>} : (!d) -> !d
  %e = nn.add %r, %c {nn.name = "e", nn.range = #nn.range<-2.0, 6.5>} : (!d, !d) -> !d
  %y = nn.conv2d %e, %v {nn.name = "y", nn.range = #nn.range<-4.0, 13.0>} : (!d, tensor<1x2x1x1xf32>) -> !s
  %z = nn.add %y, %a {nn.name = "z", nn.range = #nn.range<-4.0, 13.0>} : (!s, !s) -> !s
  %last = nn.batch_norm %z, %one, %one, %one, %one {epsilon = 0.0 : f32, nn.name = "last", nn.range = #nn.range<-4.0, 13.0>} : (!s, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> !s
  return %last : !s
}
