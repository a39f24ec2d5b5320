// Arithmetic of integers at their ends: it wraps.

func.func @of_i8(
    %a: tensor<10xi8> {check.input = dense<[-128, 127, 0, -1, 5, 100, -77, 1, 64, -64]> : tensor<10xi8>},
    %b: tensor<10xi8> {check.input = dense<[127, 100, -9, 1, 100, 100, 1, -9, 100, 127]> : tensor<10xi8>},
    %c: tensor<10xi32> {check.input = dense<[0, 1, 2, 3, -1, -2, 5, 7, 31, 4]> : tensor<10xi32>})
    -> (tensor<10xi8> {check.expected = dense<[-1, -29, -9, 0, 105, -56, -76, -8, -92, 63]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[1, 27, 9, -2, -95, 0, -78, 10, -36, 65]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[-128, -100, 0, -1, -12, 16, -77, -9, 0, 64]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[-1, 1, 0, -1, 0, 1, -77, 0, 0, 0]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[126, 27, 0, 0, 5, 0, 0, -8, 64, 63]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[127, 127, 0, 1, 100, 100, 1, 1, 100, 127]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[-128, 100, -9, -1, 5, 100, -77, -9, 64, -64]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[-128, 127, 0, -1, 5, 100, -77, 1, 64, 64]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[-1, 27, 0, 0, 5, 0, 0, 1, 64, -64]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[-128, -127, 0, 1, -5, -100, 77, -1, -64, 64]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[-128, 127, 0, 1, 5, 100, 77, 1, 64, 64]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[-1, 1, 0, -1, 1, 1, -1, 1, 1, -1]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[1, 127, 0, -1, 0, 0, 99, 1, 0, 0]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[0, 1, 0, -1, -15, 0, -77, 1, 0, 0]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[27, -101, 28, 28, 29, 24, -76, 1, 0, -64]> : tensor<10xi8>}, tensor<10xi8> {check.expected = dense<[1, 127, -100, -124, -124, -112, 64, 64, -64, 0]> : tensor<10xi8>}) {
  %y0 = nn.add %a, %b : (tensor<10xi8>, tensor<10xi8>) -> tensor<10xi8>
  %y1 = nn.sub %a, %b : (tensor<10xi8>, tensor<10xi8>) -> tensor<10xi8>
  %y2 = nn.mul %a, %b : (tensor<10xi8>, tensor<10xi8>) -> tensor<10xi8>
  %y3 = nn.div %a, %b : (tensor<10xi8>, tensor<10xi8>) -> tensor<10xi8>
  %y4 = nn.mod %a, %b : (tensor<10xi8>, tensor<10xi8>) -> tensor<10xi8>
  %y5 = nn.max %a, %b : (tensor<10xi8>, tensor<10xi8>) -> tensor<10xi8>
  %y6 = nn.min %a, %b : (tensor<10xi8>, tensor<10xi8>) -> tensor<10xi8>
  %y7 = nn.prelu %a, %b : (tensor<10xi8>, tensor<10xi8>) -> tensor<10xi8>
  %y8 = nn.mod %a, %b {truncated} : (tensor<10xi8>, tensor<10xi8>) -> tensor<10xi8>
  %y9 = nn.neg %a : (tensor<10xi8>) -> tensor<10xi8>
  %y10 = nn.abs %a : (tensor<10xi8>) -> tensor<10xi8>
  %y11 = nn.sign %a : (tensor<10xi8>) -> tensor<10xi8>
  %y12 = nn.pow %a, %c : (tensor<10xi8>, tensor<10xi32>) -> tensor<10xi8>
  %y13 = nn.pow %a, %b : (tensor<10xi8>, tensor<10xi8>) -> tensor<10xi8>
  %y14 = nn.cum_sum %a {axis = 0 : i64, reverse} : (tensor<10xi8>) -> tensor<10xi8>
  %y15 = nn.cum_prod %b {axis = 0 : i64, exclusive} : (tensor<10xi8>) -> tensor<10xi8>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13, %y14, %y15 : tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>, tensor<10xi8>
}

func.func @of_i32(
    %a: tensor<10xi32> {check.input = dense<[-2147483648, 2147483647, 0, -1, 16777217, -16777219, 65536, 7, -5, 123456789]> : tensor<10xi32>},
    %b: tensor<10xi32> {check.input = dense<[2147483647, -16777219, 2147483647, 123456789, 123456789, 2147483647, -16777219, 2147483647, 123456789, 123456789]> : tensor<10xi32>},
    %c: tensor<10xi32> {check.input = dense<[0, 1, 2, 3, -1, -2, 5, 7, 31, 4]> : tensor<10xi32>})
    -> (tensor<10xi32> {check.expected = dense<[-1, 2130706428, 2147483647, 123456788, 140234006, 2130706428, -16711683, -2147483642, 123456784, 246913578]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[1, -2130706430, -2147483647, -123456790, -106679572, 2130706430, 16842755, -2147483640, -123456794, 0]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[-2147483648, -2130706429, 0, -123456789, 475778325, -2130706429, -196608, 2147483641, -617283945, -1757895751]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[-1, -127, 0, 0, 0, 0, 0, 0, 0, 1]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[2147483646, -385, 0, 123456788, 16777217, 2130706428, -16711683, 7, 123456784, 0]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[2147483647, 2147483647, 2147483647, 123456789, 123456789, 2147483647, 65536, 2147483647, 123456789, 123456789]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[-2147483648, -16777219, 0, -1, 16777217, -16777219, -16777219, 7, -5, 123456789]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[-2147483648, 2147483647, 0, -123456789, 16777217, -2130706429, 65536, 7, -617283945, 123456789]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[-1, 16776834, 0, -1, 16777217, -16777219, 65536, 7, -5, 0]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[-2147483648, -2147483647, 0, 1, -16777217, 16777219, -65536, -7, 5, -123456789]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[-2147483648, 2147483647, 0, 1, 16777217, 16777219, 65536, 7, 5, 123456789]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[-1, 1, 0, -1, 1, -1, 1, 1, -1, 1]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[1, 2147483647, 0, -1, 0, 0, 0, 823543, 2128439731, 1202002865]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[0, 0, 0, -1, 352321537, -1907010219, 0, -1227133513, 831526155, 1060537925]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[123522323, -2023961325, 123522324, 123522324, 123522325, 106745108, 123522327, 123456791, 123456784, 123456789]> : tensor<10xi32>}, tensor<10xi32> {check.expected = dense<[1, 2147483647, -2130706429, -16777219, -722691903, -2125065003, -22418645, -654164353, -1493319295, 916466837]> : tensor<10xi32>}) {
  %y0 = nn.add %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y1 = nn.sub %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y2 = nn.mul %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y3 = nn.div %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y4 = nn.mod %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y5 = nn.max %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y6 = nn.min %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y7 = nn.prelu %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y8 = nn.mod %a, %b {truncated} : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y9 = nn.neg %a : (tensor<10xi32>) -> tensor<10xi32>
  %y10 = nn.abs %a : (tensor<10xi32>) -> tensor<10xi32>
  %y11 = nn.sign %a : (tensor<10xi32>) -> tensor<10xi32>
  %y12 = nn.pow %a, %c : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y13 = nn.pow %a, %b : (tensor<10xi32>, tensor<10xi32>) -> tensor<10xi32>
  %y14 = nn.cum_sum %a {axis = 0 : i64, reverse} : (tensor<10xi32>) -> tensor<10xi32>
  %y15 = nn.cum_prod %b {axis = 0 : i64, exclusive} : (tensor<10xi32>) -> tensor<10xi32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8, %y9, %y10, %y11, %y12, %y13, %y14, %y15 : tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>, tensor<10xi32>
}
