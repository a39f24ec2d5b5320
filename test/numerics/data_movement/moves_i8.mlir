// Steps moved on i8: exact copies; a border is quantized, and what a triangle leaves is z.
!i8 = !quant.uniform<i8:f32, 0.05000000074505806:-9>

func.func @views(
    %a: tensor<2x3x2x!i8> {check.input = dense<[[[-128, 127], [0, -1], [5, 100]], [[-77, 1], [64, -64], [33, -9]]]> : tensor<2x3x2xi8>})
    -> (tensor<3x4x!i8> {check.expected = dense<[[-128, 127, 0, -1], [5, 100, -77, 1], [64, -64, 33, -9]]> : tensor<3x4xi8>}, tensor<4x3x!i8> {check.expected = dense<[[-128, 5, 64], [127, 100, -64], [0, -77, 33], [-1, 1, -9]]> : tensor<4x3xi8>}, tensor<2x3x!i8> {check.expected = dense<[[-1, 1, -9], [-128, 5, 64]]> : tensor<2x3xi8>}) {
  %y = nn.reshape %a : (tensor<2x3x2x!i8>) -> tensor<3x4x!i8>
  %z = nn.transpose %y {permutation = array<i64: 1, 0>} : (tensor<3x4x!i8>) -> tensor<4x3x!i8>
  %u = nn.slice %z {starts = array<i64: -1, 0>, steps = array<i64: -3, 1>} : (tensor<4x3x!i8>) -> tensor<2x3x!i8>
  return %y, %z, %u : tensor<3x4x!i8>, tensor<4x3x!i8>, tensor<2x3x!i8>
}

func.func @concat_and_split(
    %a: tensor<2x2x!i8> {check.input = dense<[[-128, 127], [0, -1]]> : tensor<2x2xi8>},
    %b: tensor<2x3x!i8> {check.input = dense<[[-1, 5, 100], [-77, 1, 64]]> : tensor<2x3xi8>})
    -> (tensor<2x5x!i8> {check.expected = dense<[[-128, 127, -1, 5, 100], [0, -1, -77, 1, 64]]> : tensor<2x5xi8>}, tensor<2x1x!i8> {check.expected = dense<[[-128], [0]]> : tensor<2x1xi8>}, tensor<2x4x!i8> {check.expected = dense<[[127, -1, 5, 100], [-1, -77, 1, 64]]> : tensor<2x4xi8>}) {
  %y = nn.concat %a, %b {axis = 1 : i64} : (tensor<2x2x!i8>, tensor<2x3x!i8>) -> tensor<2x5x!i8>
  %p:2 = nn.split %y {axis = 1 : i64, sizes = array<i64: 1, 4>} : (tensor<2x5x!i8>) -> (tensor<2x1x!i8>, tensor<2x4x!i8>)
  return %y, %p#0, %p#1 : tensor<2x5x!i8>, tensor<2x1x!i8>, tensor<2x4x!i8>
}

func.func @pad(
    %a: tensor<2x2x!i8> {check.input = dense<[[-128, 127], [0, -1]]> : tensor<2x2xi8>})
    -> (tensor<3x4x!i8> {check.expected = dense<[[11, 11, 11, 11], [-128, 127, 11, 11], [0, -1, 11, 11]]> : tensor<3x4xi8>}) {
  %y = nn.pad %a {low = array<i64: 1, 0>, high = array<i64: 0, 2>, value = 1.0 : f32} : (tensor<2x2x!i8>) -> tensor<3x4x!i8>
  return %y : tensor<3x4x!i8>
}

func.func @gathers(
    %a: tensor<3x3x!i8> {check.input = dense<[[-128, 127, 0], [-1, 5, 100], [-77, 1, 64]]> : tensor<3x3xi8>},
    %b: tensor<2xi64> {check.input = dense<[2, -3]> : tensor<2xi64>},
    %c: tensor<2x2xi32> {check.input = dense<[[0, -1], [2, 1]]> : tensor<2x2xi32>})
    -> (tensor<3x2x!i8> {check.expected = dense<[[0, -128], [100, -1], [64, -77]]> : tensor<3x2xi8>}, tensor<2x2x!i8> {check.expected = dense<[[-128, 1], [-77, 5]]> : tensor<2x2xi8>}, tensor<2x!i8> {check.expected = dense<[0, 1]> : tensor<2xi8>}) {
  %y = nn.gather %a, %b {axis = 1 : i64} : (tensor<3x3x!i8>, tensor<2xi64>) -> tensor<3x2x!i8>
  %z = nn.gather_elements %a, %c {axis = 0 : i64} : (tensor<3x3x!i8>, tensor<2x2xi32>) -> tensor<2x2x!i8>
  %u = nn.gather_nd %a, %c {batch_dims = 0 : i64} : (tensor<3x3x!i8>, tensor<2x2xi32>) -> tensor<2x!i8>
  return %y, %z, %u : tensor<3x2x!i8>, tensor<2x2x!i8>, tensor<2x!i8>
}

func.func @repeats(
    %a: tensor<3x1x!i8> {check.input = dense<[[-128], [127], [0]]> : tensor<3x1xi8>})
    -> (tensor<2x3x2x!i8> {check.expected = dense<[[[-128, -128], [127, 127], [0, 0]], [[-128, -128], [127, 127], [0, 0]]]> : tensor<2x3x2xi8>}, tensor<3x2x!i8> {check.expected = dense<[[-128, -128], [127, 127], [0, 0]]> : tensor<3x2xi8>}, tensor<6x1x!i8> {check.expected = dense<[[0], [127], [-128], [127], [0], [127]]> : tensor<6x1xi8>}) {
  %y = nn.expand %a : (tensor<3x1x!i8>) -> tensor<2x3x2x!i8>
  %z = nn.tile %a {repeats = array<i64: 1, 2>} : (tensor<3x1x!i8>) -> tensor<3x2x!i8>
  %u = nn.extend %a {low = array<i64: 2, 0>, high = array<i64: 1, 0>, mode = "reflect"} : (tensor<3x1x!i8>) -> tensor<6x1x!i8>
  return %y, %z, %u : tensor<2x3x2x!i8>, tensor<3x2x!i8>, tensor<6x1x!i8>
}

func.func @places(
    %a: tensor<3x3x!i8> {check.input = dense<[[-128, 127, 0], [-1, 5, 100], [-77, 1, 64]]> : tensor<3x3xi8>},
    %b: tensor<3xi32> {check.input = dense<[3, 0, 2]> : tensor<3xi32>},
    %c: tensor<4xi32> {check.constant = dense<[0, 0, 1, 2]> : tensor<4xi32>})
    -> (tensor<3x3x!i8> {check.expected = dense<[[-128, 127, 0], [-9, 5, 100], [-9, -9, 64]]> : tensor<3x3xi8>}, tensor<3x3x!i8> {check.expected = dense<[[0, 127, -128], [-1, 5, 100], [1, -77, 64]]> : tensor<3x3xi8>}, tensor<3x4x!i8> {check.expected = dense<[[-128, -128, 127, 0], [-1, -1, 5, 100], [-77, -77, 1, 64]]> : tensor<3x4xi8>}) {
  %y = nn.trilu %a {k = 0 : i64, upper} : (tensor<3x3x!i8>) -> tensor<3x3x!i8>
  %z = nn.reverse_sequence %a, %b {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<3x3x!i8>, tensor<3xi32>) -> tensor<3x3x!i8>
  %u = nn.resample %a, %c {axis = 1 : i64, step = 0 : i64} : (tensor<3x3x!i8>, tensor<4xi32>) -> tensor<3x4x!i8>
  return %y, %z, %u : tensor<3x3x!i8>, tensor<3x3x!i8>, tensor<3x4x!i8>
}

func.func @scatters(
    %a: tensor<4x!i8> {check.input = dense<[-128, 127, 0, -1]> : tensor<4xi8>},
    %b: tensor<5xi64> {check.input = dense<[1, -1, 1, 0, 1]> : tensor<5xi64>},
    %c: tensor<5x!i8> {check.input = dense<[-77, 1, 64, -64, 33]> : tensor<5xi8>},
    %d: tensor<5x1xi32> {check.input = dense<[[1], [3], [1], [0], [-3]]> : tensor<5x1xi32>})
    -> (tensor<4x!i8> {check.expected = dense<[-64, 33, 0, 1]> : tensor<4xi8>}, tensor<4x!i8> {check.expected = dense<[-64, 127, 0, 1]> : tensor<4xi8>}, tensor<4x!i8> {check.expected = dense<[-128, -77, 0, -1]> : tensor<4xi8>}, tensor<4x!i8> {check.expected = dense<[-64, 127, 0, 1]> : tensor<4xi8>}) {
  %y = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "none"} : (tensor<4x!i8>, tensor<5xi64>, tensor<5x!i8>) -> tensor<4x!i8>
  %z = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "max"} : (tensor<4x!i8>, tensor<5xi64>, tensor<5x!i8>) -> tensor<4x!i8>
  %u = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "min"} : (tensor<4x!i8>, tensor<5xi64>, tensor<5x!i8>) -> tensor<4x!i8>
  %v = nn.scatter_nd %a, %d, %c {reduction = "max"} : (tensor<4x!i8>, tensor<5x1xi32>, tensor<5x!i8>) -> tensor<4x!i8>
  return %y, %z, %u, %v : tensor<4x!i8>, tensor<4x!i8>, tensor<4x!i8>, tensor<4x!i8>
}

func.func @cache(
    %a: tensor<2x3x!i8> {check.input = dense<[[-128, 127, 0], [-1, 5, 100]]> : tensor<2x3xi8>},
    %b: tensor<2x2x!i8> {check.input = dense<[[-1, 5], [100, -77]]> : tensor<2x2xi8>},
    %c: tensor<2xi64> {check.input = dense<[1, 2]> : tensor<2xi64>})
    -> (tensor<2x3x!i8> {check.expected = dense<[[-128, -1, 5], [-77, 5, 100]]> : tensor<2x3xi8>}) {
  %y = nn.tensor_scatter %a, %b, %c {axis = 1 : i64, circular} : (tensor<2x3x!i8>, tensor<2x2x!i8>, tensor<2xi64>) -> tensor<2x3x!i8>
  return %y : tensor<2x3x!i8>
}

func.func @one_hot(
    %a: tensor<3xi64> {check.input = dense<[1, -1, 7]> : tensor<3xi64>},
    %b: tensor<2x!i8> {check.input = dense<[-1, 5]> : tensor<2xi8>})
    -> (tensor<3x3x!i8> {check.expected = dense<[[-1, 5, -1], [-1, -1, 5], [-1, -1, -1]]> : tensor<3x3xi8>}) {
  %y = nn.one_hot %a, %b {axis = 1 : i64} : (tensor<3xi64>, tensor<2x!i8>) -> tensor<3x3x!i8>
  return %y : tensor<3x3x!i8>
}

func.func @order(
    %a: tensor<2x6x!i8> {check.input = dense<[[-128, 127, 0, -1, 5, 100], [-77, 1, 64, -64, 33, -9]]> : tensor<2x6xi8>})
    -> (tensor<2x4xi64> {check.expected = dense<[[1, 5, 4, 2], [2, 4, 1, 5]]> : tensor<2x4xi64>}, tensor<2x3xi32> {check.expected = dense<[[0, 3, 2], [0, 3, 5]]> : tensor<2x3xi32>}) {
  %y = nn.arg_top_k %a {axis = 1 : i64} : (tensor<2x6x!i8>) -> tensor<2x4xi64>
  %z = nn.arg_top_k %a {axis = 1 : i64, smallest} : (tensor<2x6x!i8>) -> tensor<2x3xi32>
  return %y, %z : tensor<2x4xi64>, tensor<2x3xi32>
}
