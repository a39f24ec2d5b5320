// The statistics that calibration measures of a value.

// Extremes of all, of each sample, of each channel; NaN are only counted, infinities are numbers.
func.func @extremes(
    %x: tensor<2x3x2xf32> {check.input = dense<[[[1.0, -2.0], [0x7fc00000, 4.0], [0.5, 0.25]], [[-8.0, 3.0], [0x7f800000, 0.0], [0x7fc00000, 0x7fc00000]]]> : tensor<2x3x2xf32>})
    -> (tensor<1x3xf32> {check.expected = dense<[[-8.0, 0x7F800000, 3.0]]> : tensor<1x3xf32>}, tensor<2x3xf32> {check.expected = dense<[[-2.0, 4.0, 1.0], [-8.0, 0x7F800000, 2.0]]> : tensor<2x3xf32>}, tensor<3x3xf32> {check.expected = dense<[[-8.0, 3.0, 0.0], [0.0, 0x7F800000, 1.0], [2.5e-1, 5.0e-1, 2.0]]> : tensor<3x3xf32>}, tensor<2x3xf32> {check.expected = dense<[[-8.0, 0x7F800000, 2.0], [-2.0, 4.0, 1.0]]> : tensor<2x3xf32>}) {
  %all = nn.extremes %x : (tensor<2x3x2xf32>) -> tensor<1x3xf32>
  %samples = nn.extremes %x {axis = 0 : i64} : (tensor<2x3x2xf32>) -> tensor<2x3xf32>
  %channels = nn.extremes %x {axis = 1 : i64} : (tensor<2x3x2xf32>) -> tensor<3x3xf32>
  %last = nn.extremes %x {axis = 2 : i64} : (tensor<2x3x2xf32>) -> tensor<2x3xf32>
  return %all, %samples, %channels, %last : tensor<1x3xf32>, tensor<2x3xf32>, tensor<3x3xf32>, tensor<2x3xf32>
}

// By sample where the batch grows, of a value and of one that lies otherwise.
func.func @of_a_batch(
    %x: tensor<?x2x3xf32, #nn.dims<N>> {check.input = dense<[[[1.0, 2.0, 3.0], [-4.0, 5.0, 6.0]], [[7.0, -8.0, 9.0], [10.0, 11.0, -12.0]]]> : tensor<2x2x3xf32>})
    -> (tensor<?x3xf32, #nn.dims<N>> {check.expected = dense<[[-4.0, 6.0, 0.0], [-1.2e1, 1.1e1, 0.0]]> : tensor<2x3xf32>}, tensor<?x3xf32, #nn.dims<N>> {check.expected = dense<[[-4.0, 6.0, 0.0], [-1.2e1, 1.1e1, 0.0]]> : tensor<2x3xf32>}, tensor<3x3xf32> {check.expected = dense<[[-4.0, 1.0e1, 0.0], [-8.0, 1.1e1, 0.0], [-1.2e1, 9.0, 0.0]]> : tensor<3x3xf32>}) {
  %y = nn.extremes %x {axis = 0 : i64} : (tensor<?x2x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %t = nn.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<?x2x3xf32, #nn.dims<N>>) -> tensor<3x?x2xf32, #nn.dims<N>>
  %u = nn.extremes %t {axis = 1 : i64} : (tensor<3x?x2xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %v = nn.extremes %t {axis = 0 : i64} : (tensor<3x?x2xf32, #nn.dims<N>>) -> tensor<3x3xf32>
  return %y, %u, %v : tensor<?x3xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>, tensor<3x3xf32>
}

// A border belongs to the bin above it, −0 to those of x ≥ 0, what is too large to the last bin.
func.func @histogram(
    %x: tensor<3x5xf32> {check.input = dense<[[0.0, -0.0, 0.49, 0.5, -0.5], [1.75, 2.0, -9.0, 0x7f800000, 0xff800000], [0x7fc00000, 0.01, -0.01, -1.0, 1.0]]> : tensor<3x5xf32>},
    %two: tensor<f32> {check.input = dense<2.0> : tensor<f32>})
    -> (tensor<1x2x4xi32> {check.expected = dense<[[[4, 1, 1, 3], [1, 1, 1, 2]]]> : tensor<1x2x4xi32>}, tensor<2x2x3xi32> {check.expected = dense<[[[3, 1, 2], [0, 1, 1]], [[1, 0, 2], [1, 0, 2]]]> : tensor<2x2x3xi32>}) {
  %y = nn.histogram %x, %two {bins = 4 : i64, parts = 1 : i64} : (tensor<3x5xf32>, tensor<f32>) -> tensor<1x2x4xi32>
  %z = nn.histogram %x, %two {bins = 3 : i64, parts = 2 : i64} : (tensor<3x5xf32>, tensor<f32>) -> tensor<2x2x3xi32>
  return %y, %z : tensor<1x2x4xi32>, tensor<2x2x3xi32>
}
