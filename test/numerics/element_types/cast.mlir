// Floats are truncated towards zero, NaN gives 0, what does not fit saturates (H2).

func.func @f32_to_i32(
    %x: tensor<10xf32> {check.input = dense<[1.9, -1.9, 0.5, -0.0, 2147483520.0, 2147483648.0, -2147483648.0, 3.0e38, 0xFF800000, 0x7FC00000]> : tensor<10xf32>})
    -> (tensor<10xi32> {check.expected = dense<[1, -1, 0, 0, 2147483520, 2147483647, -2147483648, 2147483647, -2147483648, 0]> : tensor<10xi32>}) {
  %y = nn.cast %x : (tensor<10xf32>) -> tensor<10xi32>
  return %y : tensor<10xi32>
}

func.func @f32_to_i64(
    %x: tensor<10xf32> {check.input = dense<[1.9, -1.9, 2147483648.0, -4294967296.0, 123456789012.0, -98765432100000.0, 9.2233714871e18, 3.0e38, 0xFF800000, 0x7FC00000]> : tensor<10xf32>})
    -> (tensor<10xi64> {check.expected = dense<[1, -1, 2147483648, -4294967296, 123456790528, -98765432160256, 9223371487098961920, 9223372036854775807, -9223372036854775808, 0]> : tensor<10xi64>}) {
  %y = nn.cast %x : (tensor<10xf32>) -> tensor<10xi64>
  return %y : tensor<10xi64>
}

func.func @i64_to_i32(
    %x: tensor<11xi64> {check.input = dense<[1, -1, 65535, -65536, 2147483647, -2147483648, 2147483583, -2147483647, 2147483648, -9223372036854775808, 1000000007]> : tensor<11xi64>})
    -> (tensor<11xi32> {check.expected = dense<[1, -1, 65535, -65536, 2147483647, -2147483648, 2147483583, -2147483647, -2147483648, 0, 1000000007]> : tensor<11xi32>}) {
  %y = nn.cast %x : (tensor<11xi64>) -> tensor<11xi32>
  return %y : tensor<11xi32>
}

func.func @i32_to_i64(
    %x: tensor<4xi32> {check.input = dense<[1, -1, 2147483647, -2147483648]> : tensor<4xi32>})
    -> (tensor<4xi64> {check.expected = dense<[1, -1, 2147483647, -2147483648]> : tensor<4xi64>}) {
  %y = nn.cast %x : (tensor<4xi32>) -> tensor<4xi64>
  return %y : tensor<4xi64>
}

func.func @i32_to_f32(
    %x: tensor<5xi32> {check.input = dense<[16777217, 16777219, -2147483648, 2147483647, 0]> : tensor<5xi32>})
    -> (tensor<5xf32> {check.expected = dense<[1.6777216e7, 1.677722e7, -2.1474836e9, 2.1474836e9, 0.0]> : tensor<5xf32>}) {
  %y = nn.cast %x : (tensor<5xi32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// One rounding: through f64 the first would go the other way.
func.func @i64_to_f32(
    %x: tensor<4xi64> {check.input = dense<[9007199791611905, 9223372036854775807, -16777217, 0]> : tensor<4xi64>})
    -> (tensor<4xf32> {check.expected = dense<[9.0072e15, 9.223372e18, -1.6777216e7, 0.0]> : tensor<4xf32>}) {
  %y = nn.cast %x : (tensor<4xi64>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
