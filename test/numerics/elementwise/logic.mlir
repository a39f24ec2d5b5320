// Comparisons, truth values, bits, choice.

func.func @equal_f32(
    %a: tensor<4xf32> {check.input = dense<[1.0, -0.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>}, %b: tensor<4xf32> {check.input = dense<[1.0, 0.0, 0x7FC00000, 3.0]> : tensor<4xf32>})
    -> (tensor<4xi1> {check.expected = dense<[true, true, false, false]> : tensor<4xi1>}) {
  %y = nn.equal %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

func.func @equal_ui64(
    %a: tensor<3xui64> {check.input = dense<[18446744073709551615, 1, 7]> : tensor<3xui64>}, %b: tensor<3xui64> {check.input = dense<[1, 18446744073709551615, 7]> : tensor<3xui64>})
    -> (tensor<3xi1> {check.expected = dense<[false, false, true]> : tensor<3xi1>}) {
  %y = nn.equal %a, %b : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  return %y : tensor<3xi1>
}

func.func @less_f32(
    %a: tensor<4xf32> {check.input = dense<[1.0, -0.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>}, %b: tensor<4xf32> {check.input = dense<[1.0, 0.0, 0x7FC00000, 3.0]> : tensor<4xf32>})
    -> (tensor<4xi1> {check.expected = dense<[false, false, false, false]> : tensor<4xi1>}) {
  %y = nn.less %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

func.func @less_ui64(
    %a: tensor<3xui64> {check.input = dense<[18446744073709551615, 1, 7]> : tensor<3xui64>}, %b: tensor<3xui64> {check.input = dense<[1, 18446744073709551615, 7]> : tensor<3xui64>})
    -> (tensor<3xi1> {check.expected = dense<[false, true, false]> : tensor<3xi1>}) {
  %y = nn.less %a, %b : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  return %y : tensor<3xi1>
}

func.func @less_equal_f32(
    %a: tensor<4xf32> {check.input = dense<[1.0, -0.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>}, %b: tensor<4xf32> {check.input = dense<[1.0, 0.0, 0x7FC00000, 3.0]> : tensor<4xf32>})
    -> (tensor<4xi1> {check.expected = dense<[true, true, false, false]> : tensor<4xi1>}) {
  %y = nn.less_equal %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

func.func @less_equal_ui64(
    %a: tensor<3xui64> {check.input = dense<[18446744073709551615, 1, 7]> : tensor<3xui64>}, %b: tensor<3xui64> {check.input = dense<[1, 18446744073709551615, 7]> : tensor<3xui64>})
    -> (tensor<3xi1> {check.expected = dense<[false, true, true]> : tensor<3xi1>}) {
  %y = nn.less_equal %a, %b : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  return %y : tensor<3xi1>
}

func.func @equal_bool(
    %a: tensor<4xi1> {check.input = dense<[true, false, true, false]> : tensor<4xi1>}, %b: tensor<4xi1> {check.input = dense<[true, true, false, false]> : tensor<4xi1>})
    -> (tensor<4xi1> {check.expected = dense<[true, false, false, true]> : tensor<4xi1>}) {
  %y = nn.equal %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

func.func @less_broadcast(
    %a: tensor<2x1xi8> {check.input = dense<[[-1], [1]]> : tensor<2x1xi8>}, %b: tensor<3xi8> {check.input = dense<[-128, 0, 127]> : tensor<3xi8>})
    -> (tensor<2x3xi1> {check.expected = dense<[[false, true, true], [false, false, true]]> : tensor<2x3xi1>}) {
  %y = nn.less %a, %b : (tensor<2x1xi8>, tensor<3xi8>) -> tensor<2x3xi1>
  return %y : tensor<2x3xi1>
}

func.func @and_bool(
    %a: tensor<4xi1> {check.input = dense<[true, false, true, false]> : tensor<4xi1>}, %b: tensor<4xi1> {check.input = dense<[true, true, false, false]> : tensor<4xi1>})
    -> (tensor<4xi1> {check.expected = dense<[true, false, false, false]> : tensor<4xi1>}) {
  %y = nn.and %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

func.func @and_i16(
    %a: tensor<2xi16> {check.input = dense<[-32768, 255]> : tensor<2xi16>}, %b: tensor<2xi16> {check.input = dense<[-1, 4080]> : tensor<2xi16>})
    -> (tensor<2xi16> {check.expected = dense<[-32768, 240]> : tensor<2xi16>}) {
  %y = nn.and %a, %b : (tensor<2xi16>, tensor<2xi16>) -> tensor<2xi16>
  return %y : tensor<2xi16>
}

func.func @or_bool(
    %a: tensor<4xi1> {check.input = dense<[true, false, true, false]> : tensor<4xi1>}, %b: tensor<4xi1> {check.input = dense<[true, true, false, false]> : tensor<4xi1>})
    -> (tensor<4xi1> {check.expected = dense<[true, true, true, false]> : tensor<4xi1>}) {
  %y = nn.or %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

func.func @or_i16(
    %a: tensor<2xi16> {check.input = dense<[-32768, 255]> : tensor<2xi16>}, %b: tensor<2xi16> {check.input = dense<[-1, 4080]> : tensor<2xi16>})
    -> (tensor<2xi16> {check.expected = dense<[-1, 4095]> : tensor<2xi16>}) {
  %y = nn.or %a, %b : (tensor<2xi16>, tensor<2xi16>) -> tensor<2xi16>
  return %y : tensor<2xi16>
}

func.func @xor_bool(
    %a: tensor<4xi1> {check.input = dense<[true, false, true, false]> : tensor<4xi1>}, %b: tensor<4xi1> {check.input = dense<[true, true, false, false]> : tensor<4xi1>})
    -> (tensor<4xi1> {check.expected = dense<[false, true, true, false]> : tensor<4xi1>}) {
  %y = nn.xor %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

func.func @xor_i16(
    %a: tensor<2xi16> {check.input = dense<[-32768, 255]> : tensor<2xi16>}, %b: tensor<2xi16> {check.input = dense<[-1, 4080]> : tensor<2xi16>})
    -> (tensor<2xi16> {check.expected = dense<[32767, 3855]> : tensor<2xi16>}) {
  %y = nn.xor %a, %b : (tensor<2xi16>, tensor<2xi16>) -> tensor<2xi16>
  return %y : tensor<2xi16>
}

func.func @not_bool(
    %a: tensor<2xi1> {check.input = dense<[true, false]> : tensor<2xi1>})
    -> (tensor<2xi1> {check.expected = dense<[false, true]> : tensor<2xi1>}) {
  %y = nn.not %a : (tensor<2xi1>) -> tensor<2xi1>
  return %y : tensor<2xi1>
}

func.func @not_ui8(
    %a: tensor<2xui8> {check.input = dense<[0, 170]> : tensor<2xui8>})
    -> (tensor<2xui8> {check.expected = dense<[255, 85]> : tensor<2xui8>}) {
  %y = nn.not %a : (tensor<2xui8>) -> tensor<2xui8>
  return %y : tensor<2xui8>
}

func.func @is_nan(
    %a: tensor<4xf32> {check.input = dense<[1.0, -0.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>})
    -> (tensor<4xi1> {check.expected = dense<[false, false, true, false]> : tensor<4xi1>}) {
  %y = nn.is_nan %a : (tensor<4xf32>) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

func.func @is_inf_negative(
    %a: tensor<3xf32> {check.input = dense<[0x7F800000, 0xFF800000, 1.0]> : tensor<3xf32>})
    -> (tensor<3xi1> {check.expected = dense<[false, true, false]> : tensor<3xi1>}) {
  %y = nn.is_inf %a {negative} : (tensor<3xf32>) -> tensor<3xi1>
  return %y : tensor<3xi1>
}

func.func @where(
    %c: tensor<4xi1> {check.input = dense<[true, false, true, false]> : tensor<4xi1>}, %a: tensor<4xf32> {check.input = dense<[1.0, -0.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>}, %b: tensor<1xf32> {check.input = dense<[7.0]> : tensor<1xf32>})
    -> (tensor<4xf32> {check.expected = dense<[1.0, 7.0, 0x7FC00000, 7.0]> : tensor<4xf32>}) {
  %y = nn.where %c, %a, %b : (tensor<4xi1>, tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @where_ui32(
    %c: tensor<2x1xi1> {check.input = dense<[[true], [false]]> : tensor<2x1xi1>}, %a: tensor<2xui32> {check.input = dense<[4294967295, 1]> : tensor<2xui32>}, %b: tensor<2xui32> {check.input = dense<[2, 3]> : tensor<2xui32>})
    -> (tensor<2x2xui32> {check.expected = dense<[[4294967295, 1], [2, 3]]> : tensor<2x2xui32>}) {
  %y = nn.where %c, %a, %b : (tensor<2x1xi1>, tensor<2xui32>, tensor<2xui32>) -> tensor<2x2xui32>
  return %y : tensor<2x2xui32>
}
