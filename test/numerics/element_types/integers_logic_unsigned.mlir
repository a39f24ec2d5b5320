// Comparisons, choices, bits, casts and orders of integers at their ends.

func.func @of_ui32(
    %a: tensor<10xui32> {check.input = dense<[4294967295, 0, 2147483648, 2147483647, 1, 16777217, 3000000000, 65536, 4294967295, 0]> : tensor<10xui32>},
    %b: tensor<10xui32> {check.input = dense<[0, 16777217, 2147483647, 2147483647, 16777217, 0, 65536, 65536, 0, 16777217]> : tensor<10xui32>},
    %c: tensor<10xui32> {check.input = dense<[0, 1, 7, 8, 15, 16, 31, 63, 65, 200]> : tensor<10xui32>})
    -> (tensor<10xi1> {check.expected = dense<[false, false, false, true, false, false, false, true, false, false]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[false, true, false, false, true, false, false, false, false, true]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[false, true, false, true, true, false, false, true, false, true]> : tensor<10xi1>}, tensor<10xui32> {check.expected = dense<[0, 0, 2147483647, 2147483647, 1, 0, 65536, 65536, 0, 0]> : tensor<10xui32>}, tensor<10xui32> {check.expected = dense<[0, 0, 0, 2147483647, 1, 0, 0, 65536, 0, 0]> : tensor<10xui32>}, tensor<10xui32> {check.expected = dense<[4294967295, 16777217, 4294967295, 2147483647, 16777217, 16777217, 3000065536, 65536, 4294967295, 16777217]> : tensor<10xui32>}, tensor<10xui32> {check.expected = dense<[4294967295, 16777217, 4294967295, 0, 16777216, 16777217, 3000065536, 0, 4294967295, 16777217]> : tensor<10xui32>}, tensor<10xui32> {check.expected = dense<[0, 4294967295, 2147483647, 2147483648, 4294967294, 4278190078, 1294967295, 4294901759, 0, 4294967295]> : tensor<10xui32>}, tensor<10xui32> {check.expected = dense<[4294967295, 0, 0, 4294967040, 32768, 65536, 0, 0, 0, 0]> : tensor<10xui32>}, tensor<10xui32> {check.expected = dense<[4294967295, 0, 16777216, 8388607, 0, 256, 1, 0, 0, 0]> : tensor<10xui32>}, tensor<10xui32> {check.expected = dense<[100, 1000103, 2000106, 3000109, 4000112, 5000115, 6000118, 7000121, 8000124, 9000127]> : tensor<10xui32>}, tensor<10xf16> {check.expected = dense<[0x7C00, 0x0000, 0x7C00, 0x7C00, 0x3C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x0000]> : tensor<10xf16>}, tensor<10xbf16> {check.expected = dense<[0x4F80, 0x0000, 0x4F00, 0x4F00, 0x3F80, 0x4B80, 0x4F33, 0x4780, 0x4F80, 0x0000]> : tensor<10xbf16>}, tensor<10xi1> {check.expected = dense<[true, false, true, true, true, true, true, true, true, false]> : tensor<10xi1>}, tensor<10xui64> {check.expected = dense<[4294967295, 0, 2147483648, 2147483647, 1, 16777217, 3000000000, 65536, 4294967295, 0]> : tensor<10xui64>}, tensor<5xi32> {check.expected = dense<[1, 9, 4, 7, 5]> : tensor<5xi32>}) {
  %y0 = nn.equal %a, %b : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xi1>
  %y1 = nn.less %a, %b : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xi1>
  %y2 = nn.less_equal %a, %b : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xi1>
  %y3 = nn.where %y1, %a, %b : (tensor<10xi1>, tensor<10xui32>, tensor<10xui32>) -> tensor<10xui32>
  %y4 = nn.and %a, %b : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xui32>
  %y5 = nn.or %a, %b : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xui32>
  %y6 = nn.xor %a, %b : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xui32>
  %y7 = nn.not %a : (tensor<10xui32>) -> tensor<10xui32>
  %y8 = nn.shift %a, %c : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xui32>
  %y9 = nn.shift %a, %c {right} : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xui32>
  %y10 = nn.iota {axis = 0 : i64, start = 100 : i64, step = 1000003 : i64} : () -> tensor<10xui32>
  %y11 = nn.cast %a : (tensor<10xui32>) -> tensor<10xf16>
  %y12 = nn.cast %a : (tensor<10xui32>) -> tensor<10xbf16>
  %y13 = nn.cast %a : (tensor<10xui32>) -> tensor<10xi1>
  %y14 = nn.cast %a : (tensor<10xui32>) -> tensor<10xui64>
  %y15 = nn.arg_top_k %a {axis = 0 : i64, smallest} : (tensor<10xui32>) -> tensor<5xi32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13, %y14, %y15 : tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xf16>, tensor<10xbf16>, tensor<10xi1>, tensor<10xui64>, tensor<5xi32>
}
