// A NaN among values is their maximum and stays it (N1).

func.func @pool(
    %x: tensor<1x1x2x4xf32> {check.input = dense<[[[[1.0, 0x7FC00000, 3.0, 4.0], [2.0, 9.0, -1.0, 5.0]]]]> : tensor<1x1x2x4xf32>})
    -> (tensor<1x1x1x2xf32> {check.expected = dense<[[[[0x7FC00000, 5.0]]]]> : tensor<1x1x1x2xf32>}) {
  %y = nn.max_pool2d %x {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x1x2x4xf32>) -> tensor<1x1x1x2xf32>
  return %y : tensor<1x1x1x2xf32>
}

func.func @maximum(
    %x: tensor<2x4xf32> {check.input = dense<[[1.0, 0x7FC00000, 3.0, 4.0], [2.0, 9.0, -1.0, 5.0]]> : tensor<2x4xf32>})
    -> (tensor<2xf32> {check.expected = dense<[0x7FC00000, 9.0]> : tensor<2xf32>}) {
  %y = nn.reduce_max %x {axes = array<i64: 1>} : (tensor<2x4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
