// Parts along an axis, exact copies (K1): flat and of images, before and behind other operations.
!q = !quant.uniform<i8:f32, 0.10000000149011612:-20>

func.func @uneven(
    %x: tensor<2x5x!q> {check.input = dense<[[75, -67, -28, -122, 20], [1, 62, -95, 73, 71]]> : tensor<2x5xi8>})
    -> (tensor<2x1x!q> {check.expected = dense<[[75], [1]]> : tensor<2x1xi8>}, tensor<2x3x!q> {check.expected = dense<[[-67, -28, -122], [62, -95, 73]]> : tensor<2x3xi8>}, tensor<2x1x!q> {check.expected = dense<[[20], [71]]> : tensor<2x1xi8>}) {
  %s:3 = nn.split %x {axis = 1 : i64, sizes = array<i64: 1, 3, 1>} : (tensor<2x5x!q>) -> (tensor<2x1x!q>, tensor<2x3x!q>, tensor<2x1x!q>)
  return %s#0, %s#1, %s#2 : tensor<2x1x!q>, tensor<2x3x!q>, tensor<2x1x!q>
}

// Along the first dimension, which does not grow; one part is not read.
func.func @rows(
    %x: tensor<4x2xf32> {check.input = dense<[[1.0, 2.0], [3.0, 4.0], [-5.0, 6.0], [7.0, -8.0]]> : tensor<4x2xf32>})
    -> (tensor<1x2xf32> {check.expected = dense<[[7.0, 0.0]]> : tensor<1x2xf32>}) {
  %s:2 = nn.split %x {axis = 0 : i64, sizes = array<i64: 3, 1>} : (tensor<4x2xf32>) -> (tensor<3x2xf32>, tensor<1x2xf32>)
  %y = nn.relu %s#1 : (tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Channels of images, then rows: what is split comes from an operation, and both go on.
func.func @image(
    %x: tensor<?x3x2x2xf32, #nn.dims<N>> {check.input = dense<[[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]], [[9.0, 10.0], [11.0, 12.0]]], [[[-1.0, -2.0], [-3.0, -4.0]], [[-5.0, -6.0], [-7.0, -8.0]], [[-9.0, -10.0], [-11.0, -12.0]]]]> : tensor<2x3x2x2xf32>})
    -> (tensor<?x2x2x2xf32, #nn.dims<N>> {check.expected = dense<[[[[-5.0, -6.0], [-7.0, -8.0]], [[-9.0, -1.0e1], [-1.1e1, -1.2e1]]], [[[5.0, 6.0], [7.0, 8.0]], [[9.0, 1.0e1], [1.1e1, 1.2e1]]]]> : tensor<2x2x2x2xf32>}, tensor<?x1x1x2xf32, #nn.dims<N>> {check.expected = dense<[[[[-4.0, -6.0]]], [[[4.0, 6.0]]]]> : tensor<2x1x1x2xf32>}) {
  %n = nn.neg %x : (tensor<?x3x2x2xf32, #nn.dims<N>>) -> tensor<?x3x2x2xf32, #nn.dims<N>>
  %s:2 = nn.split %n {axis = 1 : i64, sizes = array<i64: 1, 2>} : (tensor<?x3x2x2xf32, #nn.dims<N>>) -> (tensor<?x1x2x2xf32, #nn.dims<N>>, tensor<?x2x2x2xf32, #nn.dims<N>>)
  %r:2 = nn.split %s#0 {axis = 2 : i64, sizes = array<i64: 1, 1>} : (tensor<?x1x2x2xf32, #nn.dims<N>>) -> (tensor<?x1x1x2xf32, #nn.dims<N>>, tensor<?x1x1x2xf32, #nn.dims<N>>)
  %a = nn.add %r#0, %r#1 : (tensor<?x1x1x2xf32, #nn.dims<N>>, tensor<?x1x1x2xf32, #nn.dims<N>>) -> tensor<?x1x1x2xf32, #nn.dims<N>>
  return %s#1, %a : tensor<?x2x2x2xf32, #nn.dims<N>>, tensor<?x1x1x2xf32, #nn.dims<N>>
}
