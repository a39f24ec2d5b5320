// q → s · f32(q − z), one rounding (R1, Q2).
!i8 = !quant.uniform<i8:f32, 0.10000000149011612>
!affine = !quant.uniform<u8:f32, 0.0039215688593685627:200>
!i16 = !quant.uniform<i16:f32, 0.33333334326744080>
!i32 = !quant.uniform<i32:f32, 0.5>
!axis = !quant.uniform<i8:f32:1, {0.10000000149011612:3, 0.5, 2.0:-128}>

func.func @signed(
    %x: tensor<7x!i8> {check.input = dense<[-128, -3, -1, 0, 1, 7, 127]> : tensor<7xi8>})
    -> (tensor<7xf32> {check.expected = dense<[-1.28e1, -3.0e-1, -1.0e-1, 0.0, 1.0e-1, 7.0e-1, 1.27e1]> : tensor<7xf32>}) {
  %y = nn.dequantize %x : (tensor<7x!i8>) -> tensor<7xf32>
  return %y : tensor<7xf32>
}

func.func @affine(
    %x: tensor<6x!affine> {check.input = dense<[0, 1, 199, 200, 201, 255]> : tensor<6xui8>})
    -> (tensor<6xf32> {check.expected = dense<[-7.843138e-1, -7.803922e-1, -3.921569e-3, 0.0, 3.921569e-3, 2.1568629e-1]> : tensor<6xf32>}) {
  %y = nn.dequantize %x : (tensor<6x!affine>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

func.func @sixteen(
    %x: tensor<5x!i16> {check.input = dense<[-32768, -7, 0, 9, 32767]> : tensor<5xi16>})
    -> (tensor<5xf32> {check.expected = dense<[-1.0922667e4, -2.3333335, 0.0, 3.0, 1.0922334e4]> : tensor<5xf32>}) {
  %y = nn.dequantize %x : (tensor<5x!i16>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// 32-bit values come from importers; f32(q) rounds half to even.
func.func @thirty_two(
    %x: tensor<4x!i32> {check.input = dense<[16777217, 16777219, -2147483648, 2147483647]> : tensor<4xi32>})
    -> (tensor<4xf32> {check.expected = dense<[8.388608e6, 8.38861e6, -1.0737418e9, 1.0737418e9]> : tensor<4xf32>}) {
  %y = nn.dequantize %x : (tensor<4x!i32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @per_axis(
    %x: tensor<2x3x!axis> {check.input = dense<[[3, 1, -128], [-128, -1, 127]]> : tensor<2x3xi8>})
    -> (tensor<2x3xf32> {check.expected = dense<[[0.0, 5.0e-1, 0.0], [-1.31e1, -5.0e-1, 5.1e2]]> : tensor<2x3xf32>}) {
  %y = nn.dequantize %x : (tensor<2x3x!axis>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
