// A maximum of stored steps looked up in a table: the index needs no clamp.
!a = !quant.uniform<i8:f32, 0.5>
!u = !quant.uniform<u8:f32, 0.25:9>
!b = !quant.uniform<u8:f32, 0.25>
!s = !quant.uniform<u8:f32, 0.00390625>

func.func @reduced(
    %x: tensor<1x3x2x2x!a> {check.input = dense<[[[[-128, -127], [-126, -125]], [[-2, -1], [0, -9]], [[127, 3], [-128, 5]]]]> : tensor<1x3x2x2xi8>})
    -> (tensor<1x3x1x1x!b> {check.expected = dense<[[[[250]], [[0]], [[254]]]]> : tensor<1x3x1x1xui8>}) {
  %m = nn.reduce_max %x {axes = array<i64: 2, 3>, keep_dims} : (tensor<1x3x2x2x!a>) -> tensor<1x3x1x1x!a>
  %y = nn.abs %m : (tensor<1x3x1x1x!a>) -> tensor<1x3x1x1x!b>
  return %y : tensor<1x3x1x1x!b>
}

// Windows that begin or end in the padding.
func.func @pooled(
    %x: tensor<2x1x2x3x!u> {check.input = dense<[[[[0, 1, 2], [5, 4, 3]]], [[[255, 9, 8], [7, 20, 254]]]]> : tensor<2x1x2x3xui8>})
    -> (tensor<2x1x2x2x!s> {check.expected = dense<[[[[24, 38], [69, 57]]], [[[255, 128], [97, 255]]]]> : tensor<2x1x2x2xui8>}) {
  %m = nn.max_pool2d %x {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 0>} : (tensor<2x1x2x3x!u>) -> tensor<2x1x2x2x!u>
  %y = nn.sigmoid %m : (tensor<2x1x2x2x!u>) -> tensor<2x1x2x2x!s>
  return %y : tensor<2x1x2x2x!s>
}
