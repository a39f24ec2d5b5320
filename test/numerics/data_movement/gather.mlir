// Slices chosen by indices (ONNX's Gather): expected values by hand.
!q = !quant.uniform<i8:f32, 0.10000000149011612:-20>

func.func @rows(
    %x: tensor<3x2xf32> {check.input = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>},
    %i: tensor<2x2xi64> {check.input = dense<[[2, 0], [-1, -3]]> : tensor<2x2xi64>})
    -> (tensor<2x2x2xf32> {check.expected = dense<[[[5.0, 6.0], [1.0, 2.0]], [[5.0, 6.0], [1.0, 2.0]]]> : tensor<2x2x2xf32>}) {
  %y = nn.gather %x, %i {axis = 0 : i64} : (tensor<3x2xf32>, tensor<2x2xi64>) -> tensor<2x2x2xf32>
  return %y : tensor<2x2x2xf32>
}

// The batch stays where it is; a quantized gather is a copy, and what follows joins it.
func.func @columns_of_a_batch(
    %x: tensor<?x4x!q, #nn.dims<N>> {check.input = dense<[[1, 2, 3, -4], [5, -60, 7, 8], [9, 10, -128, 127]]> : tensor<3x4xi8>},
    %i: tensor<3xi32> {check.constant = dense<[3, 3, 1]> : tensor<3xi32>})
    -> (tensor<?x3x!q, #nn.dims<N>> {check.expected = dense<[[-4, -4, 2], [8, 8, -20], [127, 127, 10]]> : tensor<3x3xi8>}) {
  %y = nn.gather %x, %i {axis = 1 : i64} : (tensor<?x4x!q, #nn.dims<N>>, tensor<3xi32>) -> tensor<?x3x!q, #nn.dims<N>>
  %z = nn.relu %y : (tensor<?x3x!q, #nn.dims<N>>) -> tensor<?x3x!q, #nn.dims<N>>
  return %z : tensor<?x3x!q, #nn.dims<N>>
}

// Samples chosen, the last one by its place from an end that the batch decides.
func.func @along_the_batch(
    %x: tensor<?x2xf32, #nn.dims<N>> {check.input = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>},
    %i: tensor<?xi64, #nn.dims<N>> {check.input = dense<[-1, 1, 0]> : tensor<3xi64>})
    -> (tensor<?x2xf32, #nn.dims<N>> {check.expected = dense<[[5.0, 6.0], [3.0, 4.0], [1.0, 2.0]]> : tensor<3x2xf32>}) {
  %y = nn.gather %x, %i {axis = 0 : i64} : (tensor<?x2xf32, #nn.dims<N>>, tensor<?xi64, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}

// From a transposed view, by an index without dimensions.
func.func @of_a_transpose(
    %x: tensor<2x3xf32> {check.input = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>},
    %i: tensor<i64> {check.input = dense<2> : tensor<i64>})
    -> (tensor<2xf32> {check.expected = dense<[-3.0, -6.0]> : tensor<2xf32>}) {
  %t = nn.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %n = nn.neg %t : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %y = nn.gather %n, %i {axis = 0 : i64} : (tensor<3x2xf32>, tensor<i64>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func @outside(
    %x: tensor<3x2xf32> {check.input = dense<1.0> : tensor<3x2xf32>},
    %i: tensor<2xi64> {check.input = dense<[1, 3]> : tensor<2xi64>})
    -> (tensor<2x2xf32> {check.expected = dense<0.0> : tensor<2x2xf32>}) attributes {check.fails = "layer 'value0': "} {
  %y = nn.gather %x, %i {axis = 0 : i64} : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// An index that no i32 holds saturates: it is not taken for a small one.
func.func @far_outside(
    %x: tensor<3xf32> {check.input = dense<1.0> : tensor<3xf32>},
    %i: tensor<1xi64> {check.input = dense<4294967297> : tensor<1xi64>})
    -> (tensor<1xf32> {check.expected = dense<0.0> : tensor<1xf32>}) attributes {check.fails = "index"} {
  %y = nn.gather %x, %i {axis = 0 : i64} : (tensor<3xf32>, tensor<1xi64>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
