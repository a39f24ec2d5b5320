// Comparisons, choices, bits, casts and orders of integers at their ends.

func.func @of_i32(
    %a: tensor<10xi32> {check.input = dense<[-2147483648, 2147483647, 0, -1, 16777217, -16777219, 65536, 7, -5, 123456789]> : tensor<10xi32>},
    %b: tensor<10xi32> {check.input = dense<[2147483647, -16777219, 2147483647, 123456789, 123456789, 2147483647, -16777219, 2147483647, 123456789, 123456789]> : tensor<10xi32>})
    -> (tensor<10xi1> {check.expected = dense<[false, false, false, false, false, false, false, false, false, true]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[true, false, true, true, true, true, false, true, true, false]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[true, false, true, true, true, true, false, true, true, true]> : tensor<10xi1>}, tensor<10xi32> {check.expected = dense<[-2147483648, -16777219, 0, -1, 16777217, -16777219, -16777219, 7, -5, 123456789]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[0, 2130706429, 0, 123456789, 16777217, 2130706429, 65536, 7, 123456785, 123456789]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[-1, -1, 2147483647, -1, 123456789, -1, -16777219, 2147483647, -1, 123456789]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[-1, -2130706430, 2147483647, -123456790, 106679572, -2130706430, -16842755, 2147483640, -123456786, 0]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[2147483647, -2147483648, -1, 0, -16777218, 16777218, -65537, -8, 4, -123456790]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[100, 1000103, 2000106, 3000109, 4000112, 5000115, 6000118, 7000121, 8000124, 9000127]> : tensor<10xi32>}, tensor<10xf16> {check.expected = dense<[0xFC00, 0x7C00, 0x0000, 0xBC00, 0x7C00, 0xFC00, 0x7C00, 0x4700, 0xC500, 0x7C00]> : tensor<10xf16>}, tensor<10xbf16> {check.expected = dense<[0xCF00, 0x4F00, 0x0000, 0xBF80, 0x4B80, 0xCB80, 0x4780, 0x40E0, 0xC0A0, 0x4CEB]> : tensor<10xbf16>}, tensor<10xi1> {check.expected = dense<[true, true, false, true, true, true, true, true, true, true]> : tensor<10xi1>}, tensor<10xui64> {check.expected = dense<[18446744071562067968, 2147483647, 0, 18446744073709551615, 16777217, 18446744073692774397, 65536, 7, 18446744073709551611, 123456789]> : tensor<10xui64>}, tensor<5xi32> {check.expected = dense<[0, 5, 8, 3, 2]> : tensor<5xi32>}) {
  %y0 = nn.equal %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
  %y1 = nn.less %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
  %y2 = nn.less_equal %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi1>
  %y3 = nn.where %y1, %a, %b : (tensor<10xi1>, tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y4 = nn.and %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y5 = nn.or %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y6 = nn.xor %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y7 = nn.not %a : (tensor<10xi32>) -> tensor<10xi32>
  %y8 = nn.iota {axis = 0 : i64, start = 100 : i64, step = 1000003 : i64} : () -> tensor<10xi32>
  %y9 = nn.cast %a : (tensor<10xi32>) -> tensor<10xf16>
  %y10 = nn.cast %a : (tensor<10xi32>) -> tensor<10xbf16>
  %y11 = nn.cast %a : (tensor<10xi32>) -> tensor<10xi1>
  %y12 = nn.cast %a : (tensor<10xi32>) -> tensor<10xui64>
  %y13 = nn.arg_top_k %a {axis = 0 : i64, smallest} : (tensor<10xi32>) -> tensor<5xi32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13 : tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xf16>, tensor<10xbf16>, tensor<10xi1>, tensor<10xui64>, tensor<5xi32>
}

func.func @of_i64(
    %a: tensor<10xi64> {check.input = dense<[-9223372036854775808, 9223372036854775807, 0, -1, 4294967296, 9007199254740993, -4294967297, 5, 3, -9223372036854775808]> : tensor<10xi64>},
    %b: tensor<10xi64> {check.input = dense<[9223372036854775807, 9007199254740993, 0, 9223372036854775807, 0, 9007199254740993, 9223372036854775807, 3, 3, 9223372036854775807]> : tensor<10xi64>})
    -> (tensor<10xi1> {check.expected = dense<[false, false, true, false, false, true, false, false, true, false]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[true, false, false, true, false, false, true, false, false, true]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[true, false, true, true, false, true, true, false, true, true]> : tensor<10xi1>}, tensor<10xi64> {check.expected = dense<[-9223372036854775808, 9007199254740993, 0, -1, 0, 9007199254740993, -4294967297, 3, 3, -9223372036854775808]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[0, 9007199254740993, 0, 9223372036854775807, 0, 9007199254740993, 9223372032559808511, 1, 3, 0]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[-1, 9223372036854775807, 0, -1, 4294967296, 9007199254740993, -1, 7, 3, -1]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[-1, 9214364837600034814, 0, -9223372036854775808, 4294967296, 0, -9223372032559808512, 6, 0, -1]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[9223372036854775807, -9223372036854775808, -1, 0, -4294967297, -9007199254740994, 4294967296, -6, -4, 9223372036854775807]> : tensor<10xi64>}, tensor<10xi64> {check.expected = dense<[100, 1000103, 2000106, 3000109, 4000112, 5000115, 6000118, 7000121, 8000124, 9000127]> : tensor<10xi64>}, tensor<10xf16> {check.expected = dense<[0xFC00, 0x7C00, 0x0000, 0xBC00, 0x7C00, 0x7C00, 0xFC00, 0x4500, 0x4200, 0xFC00]> : tensor<10xf16>}, tensor<10xbf16> {check.expected = dense<[0xDF00, 0x5F00, 0x0000, 0xBF80, 0x4F80, 0x5A00, 0xCF80, 0x40A0, 0x4040, 0xDF00]> : tensor<10xbf16>}, tensor<10xi1> {check.expected = dense<[true, true, false, true, true, true, true, true, true, true]> : tensor<10xi1>}, tensor<10xui64> {check.expected = dense<[9223372036854775808, 9223372036854775807, 0, 18446744073709551615, 4294967296, 9007199254740993, 18446744069414584319, 5, 3, 9223372036854775808]> : tensor<10xui64>}, tensor<5xi32> {check.expected = dense<[0, 9, 6, 3, 2]> : tensor<5xi32>}) {
  %y0 = nn.equal %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi1>
  %y1 = nn.less %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi1>
  %y2 = nn.less_equal %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi1>
  %y3 = nn.where %y1, %a, %b : (tensor<10xi1>, tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y4 = nn.and %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y5 = nn.or %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y6 = nn.xor %a, %b : (tensor<10xi64>, tensor<10xi64>) -> tensor<10xi64>
  %y7 = nn.not %a : (tensor<10xi64>) -> tensor<10xi64>
  %y8 = nn.iota {axis = 0 : i64, start = 100 : i64, step = 1000003 : i64} : () -> tensor<10xi64>
  %y9 = nn.cast %a : (tensor<10xi64>) -> tensor<10xf16>
  %y10 = nn.cast %a : (tensor<10xi64>) -> tensor<10xbf16>
  %y11 = nn.cast %a : (tensor<10xi64>) -> tensor<10xi1>
  %y12 = nn.cast %a : (tensor<10xi64>) -> tensor<10xui64>
  %y13 = nn.arg_top_k %a {axis = 0 : i64, smallest} : (tensor<10xi64>) -> tensor<5xi32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13 : tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xi64>, tensor<10xf16>, tensor<10xbf16>, tensor<10xi1>, tensor<10xui64>, tensor<5xi32>
}
