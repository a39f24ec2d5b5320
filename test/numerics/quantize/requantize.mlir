// f32(q − z) · m, m = s_x / s_y, then rint, + z_y and the clamp (Q3, Q4).
!i8 = !quant.uniform<i8:f32, 0.10000000149011612>
!affine = !quant.uniform<u8:f32, 0.0039215688593685627:200>
!half = !quant.uniform<i8:f32, 0.20000000298023224:1>
!u8 = !quant.uniform<u8:f32, 0.10000000149011612:128>

// m = 0.5: halves go to even, before z is added.
func.func @coarser(
    %x: tensor<9x!i8> {check.input = dense<[-128, -3, -1, 0, 1, 2, 3, 5, 127]> : tensor<9xi8>})
    -> (tensor<9x!half> {check.expected = dense<[-63, -1, 1, 1, 1, 2, 3, 3, 65]> : tensor<9xi8>}) {
  %y = nn.requantize %x : (tensor<9x!i8>) -> tensor<9x!half>
  return %y : tensor<9x!half>
}

// The same reals in unsigned storage.
func.func @same_scale(
    %x: tensor<5x!i8> {check.input = dense<[-128, -127, 0, 1, 127]> : tensor<5xi8>})
    -> (tensor<5x!u8> {check.expected = dense<[0, 1, 128, 129, 255]> : tensor<5xui8>}) {
  %y = nn.requantize %x : (tensor<5x!i8>) -> tensor<5x!u8>
  return %y : tensor<5x!u8>
}

func.func @saturates(
    %x: tensor<3x!affine> {check.input = dense<[0, 200, 255]> : tensor<3xui8>})
    -> (tensor<3x!u8> {check.expected = dense<[120, 128, 130]> : tensor<3xui8>}) {
  %y = nn.requantize %x : (tensor<3x!affine>) -> tensor<3x!u8>
  return %y : tensor<3x!u8>
}

func.func @finer(
    %x: tensor<6x!half> {check.input = dense<[-128, -64, 1, 2, 64, 127]> : tensor<6xi8>})
    -> (tensor<6x!i8> {check.expected = dense<[-128, -128, 0, 2, 126, 127]> : tensor<6xi8>}) {
  %y = nn.requantize %x : (tensor<6x!half>) -> tensor<6x!i8>
  return %y : tensor<6x!i8>
}
