// Float reductions: sums in index order, then the division.

func.func @mean_float(
    %x: tensor<2x4xf32> {check.input = dense<[[1.0, 2.0, 4.5, -8.0], [0.25, 0.5, 1.0, 16.0]]> : tensor<2x4xf32>})
    -> (tensor<2xf32> {check.expected = dense<[-1.25e-1, 4.4375]> : tensor<2xf32>}) {
  %y = nn.reduce_mean %x {axes = array<i64: 1>} : (tensor<2x4xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func @sum_float(
    %x: tensor<2x4xf32> {check.input = dense<[[1.0, 2.0, 4.5, -8.0], [0.25, 0.5, 1.0, 16.0]]> : tensor<2x4xf32>})
    -> (tensor<f32> {check.expected = dense<1.725e1> : tensor<f32>}) {
  %y = nn.reduce_sum %x {axes = array<i64: 0, 1>} : (tensor<2x4xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

func.func @max_float(
    %x: tensor<2x4xf32> {check.input = dense<[[-1.0, -2.0, -4.5, -8.0], [0.25, 0xFF800000, 1.0, 16.0]]> : tensor<2x4xf32>})
    -> (tensor<2x1xf32> {check.expected = dense<[[-1.0], [1.6e1]]> : tensor<2x1xf32>}) {
  %y = nn.reduce_max %x {axes = array<i64: 1>, keep_dims} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return %y : tensor<2x1xf32>
}
