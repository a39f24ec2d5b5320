// Casts to narrow integers saturate, to i1 they say whether a value is not 0.

func.func @f32_to_i8(
    %x: tensor<15xf32> {check.input = dense<[0.0, -0.0, 0.4, -0.6, 1.5, 127.9, 128.0, -129.0, 255.5, 256.0, -32769.0, 65536.0, 0x7FC00000, 0xFF800000, 1.0e20]> : tensor<15xf32>})
    -> (tensor<15xi8> {check.expected = dense<[0, 0, 0, 0, 1, 127, 127, -128, 127, 127, -128, 127, 0, -128, 127]> : tensor<15xi8>}) {
  %y = nn.cast %x : (tensor<15xf32>) -> tensor<15xi8>
  return %y : tensor<15xi8>
}

func.func @f32_to_ui8(
    %x: tensor<15xf32> {check.input = dense<[0.0, -0.0, 0.4, -0.6, 1.5, 127.9, 128.0, -129.0, 255.5, 256.0, -32769.0, 65536.0, 0x7FC00000, 0xFF800000, 1.0e20]> : tensor<15xf32>})
    -> (tensor<15xui8> {check.expected = dense<[0, 0, 0, 0, 1, 127, 128, 0, 255, 255, 0, 255, 0, 0, 255]> : tensor<15xui8>}) {
  %y = nn.cast %x : (tensor<15xf32>) -> tensor<15xui8>
  return %y : tensor<15xui8>
}

func.func @f32_to_i16(
    %x: tensor<15xf32> {check.input = dense<[0.0, -0.0, 0.4, -0.6, 1.5, 127.9, 128.0, -129.0, 255.5, 256.0, -32769.0, 65536.0, 0x7FC00000, 0xFF800000, 1.0e20]> : tensor<15xf32>})
    -> (tensor<15xi16> {check.expected = dense<[0, 0, 0, 0, 1, 127, 128, -129, 255, 256, -32768, 32767, 0, -32768, 32767]> : tensor<15xi16>}) {
  %y = nn.cast %x : (tensor<15xf32>) -> tensor<15xi16>
  return %y : tensor<15xi16>
}

func.func @f32_to_ui16(
    %x: tensor<15xf32> {check.input = dense<[0.0, -0.0, 0.4, -0.6, 1.5, 127.9, 128.0, -129.0, 255.5, 256.0, -32769.0, 65536.0, 0x7FC00000, 0xFF800000, 1.0e20]> : tensor<15xf32>})
    -> (tensor<15xui16> {check.expected = dense<[0, 0, 0, 0, 1, 127, 128, 0, 255, 256, 0, 65535, 0, 0, 65535]> : tensor<15xui16>}) {
  %y = nn.cast %x : (tensor<15xf32>) -> tensor<15xui16>
  return %y : tensor<15xui16>
}

func.func @f32_to_i1(
    %x: tensor<15xf32> {check.input = dense<[0.0, -0.0, 0.4, -0.6, 1.5, 127.9, 128.0, -129.0, 255.5, 256.0, -32769.0, 65536.0, 0x7FC00000, 0xFF800000, 1.0e20]> : tensor<15xf32>})
    -> (tensor<15xi1> {check.expected = dense<[false, false, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<15xi1>}) {
  %y = nn.cast %x : (tensor<15xf32>) -> tensor<15xi1>
  return %y : tensor<15xi1>
}

func.func @i32_to_i8(
    %x: tensor<15xi32> {check.input = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, 32768, -32769, 65535, 65536, 2147483647, -2147483648]> : tensor<15xi32>})
    -> (tensor<15xi8> {check.expected = dense<[0, 1, -1, 127, -128, -128, 127, -1, 0, 0, -1, -1, 0, -1, 0]> : tensor<15xi8>}) {
  %y = nn.cast %x : (tensor<15xi32>) -> tensor<15xi8>
  return %y : tensor<15xi8>
}

func.func @i32_to_ui8(
    %x: tensor<15xi32> {check.input = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, 32768, -32769, 65535, 65536, 2147483647, -2147483648]> : tensor<15xi32>})
    -> (tensor<15xui8> {check.expected = dense<[0, 1, 255, 127, 128, 128, 127, 255, 0, 0, 255, 255, 0, 255, 0]> : tensor<15xui8>}) {
  %y = nn.cast %x : (tensor<15xi32>) -> tensor<15xui8>
  return %y : tensor<15xui8>
}

func.func @i32_to_i16(
    %x: tensor<15xi32> {check.input = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, 32768, -32769, 65535, 65536, 2147483647, -2147483648]> : tensor<15xi32>})
    -> (tensor<15xi16> {check.expected = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, -32768, 32767, -1, 0, -1, 0]> : tensor<15xi16>}) {
  %y = nn.cast %x : (tensor<15xi32>) -> tensor<15xi16>
  return %y : tensor<15xi16>
}

func.func @i32_to_ui16(
    %x: tensor<15xi32> {check.input = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, 32768, -32769, 65535, 65536, 2147483647, -2147483648]> : tensor<15xi32>})
    -> (tensor<15xui16> {check.expected = dense<[0, 1, 65535, 127, 128, 65408, 65407, 255, 256, 32768, 32767, 65535, 0, 65535, 0]> : tensor<15xui16>}) {
  %y = nn.cast %x : (tensor<15xi32>) -> tensor<15xui16>
  return %y : tensor<15xui16>
}

func.func @i32_to_i1(
    %x: tensor<15xi32> {check.input = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, 32768, -32769, 65535, 65536, 2147483647, -2147483648]> : tensor<15xi32>})
    -> (tensor<15xi1> {check.expected = dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<15xi1>}) {
  %y = nn.cast %x : (tensor<15xi32>) -> tensor<15xi1>
  return %y : tensor<15xi1>
}

func.func @i64_to_i8(
    %x: tensor<15xi64> {check.input = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, 32768, -32769, 65536, 4294967296, 9223372036854775807, -9223372036854775808]> : tensor<15xi64>})
    -> (tensor<15xi8> {check.expected = dense<[0, 1, -1, 127, -128, -128, 127, -1, 0, 0, -1, 0, 0, -1, 0]> : tensor<15xi8>}) {
  %y = nn.cast %x : (tensor<15xi64>) -> tensor<15xi8>
  return %y : tensor<15xi8>
}

func.func @i64_to_ui8(
    %x: tensor<15xi64> {check.input = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, 32768, -32769, 65536, 4294967296, 9223372036854775807, -9223372036854775808]> : tensor<15xi64>})
    -> (tensor<15xui8> {check.expected = dense<[0, 1, 255, 127, 128, 128, 127, 255, 0, 0, 255, 0, 0, 255, 0]> : tensor<15xui8>}) {
  %y = nn.cast %x : (tensor<15xi64>) -> tensor<15xui8>
  return %y : tensor<15xui8>
}

func.func @i64_to_i16(
    %x: tensor<15xi64> {check.input = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, 32768, -32769, 65536, 4294967296, 9223372036854775807, -9223372036854775808]> : tensor<15xi64>})
    -> (tensor<15xi16> {check.expected = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, -32768, 32767, 0, 0, -1, 0]> : tensor<15xi16>}) {
  %y = nn.cast %x : (tensor<15xi64>) -> tensor<15xi16>
  return %y : tensor<15xi16>
}

func.func @i64_to_ui16(
    %x: tensor<15xi64> {check.input = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, 32768, -32769, 65536, 4294967296, 9223372036854775807, -9223372036854775808]> : tensor<15xi64>})
    -> (tensor<15xui16> {check.expected = dense<[0, 1, 65535, 127, 128, 65408, 65407, 255, 256, 32768, 32767, 0, 0, 65535, 0]> : tensor<15xui16>}) {
  %y = nn.cast %x : (tensor<15xi64>) -> tensor<15xui16>
  return %y : tensor<15xui16>
}

func.func @i64_to_i1(
    %x: tensor<15xi64> {check.input = dense<[0, 1, -1, 127, 128, -128, -129, 255, 256, 32768, -32769, 65536, 4294967296, 9223372036854775807, -9223372036854775808]> : tensor<15xi64>})
    -> (tensor<15xi1> {check.expected = dense<[false, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<15xi1>}) {
  %y = nn.cast %x : (tensor<15xi64>) -> tensor<15xi1>
  return %y : tensor<15xi1>
}
