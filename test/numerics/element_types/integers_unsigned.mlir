// Unsigned integers wrap; quotients are 0 by 0.

func.func @sub_ui8(
    %a: tensor<5xui8> {check.input = dense<[255, 200, 7, 5, 0]> : tensor<5xui8>}, %b: tensor<5xui8> {check.input = dense<[1, 100, 2, 0, 3]> : tensor<5xui8>})
    -> (tensor<5xui8> {check.expected = dense<[254, 100, 5, 5, 253]> : tensor<5xui8>}) {
  %y = nn.sub %a, %b : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xui8>
  return %y : tensor<5xui8>
}

func.func @mod_ui8(
    %a: tensor<5xui8> {check.input = dense<[255, 200, 7, 5, 0]> : tensor<5xui8>}, %b: tensor<5xui8> {check.input = dense<[1, 100, 2, 0, 3]> : tensor<5xui8>})
    -> (tensor<5xui8> {check.expected = dense<[0, 0, 1, 0, 0]> : tensor<5xui8>}) {
  %y = nn.mod %a, %b : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xui8>
  return %y : tensor<5xui8>
}

func.func @sub_ui16(
    %a: tensor<5xui16> {check.input = dense<[65535, 300, 7, 5, 0]> : tensor<5xui16>}, %b: tensor<5xui16> {check.input = dense<[1, 300, 2, 0, 3]> : tensor<5xui16>})
    -> (tensor<5xui16> {check.expected = dense<[65534, 0, 5, 5, 65533]> : tensor<5xui16>}) {
  %y = nn.sub %a, %b : (tensor<5xui16>, tensor<5xui16>) -> tensor<5xui16>
  return %y : tensor<5xui16>
}

func.func @mod_ui16(
    %a: tensor<5xui16> {check.input = dense<[65535, 300, 7, 5, 0]> : tensor<5xui16>}, %b: tensor<5xui16> {check.input = dense<[1, 300, 2, 0, 3]> : tensor<5xui16>})
    -> (tensor<5xui16> {check.expected = dense<[0, 0, 1, 0, 0]> : tensor<5xui16>}) {
  %y = nn.mod %a, %b : (tensor<5xui16>, tensor<5xui16>) -> tensor<5xui16>
  return %y : tensor<5xui16>
}

func.func @mul_ui32(
    %a: tensor<5xui32> {check.input = dense<[4294967295, 3000000000, 7, 5, 0]> : tensor<5xui32>}, %b: tensor<5xui32> {check.input = dense<[1, 2000000000, 2, 0, 3]> : tensor<5xui32>})
    -> (tensor<5xui32> {check.expected = dense<[4294967295, 3965190144, 14, 0, 0]> : tensor<5xui32>}) {
  %y = nn.mul %a, %b : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
  return %y : tensor<5xui32>
}

func.func @div_ui32(
    %a: tensor<5xui32> {check.input = dense<[4294967295, 3000000000, 7, 5, 0]> : tensor<5xui32>}, %b: tensor<5xui32> {check.input = dense<[1, 2000000000, 2, 0, 3]> : tensor<5xui32>})
    -> (tensor<5xui32> {check.expected = dense<[4294967295, 1, 3, 0, 0]> : tensor<5xui32>}) {
  %y = nn.div %a, %b : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
  return %y : tensor<5xui32>
}

func.func @min_ui32(
    %a: tensor<5xui32> {check.input = dense<[4294967295, 3000000000, 7, 5, 0]> : tensor<5xui32>}, %b: tensor<5xui32> {check.input = dense<[1, 2000000000, 2, 0, 3]> : tensor<5xui32>})
    -> (tensor<5xui32> {check.expected = dense<[1, 2000000000, 2, 0, 0]> : tensor<5xui32>}) {
  %y = nn.min %a, %b : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
  return %y : tensor<5xui32>
}

func.func @add_ui64(
    %a: tensor<5xui64> {check.input = dense<[18446744073709551615, 10000000000000000000, 7, 5, 0]> : tensor<5xui64>}, %b: tensor<5xui64> {check.input = dense<[1, 9223372036854775808, 2, 0, 3]> : tensor<5xui64>})
    -> (tensor<5xui64> {check.expected = dense<[0, 776627963145224192, 9, 5, 3]> : tensor<5xui64>}) {
  %y = nn.add %a, %b : (tensor<5xui64>, tensor<5xui64>) -> tensor<5xui64>
  return %y : tensor<5xui64>
}

func.func @div_ui64(
    %a: tensor<5xui64> {check.input = dense<[18446744073709551615, 10000000000000000000, 7, 5, 0]> : tensor<5xui64>}, %b: tensor<5xui64> {check.input = dense<[1, 9223372036854775808, 2, 0, 3]> : tensor<5xui64>})
    -> (tensor<5xui64> {check.expected = dense<[18446744073709551615, 1, 3, 0, 0]> : tensor<5xui64>}) {
  %y = nn.div %a, %b : (tensor<5xui64>, tensor<5xui64>) -> tensor<5xui64>
  return %y : tensor<5xui64>
}

func.func @mod_ui64(
    %a: tensor<5xui64> {check.input = dense<[18446744073709551615, 10000000000000000000, 7, 5, 0]> : tensor<5xui64>}, %b: tensor<5xui64> {check.input = dense<[1, 9223372036854775808, 2, 0, 3]> : tensor<5xui64>})
    -> (tensor<5xui64> {check.expected = dense<[0, 776627963145224192, 1, 0, 0]> : tensor<5xui64>}) {
  %y = nn.mod %a, %b : (tensor<5xui64>, tensor<5xui64>) -> tensor<5xui64>
  return %y : tensor<5xui64>
}

func.func @max_ui64(
    %a: tensor<5xui64> {check.input = dense<[18446744073709551615, 10000000000000000000, 7, 5, 0]> : tensor<5xui64>}, %b: tensor<5xui64> {check.input = dense<[1, 9223372036854775808, 2, 0, 3]> : tensor<5xui64>})
    -> (tensor<5xui64> {check.expected = dense<[18446744073709551615, 10000000000000000000, 7, 5, 3]> : tensor<5xui64>}) {
  %y = nn.max %a, %b : (tensor<5xui64>, tensor<5xui64>) -> tensor<5xui64>
  return %y : tensor<5xui64>
}
