// Elements chosen one by one and by tuples; values by place.
!q = !quant.uniform<i8:f32, 0.5:-3>

func.func @elements(
    %x: tensor<?x3xf32, #nn.dims<N>> {check.input = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>},
    %i: tensor<?x2xi64, #nn.dims<N>> {check.input = dense<[[2, -3], [0, 0]]> : tensor<2x2xi64>})
    -> (tensor<?x2xf32, #nn.dims<N>> {check.expected = dense<[[3.0, 1.0], [4.0, 4.0]]> : tensor<2x2xf32>}) {
  %y = nn.gather_elements %x, %i {axis = 1 : i64} : (tensor<?x3xf32, #nn.dims<N>>, tensor<?x2xi64, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}

// Fewer columns than the input has.
func.func @elements_of_a_part(
    %x: tensor<3x3x!q> {check.input = dense<[[1, 2, 3], [4, 5, 6], [7, 8, -128]]> : tensor<3x3xi8>},
    %i: tensor<2x2xi32> {check.input = dense<[[2, 1], [-1, 0]]> : tensor<2x2xi32>})
    -> (tensor<2x2x!q> {check.expected = dense<[[7, 5], [7, 2]]> : tensor<2x2xi8>}) {
  %y = nn.gather_elements %x, %i {axis = 0 : i64} : (tensor<3x3x!q>, tensor<2x2xi32>) -> tensor<2x2x!q>
  return %y : tensor<2x2x!q>
}

func.func @elements_outside(
    %x: tensor<2xf32> {check.input = dense<1.0> : tensor<2xf32>},
    %i: tensor<2xi32> {check.input = dense<[0, 2]> : tensor<2xi32>})
    -> (tensor<2xf32> {check.expected = dense<0.0> : tensor<2xf32>}) attributes {check.fails = "index"} {
  %y = nn.gather_elements %x, %i {axis = 0 : i64} : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

func.func @tuples(
    %x: tensor<2x2x2xf32> {check.input = dense<[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]]> : tensor<2x2x2xf32>},
    %i: tensor<?x2xi64, #nn.dims<N>> {check.input = dense<[[0, 1], [-1, 0], [1, 1]]> : tensor<3x2xi64>})
    -> (tensor<?x2xf32, #nn.dims<N>> {check.expected = dense<[[2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]> : tensor<3x2xf32>}) {
  %y = nn.gather_nd %x, %i {batch_dims = 0 : i64} : (tensor<2x2x2xf32>, tensor<?x2xi64, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %y : tensor<?x2xf32, #nn.dims<N>>
}

func.func @tuples_of_a_batch(
    %x: tensor<?x2x2xi32, #nn.dims<N>> {check.input = dense<[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]> : tensor<2x2x2xi32>},
    %i: tensor<?x1xi64, #nn.dims<N>> {check.input = dense<[[1], [0]]> : tensor<2x1xi64>})
    -> (tensor<?x2xi32, #nn.dims<N>> {check.expected = dense<[[2, 3], [4, 5]]> : tensor<2x2xi32>}) {
  %y = nn.gather_nd %x, %i {batch_dims = 1 : i64} : (tensor<?x2x2xi32, #nn.dims<N>>, tensor<?x1xi64, #nn.dims<N>>) -> tensor<?x2xi32, #nn.dims<N>>
  return %y : tensor<?x2xi32, #nn.dims<N>>
}

func.func @one_hot(
    %i: tensor<?x2xi64, #nn.dims<N>> {check.input = dense<[[0, -1], [3, 5], [-4, 2]]> : tensor<3x2xi64>},
    %v: tensor<2xf32> {check.constant = dense<[-1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<?x3x2xf32, #nn.dims<N>> {check.expected = dense<[[[2.0, -1.0], [-1.0, -1.0], [-1.0, 2.0]], [[-1.0, -1.0], [-1.0, -1.0], [-1.0, -1.0]], [[-1.0, -1.0], [-1.0, -1.0], [-1.0, 2.0]]]> : tensor<3x3x2xf32>}) {
  %y = nn.one_hot %i, %v {axis = 1 : i64} : (tensor<?x2xi64, #nn.dims<N>>, tensor<2xf32>) -> tensor<?x3x2xf32, #nn.dims<N>>
  return %y : tensor<?x3x2xf32, #nn.dims<N>>
}

func.func @one_hot_of_floats(
    %i: tensor<3xf32> {check.input = dense<[1.75, -1.0, 0.0]> : tensor<3xf32>},
    %v: tensor<2xi32> {check.input = dense<[4, 9]> : tensor<2xi32>})
    -> (tensor<3x2xi32> {check.expected = dense<[[4, 9], [4, 9], [9, 4]]> : tensor<3x2xi32>}) {
  %y = nn.one_hot %i, %v {axis = 1 : i64} : (tensor<3xf32>, tensor<2xi32>) -> tensor<3x2xi32>
  return %y : tensor<3x2xi32>
}

// Places beside the batch.
func.func @iota(
    %x: tensor<?x3xf32, #nn.dims<N>> {check.input = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32, #nn.dims<N>> {check.expected = dense<[[1.5, 2.75, 4.0], [4.5, 5.75, 7.0]]> : tensor<2x3xf32>}, tensor<?xi64, #nn.dims<N>> {check.expected = dense<[10, 7]> : tensor<2xi64>}) {
  %i = nn.iota {axis = 1 : i64, start = 0.5 : f32, step = 0.25 : f32} : () -> tensor<?x3xf32, #nn.dims<N>>
  %y = nn.add %x, %i : (tensor<?x3xf32, #nn.dims<N>>, tensor<?x3xf32, #nn.dims<N>>) -> tensor<?x3xf32, #nn.dims<N>>
  %n = nn.iota {axis = 0 : i64, start = 10 : i64, step = -3 : i64} : () -> tensor<?xi64, #nn.dims<N>>
  return %y, %n : tensor<?x3xf32, #nn.dims<N>>, tensor<?xi64, #nn.dims<N>>
}
