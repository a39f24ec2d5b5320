// Comparisons, choices, bits, casts and orders of integers at their ends.

func.func @of_i1(
    %a: tensor<10xi1> {check.input = dense<[true, false, false, true, true, false, true, true, false, false]> : tensor<10xi1>},
    %b: tensor<10xi1> {check.input = dense<[false, false, true, false, false, true, true, false, false, true]> : tensor<10xi1>})
    -> (tensor<10xi1> {check.expected = dense<[false, true, false, false, false, false, true, false, true, false]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[false, false, true, false, false, true, false, false, false, true]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[false, true, true, false, false, true, true, false, true, true]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[false, false, false, false, false, false, true, false, false, false]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[false, false, false, false, false, false, true, false, false, false]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[true, false, true, true, true, true, true, true, false, true]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[true, false, true, true, true, true, false, true, false, true]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[false, true, true, false, false, true, false, false, true, true]> : tensor<10xi1>}, tensor<5xi32> {check.expected = dense<[1, 2, 5, 8, 9]> : tensor<5xi32>}) {
  %y0 = nn.equal %a, %b : (tensor<10xi1>, tensor<10xi1>) -> tensor<10xi1>
  %y1 = nn.less %a, %b : (tensor<10xi1>, tensor<10xi1>) -> tensor<10xi1>
  %y2 = nn.less_equal %a, %b : (tensor<10xi1>, tensor<10xi1>) -> tensor<10xi1>
  %y3 = nn.where %y1, %a, %b : (tensor<10xi1>, tensor<10xi1>, tensor<10xi1>) -> tensor<10xi1>
  %y4 = nn.and %a, %b : (tensor<10xi1>, tensor<10xi1>) -> tensor<10xi1>
  %y5 = nn.or %a, %b : (tensor<10xi1>, tensor<10xi1>) -> tensor<10xi1>
  %y6 = nn.xor %a, %b : (tensor<10xi1>, tensor<10xi1>) -> tensor<10xi1>
  %y7 = nn.not %a : (tensor<10xi1>) -> tensor<10xi1>
  %y8 = nn.arg_top_k %a {axis = 0 : i64, smallest} : (tensor<10xi1>) -> tensor<5xi32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8 : tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<5xi32>
}

func.func @of_i16(
    %a: tensor<10xi16> {check.input = dense<[-32768, 32767, 0, -1, 12345, -30001, 256, -257, 1, 20000]> : tensor<10xi16>},
    %b: tensor<10xi16> {check.input = dense<[32767, -30001, 777, -257, -30001, -30001, -257, 777, -30001, 32767]> : tensor<10xi16>})
    -> (tensor<10xi1> {check.expected = dense<[false, false, false, false, false, true, false, false, false, false]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[true, false, true, false, false, false, false, true, false, true]> : tensor<10xi1>}, tensor<10xi1> {check.expected = dense<[true, false, true, false, false, true, false, true, false, true]> : tensor<10xi1>}, tensor<10xi16> {check.expected = dense<[-32768, -30001, 0, -257, -30001, -30001, -257, -257, -30001, 20000]> : tensor<10xi16>}, tensor<10xi16> {check.expected = dense<[0, 2767, 0, -257, 9, -30001, 0, 521, 1, 20000]> : tensor<10xi16>}, tensor<10xi16> {check.expected = dense<[-1, -1, 777, -1, -17665, -30001, -1, -1, -30001, 32767]> : tensor<10xi16>}, tensor<10xi16> {check.expected = dense<[-1, -2768, 777, 256, -17674, 0, -1, -522, -30002, 12767]> : tensor<10xi16>}, tensor<10xi16> {check.expected = dense<[32767, -32768, -1, 0, -12346, 30000, -257, 256, -2, -20001]> : tensor<10xi16>}, tensor<10xi16> {check.expected = dense<[100, 17063, -31510, -14547, 2416, 19379, -29194, -12231, 4732, 21695]> : tensor<10xi16>}, tensor<10xf16> {check.expected = dense<[0xF800, 0x7800, 0x0000, 0xBC00, 0x7207, 0xF753, 0x5C00, 0xDC04, 0x3C00, 0x74E2]> : tensor<10xf16>}, tensor<10xbf16> {check.expected = dense<[0xC700, 0x4700, 0x0000, 0xBF80, 0x4641, 0xC6EA, 0x4380, 0xC380, 0x3F80, 0x469C]> : tensor<10xbf16>}, tensor<10xi1> {check.expected = dense<[true, true, false, true, true, true, true, true, true, true]> : tensor<10xi1>}, tensor<10xui64> {check.expected = dense<[18446744073709518848, 32767, 0, 18446744073709551615, 12345, 18446744073709521615, 256, 18446744073709551359, 1, 20000]> : tensor<10xui64>}, tensor<5xi32> {check.expected = dense<[0, 5, 7, 3, 2]> : tensor<5xi32>}) {
  %y0 = nn.equal %a, %b : (tensor<10xi16>, tensor<10xi16>) -> tensor<10xi1>
  %y1 = nn.less %a, %b : (tensor<10xi16>, tensor<10xi16>) -> tensor<10xi1>
  %y2 = nn.less_equal %a, %b : (tensor<10xi16>, tensor<10xi16>) -> tensor<10xi1>
  %y3 = nn.where %y1, %a, %b : (tensor<10xi1>, tensor<10xi16>, tensor<10xi16>) -> tensor<10xi16>
  %y4 = nn.and %a, %b : (tensor<10xi16>, tensor<10xi16>) -> tensor<10xi16>
  %y5 = nn.or %a, %b : (tensor<10xi16>, tensor<10xi16>) -> tensor<10xi16>
  %y6 = nn.xor %a, %b : (tensor<10xi16>, tensor<10xi16>) -> tensor<10xi16>
  %y7 = nn.not %a : (tensor<10xi16>) -> tensor<10xi16>
  %y8 = nn.iota {axis = 0 : i64, start = 100 : i64, step = 1000003 : i64} : () -> tensor<10xi16>
  %y9 = nn.cast %a : (tensor<10xi16>) -> tensor<10xf16>
  %y10 = nn.cast %a : (tensor<10xi16>) -> tensor<10xbf16>
  %y11 = nn.cast %a : (tensor<10xi16>) -> tensor<10xi1>
  %y12 = nn.cast %a : (tensor<10xi16>) -> tensor<10xui64>
  %y13 = nn.arg_top_k %a {axis = 0 : i64, smallest} : (tensor<10xi16>) -> tensor<5xi32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13 : tensor<10xi1>, tensor<10xi1>, tensor<10xi1>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xf16>, tensor<10xbf16>, tensor<10xi1>, tensor<10xui64>, tensor<5xi32>
}
