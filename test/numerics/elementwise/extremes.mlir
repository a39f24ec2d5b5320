// Any NaN wins, on either side (N1); −0 lies below +0 (N2), which 1 / y shows.

func.func @max(
    %one: tensor<1xf32> {check.input = dense<[1.0]> : tensor<1xf32>},
    %a: tensor<5xf32> {check.input = dense<[0x7FC00000, 1.0, -0.0, 0.0, -0.0]> : tensor<5xf32>},
    %b: tensor<5xf32> {check.input = dense<[1.0, 0x7FC00000, 0.0, -0.0, -0.0]> : tensor<5xf32>})
    -> (tensor<5xf32> {check.expected = dense<[0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000, 0xFF800000]> : tensor<5xf32>}) {
  %y = nn.max %a, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %z = nn.div %one, %y : (tensor<1xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %z : tensor<5xf32>
}

func.func @min(
    %one: tensor<1xf32> {check.input = dense<[1.0]> : tensor<1xf32>},
    %a: tensor<5xf32> {check.input = dense<[0x7FC00000, 1.0, -0.0, 0.0, 0.0]> : tensor<5xf32>},
    %b: tensor<5xf32> {check.input = dense<[1.0, 0x7FC00000, 0.0, -0.0, 0.0]> : tensor<5xf32>})
    -> (tensor<5xf32> {check.expected = dense<[0x7FC00000, 0x7FC00000, 0xFF800000, 0xFF800000, 0x7F800000]> : tensor<5xf32>}) {
  %y = nn.min %a, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %z = nn.div %one, %y : (tensor<1xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %z : tensor<5xf32>
}

func.func @relu(
    %one: tensor<1xf32> {check.input = dense<[1.0]> : tensor<1xf32>},
    %x: tensor<4xf32> {check.input = dense<[-0.0, 0.0, -2.0, 0x7FC00000]> : tensor<4xf32>})
    -> (tensor<4xf32> {check.expected = dense<[0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<4xf32>}) {
  %y = nn.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %z = nn.div %one, %y : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}
