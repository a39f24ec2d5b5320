// Powers, shifts, remainders of floats.

func.func @pow_floats(
    %a: tensor<8xf32> {check.input = dense<[2.0, -2.0, 0.0, -0.5, 4.0, 1.0, 0x7F800000, -3.0]> : tensor<8xf32>}, %b: tensor<8xf32> {check.input = dense<[10.0, 3.0, 0.0, 2.0, 0.5, 0x7FC00000, -1.0, 3.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[1.024e3, -8.0, 1.0, 2.5e-1, 2.0, 1.0, 0.0, -2.7e1]> : tensor<8xf32>}) {
  %y = nn.pow %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

func.func @pow_by_integers(
    %a: tensor<4xf32> {check.input = dense<[2.0, -2.0, 3.0, 0.0]> : tensor<4xf32>}, %b: tensor<4xi64> {check.input = dense<[3, -3, 0, 5]> : tensor<4xi64>})
    -> (tensor<4xf32> {check.expected = dense<[8.0, -1.25e-1, 1.0, 0.0]> : tensor<4xf32>}) {
  %y = nn.pow %a, %b : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @pow_of_i32(
    %a: tensor<6xi32> {check.input = dense<[3, -2, 7, -1, 1, 10]> : tensor<6xi32>}, %b: tensor<6xi32> {check.input = dense<[4, 31, 0, -3, -9, -1]> : tensor<6xi32>})
    -> (tensor<6xi32> {check.expected = dense<[81, -2147483648, 1, -1, 1, 0]> : tensor<6xi32>}) {
  %y = nn.pow %a, %b : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
  return %y : tensor<6xi32>
}

func.func @pow_of_i64(
    %a: tensor<3xi64> {check.input = dense<[3, -2, 10]> : tensor<3xi64>}, %b: tensor<3xi32> {check.input = dense<[39, 63, 18]> : tensor<3xi32>})
    -> (tensor<3xi64> {check.expected = dense<[4052555153018976267, -9223372036854775808, 1000000000000000000]> : tensor<3xi64>}) {
  %y = nn.pow %a, %b : (tensor<3xi64>, tensor<3xi32>) -> tensor<3xi64>
  return %y : tensor<3xi64>
}

// To a whole power no digit is lost, and the result wraps; others are f32's.
func.func @pow_of_i32_by_reals(
    %a: tensor<9xi32> {check.input = dense<[2, 3, 4, 46341, 12345, -3, -1, 2, -1]> : tensor<9xi32>}, %b: tensor<9xf32> {check.input = dense<[2.0, 0.5, 1.5, 2.0, 2.0, 3.0, -5.0, -1.0, 3.0e9]> : tensor<9xf32>})
    -> (tensor<9xi32> {check.expected = dense<[4, 1, 8, -2147479015, 152399025, -27, -1, 0, 1]> : tensor<9xi32>}) {
  %y = nn.pow %a, %b : (tensor<9xi32>, tensor<9xf32>) -> tensor<9xi32>
  return %y : tensor<9xi32>
}

func.func @pow_of_i64_by_reals(
    %a: tensor<3xi64> {check.input = dense<[3, 94906267, -10]> : tensor<3xi64>}, %b: tensor<3xf32> {check.input = dense<[39.0, 2.0, 17.0]> : tensor<3xf32>})
    -> (tensor<3xi64> {check.expected = dense<[4052555153018976267, 9007199515875289, -100000000000000000]> : tensor<3xi64>}) {
  %y = nn.pow %a, %b : (tensor<3xi64>, tensor<3xf32>) -> tensor<3xi64>
  return %y : tensor<3xi64>
}

func.func @left_ui8(
    %a: tensor<3xui8> {check.input = dense<[255, 3, 128]> : tensor<3xui8>}, %b: tensor<3xui8> {check.input = dense<[1, 7, 64]> : tensor<3xui8>})
    -> (tensor<3xui8> {check.expected = dense<[254, 128, 0]> : tensor<3xui8>}) {
  %y = nn.shift %a, %b : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  return %y : tensor<3xui8>
}

func.func @right_ui8(
    %a: tensor<3xui8> {check.input = dense<[255, 3, 128]> : tensor<3xui8>}, %b: tensor<3xui8> {check.input = dense<[1, 1, 64]> : tensor<3xui8>})
    -> (tensor<3xui8> {check.expected = dense<[127, 1, 0]> : tensor<3xui8>}) {
  %y = nn.shift %a, %b {right} : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  return %y : tensor<3xui8>
}

func.func @left_ui16(
    %a: tensor<3xui16> {check.input = dense<[65535, 3, 128]> : tensor<3xui16>}, %b: tensor<3xui16> {check.input = dense<[1, 7, 64]> : tensor<3xui16>})
    -> (tensor<3xui16> {check.expected = dense<[65534, 384, 0]> : tensor<3xui16>}) {
  %y = nn.shift %a, %b : (tensor<3xui16>, tensor<3xui16>) -> tensor<3xui16>
  return %y : tensor<3xui16>
}

func.func @right_ui16(
    %a: tensor<3xui16> {check.input = dense<[65535, 3, 128]> : tensor<3xui16>}, %b: tensor<3xui16> {check.input = dense<[1, 1, 64]> : tensor<3xui16>})
    -> (tensor<3xui16> {check.expected = dense<[32767, 1, 0]> : tensor<3xui16>}) {
  %y = nn.shift %a, %b {right} : (tensor<3xui16>, tensor<3xui16>) -> tensor<3xui16>
  return %y : tensor<3xui16>
}

func.func @left_ui32(
    %a: tensor<3xui32> {check.input = dense<[4294967295, 3, 128]> : tensor<3xui32>}, %b: tensor<3xui32> {check.input = dense<[1, 7, 64]> : tensor<3xui32>})
    -> (tensor<3xui32> {check.expected = dense<[4294967294, 384, 0]> : tensor<3xui32>}) {
  %y = nn.shift %a, %b : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  return %y : tensor<3xui32>
}

func.func @right_ui32(
    %a: tensor<3xui32> {check.input = dense<[4294967295, 3, 128]> : tensor<3xui32>}, %b: tensor<3xui32> {check.input = dense<[1, 1, 64]> : tensor<3xui32>})
    -> (tensor<3xui32> {check.expected = dense<[2147483647, 1, 0]> : tensor<3xui32>}) {
  %y = nn.shift %a, %b {right} : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  return %y : tensor<3xui32>
}

func.func @left_ui64(
    %a: tensor<3xui64> {check.input = dense<[18446744073709551615, 3, 128]> : tensor<3xui64>}, %b: tensor<3xui64> {check.input = dense<[1, 7, 64]> : tensor<3xui64>})
    -> (tensor<3xui64> {check.expected = dense<[18446744073709551614, 384, 0]> : tensor<3xui64>}) {
  %y = nn.shift %a, %b : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
  return %y : tensor<3xui64>
}

func.func @right_ui64(
    %a: tensor<3xui64> {check.input = dense<[18446744073709551615, 3, 128]> : tensor<3xui64>}, %b: tensor<3xui64> {check.input = dense<[1, 1, 64]> : tensor<3xui64>})
    -> (tensor<3xui64> {check.expected = dense<[9223372036854775807, 1, 0]> : tensor<3xui64>}) {
  %y = nn.shift %a, %b {right} : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
  return %y : tensor<3xui64>
}

func.func @fmod(
    %a: tensor<8xf32> {check.input = dense<[5.5, -5.5, 5.5, -5.5, 7.0, 0.3, 1.0e6, -0.0]> : tensor<8xf32>}, %b: tensor<8xf32> {check.input = dense<[2.0, 2.0, -2.0, -2.0, 0x7F800000, 0.1, 7.0, 3.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {check.expected = dense<[1.5, -1.5, 1.5, -1.5, 7.0, 7.450581e-9, 1.0, -0.0]> : tensor<8xf32>}) {
  %y = nn.mod %a, %b {truncated} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// Quotients beyond what f32 can count.
func.func @fmod_of_large_quotients(
    %a: tensor<7xf32> {check.input = dense<[1.0e9, -1.0e9, 3.0e38, 3.0e38, 0x7F800000, 5.0, 1.0e-3]> : tensor<7xf32>}, %b: tensor<7xf32> {check.input = dense<[3.0, 3.0, 1.0e-40, 0.7, 2.0, 0.0, 1.0e-45]> : tensor<7xf32>})
    -> (tensor<7xf32> {check.expected = dense<[1.0, -1.0, 9.6737e-41, 2.078085e-1, 0xFFC00000, 0xFFC00000, 0.0]> : tensor<7xf32>}) {
  %y = nn.mod %a, %b {truncated} : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  return %y : tensor<7xf32>
}

func.func @fmod_i32(
    %a: tensor<4xi32> {check.input = dense<[5, -5, 5, -5]> : tensor<4xi32>}, %b: tensor<4xi32> {check.input = dense<[3, 3, -3, -3]> : tensor<4xi32>})
    -> (tensor<4xi32> {check.expected = dense<[2, -2, 2, -2]> : tensor<4xi32>}) {
  %y = nn.mod %a, %b {truncated} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}
