// Functions of one element that are said once (function.td), and signs.

func.func @reciprocal(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-2.857143e-1, -1.0, -4.0, 2.0, 6.666667e-1, 4.0e-1]> : tensor<6xf32>}) {
  %y = nn.reciprocal %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @floor(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-4.0, -1.0, -1.0, 0.0, 1.0, 2.0]> : tensor<6xf32>}) {
  %y = nn.floor %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @ceil(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-3.0, -1.0, -0.0, 1.0, 2.0, 3.0]> : tensor<6xf32>}) {
  %y = nn.ceil %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @round(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-4.0, -1.0, -0.0, 0.0, 2.0, 2.0]> : tensor<6xf32>}) {
  %y = nn.round %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @softsign(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-7.777778e-1, -5.0e-1, -2.0e-1, 3.3333334e-1, 6.0e-1, 7.1428573e-1]> : tensor<6xf32>}) {
  %y = nn.softsign %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @thresholded_relu(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[0.0, 0.0, 0.0, 0.0, 1.5, 2.5]> : tensor<6xf32>}) {
  %y = nn.thresholded_relu %x {alpha = 1.0 : f32} : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @shrink(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-3.25, -7.5e-1, 0.0, 0.0, 1.25, 2.25]> : tensor<6xf32>}) {
  %y = nn.shrink %x {lambd = 0.5 : f32, bias = 0.25 : f32} : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @swish(
    %x: tensor<6xf32> {check.input = dense<[-3.5, -1.0, -0.25, 0.5, 1.5, 2.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-1.0259281e-1, -2.6894143e-1, -1.09455876e-1, 3.1122968e-1, 1.2263618, 2.3103545]> : tensor<6xf32>}) {
  %y = nn.swish %x {alpha = 1.0 : f32} : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @sign(
    %x: tensor<5xf32> {check.input = dense<[-3.5, -0.0, 0.0, 2.0, 0x7FC00000]> : tensor<5xf32>})
    -> (tensor<5xf32> {check.expected = dense<[-1.0, -0.0, 0.0, 1.0, 0x7FC00000]> : tensor<5xf32>}) {
  %y = nn.sign %x : (tensor<5xf32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

func.func @sign_i8(
    %x: tensor<3xi8> {check.input = dense<[-128, 0, 5]> : tensor<3xi8>})
    -> (tensor<3xi8> {check.expected = dense<[-1, 0, 1]> : tensor<3xi8>}) {
  %y = nn.sign %x : (tensor<3xi8>) -> tensor<3xi8>
  return %y : tensor<3xi8>
}

func.func @neg_i8(
    %x: tensor<3xi8> {check.input = dense<[-128, 0, 5]> : tensor<3xi8>})
    -> (tensor<3xi8> {check.expected = dense<[-128, 0, -5]> : tensor<3xi8>}) {
  %y = nn.neg %x : (tensor<3xi8>) -> tensor<3xi8>
  return %y : tensor<3xi8>
}

func.func @abs_i64(
    %x: tensor<3xi64> {check.input = dense<[-9223372036854775808, 0, -5]> : tensor<3xi64>})
    -> (tensor<3xi64> {check.expected = dense<[-9223372036854775808, 0, 5]> : tensor<3xi64>}) {
  %y = nn.abs %x : (tensor<3xi64>) -> tensor<3xi64>
  return %y : tensor<3xi64>
}

func.func @prelu(
    %x: tensor<2x3xf32> {check.input = dense<[[-1.0, 2.0, -3.0], [4.0, -5.0, 6.0]]> : tensor<2x3xf32>}, %s: tensor<3xf32> {check.input = dense<[0.5, 0.25, -2.0]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {check.expected = dense<[[-5.0e-1, 2.0, 6.0], [4.0, -1.25, 6.0]]> : tensor<2x3xf32>}) {
  %y = nn.prelu %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
