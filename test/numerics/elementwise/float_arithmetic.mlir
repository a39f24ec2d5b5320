// Each operation rounds once; max and min keep a NaN in their first operand.

func.func @add(
    %a: tensor<6xf32> {check.input = dense<[1.0, -2.5, 0.1, 3.0e38, 16777216.0, 0x7FC00000]> : tensor<6xf32>},
    %b: tensor<6xf32> {check.input = dense<[3.0, 0.3, 0.2, 3.0e38, 1.0, 1.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[4.0, -2.2, 3.0e-1, 0x7F800000, 1.6777216e7, 0x7FC00000]> : tensor<6xf32>}) {
  %y = nn.add %a, %b : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @sub(
    %a: tensor<6xf32> {check.input = dense<[1.0, -2.5, 0.1, 3.0e38, 16777216.0, 0x7FC00000]> : tensor<6xf32>},
    %b: tensor<6xf32> {check.input = dense<[3.0, 0.3, 0.2, 3.0e38, 1.0, 1.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[-2.0, -2.8, -1.0e-1, 0.0, 1.6777215e7, 0x7FC00000]> : tensor<6xf32>}) {
  %y = nn.sub %a, %b : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @mul(
    %a: tensor<6xf32> {check.input = dense<[1.0, -2.5, 0.1, 3.0e38, 16777216.0, 0x7FC00000]> : tensor<6xf32>},
    %b: tensor<6xf32> {check.input = dense<[3.0, 0.3, 0.2, 3.0e38, 1.0, 1.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[3.0, -7.5e-1, 2.0000001e-2, 0x7F800000, 1.6777216e7, 0x7FC00000]> : tensor<6xf32>}) {
  %y = nn.mul %a, %b : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @div(
    %a: tensor<6xf32> {check.input = dense<[1.0, -2.5, 0.1, 3.0e38, 16777216.0, 0x7FC00000]> : tensor<6xf32>},
    %b: tensor<6xf32> {check.input = dense<[3.0, 0.3, 0.2, 3.0e38, 1.0, 1.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[3.3333334e-1, -8.333333, 5.0e-1, 1.0, 1.6777216e7, 0x7FC00000]> : tensor<6xf32>}) {
  %y = nn.div %a, %b : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @max(
    %a: tensor<4xf32> {check.input = dense<[1.0, -2.5, 0x7FC00000, 0x7F800000]> : tensor<4xf32>},
    %b: tensor<4xf32> {check.input = dense<[3.0, -3.0, 1.0, 0xFF800000]> : tensor<4xf32>})
    -> (tensor<4xf32> {check.expected = dense<[3.0, -2.5, 0x7FC00000, 0x7F800000]> : tensor<4xf32>}) {
  %y = nn.max %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @min(
    %a: tensor<4xf32> {check.input = dense<[1.0, -2.5, 0x7FC00000, 0x7F800000]> : tensor<4xf32>},
    %b: tensor<4xf32> {check.input = dense<[3.0, -3.0, 1.0, 0xFF800000]> : tensor<4xf32>})
    -> (tensor<4xf32> {check.expected = dense<[1.0, -3.0, 0x7FC00000, 0xFF800000]> : tensor<4xf32>}) {
  %y = nn.min %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @integers(
    %a: tensor<3xi64> {check.input = dense<[9223372036854775806, -5, 7]> : tensor<3xi64>},
    %b: tensor<3xi64> {check.constant = dense<[1, -5, -7]> : tensor<3xi64>})
    -> (tensor<3xi64> {check.expected = dense<[9223372036854775807, -10, 0]> : tensor<3xi64>}) {
  %y = nn.add %a, %b : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %y : tensor<3xi64>
}
