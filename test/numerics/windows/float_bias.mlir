// E3 with a bias that is computed: infinities saturate, NaN stores the zero point (E8); a table may follow.
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8<-127:127>:f32, 0.5>
!y = !quant.uniform<i8:f32, 0.5:7>

func.func @computed(
    %x: tensor<2x2x!x> {check.input = dense<[[1, -100], [127, 3]]> : tensor<2x2xi8>},
    %w: tensor<2x4x!w> {check.constant = dense<[[1, -2, 3, 4], [5, 6, -7, 8]]> : tensor<2x4xi8>},
    %b: tensor<4xf32> {check.input = dense<[1.3, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<4xf32>})
    -> (tensor<2x4x!y> {check.expected = dense<[[-128, 127, -128, 7], [81, 127, -128, 7]]> : tensor<2x4xi8>}, tensor<2x4x!y> {check.expected = dense<[[127, 127, 127, 7], [81, 127, 127, 7]]> : tensor<2x4xi8>}) {
  %y = nn.matmul %x, %w bias %b : (tensor<2x2x!x>, tensor<2x4x!w>, tensor<4xf32>) -> tensor<2x4x!y>
  %z = nn.abs %y : (tensor<2x4x!y>) -> tensor<2x4x!y>
  return %y, %z : tensor<2x4x!y>, tensor<2x4x!y>
}

func.func @constant(
    %x: tensor<1x1x1x2x!x> {check.input = dense<[[[[1, -100]]]]> : tensor<1x1x1x2xi8>},
    %w: tensor<2x1x1x1x!w> {check.constant = dense<[[[[3]]], [[[-5]]]]> : tensor<2x1x1x1xi8>},
    %b: tensor<2xf32> {check.constant = dense<[0xFFC00000, -2.25]> : tensor<2xf32>})
    -> (tensor<1x2x1x2x!y> {check.expected = dense<[[[[7, 7]], [[14, 127]]]]> : tensor<1x2x1x2xi8>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x1x1x2x!x>, tensor<2x1x1x1x!w>, tensor<2xf32>) -> tensor<1x2x1x2x!y>
  %z = nn.abs %y : (tensor<1x2x1x2x!y>) -> tensor<1x2x1x2x!y>
  return %z : tensor<1x2x1x2x!y>
}
