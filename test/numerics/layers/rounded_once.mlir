// Functions of what a layer sums, each value rounded to f32 and the last of them to steps (E4, F6, Q1).
!x = !quant.uniform<i8:f32, 0.5:-20>
!w = !quant.uniform<i8<-127:127>:f32:0, {0.25, 0.5}>
!v = !quant.uniform<i8<-127:127>:f32:1, {0.25, 0.5, 1.5}>
!y = !quant.uniform<i8:f32, 0.75:-110>

func.func @hard_swish_and_affine(
    %x: tensor<1x2x1x4x!x> {check.input = dense<[[[[-20, -30, 0, 100]], [[-25, 7, -128, 127]]]]> : tensor<1x2x1x4xi8>},
    %w: tensor<2x2x1x1x!w> {check.constant = dense<[[[[3]], [[-5]]], [[[-2]], [[1]]]]> : tensor<2x2x1x1xi8>},
    %a: tensor<1xf32> {check.constant = dense<1.25> : tensor<1xf32>},
    %b: tensor<2x1x1xf32> {check.constant = dense<[[[0.5]], [[-2.0]]]> : tensor<2x1x1xf32>})
    -> (tensor<1x2x1x4x!y> {check.expected = dense<[[[[-104, -109, 16, -109]], [[-113, -93, -113, -113]]]]> : tensor<1x2x1x4xi8>}) {
  %c = nn.conv2d %x, %w : (tensor<1x2x1x4x!x>, tensor<2x2x1x1x!w>) -> tensor<1x2x1x4xf32>
  %h = nn.hard_swish %c : (tensor<1x2x1x4xf32>) -> tensor<1x2x1x4xf32>
  %m = nn.mul %h, %a : (tensor<1x2x1x4xf32>, tensor<1xf32>) -> tensor<1x2x1x4xf32>
  %s = nn.add %m, %b : (tensor<1x2x1x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1x4xf32>
  %q = nn.quantize %s : (tensor<1x2x1x4xf32>) -> tensor<1x2x1x4x!y>
  return %q : tensor<1x2x1x4x!y>
}

// A function that reads the sums twice, and a residual behind it, whose steps are made real on the way.
func.func @gate_and_residual(
    %x: tensor<?x3x!x, #nn.dims<N>> {check.input = dense<[[-20, -30, 0], [-25, 7, 127], [-128, 1, 2]]> : tensor<3x3xi8>},
    %w: tensor<3x3x!v> {check.constant = dense<[[1, 0, -2], [3, -1, 0], [0, 2, 1]]> : tensor<3x3xi8>},
    %three: tensor<f32> {check.constant = dense<3.0> : tensor<f32>},
    %r: tensor<?x3x!y, #nn.dims<N>> {check.input = dense<[[-110, 3, 127], [-128, -100, 50], [7, -111, -109]]> : tensor<3x3xi8>})
    -> (tensor<?x3x!y, #nn.dims<N>> {check.expected = dense<[[-110, 103, 127], [-52, 127, 127], [7, -65, 127]]> : tensor<3x3xi8>}) {
  %c = nn.matmul %x, %w : (tensor<?x3x!x, #nn.dims<N>>, tensor<3x3x!v>) -> tensor<?x3xf32, #nn.dims<N>>
  %s = nn.add %c, %three : (tensor<?x3xf32, #nn.dims<N>>, tensor<f32>) -> tensor<?x3xf32, #nn.dims<N>>
  %p = nn.clip %s {min = 0.0 : f32, max = 6.0 : f32} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %g = nn.mul %c, %p : (tensor<?x3xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %f = nn.dequantize %r : (tensor<?x3x!y, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %t = nn.add %g, %f : (tensor<?x3xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %q = nn.quantize %t : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3x!y, #nn.dims<N>>
  return %q : tensor<?x3x!y, #nn.dims<N>>
}

// A function of one stored value, and of another by its sigmoid.
func.func @behind_steps(
    %x: tensor<8x!x> {check.input = dense<[-20, -30, 0, 100, -25, 7, -128, 127]> : tensor<8xi8>},
    %a: tensor<1xf32> {check.constant = dense<0.3> : tensor<1xf32>})
    -> (tensor<8x!y> {check.expected = dense<[-110, -111, -106, -86, -111, -105, -110, -81]> : tensor<8xi8>}) {
  %f = nn.dequantize %x : (tensor<8x!x>) -> tensor<8xf32>
  %m = nn.mul %f, %a : (tensor<8xf32>, tensor<1xf32>) -> tensor<8xf32>
  %h = nn.hard_swish %m : (tensor<8xf32>) -> tensor<8xf32>
  %s = nn.sub %h, %a : (tensor<8xf32>, tensor<1xf32>) -> tensor<8xf32>
  %q = nn.quantize %s : (tensor<8xf32>) -> tensor<8x!y>
  return %q : tensor<8x!y>
}

// A gate by an exponential of the same value: of 256 steps, whatever kernels do (F6).
func.func @gate_behind_steps(
    %x: tensor<8x!x> {check.input = dense<[-20, -30, 0, 100, -25, 7, -128, 127]> : tensor<8xi8>})
    -> (tensor<8x!y> {check.expected = dense<[-110, -110, -97, -30, -110, -92, -110, -12]> : tensor<8xi8>}) {
  %f = nn.dequantize %x : (tensor<8x!x>) -> tensor<8xf32>
  %s = nn.sigmoid %f : (tensor<8xf32>) -> tensor<8xf32>
  %g = nn.mul %f, %s : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %q = nn.quantize %g : (tensor<8xf32>) -> tensor<8x!y>
  return %q : tensor<8x!y>
}
