// Weights of 4 bits, packed in the constant (R3), beside activations of 8 (X1).
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:77>
!y = !quant.uniform<i8:f32, 0.25:4>
!w4 = !quant.uniform<i4<-7:7>:f32:0, {0.25, 0.5, 0.125}>
!n4 = !quant.uniform<i4<-7:7>:f32:1, {0.25, 0.5, 0.125}>
!z4 = !quant.uniform<u4:f32, 0.5:3>
!a4 = !quant.uniform<i4:f32:1, {0.10000000149011612:3, 0.5, 2.0:-8}>

func.func @conv(
    %x: tensor<1x3x4x3x!u8> {check.input = dense<[[[[121, 0, 255], [240, 255, 0], [0, 154, 198], [255, 0, 255]], [[132, 215, 208], [255, 255, 0], [246, 0, 0], [218, 0, 193]], [[120, 0, 101], [255, 21, 70], [235, 138, 154], [132, 5, 255]]]]> : tensor<1x3x4x3xui8>},
    %w: tensor<3x3x2x2x!w4> {check.constant = dense<[[[[-7, 0], [2, -7]], [[-7, -3], [-3, 7]], [[-2, 6], [5, -7]]], [[[7, 7], [3, 7]], [[-7, -6], [7, 7]], [[7, 2], [-7, 7]]], [[[7, 6], [-7, 5]], [[-5, -3], [-2, -1]], [[7, -7], [6, 7]]]]> : tensor<3x3x2x2xi8>},
    %b: tensor<3xi32> {check.constant = dense<[-30, 0, 123]> : tensor<3xi32>})
    -> (tensor<1x3x3x2x!y> {check.expected = dense<[[[[-11, -20], [-121, -82], [12, -32]], [[69, -21], [78, -15], [7, 127]], [[4, -39], [61, 18], [-20, 56]]]]> : tensor<1x3x3x2xi8>}) {
  %y = nn.conv2d %x, %w bias %b : (tensor<1x3x4x3x!u8>, tensor<3x3x2x2x!w4>, tensor<3xi32>) -> tensor<1x3x3x2x!y>
  return %y : tensor<1x3x3x2x!y>
}

func.func @matmul(
    %a: tensor<?x5x!u8, #nn.dims<N>> {check.input = dense<[[16, 0, 255, 255, 0], [255, 0, 0, 174, 244]]> : tensor<2x5xui8>},
    %b: tensor<5x3x!n4> {check.constant = dense<[[-7, -7, -5], [7, -7, 3], [-7, -3, -7], [-7, 7, -7], [-7, -7, 1]]> : tensor<5x3xi8>})
    -> (tensor<?x3x!y, #nn.dims<N>> {check.expected = dense<[[-48, 115, -27], [-73, -44, -10]]> : tensor<2x3xi8>}) {
  %y = nn.matmul %a, %b : (tensor<?x5x!u8, #nn.dims<N>>, tensor<5x3x!n4>) -> tensor<?x3x!y, #nn.dims<N>>
  return %y : tensor<?x3x!y, #nn.dims<N>>
}

// Float layers read a dequantized constant.
func.func @dequantize(
    %c: tensor<5x!z4> {check.constant = dense<[0, 15, 3, 8, 7]> : tensor<5xui8>},
    %d: tensor<2x3x!a4> {check.constant = dense<[[-8, 7, 0], [1, -1, -7]]> : tensor<2x3xi8>},
    %x: tensor<5xf32> {check.input = dense<[1.0, 2.0, -3.0, 0.5, 0.0]> : tensor<5xf32>})
    -> (tensor<5xf32> {check.expected = dense<[-5.0e-1, 8.0, -3.0, 3.0, 2.0]> : tensor<5xf32>}, tensor<2x3xf32> {check.expected = dense<[[-1.1, 3.5, 1.6e1], [-2.0e-1, -5.0e-1, 2.0]]> : tensor<2x3xf32>}) {
  %r = nn.dequantize %c : (tensor<5x!z4>) -> tensor<5xf32>
  %y = nn.add %r, %x : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %s = nn.dequantize %d : (tensor<2x3x!a4>) -> tensor<2x3xf32>
  return %y, %s : tensor<5xf32>, tensor<2x3xf32>
}
