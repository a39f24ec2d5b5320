// x → clamp(rint(x / s) + z): ties go to even, NaN to z, infinities saturate (Q1, Q4).
!i8 = !quant.uniform<i8:f32, 1.0>
!narrow = !quant.uniform<i8<-127:127>:f32, 1.0>
!u8 = !quant.uniform<u8:f32, 0.0039215688593685627>
!affine = !quant.uniform<i8:f32, 0.10000000149011612:-28>
!i16 = !quant.uniform<i16:f32, 3.0517578125e-05>
!axis = !quant.uniform<u8:f32:0, {0.5, 0.25:128}>

func.func @ties_and_ends(
    %x: tensor<14xf32> {check.input = dense<[0.5, 1.5, 2.5, -0.5, -1.5, 126.5, 127.5, -128.5, 1.0e30, -1.0e30, 0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<14xf32>})
    -> (tensor<14x!i8> {check.expected = dense<[0, 2, 2, 0, -2, 126, 127, -128, 127, -128, 127, -128, 0, 0]> : tensor<14xi8>}) {
  %y = nn.quantize %x : (tensor<14xf32>) -> tensor<14x!i8>
  return %y : tensor<14x!i8>
}

func.func @narrow(
    %x: tensor<6xf32> {check.input = dense<[127.4, 127.6, -127.4, -200.0, -0.49999997, 0.50000006]> : tensor<6xf32>})
    -> (tensor<6x!narrow> {check.expected = dense<[127, 127, -127, -127, 0, 1]> : tensor<6xi8>}) {
  %y = nn.quantize %x : (tensor<6xf32>) -> tensor<6x!narrow>
  return %y : tensor<6x!narrow>
}

// The quotient is rounded to f32 before rint: 0.0019607844 / s is 0.5 exactly.
func.func @unsigned(
    %x: tensor<8xf32> {check.input = dense<[0.0, 0.5, 1.0, 1.0019608, 0.0019607844, 0.0058823531, -1.0, 0x7FC00000]> : tensor<8xf32>})
    -> (tensor<8x!u8> {check.expected = dense<[0, 127, 255, 255, 0, 2, 0, 0]> : tensor<8xui8>}) {
  %y = nn.quantize %x : (tensor<8xf32>) -> tensor<8x!u8>
  return %y : tensor<8x!u8>
}

func.func @affine(
    %x: tensor<10xf32> {check.input = dense<[0.0, 1.05, -0.05, 0.15, 15.5, 15.6, -10.0, -10.1, 0x7FC00000, 0xFF800000]> : tensor<10xf32>})
    -> (tensor<10x!affine> {check.expected = dense<[-28, -18, -28, -26, 127, 127, -128, -128, -28, -128]> : tensor<10xi8>}) {
  %y = nn.quantize %x : (tensor<10xf32>) -> tensor<10x!affine>
  return %y : tensor<10x!affine>
}

func.func @sixteen(
    %x: tensor<7xf32> {check.input = dense<[0.0, 1.0, -1.0, 0.99998, 1.5258789e-05, 4.5776367e-05, -1.5258789e-05]> : tensor<7xf32>})
    -> (tensor<7x!i16> {check.expected = dense<[0, 32767, -32768, 32767, 0, 2, 0]> : tensor<7xi16>}) {
  %y = nn.quantize %x : (tensor<7xf32>) -> tensor<7x!i16>
  return %y : tensor<7x!i16>
}

func.func @per_axis(
    %x: tensor<2x4xf32> {check.input = dense<[[0.25, 0.75, 200.0, -1.0], [0.125, -32.0, 31.75, 0x7FC00000]]> : tensor<2x4xf32>})
    -> (tensor<2x4x!axis> {check.expected = dense<[[0, 2, 255, 0], [128, 0, 255, 128]]> : tensor<2x4xui8>}) {
  %y = nn.quantize %x : (tensor<2x4xf32>) -> tensor<2x4x!axis>
  return %y : tensor<2x4x!axis>
}
