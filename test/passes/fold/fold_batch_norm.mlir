// RUN: qopt %s --fold-batch-norm | FileCheck %s

// g = gamma/sqrt(var + eps) = [1, 0.5]; w' = [2, 2]; b' = (0 - mean)·g + beta = [0.5, 0].
// CHECK-LABEL: func.func @main
// CHECK-DAG:   %[[W:.*]] = nn.constant {nn.name = "w"} dense_resource<[[WKEY:.*]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:   %[[B:.*]] = nn.constant {nn.name = "bn_bias"} dense_resource<[[BKEY:.*]]> : tensor<2xf32>
// CHECK:       %[[C:.*]] = nn.conv2d %{{.*}}, %[[W]] bias %[[B]]
// CHECK-SAME:    nn.absorbed = ["conv"], nn.name = "bn", nn.range = #nn.range<-2{{.*}}, 3{{.*}}>
// CHECK-NEXT:  return %[[C]]
// CHECK-DAG:   [[WKEY]]: "0x400000000000004000000040"
// CHECK-DAG:   [[BKEY]]: "0x400000000000003F00000000"
func.func @main(%x: tensor<?x1x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2x4x4xf32, #nn.dims<N>> {
  %w = nn.constant {nn.name = "w"} dense<[[[[2.0]]], [[[4.0]]]]> : tensor<2x1x1x1xf32>
  %gamma = nn.constant {nn.name = "gamma"} dense<[2.0, 1.0]> : tensor<2xf32>
  %beta = nn.constant {nn.name = "beta"} dense<[1.0, 0.0]> : tensor<2xf32>
  %mean = nn.constant {nn.name = "mean"} dense<[0.5, 0.0]> : tensor<2xf32>
  %var = nn.constant {nn.name = "var"} dense<3.0> : tensor<2xf32>
  %c = nn.conv2d %x, %w {nn.name = "conv", nn.range = #nn.range<-9.0, 9.0>} : (tensor<?x1x4x4xf32, #nn.dims<N>>, tensor<2x1x1x1xf32>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  %y = nn.batch_norm %c, %gamma, %beta, %mean, %var {epsilon = 1.0 : f32, nn.name = "bn", nn.range = #nn.range<-2.0, 3.0>} : (tensor<?x2x4x4xf32, #nn.dims<N>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
  return %y : tensor<?x2x4x4xf32, #nn.dims<N>>
}
