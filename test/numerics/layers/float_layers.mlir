// Float layers. Sums of small integers and fixed orders leave nothing to choose.

func.func @batch_norm(
    %x: tensor<2x2x1x2xf32> {check.input = dense<[[[[1.0, -0.3]], [[3.3, 7.1]]], [[[0.0, 1000.0]], [[-2.2, 3.3]]]]> : tensor<2x2x1x2xf32>},
    %g: tensor<2xf32> {check.constant = dense<[1.5, -0.3]> : tensor<2xf32>},
    %b: tensor<2xf32> {check.constant = dense<[0.1, 0.0]> : tensor<2xf32>},
    %m: tensor<2xf32> {check.constant = dense<[-0.7, 3.3]> : tensor<2xf32>},
    %v: tensor<2xf32> {check.constant = dense<[2.0, 1.0e-05]> : tensor<2xf32>})
    -> (tensor<2x2x1x2xf32> {check.expected = dense<[[[[1.9031178, 5.2426296e-1]], [[0.0, -2.5491174e2]]], [[[8.424603e-1, 1.0615e3]], [[3.689512e2, 0.0]]]]> : tensor<2x2x1x2xf32>}) {
  %y = nn.batch_norm %x, %g, %b, %m, %v {epsilon = 1.0e-05 : f32} : (tensor<2x2x1x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2x1x2xf32>
  return %y : tensor<2x2x1x2xf32>
}

func.func @softmax(
    %x: tensor<2x4xf32> {check.input = dense<[[1.0, 2.0, -3.0, 0.5], [1000.0, 1000.0, -1000.0, 999.0]]> : tensor<2x4xf32>})
    -> (tensor<2x4xf32> {check.expected = dense<[[2.302488e-1, 6.258811e-1, 4.217154e-3, 1.3965295e-1], [4.2231882e-1, 4.2231882e-1, 0.0, 1.5536241e-1]]> : tensor<2x4xf32>}) {
  %y = nn.softmax %x {axis = 1 : i64} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

func.func @softmax_channels(
    %x: tensor<1x3x2xf32> {check.input = dense<[[[1.0, -1.0], [0.25, 2.0], [0.0, 0.0]]]> : tensor<1x3x2xf32>})
    -> (tensor<1x3x2xf32> {check.expected = dense<[[[5.434056e-1, 4.2010065e-2], [2.5668663e-1, 8.437947e-1], [1.9990776e-1, 1.141952e-1]]]> : tensor<1x3x2xf32>}) {
  %y = nn.softmax %x {axis = 1 : i64} : (tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %y : tensor<1x3x2xf32>
}

func.func @conv2d(
    %x: tensor<1x2x3x3xf32> {check.input = dense<[[[[3.0, 8.0, 8.0], [-3.0, -7.0, -8.0], [4.0, 5.0, -5.0]], [[0.0, 6.0, -8.0], [8.0, -5.0, -4.0], [6.0, 4.0, 1.0]]]]> : tensor<1x2x3x3xf32>},
    %w: tensor<2x2x2x2xf32> {check.constant = dense<[[[[0.0, 0.0], [-1.0, -1.0]], [[3.0, -2.0], [0.0, 6.0]]], [[[8.0, 3.0], [-6.0, -4.0]], [[-4.0, -7.0], [-3.0, 7.0]]]]> : tensor<2x2x2x2xf32>},
    %b: tensor<2xf32> {check.constant = dense<[0.1, -7.0]> : tensor<2xf32>})
    -> (tensor<1x2x4x2xf32> {check.expected = dense<[[[[2.51e1, -6.39e1], [-3.19e1, 2.51e1], [4.91e1, -9.0e-1], [1.01e1, 1.01e1]], [[-1.5e1, -1.61e2], [-1.4e1, 1.74e2], [-8.3e1, -5.4e1], [-1.2e1, -5.0]]]]> : tensor<1x2x4x2xf32>}) {
  %y = nn.conv2d %x, %w bias %b {pads = array<i64: 1, 0, 1, 0>} : (tensor<1x2x3x3xf32>, tensor<2x2x2x2xf32>, tensor<2xf32>) -> tensor<1x2x4x2xf32>
  return %y : tensor<1x2x4x2xf32>
}

func.func @conv2d_residual(
    %x: tensor<1x2x2x2xf32> {check.input = dense<[[[[6.0, 8.0], [-2.0, 5.0]], [[1.0, 5.0], [4.0, -5.0]]]]> : tensor<1x2x2x2xf32>},
    %w: tensor<2x1x1x1xf32> {check.constant = dense<[[[[8.0]]], [[[-3.0]]]]> : tensor<2x1x1x1xf32>},
    %r: tensor<1x2x2x2xf32> {check.input = dense<[[[[-2.0, -7.0], [-4.0, 1.0]], [[8.0, -7.0], [1.0, -2.0]]]]> : tensor<1x2x2x2xf32>})
    -> (tensor<1x2x2x2xf32> {check.expected = dense<[[[[4.6e1, 5.7e1], [-2.0e1, 4.1e1]], [[5.0, -2.2e1], [-1.1e1, 1.3e1]]]]> : tensor<1x2x2x2xf32>}) {
  %y = nn.conv2d %x, %w residual %r {groups = 2 : i64} : (tensor<1x2x2x2xf32>, tensor<2x1x1x1xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

func.func @matmul(
    %a: tensor<2x2x3xf32> {check.input = dense<[[[2.0, -1.0, 9.0], [-3.0, -9.0, 4.0]], [[3.0, 4.0, 7.0], [-3.0, 3.0, -1.0]]]> : tensor<2x2x3xf32>},
    %b: tensor<3x2xf32> {check.constant = dense<[[1.0, -8.0], [6.0, -1.0], [9.0, 2.0]]> : tensor<3x2xf32>},
    %c: tensor<2xf32> {check.constant = dense<[0.1, 0.5]> : tensor<2xf32>})
    -> (tensor<2x2x2xf32> {check.expected = dense<[[[7.71e1, 3.5], [-2.09e1, 4.15e1]], [[9.01e1, -1.35e1], [6.1, 1.95e1]]]> : tensor<2x2x2xf32>}) {
  %y = nn.matmul %a, %b bias %c : (tensor<2x2x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
  return %y : tensor<2x2x2xf32>
}
