// Images of one dimension, NCW: what holds of nn.conv2d and the pools along two holds along one.
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:77>
!s8 = !quant.uniform<i8:f32, 0.10000000149011612>
!y = !quant.uniform<i8:f32, 0.25:4>
!w = !quant.uniform<i8<-127:127>:f32:0, {0.019999999552965164, 0.05000000074505806}>

// E1: stride, dilation, unequal pads, groups; two samples.
func.func @convolution(
    %x: tensor<2x4x9x!u8> {check.input = dense<[[[130, 183, 14, 238, 127, 26, 80, 57, 190], [240, 126, 194, 52, 127, 6, 110, 208, 143], [93, 199, 81, 36, 71, 227, 64, 67, 0], [2, 107, 110, 84, 85, 148, 160, 101, 104]], [[93, 100, 196, 152, 11, 184, 212, 84, 74], [135, 33, 169, 154, 1, 173, 33, 158, 181], [156, 246, 161, 94, 246, 241, 90, 29, 131], [11, 183, 206, 9, 214, 187, 192, 4, 231]]]> : tensor<2x4x9xui8>},
    %w: tensor<2x2x3x!w> {check.constant = dense<[[[-116, 54, -81], [32, 117, 117]], [[-77, -97, 66], [-65, 110, 82]]]> : tensor<2x2x3xi8>},
    %b: tensor<2xi32> {check.constant = dense<[-3000, 1234]> : tensor<2xi32>})
    -> (tensor<2x2x4x!y> {check.expected = dense<[[[-11, -20, -29, 34], [-43, 56, -3, -53]], [[-4, 21, 37, -1], [-36, -36, -39, -106]]]> : tensor<2x2x4xi8>}) {
  %y = nn.conv2d %x, %w bias %b {strides = array<i64: 2>, pads = array<i64: 1, 2>, dilations = array<i64: 2>, groups = 2 : i64} : (tensor<2x4x9x!u8>, tensor<2x2x3x!w>, tensor<2xi32>) -> tensor<2x2x4x!y>
  return %y : tensor<2x2x4x!y>
}

// E2.
func.func @residual(
    %x: tensor<1x1x5x!s8> {check.input = dense<[[[108, 48, 53, 0, 108]]]> : tensor<1x1x5xi8>},
    %w: tensor<2x1x2x!w> {check.constant = dense<[[[-100, 23]], [[64, 72]]]> : tensor<2x1x2xi8>},
    %r: tensor<1x2x4x!s8> {check.input = dense<[[[60, 23, -110, 93], [-82, -22, 46, 57]]]> : tensor<1x2x4xi8>})
    -> (tensor<1x2x4x!y> {check.expected = dense<[[[-50, -15, -82, 61], [127, 127, 90, 127]]]> : tensor<1x2x4xi8>}) {
  %y = nn.conv2d %x, %w residual %r {strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1>} : (tensor<1x1x5x!s8>, tensor<2x1x2x!w>, tensor<1x2x4x!s8>) -> tensor<1x2x4x!y>
  return %y : tensor<1x2x4x!y>
}

func.func @float_depthwise(
    %x: tensor<2x3x4xf32> {check.input = dense<[[[-1.75, 1.25, 0.25, -2.75], [0.75, 1.0, 0.75, -1.25], [-2.75, -1.75, 0.75, 3.5]], [[-1.5, -3.25, -2.75, 2.25], [-3.5, -0.25, 1.5, 0.0], [3.25, 2.5, -1.75, -3.25]]]> : tensor<2x3x4xf32>},
    %w: tensor<3x1x3xf32> {check.constant = dense<[[[-3.5, 3.75, 1.25]], [[-0.75, -2.0, -2.0]], [[2.5, -2.5, -1.5]]]> : tensor<3x1x3xf32>},
    %b: tensor<3xf32> {check.constant = dense<[0.5, -1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {check.expected = dense<[[[-4.5, 1.1625e1, -6.375, -1.06875e1], [-4.5, -5.0625, -7.5e-1, 9.375e-1], [1.15e1, -1.625, -9.5, -4.875]], [[-9.1875, -9.875, 4.375, 1.85625e1], [6.5, -8.75e-1, -3.8125, -2.125], [-9.875, 6.5, 1.75e1, 5.75]]]> : tensor<2x3x4xf32>}) {
  %y = nn.conv2d %x, %w bias %b {strides = array<i64: 1>, pads = array<i64: 1, 1>, dilations = array<i64: 1>, groups = 3 : i64} : (tensor<2x3x4xf32>, tensor<3x1x3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

func.func @computed_weights(
    %x: tensor<1x2x4xf32> {check.input = dense<[[[2.75, 1.75, -1.75, -3.25], [2.5, 0.5, -1.75, 3.25]]]> : tensor<1x2x4xf32>},
    %w: tensor<2x2x2xf32> {check.input = dense<[[[-1.5, 3.25], [3.75, 1.0]], [[3.5, 0.25], [0.5, 3.5]]]> : tensor<2x2x2xf32>})
    -> (tensor<1x2x3xf32> {check.expected = dense<[[[1.14375e1, -8.1875, -1.125e1], [1.30625e1, -1.875e-1, 3.5625]]]> : tensor<1x2x3xf32>}) {
  %y = nn.conv2d %x, %w {strides = array<i64: 1>, pads = array<i64: 0, 0>, dilations = array<i64: 1>} : (tensor<1x2x4xf32>, tensor<2x2x2xf32>) -> tensor<1x2x3xf32>
  return %y : tensor<1x2x3xf32>
}

// The dilation is wider than the image, and no window misses it.
func.func @maximum(
    %x: tensor<2x2x3x!u8> {check.input = dense<[[[206, 75, 57], [193, 91, 255]], [[173, 92, 45], [251, 139, 184]]]> : tensor<2x2x3xui8>})
    -> (tensor<2x2x2x!u8> {check.expected = dense<[[[57, 206], [255, 193]], [[45, 173], [184, 251]]]> : tensor<2x2x2xui8>}) {
  %y = nn.max_pool2d %x {kernel = array<i64: 2>, strides = array<i64: 2>, pads = array<i64: 2, 2>, dilations = array<i64: 4>} : (tensor<2x2x3x!u8>) -> tensor<2x2x2x!u8>
  return %y : tensor<2x2x2x!u8>
}

// Borders average fewer.
func.func @average(
    %x: tensor<1x2x5x!u8> {check.input = dense<[[[32, 182, 17, 156, 186], [143, 248, 135, 150, 174]]]> : tensor<1x2x5xui8>})
    -> (tensor<1x2x3x!y> {check.expected = dense<[[[7, 8, 13], [16, 14, 12]]]> : tensor<1x2x3xi8>}) {
  %y = nn.avg_pool2d %x {kernel = array<i64: 3>, strides = array<i64: 2>, pads = array<i64: 1, 1>, dilations = array<i64: 1>} : (tensor<1x2x5x!u8>) -> tensor<1x2x3x!y>
  return %y : tensor<1x2x3x!y>
}

// Through an elementwise operation that joins the kernel; the image's size is open.
func.func @open(
    %x: tensor<?x1x?xf32, #nn.dims<N, L>> {check.input = dense<[[[-1.25, -4.0, 3.5, 0.0, 1.0]], [[0.25, 3.25, 0.5, 4.0, 1.5]]]> : tensor<2x1x5xf32>},
    %w: tensor<2x1x2xf32> {check.constant = dense<[[[1.5, 0.25]], [[1.5, 2.5]]]> : tensor<2x1x2xf32>})
    -> (tensor<?x2x?xf32, #nn.dims<N, L+1>> {check.expected = dense<[[[0.0, 0.0, 0.0, 5.25, 2.5e-1, 1.5], [0.0, 0.0, 2.75, 5.25, 2.5, 1.5]], [[6.25e-2, 1.1875, 5.0, 1.75, 6.375, 2.25], [6.25e-1, 8.5, 6.125, 1.075e1, 9.75, 2.25]]]> : tensor<2x2x6xf32>}) {
  %c = nn.conv2d %x, %w {strides = array<i64: 1>, pads = array<i64: 1, 1>, dilations = array<i64: 1>} : (tensor<?x1x?xf32, #nn.dims<N, L>>, tensor<2x1x2xf32>) -> tensor<?x2x?xf32, #nn.dims<N, L+1>>
  %y = nn.relu %c : (tensor<?x2x?xf32, #nn.dims<N, L+1>>) -> tensor<?x2x?xf32, #nn.dims<N, L+1>>
  return %y : tensor<?x2x?xf32, #nn.dims<N, L+1>>
}
