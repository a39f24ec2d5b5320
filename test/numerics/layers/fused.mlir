// Layers that follow each other and become one kernel, or must not: every rounding of the IR stays (S1, S2).
!q = !quant.uniform<i8:f32, 0.5:-20>

// An image-shaped matrix product is row-major; so must be what its kernel adds.
func.func @matmul_plus_image(
    %x: tensor<?x2x1x3xf32, #nn.dims<N>> {check.input = dense<[[[[1.0, -2.0, 3.0]], [[4.0, 5.0, -6.0]]], [[[0.5, 8.0, -1.0]], [[2.0, -3.0, 7.0]]]]> : tensor<2x2x1x3xf32>},
    %w: tensor<3x3xf32> {check.constant = dense<[[1.0, 2.0, 0.0], [-1.0, 0.5, 4.0], [3.0, 0.0, -2.0]]> : tensor<3x3xf32>})
    -> (tensor<?x2x1x3xf32, #nn.dims<N>> {check.expected = dense<[[[[1.3e1, -1.0, -1.1e1]], [[-1.5e1, 1.55e1, 2.6e1]]], [[[-1.0e1, 1.3e1, 3.3e1]], [[2.8e1, -5.0e-1, -1.9e1]]]]> : tensor<2x2x1x3xf32>}) {
  %y = nn.matmul %x, %w : (tensor<?x2x1x3xf32, #nn.dims<N>>, tensor<3x3xf32>) -> tensor<?x2x1x3xf32, #nn.dims<N>>
  %z = nn.add %y, %x : (tensor<?x2x1x3xf32, #nn.dims<N>>, tensor<?x2x1x3xf32, #nn.dims<N>>) -> tensor<?x2x1x3xf32, #nn.dims<N>>
  return %z : tensor<?x2x1x3xf32, #nn.dims<N>>
}

func.func @matmul_plus_computed_image(
    %x: tensor<?x2x3x2xf32, #nn.dims<N>> {check.input = dense<[[[[1.0, -2.0], [3.0, 4.0], [5.0, -6.0]], [[7.0, 8.0], [-9.0, 1.0], [2.0, -3.0]]], [[[0.5, 8.0], [-1.0, 2.0], [-3.0, 7.0]], [[6.0, -5.0], [4.0, 3.0], [-2.0, 1.0]]]]> : tensor<2x2x3x2xf32>},
    %w: tensor<2x2xf32> {check.constant = dense<[[1.0, -2.0], [3.0, 0.5]]> : tensor<2x2xf32>})
    -> (tensor<?x2x3x2xf32, #nn.dims<N>> {check.expected = dense<[[[[-4.0, -3.0], [1.8e1, 0.0], [-8.0, -1.3e1]], [[3.8e1, -2.0], [-6.0, 1.95e1], [-5.0, -5.5]]], [[[2.5e1, 1.1e1], [5.0, 5.0], [1.8e1, 1.65e1]], [[-3.0, -1.45e1], [1.7e1, -3.5], [1.0, 5.5]]]]> : tensor<2x2x3x2xf32>}) {
  %r = nn.relu %x : (tensor<?x2x3x2xf32, #nn.dims<N>>) -> tensor<?x2x3x2xf32, #nn.dims<N>>
  %y = nn.matmul %x, %w : (tensor<?x2x3x2xf32, #nn.dims<N>>, tensor<2x2xf32>) -> tensor<?x2x3x2xf32, #nn.dims<N>>
  %z = nn.add %y, %r : (tensor<?x2x3x2xf32, #nn.dims<N>>, tensor<?x2x3x2xf32, #nn.dims<N>>) -> tensor<?x2x3x2xf32, #nn.dims<N>>
  return %z : tensor<?x2x3x2xf32, #nn.dims<N>>
}

// A reduction's last dimension is not always what its kernel counts as channels.
func.func @mean_plus_bias(
    %x: tensor<?x3x2xf32, #nn.dims<N>> {check.input = dense<[[[1.0, 2.0], [3.0, 5.0], [-4.0, 6.0]], [[0.5, 1.5], [-8.0, 2.0], [7.0, 9.0]]]> : tensor<2x3x2xf32>},
    %b: tensor<3xf32> {check.constant = dense<[10.0, 20.0, 30.0]> : tensor<3xf32>})
    -> (tensor<?x3xf32, #nn.dims<N>> {check.expected = dense<[[1.15e1, 2.4e1, 3.1e1], [1.1e1, 1.7e1, 3.8e1]]> : tensor<2x3xf32>}) {
  %y = nn.reduce_mean %x {axes = array<i64: 2>} : (tensor<?x3x2xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %z = nn.add %y, %b : (tensor<?x3xf32, #nn.dims<N>>, tensor<3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
  return %z : tensor<?x3xf32, #nn.dims<N>>
}

func.func @sum_of_rows_plus_columns(
    %x: tensor<1x2x2x3xf32> {check.input = dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[-1.0, 0.5, 8.0], [9.0, -7.0, 2.0]]]]> : tensor<1x2x2x3xf32>},
    %b: tensor<3xf32> {check.constant = dense<[10.0, 20.0, 30.0]> : tensor<3xf32>})
    -> (tensor<1x2x1x3xf32> {check.expected = dense<[[[[1.5e1, 2.7e1, 3.9e1]], [[1.8e1, 1.35e1, 4.0e1]]]]> : tensor<1x2x1x3xf32>}) {
  %y = nn.reduce_sum %x {axes = array<i64: 2>, keep_dims} : (tensor<1x2x2x3xf32>) -> tensor<1x2x1x3xf32>
  %z = nn.add %y, %b : (tensor<1x2x1x3xf32>, tensor<3xf32>) -> tensor<1x2x1x3xf32>
  return %z : tensor<1x2x1x3xf32>
}

// Moves compute nothing that a kernel could go on from.
func.func @after_reshape(
    %x: tensor<2x2xf32> {check.input = dense<[[1.0, -2.0], [-3.0, 4.0]]> : tensor<2x2xf32>})
    -> (tensor<4xf32> {check.expected = dense<[1.0, 0.0, 0.0, 4.0]> : tensor<4xf32>}) {
  %y = nn.reshape %x : (tensor<2x2xf32>) -> tensor<4xf32>
  %z = nn.relu %y : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

func.func @after_transpose(
    %x: tensor<2x3x!q> {check.input = dense<[[1, 2, 3], [-40, -50, -60]]> : tensor<2x3xi8>})
    -> (tensor<3x2xf32> {check.expected = dense<[[1.05e1, -1.0e1], [1.1e1, -1.5e1], [1.15e1, -2.0e1]]> : tensor<3x2xf32>}) {
  %y = nn.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3x!q>) -> tensor<3x2x!q>
  %z = nn.dequantize %y : (tensor<3x2x!q>) -> tensor<3x2xf32>
  return %z : tensor<3x2xf32>
}

// The weights, packed at load, are also what the kernel adds.
func.func @constant_in_two_roles(
    %x: tensor<2x2xf32> {check.input = dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>},
    %w: tensor<2x2xf32> {check.constant = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>})
    -> (tensor<2x2xf32> {check.expected = dense<[[2.0, 4.0], [6.0, 8.0]]> : tensor<2x2xf32>}) {
  %y = nn.matmul %x, %w : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %z = nn.add %y, %w : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %z : tensor<2x2xf32>
}
