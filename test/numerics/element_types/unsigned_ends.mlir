// The highest bit of an unsigned type is no sign.

// An exponent of 2^63 is none below 0, and a base of 2^64 - 1 is not -1.
func.func @powers(
    %a: tensor<6xui64> {check.input = dense<[3, 2, 18446744073709551615, 18446744073709551615, 1, 5]> : tensor<6xui64>},
    %b: tensor<6xui64> {check.input = dense<[9223372036854775808, 9223372036854775808, 18446744073709551615, 9223372036854775808, 18446744073709551615, 2]> : tensor<6xui64>},
    %c: tensor<6xi32> {check.input = dense<[-1, -1, -1, -2, -1, -3]> : tensor<6xi32>})
    -> (tensor<6xui64> {check.expected = dense<[1, 0, 18446744073709551615, 1, 1, 25]> : tensor<6xui64>}, tensor<6xui64> {check.expected = dense<[0, 0, 0, 0, 1, 0]> : tensor<6xui64>}) {
  %y = nn.pow %a, %b : (tensor<6xui64>, tensor<6xui64>) -> tensor<6xui64>
  %z = nn.pow %a, %c : (tensor<6xui64>, tensor<6xi32>) -> tensor<6xui64>
  return %y, %z : tensor<6xui64>, tensor<6xui64>
}

// No place that counts from the end.
func.func @one_hot(
    %a: tensor<3xui64> {check.input = dense<[18446744073709551615, 1, 9223372036854775808]> : tensor<3xui64>},
    %b: tensor<2xi32> {check.input = dense<[4, 9]> : tensor<2xi32>})
    -> (tensor<3x3xi32> {check.expected = dense<[[4, 4, 4], [4, 9, 4], [4, 4, 4]]> : tensor<3x3xi32>}) {
  %y = nn.one_hot %a, %b {axis = 1 : i64} : (tensor<3xui64>, tensor<2xi32>) -> tensor<3x3xi32>
  return %y : tensor<3x3xi32>
}

func.func @casts(
    %a: tensor<10xf32> {check.input = dense<[4.2949673e9, 4.294967e9, 1.8446744e19, 1.8446743e19, 0x7F800000, -1.0, 0x7FC00000, 9.223372e18, 2147483648.0, 1.0e30]> : tensor<10xf32>})
    -> (tensor<10xui32> {check.expected = dense<[4294967295, 4294967040, 4294967295, 4294967295, 4294967295, 0, 0, 4294967295, 2147483648, 4294967295]> : tensor<10xui32>}, tensor<10xui64> {check.expected = dense<[4294967296, 4294967040, 18446744073709551615, 18446742974197923840, 18446744073709551615, 0, 0, 9223372036854775808, 2147483648, 18446744073709551615]> : tensor<10xui64>}) {
  %y = nn.cast %a : (tensor<10xf32>) -> tensor<10xui32>
  %z = nn.cast %a : (tensor<10xf32>) -> tensor<10xui64>
  return %y, %z : tensor<10xui32>, tensor<10xui64>
}
