// Signed integers wrap; quotients go towards zero, and are 0 by 0 (H2).

func.func @add_i8(
    %a: tensor<5xi8> {check.input = dense<[127, -128, -7, 5, 1]> : tensor<5xi8>}, %b: tensor<5xi8> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi8>})
    -> (tensor<5xi8> {check.expected = dense<[-128, 127, -5, 5, -2]> : tensor<5xi8>}) {
  %y = nn.add %a, %b : (tensor<5xi8>, tensor<5xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

func.func @div_i8(
    %a: tensor<5xi8> {check.input = dense<[127, -128, -7, 5, 1]> : tensor<5xi8>}, %b: tensor<5xi8> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi8>})
    -> (tensor<5xi8> {check.expected = dense<[127, -128, -3, 0, 0]> : tensor<5xi8>}) {
  %y = nn.div %a, %b : (tensor<5xi8>, tensor<5xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

func.func @mod_i8(
    %a: tensor<5xi8> {check.input = dense<[127, -128, -7, 5, 1]> : tensor<5xi8>}, %b: tensor<5xi8> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi8>})
    -> (tensor<5xi8> {check.expected = dense<[0, 0, 1, 0, -2]> : tensor<5xi8>}) {
  %y = nn.mod %a, %b : (tensor<5xi8>, tensor<5xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

func.func @max_i8(
    %a: tensor<5xi8> {check.input = dense<[127, -128, -7, 5, 1]> : tensor<5xi8>}, %b: tensor<5xi8> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi8>})
    -> (tensor<5xi8> {check.expected = dense<[127, -1, 2, 5, 1]> : tensor<5xi8>}) {
  %y = nn.max %a, %b : (tensor<5xi8>, tensor<5xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

func.func @sub_i16(
    %a: tensor<5xi16> {check.input = dense<[32767, -32768, -7, 5, 1]> : tensor<5xi16>}, %b: tensor<5xi16> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi16>})
    -> (tensor<5xi16> {check.expected = dense<[32766, -32767, -9, 5, 4]> : tensor<5xi16>}) {
  %y = nn.sub %a, %b : (tensor<5xi16>, tensor<5xi16>) -> tensor<5xi16>
  return %y : tensor<5xi16>
}

func.func @mod_i16(
    %a: tensor<5xi16> {check.input = dense<[32767, -32768, -7, 5, 1]> : tensor<5xi16>}, %b: tensor<5xi16> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi16>})
    -> (tensor<5xi16> {check.expected = dense<[0, 0, 1, 0, -2]> : tensor<5xi16>}) {
  %y = nn.mod %a, %b : (tensor<5xi16>, tensor<5xi16>) -> tensor<5xi16>
  return %y : tensor<5xi16>
}

func.func @add_i32(
    %a: tensor<5xi32> {check.input = dense<[2147483647, -2147483648, -7, 5, 1]> : tensor<5xi32>}, %b: tensor<5xi32> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi32>})
    -> (tensor<5xi32> {check.expected = dense<[-2147483648, 2147483647, -5, 5, -2]> : tensor<5xi32>}) {
  %y = nn.add %a, %b : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  return %y : tensor<5xi32>
}

func.func @div_i32(
    %a: tensor<5xi32> {check.input = dense<[2147483647, -2147483648, -7, 5, 1]> : tensor<5xi32>}, %b: tensor<5xi32> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi32>})
    -> (tensor<5xi32> {check.expected = dense<[2147483647, -2147483648, -3, 0, 0]> : tensor<5xi32>}) {
  %y = nn.div %a, %b : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  return %y : tensor<5xi32>
}

func.func @mod_i32(
    %a: tensor<5xi32> {check.input = dense<[2147483647, -2147483648, -7, 5, 1]> : tensor<5xi32>}, %b: tensor<5xi32> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi32>})
    -> (tensor<5xi32> {check.expected = dense<[0, 0, 1, 0, -2]> : tensor<5xi32>}) {
  %y = nn.mod %a, %b : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  return %y : tensor<5xi32>
}

func.func @max_i32(
    %a: tensor<5xi32> {check.input = dense<[2147483647, -2147483648, -7, 5, 1]> : tensor<5xi32>}, %b: tensor<5xi32> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi32>})
    -> (tensor<5xi32> {check.expected = dense<[2147483647, -1, 2, 5, 1]> : tensor<5xi32>}) {
  %y = nn.max %a, %b : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  return %y : tensor<5xi32>
}

func.func @mul_i64(
    %a: tensor<5xi64> {check.input = dense<[9223372036854775807, -9223372036854775808, -7, 5, 1]> : tensor<5xi64>}, %b: tensor<5xi64> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi64>})
    -> (tensor<5xi64> {check.expected = dense<[9223372036854775807, -9223372036854775808, -14, 0, -3]> : tensor<5xi64>}) {
  %y = nn.mul %a, %b : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  return %y : tensor<5xi64>
}

func.func @div_i64(
    %a: tensor<5xi64> {check.input = dense<[9223372036854775807, -9223372036854775808, -7, 5, 1]> : tensor<5xi64>}, %b: tensor<5xi64> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi64>})
    -> (tensor<5xi64> {check.expected = dense<[9223372036854775807, -9223372036854775808, -3, 0, 0]> : tensor<5xi64>}) {
  %y = nn.div %a, %b : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  return %y : tensor<5xi64>
}

func.func @min_i64(
    %a: tensor<5xi64> {check.input = dense<[9223372036854775807, -9223372036854775808, -7, 5, 1]> : tensor<5xi64>}, %b: tensor<5xi64> {check.input = dense<[1, -1, 2, 0, -3]> : tensor<5xi64>})
    -> (tensor<5xi64> {check.expected = dense<[1, -9223372036854775808, -7, 0, -3]> : tensor<5xi64>}) {
  %y = nn.min %a, %b : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  return %y : tensor<5xi64>
}
