// relu and clip between parameters that differ: requantized first, then clamped on the result's
// grid (B3). Bounds and borders are quantize(limit), divided in f32 (B1).
!coarse = !quant.uniform<u8:f32, 3.0:128>
!unit = !quant.uniform<u8:f32, 0.0039215688593685627>
!i8 = !quant.uniform<i8:f32, 0.10000000149011612:-28>
!u8 = !quant.uniform<u8:f32, 0.05000000074505806:3>
!i16 = !quant.uniform<i16:f32, 0.0010000000474974513>
!tie = !quant.uniform<i8:f32, 0.04891793429851532:1>

// One step is 3: clamped on the operand's grid, where the limit 1 is 0 steps, all would be 0.
func.func @clip_to_finer(
    %x: tensor<5x!coarse> {check.input = dense<[0, 127, 128, 129, 255]> : tensor<5xui8>})
    -> (tensor<5x!unit> {check.expected = dense<[0, 0, 0, 255, 255]> : tensor<5xui8>}) {
  %y = nn.clip %x {min = 0.0 : f32, max = 1.0 : f32} : (tensor<5x!coarse>) -> tensor<5x!unit>
  return %y : tensor<5x!unit>
}

// Bounds of ±1.26 are 25 and 3 − 25 steps of 0.05: the lower one saturates.
func.func @clip_to_shifted(
    %x: tensor<7x!i8> {check.input = dense<[-128, -41, -40, -28, -16, -15, 127]> : tensor<7xi8>})
    -> (tensor<7x!u8> {check.expected = dense<[0, 0, 0, 3, 27, 28, 28]> : tensor<7xui8>}) {
  %y = nn.clip %x {min = -1.26 : f32, max = 1.26 : f32} : (tensor<7x!i8>) -> tensor<7x!u8>
  return %y : tensor<7x!u8>
}

// A step of the operand is two of the result's; the clamp is at its z, 3.
func.func @relu_to_shifted(
    %x: tensor<6x!i8> {check.input = dense<[-128, -29, -28, -27, 0, 127]> : tensor<6xi8>})
    -> (tensor<6x!u8> {check.expected = dense<[3, 3, 3, 5, 59, 255]> : tensor<6xui8>}) {
  %y = nn.relu %x : (tensor<6x!i8>) -> tensor<6x!u8>
  return %y : tensor<6x!u8>
}

func.func @relu_sixteen_to_eight(
    %x: tensor<6x!i16> {check.input = dense<[-32768, -1, 49, 75, 125, 32767]> : tensor<6xi16>})
    -> (tensor<6x!i8> {check.expected = dense<[-28, -28, -28, -27, -27, 127]> : tensor<6xi8>}) {
  %y = nn.relu %x : (tensor<6x!i16>) -> tensor<6x!i8>
  return %y : tensor<6x!i8>
}

// The limit is 5.5 steps in f32, less in f64.
func.func @clip_tie(
    %x: tensor<8x!tie> {check.input = dense<[-6, -5, -4, 0, 5, 6, 7, 8]> : tensor<8xi8>})
    -> (tensor<8x!tie> {check.expected = dense<[-5, -5, -4, 0, 5, 6, 7, 7]> : tensor<8xi8>}) {
  %y = nn.clip %x {min = -0.269048631 : f32, max = 0.269048631 : f32} : (tensor<8x!tie>) -> tensor<8x!tie>
  return %y : tensor<8x!tie>
}

func.func @pad_tie(
    %x: tensor<2x!tie> {check.input = dense<[-6, 9]> : tensor<2xi8>})
    -> (tensor<4x!tie> {check.expected = dense<[7, -6, 9, 7]> : tensor<4xi8>}) {
  %y = nn.pad %x {high = array<i64: 1>, low = array<i64: 1>, value = 0.269048631 : f32} : (tensor<2x!tie>) -> tensor<4x!tie>
  return %y : tensor<4x!tie>
}

// In the epilogues of a max pool and a convolution.
func.func @fused(
    %x: tensor<1x2x2x4x!i8> {check.input = dense<[[[[-128, -29, 3, 40], [-28, -27, 127, -90]], [[-30, -33, -128, -15], [-29, -28, 90, 31]]]]> : tensor<1x2x2x4xi8>},
    %w: tensor<1x2x1x1x!quant.uniform<i8<-127:127>:f32, 0.25>> {check.constant = dense<[[[[3]], [[-2]]]]> : tensor<1x2x1x1xi8>})
    -> (tensor<1x1x1x2x!u8> {check.expected = dense<[[[[8, 75]]]]> : tensor<1x1x1x2xui8>}) {
  %p = nn.max_pool2d %x {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x2x2x4x!i8>) -> tensor<1x2x1x2x!i8>
  %r = nn.relu %p : (tensor<1x2x1x2x!i8>) -> tensor<1x2x1x2x!u8>
  %c = nn.conv2d %r, %w : (tensor<1x2x1x2x!u8>, tensor<1x2x1x1x!quant.uniform<i8<-127:127>:f32, 0.25>>) -> tensor<1x1x1x2x!i8>
  %y = nn.clip %c {min = 0.25 : f32, max = 8.0 : f32} : (tensor<1x1x1x2x!i8>) -> tensor<1x1x1x2x!u8>
  return %y : tensor<1x1x1x2x!u8>
}
