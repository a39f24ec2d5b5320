// Bits under another type.

func.func @reals(
    %x: tensor<2x3xf32> {check.input = dense<[[1.0, -2.5, 0.0], [-0.0, 1.0e10, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xi32> {check.expected = dense<[[1065353216, -1071644672, 0], [-2147483648, 1343554297, 2139095040]]> : tensor<2x3xi32>}, tensor<2x3xui32> {check.expected = dense<[[1065353216, 3223322624, 0], [2147483648, 1343554297, 2139095040]]> : tensor<2x3xui32>}) {
  %y = nn.bit_cast %x : (tensor<2x3xf32>) -> tensor<2x3xi32>
  %z = nn.bit_cast %x : (tensor<2x3xf32>) -> tensor<2x3xui32>
  return %y, %z : tensor<2x3xi32>, tensor<2x3xui32>
}

// Behind a view, and before arithmetic.
func.func @transposed(
    %x: tensor<2x3xi32> {check.input = dense<[[1065353216, -1071644672, 0], [1, 1078530011, 1056964608]]> : tensor<2x3xi32>})
    -> (tensor<3x2xf32> {check.expected = dense<[[2.0, 3.0e-45], [-5.0, 6.2831855], [0.0, 1.0]]> : tensor<3x2xf32>}) {
  %t = nn.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %y = nn.bit_cast %t : (tensor<3x2xi32>) -> tensor<3x2xf32>
  %z = nn.add %y, %y : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %z : tensor<3x2xf32>
}

func.func @bytes(
    %x: tensor<5xi8> {check.input = dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>},
    %h: tensor<3xui16> {check.input = dense<[0, 32768, 65535]> : tensor<3xui16>})
    -> (tensor<5xui8> {check.expected = dense<[128, 255, 0, 1, 127]> : tensor<5xui8>}, tensor<3xi16> {check.expected = dense<[0, -32768, -1]> : tensor<3xi16>}) {
  %y = nn.bit_cast %x : (tensor<5xi8>) -> tensor<5xui8>
  %z = nn.bit_cast %h : (tensor<3xui16>) -> tensor<3xi16>
  return %y, %z : tensor<5xui8>, tensor<3xi16>
}
