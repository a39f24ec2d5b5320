// relu under equal parameters: an integer clamp at z.
!i8 = !quant.uniform<i8:f32, 0.10000000149011612:-28>
!u8 = !quant.uniform<u8:f32, 0.5>
!i16 = !quant.uniform<i16:f32, 0.0010000000474974513>

func.func @relu(
    %x: tensor<6x!i8> {check.input = dense<[-128, -29, -28, -27, 0, 127]> : tensor<6xi8>})
    -> (tensor<6x!i8> {check.expected = dense<[-28, -28, -28, -27, 0, 127]> : tensor<6xi8>}) {
  %y = nn.relu %x : (tensor<6x!i8>) -> tensor<6x!i8>
  return %y : tensor<6x!i8>
}

func.func @relu_unsigned(
    %x: tensor<3x!u8> {check.input = dense<[0, 1, 255]> : tensor<3xui8>})
    -> (tensor<3x!u8> {check.expected = dense<[0, 1, 255]> : tensor<3xui8>}) {
  %y = nn.relu %x : (tensor<3x!u8>) -> tensor<3x!u8>
  return %y : tensor<3x!u8>
}

func.func @relu_sixteen(
    %x: tensor<4x!i16> {check.input = dense<[-32768, -1, 0, 32767]> : tensor<4xi16>})
    -> (tensor<4x!i16> {check.expected = dense<[0, 0, 0, 32767]> : tensor<4xi16>}) {
  %y = nn.relu %x : (tensor<4x!i16>) -> tensor<4x!i16>
  return %y : tensor<4x!i16>
}

func.func @relu_float(
    %x: tensor<6xf32> {check.input = dense<[-1.5, 0.0, 2.5, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<6xf32>})
    -> (tensor<6xf32> {check.expected = dense<[0.0, 0.0, 2.5, 0.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>}) {
  %y = nn.relu %x : (tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}
