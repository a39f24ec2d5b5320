// The results of --quantize-weights and --assign-precision where groups, tables and 8-bit floats are
// stored: groups of 4 bits with a scale and a zero point each, the last one cut; rows of a table
// gathered as steps; a convolution between 8-bit floats. All sums are exact.

func.func @groups(
    %x: tensor<2x3xf32> {check.input = dense<[[1.0, -2.0, 0.5], [4.0, 0.25, -8.0]]> : tensor<2x3xf32>},
    %q: tensor<1x2x2x2xi4> {check.constant = dense<[[[[-8, 7], [3, 0]], [[5, -1], [-2, -3]]]]> : tensor<1x2x2x2xi4>},
    %z: tensor<1x2x1x2xi4> {check.constant = dense<[[[[-8, 2]], [[-2, -3]]]]> : tensor<1x2x1x2xi4>},
    %s: tensor<1x2x1x2xf32> {check.constant = dense<[[[[0.5, 0.25]], [[1.5, 2.0]]]]> : tensor<1x2x1x2xf32>})
    -> (tensor<2x2xf32> {check.expected = dense<[[-5.75, 4.25], [-8.2625e1, -2.7125e1]]> : tensor<2x2xf32>}) {
  %n = nn.cast %q : (tensor<1x2x2x2xi4>) -> tensor<1x2x2x2xf32>
  %o = nn.cast %z : (tensor<1x2x1x2xi4>) -> tensor<1x2x1x2xf32>
  %c = nn.sub %n, %o : (tensor<1x2x2x2xf32>, tensor<1x2x1x2xf32>) -> tensor<1x2x2x2xf32>
  %b = nn.mul %c, %s : (tensor<1x2x2x2xf32>, tensor<1x2x1x2xf32>) -> tensor<1x2x2x2xf32>
  %f = nn.reshape %b : (tensor<1x2x2x2xf32>) -> tensor<1x4x2xf32>
  %t = nn.slice %f {starts = array<i64: 0, 0, 0>, steps = array<i64: 1, 1, 1>} : (tensor<1x4x2xf32>) -> tensor<1x3x2xf32>
  %w = nn.reshape %t : (tensor<1x3x2xf32>) -> tensor<3x2xf32>
  %y = nn.matmul %x, %w : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

func.func @table(
    %i: tensor<?xi64, #nn.dims<N>> {check.input = dense<[2, 0, -1, 1]> : tensor<4xi64>},
    %q: tensor<3x2x2xi4> {check.constant = dense<[[[-7, 7], [3, 0]], [[5, -1], [-2, -3]], [[1, 2], [4, -7]]]> : tensor<3x2x2xi4>},
    %s: tensor<3x2x1xf32> {check.constant = dense<[[[0.1], [0.25]], [[1.5], [2.0]], [[0.3], [0.7]]]> : tensor<3x2x1xf32>})
    -> (tensor<?x3xf32, #nn.dims<N>> {check.expected = dense<[[3.0e-1, 6.0e-1, 2.8], [-7.0e-1, 7.0e-1, 7.5e-1], [3.0e-1, 6.0e-1, 2.8], [7.5, -1.5, -4.0]]> : tensor<4x3xf32>}) {
  %c = nn.gather %q, %i {axis = 0 : i64} : (tensor<3x2x2xi4>, tensor<?xi64, #nn.dims<N>>) -> tensor<?x2x2xi4, #nn.dims<N>>
  %t = nn.gather %s, %i {axis = 0 : i64} : (tensor<3x2x1xf32>, tensor<?xi64, #nn.dims<N>>) -> tensor<?x2x1xf32, #nn.dims<N>>
  %n = nn.cast %c : (tensor<?x2x2xi4, #nn.dims<N>>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %b = nn.mul %n, %t : (tensor<?x2x2xf32, #nn.dims<N>>, tensor<?x2x1xf32, #nn.dims<N>>) -> tensor<?x2x2xf32, #nn.dims<N>>
  %f = nn.reshape %b : (tensor<?x2x2xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %y = nn.slice %f {starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  return %y : tensor<?x3xf32, #nn.dims<N>>
}

func.func @eight_bits(
    %x: tensor<1x2x2x2xf32> {check.input = dense<[[[[1.0, -2.1], [0.3, 500.0]], [[3.3, 0.001], [-0.7, 16.0]]]]> : tensor<1x2x2x2xf32>},
    %w: tensor<2x2x1x1xf8E4M3FN> {check.constant = dense<[[[[0x38]], [[0xB4]]], [[[0x2C]], [[0x40]]]]> : tensor<2x2x1x1xf8E4M3FN>})
    -> (tensor<1x2x2x2xf32> {check.expected = dense<[[[[0.0, 0.0], [8.125e-1, 4.48e2]], [[7.0, 0.0], [0.0, 1.92e2]]]]> : tensor<1x2x2x2xf32>}) {
  %xn = nn.cast %x : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf8E4M3FN>
  %xf = nn.cast %xn : (tensor<1x2x2x2xf8E4M3FN>) -> tensor<1x2x2x2xf32>
  %wf = nn.cast %w : (tensor<2x2x1x1xf8E4M3FN>) -> tensor<2x2x1x1xf32>
  %c = nn.conv2d %xf, %wf : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %cn = nn.cast %c : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf8E4M3FN>
  %cf = nn.cast %cn : (tensor<1x2x2x2xf8E4M3FN>) -> tensor<1x2x2x2xf32>
  %r = nn.relu %cf : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %rn = nn.cast %r : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf8E4M3FN>
  %y = nn.cast %rn : (tensor<1x2x2x2xf8E4M3FN>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}
