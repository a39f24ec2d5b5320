// Exact copies under equal parameters (K1): pad with z, slice, transpose, reshape.
!q = !quant.uniform<i8:f32, 0.10000000149011612:-20>
!p = !quant.uniform<u8:f32, 0.05000000074505806:128>

// Zero is z.
func.func @pad(
    %x: tensor<1x1x2x2x!q> {check.input = dense<[[[[33, -67], [41, -128]]]]> : tensor<1x1x2x2xi8>})
    -> (tensor<1x1x4x3x!q> {check.expected = dense<[[[[-20, -20, -20], [33, -67, -20], [41, -128, -20], [-20, -20, -20]]]]> : tensor<1x1x4x3xi8>}) {
  %y = nn.pad %x {high = array<i64: 0, 0, 1, 1>, low = array<i64: 0, 0, 1, 0>, value = 0.0 : f32} : (tensor<1x1x2x2x!q>) -> tensor<1x1x4x3x!q>
  return %y : tensor<1x1x4x3x!q>
}

// The nearest step to the value.
func.func @pad_value(
    %x: tensor<2x!p> {check.input = dense<[166, 173]> : tensor<2xui8>})
    -> (tensor<4x!p> {check.expected = dense<[103, 166, 173, 103]> : tensor<4xui8>}) {
  %y = nn.pad %x {high = array<i64: 1>, low = array<i64: 1>, value = -1.26 : f32} : (tensor<2x!p>) -> tensor<4x!p>
  return %y : tensor<4x!p>
}

func.func @pad_float(
    %x: tensor<2xf32> {check.input = dense<[1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<3xf32> {check.expected = dense<[0xFF800000, 1.0, 2.0]> : tensor<3xf32>}) {
  %y = nn.pad %x {high = array<i64: 0>, low = array<i64: 1>, value = 0xFF800000 : f32} : (tensor<2xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

func.func @slice(
    %x: tensor<2x5x!q> {check.input = dense<[[75, -67, -28, -122, 20], [1, 62, -95, 73, 71]]> : tensor<2x5xi8>})
    -> (tensor<2x3x!q> {check.expected = dense<[[20, -28, 75], [71, -95, 1]]> : tensor<2x3xi8>}) {
  %y = nn.slice %x {starts = array<i64: 0, 4>, steps = array<i64: 1, -2>} : (tensor<2x5x!q>) -> tensor<2x3x!q>
  return %y : tensor<2x3x!q>
}

func.func @transpose(
    %x: tensor<2x1x3x!p> {check.input = dense<[[[39, 184, 219]], [[140, 24, 143]]]> : tensor<2x1x3xui8>})
    -> (tensor<3x2x1x!p> {check.expected = dense<[[[39], [140]], [[184], [24]], [[219], [143]]]> : tensor<3x2x1xui8>}) {
  %y = nn.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<2x1x3x!p>) -> tensor<3x2x1x!p>
  return %y : tensor<3x2x1x!p>
}

func.func @reshape(
    %x: tensor<?x2x3x!q, #nn.dims<N>> {check.input = dense<[[[-76, -102, 18], [-52, -1, 8]], [[95, 33, -31], [63, 91, -114]]]> : tensor<2x2x3xi8>})
    -> (tensor<?x3x!q, #nn.dims<2*N>> {check.expected = dense<[[-76, -102, 18], [-52, -1, 8], [95, 33, -31], [63, 91, -114]]> : tensor<4x3xi8>}) {
  %y = nn.reshape %x : (tensor<?x2x3x!q, #nn.dims<N>>) -> tensor<?x3x!q, #nn.dims<2*N>>
  return %y : tensor<?x3x!q, #nn.dims<2*N>>
}

// Backwards along the first dimension, which does not grow.
func.func @slice_rows_backwards(
    %x: tensor<4x3x!q> {check.input = dense<[[75, -67, -28], [-122, 20, 1], [62, -95, 73], [71, 7, -8]]> : tensor<4x3xi8>})
    -> (tensor<2x3x!q> {check.expected = dense<[[71, 7, -8], [-122, 20, 1]]> : tensor<2x3xi8>}) {
  %y = nn.slice %x {starts = array<i64: 3, 0>, steps = array<i64: -2, 1>} : (tensor<4x3x!q>) -> tensor<2x3x!q>
  return %y : tensor<2x3x!q>
}
