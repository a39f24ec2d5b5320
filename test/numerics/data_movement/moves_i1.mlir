// Truth values moved.

func.func @views(
    %a: tensor<2x3x2xi1> {check.input = dense<[[[true, false], [false, true], [true, false]], [[true, true], [false, false], [true, true]]]> : tensor<2x3x2xi1>})
    -> (tensor<3x4xi1> {check.expected = dense<[[true, false, false, true], [true, false, true, true], [false, false, true, true]]> : tensor<3x4xi1>}, tensor<4x3xi1> {check.expected = dense<[[true, true, false], [false, false, false], [false, true, true], [true, true, true]]> : tensor<4x3xi1>}, tensor<2x3xi1> {check.expected = dense<[[true, true, true], [true, true, false]]> : tensor<2x3xi1>}) {
  %y = nn.reshape %a : (tensor<2x3x2xi1>) -> tensor<3x4xi1>
  %z = nn.transpose %y {permutation = array<i64: 1, 0>} : (tensor<3x4xi1>) -> tensor<4x3xi1>
  %u = nn.slice %z {starts = array<i64: -1, 0>, steps = array<i64: -3, 1>} : (tensor<4x3xi1>) -> tensor<2x3xi1>
  return %y, %z, %u : tensor<3x4xi1>, tensor<4x3xi1>, tensor<2x3xi1>
}

func.func @concat_and_split(
    %a: tensor<2x2xi1> {check.input = dense<[[true, false], [false, true]]> : tensor<2x2xi1>},
    %b: tensor<2x3xi1> {check.input = dense<[[true, true, false], [true, true, false]]> : tensor<2x3xi1>})
    -> (tensor<2x5xi1> {check.expected = dense<[[true, false, true, true, false], [false, true, true, true, false]]> : tensor<2x5xi1>}, tensor<2x1xi1> {check.expected = dense<[[true], [false]]> : tensor<2x1xi1>}, tensor<2x4xi1> {check.expected = dense<[[false, true, true, false], [true, true, true, false]]> : tensor<2x4xi1>}) {
  %y = nn.concat %a, %b {axis = 1 : i64} : (tensor<2x2xi1>, tensor<2x3xi1>) -> tensor<2x5xi1>
  %p:2 = nn.split %y {axis = 1 : i64, sizes = array<i64: 1, 4>} : (tensor<2x5xi1>) -> (tensor<2x1xi1>, tensor<2x4xi1>)
  return %y, %p#0, %p#1 : tensor<2x5xi1>, tensor<2x1xi1>, tensor<2x4xi1>
}

func.func @pad(
    %a: tensor<2x2xi1> {check.input = dense<[[true, false], [false, true]]> : tensor<2x2xi1>})
    -> (tensor<3x4xi1> {check.expected = dense<[[true, true, true, true], [true, false, true, true], [false, true, true, true]]> : tensor<3x4xi1>}) {
  %y = nn.pad %a {low = array<i64: 1, 0>, high = array<i64: 0, 2>, value = 1 : i64} : (tensor<2x2xi1>) -> tensor<3x4xi1>
  return %y : tensor<3x4xi1>
}

func.func @gathers(
    %a: tensor<3x3xi1> {check.input = dense<[[true, false, false], [true, true, false], [true, true, false]]> : tensor<3x3xi1>},
    %b: tensor<2xi64> {check.input = dense<[2, -3]> : tensor<2xi64>},
    %c: tensor<2x2xi32> {check.input = dense<[[0, -1], [2, 1]]> : tensor<2x2xi32>})
    -> (tensor<3x2xi1> {check.expected = dense<[[false, true], [false, true], [false, true]]> : tensor<3x2xi1>}, tensor<2x2xi1> {check.expected = dense<[[true, true], [true, true]]> : tensor<2x2xi1>}, tensor<2xi1> {check.expected = dense<[false, true]> : tensor<2xi1>}) {
  %y = nn.gather %a, %b {axis = 1 : i64} : (tensor<3x3xi1>, tensor<2xi64>) -> tensor<3x2xi1>
  %z = nn.gather_elements %a, %c {axis = 0 : i64} : (tensor<3x3xi1>, tensor<2x2xi32>) -> tensor<2x2xi1>
  %u = nn.gather_nd %a, %c {batch_dims = 0 : i64} : (tensor<3x3xi1>, tensor<2x2xi32>) -> tensor<2xi1>
  return %y, %z, %u : tensor<3x2xi1>, tensor<2x2xi1>, tensor<2xi1>
}

func.func @repeats(
    %a: tensor<3x1xi1> {check.input = dense<[[true], [false], [false]]> : tensor<3x1xi1>})
    -> (tensor<2x3x2xi1> {check.expected = dense<[[[true, true], [false, false], [false, false]], [[true, true], [false, false], [false, false]]]> : tensor<2x3x2xi1>}, tensor<3x2xi1> {check.expected = dense<[[true, true], [false, false], [false, false]]> : tensor<3x2xi1>}, tensor<6x1xi1> {check.expected = dense<[[false], [false], [true], [false], [false], [false]]> : tensor<6x1xi1>}) {
  %y = nn.expand %a : (tensor<3x1xi1>) -> tensor<2x3x2xi1>
  %z = nn.tile %a {repeats = array<i64: 1, 2>} : (tensor<3x1xi1>) -> tensor<3x2xi1>
  %u = nn.extend %a {low = array<i64: 2, 0>, high = array<i64: 1, 0>, mode = "reflect"} : (tensor<3x1xi1>) -> tensor<6x1xi1>
  return %y, %z, %u : tensor<2x3x2xi1>, tensor<3x2xi1>, tensor<6x1xi1>
}

func.func @places(
    %a: tensor<3x3xi1> {check.input = dense<[[true, false, false], [true, true, false], [true, true, false]]> : tensor<3x3xi1>},
    %b: tensor<3xi32> {check.input = dense<[3, 0, 2]> : tensor<3xi32>},
    %c: tensor<4xi32> {check.constant = dense<[0, 0, 1, 2]> : tensor<4xi32>})
    -> (tensor<3x3xi1> {check.expected = dense<[[true, false, false], [false, true, false], [false, false, false]]> : tensor<3x3xi1>}, tensor<3x3xi1> {check.expected = dense<[[false, false, true], [true, true, false], [true, true, false]]> : tensor<3x3xi1>}, tensor<3x4xi1> {check.expected = dense<[[true, true, false, false], [true, true, true, false], [true, true, true, false]]> : tensor<3x4xi1>}) {
  %y = nn.trilu %a {k = 0 : i64, upper} : (tensor<3x3xi1>) -> tensor<3x3xi1>
  %z = nn.reverse_sequence %a, %b {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<3x3xi1>, tensor<3xi32>) -> tensor<3x3xi1>
  %u = nn.resample %a, %c {axis = 1 : i64, step = 0 : i64} : (tensor<3x3xi1>, tensor<4xi32>) -> tensor<3x4xi1>
  return %y, %z, %u : tensor<3x3xi1>, tensor<3x3xi1>, tensor<3x4xi1>
}

func.func @scatters(
    %a: tensor<4xi1> {check.input = dense<[true, false, false, true]> : tensor<4xi1>},
    %b: tensor<5xi64> {check.input = dense<[1, -1, 1, 0, 1]> : tensor<5xi64>},
    %c: tensor<5xi1> {check.input = dense<[true, true, false, false, true]> : tensor<5xi1>},
    %d: tensor<5x1xi32> {check.input = dense<[[1], [3], [1], [0], [-3]]> : tensor<5x1xi32>})
    -> (tensor<4xi1> {check.expected = dense<[false, true, false, true]> : tensor<4xi1>}, tensor<4xi1> {check.expected = dense<[false, true, false, true]> : tensor<4xi1>}) {
  %y = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "none"} : (tensor<4xi1>, tensor<5xi64>, tensor<5xi1>) -> tensor<4xi1>
  %z = nn.scatter_nd %a, %d, %c {reduction = "none"} : (tensor<4xi1>, tensor<5x1xi32>, tensor<5xi1>) -> tensor<4xi1>
  return %y, %z : tensor<4xi1>, tensor<4xi1>
}

func.func @cache(
    %a: tensor<2x3xi1> {check.input = dense<[[true, false, false], [true, true, false]]> : tensor<2x3xi1>},
    %b: tensor<2x2xi1> {check.input = dense<[[true, true], [false, true]]> : tensor<2x2xi1>},
    %c: tensor<2xi64> {check.input = dense<[1, 2]> : tensor<2xi64>})
    -> (tensor<2x3xi1> {check.expected = dense<[[true, true, true], [true, true, false]]> : tensor<2x3xi1>}) {
  %y = nn.tensor_scatter %a, %b, %c {axis = 1 : i64, circular} : (tensor<2x3xi1>, tensor<2x2xi1>, tensor<2xi64>) -> tensor<2x3xi1>
  return %y : tensor<2x3xi1>
}

func.func @one_hot(
    %a: tensor<3xi64> {check.input = dense<[1, -1, 7]> : tensor<3xi64>},
    %b: tensor<2xi1> {check.input = dense<[true, true]> : tensor<2xi1>})
    -> (tensor<3x3xi1> {check.expected = dense<[[true, true, true], [true, true, true], [true, true, true]]> : tensor<3x3xi1>}) {
  %y = nn.one_hot %a, %b {axis = 1 : i64} : (tensor<3xi64>, tensor<2xi1>) -> tensor<3x3xi1>
  return %y : tensor<3x3xi1>
}

func.func @order(
    %a: tensor<2x6xi1> {check.input = dense<[[true, false, false, true, true, false], [true, true, false, false, true, true]]> : tensor<2x6xi1>})
    -> (tensor<2x4xi64> {check.expected = dense<[[0, 3, 4, 1], [0, 1, 4, 5]]> : tensor<2x4xi64>}, tensor<2x3xi32> {check.expected = dense<[[1, 2, 5], [2, 3, 0]]> : tensor<2x3xi32>}) {
  %y = nn.arg_top_k %a {axis = 1 : i64} : (tensor<2x6xi1>) -> tensor<2x4xi64>
  %z = nn.arg_top_k %a {axis = 1 : i64, smallest} : (tensor<2x6xi1>) -> tensor<2x3xi32>
  return %y, %z : tensor<2x4xi64>, tensor<2x3xi32>
}
