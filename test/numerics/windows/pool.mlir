// Average (E7): f32(Σ (q − z))·m, m = s_x/(n·s_y), n what that position averages.
!u8 = !quant.uniform<u8:f32, 0.10000000149011612:7>
!y = !quant.uniform<i8:f32, 0.15000000596046448:-3>
!i16 = !quant.uniform<i16:f32, 0.00030517578125>

// Corners average 4, sides 6, the middle 9: three multipliers.
func.func @borders(
    %x: tensor<1x1x3x3x!u8> {check.input = dense<[[[[137, 66, 22], [122, 56, 82], [134, 25, 92]]]]> : tensor<1x1x3x3xui8>})
    -> (tensor<1x1x3x3x!y> {check.expected = dense<[[[[56, 46, 30], [52, 47, 30], [48, 49, 35]]]]> : tensor<1x1x3x3xi8>}) {
  %y = nn.avg_pool2d %x {kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>} : (tensor<1x1x3x3x!u8>) -> tensor<1x1x3x3x!y>
  return %y : tensor<1x1x3x3x!y>
}

// All average 9; padding is real 0.
func.func @count_include_pad(
    %x: tensor<1x1x3x3x!u8> {check.input = dense<[[[[103, 159, 156], [105, 148, 228], [91, 138, 177]]]]> : tensor<1x1x3x3xui8>})
    -> (tensor<1x1x3x3x!y> {check.expected = dense<[[[[33, 60, 46], [49, 89, 68], [31, 60, 46]]]]> : tensor<1x1x3x3xi8>}) {
  %y = nn.avg_pool2d %x {count_include_pad, kernel = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>} : (tensor<1x1x3x3x!u8>) -> tensor<1x1x3x3x!y>
  return %y : tensor<1x1x3x3x!y>
}

func.func @strides(
    %x: tensor<2x2x4x5x!u8> {check.input = dense<[[[[9, 128, 18, 7, 9], [97, 243, 125, 228, 54], [221, 253, 201, 157, 110], [117, 175, 101, 71, 207]], [[177, 27, 66, 7, 36], [130, 220, 83, 28, 43], [195, 144, 124, 150, 23], [235, 94, 80, 137, 228]]], [[[1, 134, 186, 168, 165], [125, 17, 158, 111, 182], [93, 0, 171, 195, 42], [243, 142, 102, 127, 2]], [[46, 135, 45, 73, 204], [21, 201, 11, 153, 155], [119, 43, 79, 199, 166], [253, 76, 145, 74, 22]]]]> : tensor<2x2x4x5xui8>})
    -> (tensor<2x2x2x2x!u8> {check.expected = dense<[[[[103, 73], [178, 141]], [[117, 44], [145, 124]]], [[[103, 162], [125, 107]], [[77, 107], [119, 114]]]]> : tensor<2x2x2x2xui8>}) {
  %y = nn.avg_pool2d %x {kernel = array<i64: 2, 3>, strides = array<i64: 2, 2>} : (tensor<2x2x4x5x!u8>) -> tensor<2x2x2x2x!u8>
  return %y : tensor<2x2x2x2x!u8>
}

func.func @sixteen(
    %x: tensor<1x1x2x2x!i16> {check.input = dense<[[[[32767, 32767], [32767, 32766]]]]> : tensor<1x1x2x2xi16>})
    -> (tensor<1x1x1x1x!quant.uniform<i16:f32, 0.00045776367187500>> {check.expected = dense<[[[[21844]]]]> : tensor<1x1x1x1xi16>}) {
  %y = nn.avg_pool2d %x {kernel = array<i64: 2, 2>} : (tensor<1x1x2x2x!i16>) -> tensor<1x1x1x1x!quant.uniform<i16:f32, 0.00045776367187500>>
  return %y : tensor<1x1x1x1x!quant.uniform<i16:f32, 0.00045776367187500>>
}

func.func @average_float(
    %x: tensor<1x1x2x3xf32> {check.input = dense<[[[[1.0, 2.0, 4.0], [-8.0, 0.5, 3.0]]]]> : tensor<1x1x2x3xf32>})
    -> (tensor<1x1x2x2xf32> {check.expected = dense<[[[[-1.125, 2.375], [-3.75, 1.75]]]]> : tensor<1x1x2x2xf32>}) {
  %y = nn.avg_pool2d %x {kernel = array<i64: 2, 2>, pads = array<i64: 0, 0, 1, 0>} : (tensor<1x1x2x3xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}
