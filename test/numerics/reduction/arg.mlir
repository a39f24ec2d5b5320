// Places of extremes: the first of equal elements, or the last; a NaN before any number (N2, N3).
!q = !quant.uniform<u8:f32, 0.5:3>

func.func @arg_max(
    %x: tensor<5x4xf32> {check.input = dense<[[1.0, 5.0, 5.0, 2.0], [-0.0, 0.0, -0.0, 0.0], [3.0, 0x7FC00000, 7.0, 0x7FC00000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [2.0, 0x7F800000, 1.0, 0x7F800000]]> : tensor<5x4xf32>})
    -> (tensor<5xi64> {check.expected = dense<[1, 0, 1, 0, 1]> : tensor<5xi64>}) {
  %y = nn.arg_max %x {axis = 1 : i64} : (tensor<5x4xf32>) -> tensor<5xi64>
  return %y : tensor<5xi64>
}

func.func @arg_max_last(
    %x: tensor<5x4xf32> {check.input = dense<[[1.0, 5.0, 5.0, 2.0], [-0.0, 0.0, -0.0, 0.0], [3.0, 0x7FC00000, 7.0, 0x7FC00000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000], [2.0, 0x7F800000, 1.0, 0x7F800000]]> : tensor<5x4xf32>})
    -> (tensor<5xi64> {check.expected = dense<[2, 3, 3, 3, 3]> : tensor<5xi64>}) {
  %y = nn.arg_max %x {axis = 1 : i64, select_last} : (tensor<5x4xf32>) -> tensor<5xi64>
  return %y : tensor<5xi64>
}

func.func @arg_min(
    %x: tensor<5x4xf32> {check.input = dense<[[-1.0, -5.0, -5.0, -2.0], [0.0, -0.0, 0.0, -0.0], [-3.0, 0x7FC00000, -7.0, 0x7FC00000], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [-2.0, 0xFF800000, -1.0, 0xFF800000]]> : tensor<5x4xf32>})
    -> (tensor<5xi64> {check.expected = dense<[1, 0, 1, 0, 1]> : tensor<5xi64>}) {
  %y = nn.arg_min %x {axis = 1 : i64} : (tensor<5x4xf32>) -> tensor<5xi64>
  return %y : tensor<5xi64>
}

func.func @arg_min_last(
    %x: tensor<5x4xf32> {check.input = dense<[[-1.0, -5.0, -5.0, -2.0], [0.0, -0.0, 0.0, -0.0], [-3.0, 0x7FC00000, -7.0, 0x7FC00000], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [-2.0, 0xFF800000, -1.0, 0xFF800000]]> : tensor<5x4xf32>})
    -> (tensor<5xi64> {check.expected = dense<[2, 3, 3, 3, 3]> : tensor<5xi64>}) {
  %y = nn.arg_min %x {axis = 1 : i64, select_last} : (tensor<5x4xf32>) -> tensor<5xi64>
  return %y : tensor<5xi64>
}

func.func @down_columns(
    %x: tensor<70x3xf32> {check.input = dense<[[-3.0, -2.0, -1.0], [5.0, 2.0, -0.0], [1.5, 4.0, -5.0e-1], [-5.0e-1, 2.5, 1.0], [1.5, -1.0, 4.0], [3.5, 1.0, 1.5], [-4.0, 1.5, -5.0e-1], [1.0, 1.5, -5.0e-1], [-3.5, 5.0e-1, -1.5], [-5.0e-1, -1.0, -5.0e-1], [-4.5, 2.5, 5.0e-1], [2.0, 4.0, 0.0], [-3.5, -2.0, -2.5], [-1.0, 0.0, -4.0], [5.0e-1, -3.0, 5.0e-1], [-0.0, -5.0e-1, -0.0], [-1.0, -1.0, -3.5], [-0.0, 3.5, 4.0], [2.5, 1.5, -1.5], [3.0, -0.0, -0.0], [-5.0e-1, 0.0, -1.0], [-0.0, -2.0, -5.0e-1], [4.5, -0.0, -5.0e-1], [1.0, 1.5, -2.0], [-5.0e-1, 2.0, 5.0e-1], [0.0, 3.0, -1.5], [0.0, -1.0, 3.0], [-4.0, -1.5, -1.0], [1.5, 1.0, 3.0], [-3.0, 1.5, -5.0e-1], [-1.5, 1.0, -2.0], [-4.0, -5.0e-1, -3.0], [-1.5, 5.0e-1, 5.0e-1], [3.0, -5.0e-1, -3.0], [-1.5, -2.0, -2.5], [1.0, -1.5, -4.0], [1.5, -0.0, 5.0e-1], [0.0, 1.5, 0.0], [2.5, 1.0, 1.0], [1.0, -3.0, -5.0e-1], [-5.0e-1, 5.0e-1, -2.5], [3.5, 0.0, -2.5], [-3.5, -5.0e-1, -0.0], [-1.5, 0.0, -1.5], [1.0, -1.5, -0.0], [2.0, 5.0, -2.0], [-1.0, -1.5, 1.5], [-2.5, -1.0, -0.0], [-2.0, -2.0, -1.0], [-4.0, -3.0, -1.0], [5.0e-1, -5.0e-1, -3.5], [-1.0, 1.5, 1.0], [-0.0, -2.0, 1.5], [-1.0, -2.5, -1.5], [3.0, 5.0e-1, 2.5], [-1.0, 2.0, -1.0], [-5.0e-1, 5.0, 1.5], [-1.0, -0.0, 5.0e-1], [2.5, -1.0, -3.5], [-5.0e-1, 0.0, 0.0], [2.5, 5.0e-1, 1.5], [-2.0, 1.5, 4.0], [1.5, 5.0e-1, 5.0e-1], [3.5, -2.0, -0.0], [1.0, 1.5, -1.0], [5.0e-1, -5.0e-1, 0.0], [-5.0e-1, -2.5, -0.0], [2.0, -2.0, -5.0e-1], [1.5, -2.0, 5.0e-1], [-2.0, 2.5, 4.5]]> : tensor<70x3xf32>})
    -> (tensor<1x3xi64> {check.expected = dense<[[1, 45, 69]]> : tensor<1x3xi64>}) {
  %y = nn.arg_max %x {axis = 0 : i64, keep_dims} : (tensor<70x3xf32>) -> tensor<1x3xi64>
  return %y : tensor<1x3xi64>
}

func.func @down_columns_last(
    %x: tensor<2x6x2xf32> {check.input = dense<[[[3.0, 3.0], [3.0, -1.0], [3.0, -1.0], [-1.0, 0.0], [-1.0, -3.0], [2.0, 0.0]], [[2.0, -2.0], [-2.0, 1.0], [1.0, 0.0], [1.0, 3.0], [3.0, 3.0], [3.0, -1.0]]]> : tensor<2x6x2xf32>})
    -> (tensor<2x2xi64> {check.expected = dense<[[4, 4], [1, 0]]> : tensor<2x2xi64>}) {
  %y = nn.arg_min %x {axis = 1 : i64, select_last} : (tensor<2x6x2xf32>) -> tensor<2x2xi64>
  return %y : tensor<2x2xi64>
}

func.func @steps(
    %x: tensor<2x4x!q> {check.input = dense<[[0, 200, 255, 255], [9, 9, 3, 1]]> : tensor<2x4xui8>})
    -> (tensor<2xi64> {check.expected = dense<[2, 0]> : tensor<2xi64>}) {
  %y = nn.arg_max %x {axis = 1 : i64} : (tensor<2x4x!q>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}

func.func @of_i64(
    %x: tensor<4xi64> {check.input = dense<[5, -1099511627776, 7, -1099511627776]> : tensor<4xi64>})
    -> (tensor<i64> {check.expected = dense<1> : tensor<i64>}) {
  %y = nn.arg_min %x {axis = 0 : i64} : (tensor<4xi64>) -> tensor<i64>
  return %y : tensor<i64>
}
