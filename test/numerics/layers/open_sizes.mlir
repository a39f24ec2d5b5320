// Sizes that inputs bring: bound where a program is made.

// Also rows that the window leaves out, and a mean over all that is left.
func.func @image_of_any_size(
    %x: tensor<1x1x?x?xf32, #nn.dims<H, W>> {check.input = dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]]]> : tensor<1x1x4x3xf32>})
    -> (tensor<1x1x?x?xf32, #nn.dims<(H/2), (W/2)>> {check.expected = dense<[[[[5.0], [11.0]]]]> : tensor<1x1x2x1xf32>},
        tensor<1x1xf32> {check.expected = dense<6.5> : tensor<1x1xf32>}) {
  %p = nn.max_pool2d %x {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x1x?x?xf32, #nn.dims<H, W>>) -> tensor<1x1x?x?xf32, #nn.dims<(H/2), (W/2)>>
  %m = nn.reduce_mean %x {axes = array<i64: 2, 3>} : (tensor<1x1x?x?xf32, #nn.dims<H, W>>) -> tensor<1x1xf32>
  return %p, %m : tensor<1x1x?x?xf32, #nn.dims<(H/2), (W/2)>>, tensor<1x1xf32>
}

func.func @from_the_end(
    %x: tensor<?x?xf32, #nn.dims<N, S>> {check.input = dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>})
    -> (tensor<?x2xf32, #nn.dims<N>> {check.expected = dense<[[3.0, 4.0], [7.0, 8.0]]> : tensor<2x2xf32>},
        tensor<?x?xf32, #nn.dims<N, S-1>> {check.expected = dense<[[4.0, 3.0, 2.0], [8.0, 7.0, 6.0]]> : tensor<2x3xf32>}) {
  %t = nn.slice %x {starts = array<i64: 0, -2>, steps = array<i64: 1, 1>} : (tensor<?x?xf32, #nn.dims<N, S>>) -> tensor<?x2xf32, #nn.dims<N>>
  %r = nn.slice %x {starts = array<i64: 0, -1>, steps = array<i64: 1, -1>} : (tensor<?x?xf32, #nn.dims<N, S>>) -> tensor<?x?xf32, #nn.dims<N, S-1>>
  return %t, %r : tensor<?x2xf32, #nn.dims<N>>, tensor<?x?xf32, #nn.dims<N, S-1>>
}

// Products of symbols, and sizes taken to be equal.
func.func @two_symbols(
    %x: tensor<?x?xf32, #nn.dims<H, W>> {check.input = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>},
    %y: tensor<?xf32, #nn.dims<M>> {check.input = dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf32>})
    -> (tensor<?xf32, #nn.dims<H*W>> {check.expected = dense<[2.0, 12.0, 103.0, 1004.0]> : tensor<4xf32>}) {
  %f = nn.reshape %x : (tensor<?x?xf32, #nn.dims<H, W>>) -> tensor<?xf32, #nn.dims<H*W>>
  %z = nn.add %f, %y : (tensor<?xf32, #nn.dims<H*W>>, tensor<?xf32, #nn.dims<M>>) -> tensor<?xf32, #nn.dims<H*W>>
  return %z : tensor<?xf32, #nn.dims<H*W>>
}

func.func @not_equal_after_all(
    %x: tensor<?xf32, #nn.dims<H>> {check.input = dense<[1.0, 2.0]> : tensor<2xf32>},
    %y: tensor<?xf32, #nn.dims<W>> {check.input = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>})
    -> (tensor<?xf32, #nn.dims<H>> {check.expected = dense<0.0> : tensor<2xf32>}) attributes {check.fails = "(C1)"} {
  %z = nn.add %x, %y : (tensor<?xf32, #nn.dims<H>>, tensor<?xf32, #nn.dims<W>>) -> tensor<?xf32, #nn.dims<H>>
  return %z : tensor<?xf32, #nn.dims<H>>
}
