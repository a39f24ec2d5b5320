// Operations on signed quantized values work on unsigned ones, too.
!i8 = !quant.uniform<i8:f32, 0.05000000074505806:-9>
!i8b = !quant.uniform<i8:f32, 0.019999999552965164:4>
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:77>
!u8b = !quant.uniform<u8:f32, 0.25:20>

func.func @reductions(
    %a: tensor<3x4x!u8> {check.input = dense<[[255, 0, 1, 128], [127, 200, 17, 254], [99, 64, 3, 77]]> : tensor<3x4xui8>})
    -> (tensor<3x!u8> {check.expected = dense<[255, 254, 99]> : tensor<3xui8>}, tensor<4x!u8> {check.expected = dense<[99, 0, 1, 77]> : tensor<4xui8>}, tensor<3xi64> {check.expected = dense<[0, 3, 0]> : tensor<3xi64>}, tensor<4xi64> {check.expected = dense<[2, 0, 0, 2]> : tensor<4xi64>}) {
  %y = nn.reduce_max %a {axes = array<i64: 1>} : (tensor<3x4x!u8>) -> tensor<3x!u8>
  %z = nn.reduce_min %a {axes = array<i64: 0>} : (tensor<3x4x!u8>) -> tensor<4x!u8>
  %u = nn.arg_max %a {axis = 1 : i64} : (tensor<3x4x!u8>) -> tensor<3xi64>
  %v = nn.arg_min %a {axis = 0 : i64} : (tensor<3x4x!u8>) -> tensor<4xi64>
  return %y, %z, %u, %v : tensor<3x!u8>, tensor<4x!u8>, tensor<3xi64>, tensor<4xi64>
}

func.func @places(
    %a: tensor<3x4x!i8> {check.input = dense<[[-128, 127, 0, -1], [5, 100, -77, 1], [64, -64, 33, -9]]> : tensor<3x4xi8>})
    -> (tensor<3xi64> {check.expected = dense<[1, 1, 0]> : tensor<3xi64>}, tensor<4xi64> {check.expected = dense<[0, 2, 1, 2]> : tensor<4xi64>}) {
  %y = nn.arg_max %a {axis = 1 : i64} : (tensor<3x4x!i8>) -> tensor<3xi64>
  %z = nn.arg_min %a {axis = 0 : i64} : (tensor<3x4x!i8>) -> tensor<4xi64>
  return %y, %z : tensor<3xi64>, tensor<4xi64>
}

func.func @signs(
    %a: tensor<12x!u8> {check.input = dense<[255, 0, 1, 128, 127, 200, 17, 254, 99, 64, 3, 77]> : tensor<12xui8>},
    %b: tensor<12x!i8> {check.input = dense<[-128, 127, 0, -1, 5, 100, -77, 1, 64, -64, 33, -9]> : tensor<12xi8>})
    -> (tensor<12x!i8> {check.expected = dense<[-98, 29, 29, -35, -34, -71, 21, -97, -20, -3, 28, -9]> : tensor<12xi8>}, tensor<12x!u8b> {check.expected = dense<[24, 16, 16, 24, 24, 24, 16, 24, 24, 16, 16, 20]> : tensor<12xui8>}, tensor<12x!u8b> {check.expected = dense<[38, 28, 28, 25, 25, 32, 26, 38, 22, 21, 27, 20]> : tensor<12xui8>}, tensor<12x!i8b> {check.expected = dense<[-46, 54, 54, 54, 54, 54, -46, 54, 54, -46, 54, 4]> : tensor<12xi8>}) {
  %y = nn.neg %a : (tensor<12x!u8>) -> tensor<12x!i8>
  %z = nn.sign %a : (tensor<12x!u8>) -> tensor<12x!u8b>
  %u = nn.abs %a : (tensor<12x!u8>) -> tensor<12x!u8b>
  %v = nn.sign %b : (tensor<12x!i8>) -> tensor<12x!i8b>
  return %y, %z, %u, %v : tensor<12x!i8>, tensor<12x!u8b>, tensor<12x!u8b>, tensor<12x!i8b>
}
