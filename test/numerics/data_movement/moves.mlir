// Elements at other places: the batch grows, views are read through, quantized ones are copies.
!q = !quant.uniform<u8:f32, 0.25:20>

func.func @expand(
    %x: tensor<?x1x2xf32, #nn.dims<N>> {check.input = dense<[[[1.0, 2.0]], [[3.0, -4.0]]]> : tensor<2x1x2xf32>})
    -> (tensor<3x?x2x2xf32, #nn.dims<N>> {check.expected = dense<[[[[1.0, 2.0], [1.0, 2.0]], [[3.0, -4.0], [3.0, -4.0]]], [[[1.0, 2.0], [1.0, 2.0]], [[3.0, -4.0], [3.0, -4.0]]], [[[1.0, 2.0], [1.0, 2.0]], [[3.0, -4.0], [3.0, -4.0]]]]> : tensor<3x2x2x2xf32>}) {
  %y = nn.expand %x : (tensor<?x1x2xf32, #nn.dims<N>>) -> tensor<3x?x2x2xf32, #nn.dims<N>>
  return %y : tensor<3x?x2x2xf32, #nn.dims<N>>
}

// A size that follows from no operand grows with the batch, beside an operand whose size does.
func.func @expand_to_the_batch(
    %x: tensor<?x2xf32, #nn.dims<N>> {check.input = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>},
    %token: tensor<1x2xf32> {check.constant = dense<[[7.0, 8.0]]> : tensor<1x2xf32>})
    -> (tensor<?x4xf32, #nn.dims<N>> {check.expected = dense<[[7.0, 8.0, 1.0, 2.0], [7.0, 8.0, 3.0, 4.0], [7.0, 8.0, 5.0, 6.0]]> : tensor<3x4xf32>}) {
  %t = nn.expand %token : (tensor<1x2xf32>) -> tensor<?x2xf32, #nn.dims<N>>
  %y = nn.concat %t, %x {axis = 1 : i64} : (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %y : tensor<?x4xf32, #nn.dims<N>>
}

func.func @tile(
    %x: tensor<?x2xi64, #nn.dims<N>> {check.input = dense<[[1, 2], [3, 4], [-5, 1099511627776]]> : tensor<3x2xi64>})
    -> (tensor<?x6xi64, #nn.dims<2*N>> {check.expected = dense<[[1, 2, 1, 2, 1, 2], [3, 4, 3, 4, 3, 4], [-5, 1099511627776, -5, 1099511627776, -5, 1099511627776], [1, 2, 1, 2, 1, 2], [3, 4, 3, 4, 3, 4], [-5, 1099511627776, -5, 1099511627776, -5, 1099511627776]]> : tensor<6x6xi64>}) {
  %y = nn.tile %x {repeats = array<i64: 2, 3>} : (tensor<?x2xi64, #nn.dims<N>>) -> tensor<?x6xi64, #nn.dims<2*N>>
  return %y : tensor<?x6xi64, #nn.dims<2*N>>
}

func.func @extend(
    %x: tensor<?x3xf32, #nn.dims<N>> {check.input = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>})
    -> (tensor<?x10xf32, #nn.dims<N>> {check.expected = dense<[[2.0, 1.0, 2.0, 3.0, 2.0, 1.0, 2.0, 3.0, 2.0, 1.0], [5.0, 4.0, 5.0, 6.0, 5.0, 4.0, 5.0, 6.0, 5.0, 4.0]]> : tensor<2x10xf32>},
        tensor<?x10xf32, #nn.dims<N>> {check.expected = dense<[[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 3.0, 3.0, 3.0], [4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 5.0, 6.0, 6.0, 6.0]]> : tensor<2x10xf32>},
        tensor<?x10xf32, #nn.dims<N>> {check.expected = dense<[[2.0, 3.0, 1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 1.0, 2.0], [5.0, 6.0, 4.0, 5.0, 6.0, 4.0, 5.0, 6.0, 4.0, 5.0]]> : tensor<2x10xf32>}) {
  %a = nn.extend %x {low = array<i64: 0, 5>, high = array<i64: 0, 2>, mode = "reflect"} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>>
  %b = nn.extend %x {low = array<i64: 0, 5>, high = array<i64: 0, 2>, mode = "edge"} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>>
  %c = nn.extend %x {low = array<i64: 0, 5>, high = array<i64: 0, 2>, mode = "wrap"} : (tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x10xf32, #nn.dims<N>>
  return %a, %b, %c : tensor<?x10xf32, #nn.dims<N>>, tensor<?x10xf32, #nn.dims<N>>, tensor<?x10xf32, #nn.dims<N>>
}

// Mirrored along a batch, which is bound, and along a dimension of one element.
func.func @extend_the_batch(
    %x: tensor<?x1xi32, #nn.dims<N>> {check.input = dense<[[1], [2], [3]]> : tensor<3x1xi32>})
    -> (tensor<?x4xi32, #nn.dims<N+2>> {check.expected = dense<[[2, 2, 2, 2], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3], [2, 2, 2, 2]]> : tensor<5x4xi32>}) {
  %y = nn.extend %x {low = array<i64: 1, 1>, high = array<i64: 1, 2>, mode = "reflect"} : (tensor<?x1xi32, #nn.dims<N>>) -> tensor<?x4xi32, #nn.dims<N+2>>
  return %y : tensor<?x4xi32, #nn.dims<N+2>>
}

func.func @quantized(
    %x: tensor<2x3x!q> {check.input = dense<[[1, 2, 3], [4, 5, 255]]> : tensor<2x3xui8>})
    -> (tensor<2x3x!q> {check.expected = dense<[[1, 2, 3], [20, 5, 255]]> : tensor<2x3xui8>}, tensor<2x5x!q> {check.expected = dense<[[2, 1, 2, 3, 2], [5, 4, 5, 255, 5]]> : tensor<2x5xui8>}) {
  %y = nn.trilu %x {k = 0 : i64, upper} : (tensor<2x3x!q>) -> tensor<2x3x!q>
  %z = nn.extend %x {low = array<i64: 0, 1>, high = array<i64: 0, 1>, mode = "reflect"} : (tensor<2x3x!q>) -> tensor<2x5x!q>
  return %y, %z : tensor<2x3x!q>, tensor<2x5x!q>
}

func.func @trilu(
    %x: tensor<?x3x3xf32, #nn.dims<N>> {check.input = dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]> : tensor<1x3x3xf32>})
    -> (tensor<?x3x3xf32, #nn.dims<N>> {check.expected = dense<[[[-1.0, -2.0, 0.0], [-4.0, -5.0, -6.0], [-7.0, -8.0, -9.0]]]> : tensor<1x3x3xf32>}, tensor<?x3x3xf32, #nn.dims<N>> {check.expected = dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [0.0, 8.0, 9.0]]]> : tensor<1x3x3xf32>}) {
  %n = nn.neg %x : (tensor<?x3x3xf32, #nn.dims<N>>) -> tensor<?x3x3xf32, #nn.dims<N>>
  %a = nn.trilu %n {k = 1 : i64} : (tensor<?x3x3xf32, #nn.dims<N>>) -> tensor<?x3x3xf32, #nn.dims<N>>
  %b = nn.trilu %x {k = -1 : i64, upper} : (tensor<?x3x3xf32, #nn.dims<N>>) -> tensor<?x3x3xf32, #nn.dims<N>>
  return %a, %b : tensor<?x3x3xf32, #nn.dims<N>>, tensor<?x3x3xf32, #nn.dims<N>>
}

func.func @reverse_sequence(
    %x: tensor<?x4xf32, #nn.dims<N>> {check.input = dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>},
    %n: tensor<?xi64, #nn.dims<N>> {check.input = dense<[3, 0]> : tensor<2xi64>})
    -> (tensor<?x4xf32, #nn.dims<N>> {check.expected = dense<[[3.0, 2.0, 1.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>}) {
  %y = nn.reverse_sequence %x, %n {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<?x4xf32, #nn.dims<N>>, tensor<?xi64, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %y : tensor<?x4xf32, #nn.dims<N>>
}

func.func @reversed_past_the_end(
    %x: tensor<1x4xf32> {check.input = dense<1.0> : tensor<1x4xf32>},
    %n: tensor<1xi32> {check.input = dense<[5]> : tensor<1xi32>})
    -> (tensor<1x4xf32> {check.expected = dense<0.0> : tensor<1x4xf32>}) attributes {check.fails = "index"} {
  %y = nn.reverse_sequence %x, %n {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<1x4xf32>, tensor<1xi32>) -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// A border of integers.
func.func @pad_integers(
    %x: tensor<2xi32> {check.input = dense<[1, -2]> : tensor<2xi32>})
    -> (tensor<4xi32> {check.expected = dense<[-7, 1, -2, -7]> : tensor<4xi32>}) {
  %y = nn.pad %x {low = array<i64: 1>, high = array<i64: 1>, value = -7 : i64} : (tensor<2xi32>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}
