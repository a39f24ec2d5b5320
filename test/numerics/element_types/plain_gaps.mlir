// Reductions of integers at their ends; floats and bits that other files leave out.

func.func @reduce_i32(
    %a: tensor<3x4xi32> {check.input = dense<[[-2147483648, 2147483647, 0, -1], [16777217, -16777219, 65536, 7], [-5, 123456789, -2147483648, 2147483647]]> : tensor<3x4xi32>})
    -> (tensor<3xi32> {check.expected = dense<[-2, 65541, 123456783]> : tensor<3xi32>}, tensor<4xi32> {check.expected = dense<[-2147483648, -1424791745, 0, -2147483641]> : tensor<4xi32>}, tensor<4xi32> {check.expected = dense<[16777217, 2147483647, 65536, 2147483647]> : tensor<4xi32>}, tensor<3x1xi32> {check.expected = dense<[[-2147483648], [-16777219], [-2147483648]]> : tensor<3x1xi32>}, tensor<3xi64> {check.expected = dense<[1, 0, 3]> : tensor<3xi64>}, tensor<4xi64> {check.expected = dense<[0, 1, 2, 0]> : tensor<4xi64>}) {
  %y0 = nn.reduce_sum %a {axes = array<i64: 1>} : (tensor<3x4xi32>) -> tensor<3xi32>
  %y1 = nn.reduce_prod %a {axes = array<i64: 0>} : (tensor<3x4xi32>) -> tensor<4xi32>
  %y2 = nn.reduce_max %a {axes = array<i64: 0>} : (tensor<3x4xi32>) -> tensor<4xi32>
  %y3 = nn.reduce_min %a {axes = array<i64: 1>, keep_dims} : (tensor<3x4xi32>) -> tensor<3x1xi32>
  %y4 = nn.arg_max %a {axis = 1 : i64} : (tensor<3x4xi32>) -> tensor<3xi64>
  %y5 = nn.arg_min %a {axis = 0 : i64, select_last} : (tensor<3x4xi32>) -> tensor<4xi64>
  return %y0, %y1, %y2, %y3, %y4, %y5 : tensor<3xi32>, tensor<4xi32>, tensor<4xi32>, tensor<3x1xi32>, tensor<3xi64>, tensor<4xi64>
}

func.func @reduce_i64(
    %a: tensor<3x4xi64> {check.input = dense<[[-9223372036854775808, 9223372036854775807, 0, -1], [4294967296, 9007199254740993, -4294967297, 5], [3, -9223372036854775808, 9223372036854775807, 0]]> : tensor<3x4xi64>})
    -> (tensor<3xi64> {check.expected = dense<[-2, 9007199254740997, 2]> : tensor<3xi64>}, tensor<4xi64> {check.expected = dense<[0, -9223372036854775808, 0, 0]> : tensor<4xi64>}, tensor<4xi64> {check.expected = dense<[4294967296, 9223372036854775807, 9223372036854775807, 5]> : tensor<4xi64>}, tensor<3x1xi64> {check.expected = dense<[[-9223372036854775808], [-4294967297], [-9223372036854775808]]> : tensor<3x1xi64>}, tensor<3xi64> {check.expected = dense<[1, 1, 2]> : tensor<3xi64>}, tensor<4xi64> {check.expected = dense<[0, 2, 1, 0]> : tensor<4xi64>}) {
  %y0 = nn.reduce_sum %a {axes = array<i64: 1>} : (tensor<3x4xi64>) -> tensor<3xi64>
  %y1 = nn.reduce_prod %a {axes = array<i64: 0>} : (tensor<3x4xi64>) -> tensor<4xi64>
  %y2 = nn.reduce_max %a {axes = array<i64: 0>} : (tensor<3x4xi64>) -> tensor<4xi64>
  %y3 = nn.reduce_min %a {axes = array<i64: 1>, keep_dims} : (tensor<3x4xi64>) -> tensor<3x1xi64>
  %y4 = nn.arg_max %a {axis = 1 : i64} : (tensor<3x4xi64>) -> tensor<3xi64>
  %y5 = nn.arg_min %a {axis = 0 : i64, select_last} : (tensor<3x4xi64>) -> tensor<4xi64>
  return %y0, %y1, %y2, %y3, %y4, %y5 : tensor<3xi64>, tensor<4xi64>, tensor<4xi64>, tensor<3x1xi64>, tensor<3xi64>, tensor<4xi64>
}

func.func @floats(
    %a: tensor<2x2xf32> {check.input = dense<[[-0.0, 3.0], [0x7FC00000, 1.0e-40]]> : tensor<2x2xf32>})
    -> (tensor<2x4xf32> {check.expected = dense<[[-0.0, 3.0, -0.0, 3.0], [0x7FC00000, 1.0e-40, 0x7FC00000, 1.0e-40]]> : tensor<2x4xf32>}, tensor<2x2xf32> {check.expected = dense<[[0x7FC00000, 2.99998e-40], [0x7FC00000, 1.0e-40]]> : tensor<2x2xf32>}) {
  %y = nn.tile %a {repeats = array<i64: 1, 2>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  %z = nn.cum_prod %a {axis = 0 : i64, reverse} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y, %z : tensor<2x4xf32>, tensor<2x2xf32>
}

func.func @bits(
    %a: tensor<3xi64> {check.input = dense<[-1, -9223372036854775808, 5]> : tensor<3xi64>})
    -> (tensor<3xui64> {check.expected = dense<[18446744073709551615, 9223372036854775808, 5]> : tensor<3xui64>}, tensor<3xi64> {check.expected = dense<[-1, -9223372036854775808, 5]> : tensor<3xi64>}) {
  %y = nn.bit_cast %a : (tensor<3xi64>) -> tensor<3xui64>
  %z = nn.bit_cast %y : (tensor<3xui64>) -> tensor<3xi64>
  return %y, %z : tensor<3xui64>, tensor<3xi64>
}
