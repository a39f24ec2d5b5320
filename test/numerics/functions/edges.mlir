// The contract and descriptions say what operations give at −0, NaN and the ends of a declared range.

!d = !quant.uniform<u8<3:100>:f32, 0.5:10>

// (N1) Beside a NaN, −∞ has no weight; all others are NaN.
func.func @masked_softmax(
    %x: tensor<4x3xf32> {check.input = dense<[[1.0, 0x7FC00000, 0xFF800000], [0x7F800000, 1.0, 0xFF800000], [0xFF800000, 0xFF800000, 0xFF800000], [0.0, 0.0, 0xFF800000]]> : tensor<4x3xf32>})
    -> (tensor<4x3xf32> {check.expected = dense<[[0x7FC00000, 0x7FC00000, 0.0], [0x7FC00000, 0x7FC00000, 0.0], [0.0, 0.0, 0.0], [0.5, 0.5, 0.0]]> : tensor<4x3xf32>}) {
  %y = nn.masked_softmax %x {axis = 1 : i64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// (N1) A comparison with NaN does not hold: 0.
func.func @shrink(
    %x: tensor<3xf32> {check.input = dense<[0x7FC00000, 1.0, 0.25]> : tensor<3xf32>})
    -> (tensor<3xf32> {check.expected = dense<[0.0, 0.75, 0.0]> : tensor<3xf32>}) {
  %y = nn.shrink %x {lambd = 0.5 : f32, bias = 0.25 : f32} : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @thresholded_relu(
    %x: tensor<3xf32> {check.input = dense<[0x7FC00000, 1.0, 0.25]> : tensor<3xf32>})
    -> (tensor<3xf32> {check.expected = dense<[0.0, 1.0, 0.0]> : tensor<3xf32>}) {
  %y = nn.thresholded_relu %x {alpha = 0.5 : f32} : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// (N2) A limit of 0 gives +0.
func.func @clip(
    %x: tensor<3xf32> {check.input = dense<[-0.0, -1.0, 0.5]> : tensor<3xf32>})
    -> (tensor<3xf32> {check.expected = dense<[0.0, 0.0, 0.5]> : tensor<3xf32>}) {
  %y = nn.clip %x {min = 0.0 : f32, max = 1.0 : f32} : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// (R4) Limits become steps of the declared range, also those beyond it.
func.func @clip_declared(
    %x: tensor<3x!d> {check.input = dense<[0, 50, 200]> : tensor<3xui8>})
    -> (tensor<3x!d> {check.expected = dense<[3, 50, 100]> : tensor<3xui8>}) {
  %y = nn.clip %x {min = 0xFF800000 : f32, max = 0x7F800000 : f32} : (tensor<3x!d>) -> tensor<3x!d>
  return %y : tensor<3x!d>
}

// (F3) A running sum begins with the first element, a resampled value with its first product; exclusive with 0.
func.func @cum_sum(
    %x: tensor<3xf32> {check.input = dense<-0.0> : tensor<3xf32>})
    -> (tensor<3xf32> {check.expected = dense<-0.0> : tensor<3xf32>}, tensor<3xf32> {check.expected = dense<[0.0, -0.0, -0.0]> : tensor<3xf32>}) {
  %y = nn.cum_sum %x {axis = 0 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  %z = nn.cum_sum %x {axis = 0 : i64, exclusive} : (tensor<3xf32>) -> tensor<3xf32>
  return %y, %z : tensor<3xf32>, tensor<3xf32>
}
func.func @resample(
    %x: tensor<1x2xf32> {check.input = dense<-0.0> : tensor<1x2xf32>},
    %first: tensor<1xi32> {check.constant = dense<0> : tensor<1xi32>},
    %weights: tensor<1x2xf32> {check.constant = dense<1.0> : tensor<1x2xf32>})
    -> (tensor<1x1xf32> {check.expected = dense<-0.0> : tensor<1x1xf32>}) {
  %y = nn.resample %x, %first, %weights {axis = 1 : i64, step = 0 : i64} : (tensor<1x2xf32>, tensor<1xi32>, tensor<1x2xf32>) -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}
