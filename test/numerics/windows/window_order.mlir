// Float average pools sum by rows, then columns, ascending (F3): these lose digits in any other order.

func.func @rows_before_columns(
    %x: tensor<?x1x3x4xf32, #nn.dims<N>> {check.input = dense<[[[[1.0e8, 3.0, -1.0e8, 0.1], [2.5, 1.0e8, 7.0, -1.0e8], [0.3, 1.0e7, 5.0, 1.0]]]]> : tensor<1x1x3x4xf32>})
    -> (tensor<?x1x2x3xf32, #nn.dims<N>> {check.expected = dense<[[[[5.0e7, 1.75, -5.0e7], [2.75e7, 2.7500004e7, -2.4999996e7]]]]> : tensor<1x1x2x3xf32>}) {
  %y = nn.avg_pool2d %x {kernel = array<i64: 2, 2>} : (tensor<?x1x3x4xf32, #nn.dims<N>>) -> tensor<?x1x2x3xf32, #nn.dims<N>>
  return %y : tensor<?x1x2x3xf32, #nn.dims<N>>
}

func.func @padded(
    %x: tensor<1x2x3x3xf32> {check.input = dense<[[[[1.0e8, 3.0, -1.0e8], [2.5, 1.0e8, 7.0], [0.3, -1.0e8, 5.0]], [[0.1, 0.2, 0.3], [1.0e7, 0.7, -1.0e7], [0.5, 0.6, 0.9]]]]> : tensor<1x2x3x3xf32>})
    -> (tensor<1x2x2x2xf32> {check.expected = dense<[[[[5.0e7, 1.75], [0.0, 3.25]], [[2.5000002e6, -2.4999998e6], [2.5000008e6, -2.4999992e6]]]]> : tensor<1x2x2x2xf32>}) {
  %y = nn.avg_pool2d %x {kernel = array<i64: 3, 3>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>} : (tensor<1x2x3x3xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

func.func @the_whole_image(
    %x: tensor<1x1x2x5xf32> {check.input = dense<[[[[1.0e8, 3.0, -1.0e8, 0.1, 7.0], [2.5, 1.0e8, 7.0, -1.0e8, 0.3]]]]> : tensor<1x1x2x5xf32>})
    -> (tensor<1x1x1x1xf32> {check.expected = dense<[[[[1.6299999]]]]> : tensor<1x1x1x1xf32>}) {
  %y = nn.avg_pool2d %x {kernel = array<i64: 2, 5>} : (tensor<1x1x2x5xf32>) -> tensor<1x1x1x1xf32>
  return %y : tensor<1x1x1x1xf32>
}
