// Elements of 64 bits moved; scatters wrap.

func.func @views(
    %a: tensor<2x3x2xi64> {check.input = dense<[[[-9223372036854775808, 9223372036854775807], [0, -1], [4294967296, 9007199254740993]], [[-4294967297, 5], [3, -9223372036854775808], [9223372036854775807, 0]]]> : tensor<2x3x2xi64>})
    -> (tensor<3x4xi64> {check.expected = dense<[[-9223372036854775808, 9223372036854775807, 0, -1], [4294967296, 9007199254740993, -4294967297, 5], [3, -9223372036854775808, 9223372036854775807, 0]]> : tensor<3x4xi64>}, tensor<4x3xi64> {check.expected = dense<[[-9223372036854775808, 4294967296, 3], [9223372036854775807, 9007199254740993, -9223372036854775808], [0, -4294967297, 9223372036854775807], [-1, 5, 0]]> : tensor<4x3xi64>}, tensor<2x3xi64> {check.expected = dense<[[-1, 5, 0], [-9223372036854775808, 4294967296, 3]]> : tensor<2x3xi64>}) {
  %y = nn.reshape %a : (tensor<2x3x2xi64>) -> tensor<3x4xi64>
  %z = nn.transpose %y {permutation = array<i64: 1, 0>} : (tensor<3x4xi64>) -> tensor<4x3xi64>
  %u = nn.slice %z {starts = array<i64: -1, 0>, steps = array<i64: -3, 1>} : (tensor<4x3xi64>) -> tensor<2x3xi64>
  return %y, %z, %u : tensor<3x4xi64>, tensor<4x3xi64>, tensor<2x3xi64>
}

func.func @concat_and_split(
    %a: tensor<2x2xi64> {check.input = dense<[[-9223372036854775808, 9223372036854775807], [0, -1]]> : tensor<2x2xi64>},
    %b: tensor<2x3xi64> {check.input = dense<[[-1, 4294967296, 9007199254740993], [-4294967297, 5, 3]]> : tensor<2x3xi64>})
    -> (tensor<2x5xi64> {check.expected = dense<[[-9223372036854775808, 9223372036854775807, -1, 4294967296, 9007199254740993], [0, -1, -4294967297, 5, 3]]> : tensor<2x5xi64>}, tensor<2x1xi64> {check.expected = dense<[[-9223372036854775808], [0]]> : tensor<2x1xi64>}, tensor<2x4xi64> {check.expected = dense<[[9223372036854775807, -1, 4294967296, 9007199254740993], [-1, -4294967297, 5, 3]]> : tensor<2x4xi64>}) {
  %y = nn.concat %a, %b {axis = 1 : i64} : (tensor<2x2xi64>, tensor<2x3xi64>) -> tensor<2x5xi64>
  %p:2 = nn.split %y {axis = 1 : i64, sizes = array<i64: 1, 4>} : (tensor<2x5xi64>) -> (tensor<2x1xi64>, tensor<2x4xi64>)
  return %y, %p#0, %p#1 : tensor<2x5xi64>, tensor<2x1xi64>, tensor<2x4xi64>
}

func.func @pad(
    %a: tensor<2x2xi64> {check.input = dense<[[-9223372036854775808, 9223372036854775807], [0, -1]]> : tensor<2x2xi64>})
    -> (tensor<3x4xi64> {check.expected = dense<[[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808], [-9223372036854775808, 9223372036854775807, -9223372036854775808, -9223372036854775808], [0, -1, -9223372036854775808, -9223372036854775808]]> : tensor<3x4xi64>}) {
  %y = nn.pad %a {low = array<i64: 1, 0>, high = array<i64: 0, 2>, value = -9223372036854775808 : i64} : (tensor<2x2xi64>) -> tensor<3x4xi64>
  return %y : tensor<3x4xi64>
}

func.func @gathers(
    %a: tensor<3x3xi64> {check.input = dense<[[-9223372036854775808, 9223372036854775807, 0], [-1, 4294967296, 9007199254740993], [-4294967297, 5, 3]]> : tensor<3x3xi64>},
    %b: tensor<2xi64> {check.input = dense<[2, -3]> : tensor<2xi64>},
    %c: tensor<2x2xi32> {check.input = dense<[[0, -1], [2, 1]]> : tensor<2x2xi32>})
    -> (tensor<3x2xi64> {check.expected = dense<[[0, -9223372036854775808], [9007199254740993, -1], [3, -4294967297]]> : tensor<3x2xi64>}, tensor<2x2xi64> {check.expected = dense<[[-9223372036854775808, 5], [-4294967297, 4294967296]]> : tensor<2x2xi64>}, tensor<2xi64> {check.expected = dense<[0, 5]> : tensor<2xi64>}) {
  %y = nn.gather %a, %b {axis = 1 : i64} : (tensor<3x3xi64>, tensor<2xi64>) -> tensor<3x2xi64>
  %z = nn.gather_elements %a, %c {axis = 0 : i64} : (tensor<3x3xi64>, tensor<2x2xi32>) -> tensor<2x2xi64>
  %u = nn.gather_nd %a, %c {batch_dims = 0 : i64} : (tensor<3x3xi64>, tensor<2x2xi32>) -> tensor<2xi64>
  return %y, %z, %u : tensor<3x2xi64>, tensor<2x2xi64>, tensor<2xi64>
}

func.func @repeats(
    %a: tensor<3x1xi64> {check.input = dense<[[-9223372036854775808], [9223372036854775807], [0]]> : tensor<3x1xi64>})
    -> (tensor<2x3x2xi64> {check.expected = dense<[[[-9223372036854775808, -9223372036854775808], [9223372036854775807, 9223372036854775807], [0, 0]], [[-9223372036854775808, -9223372036854775808], [9223372036854775807, 9223372036854775807], [0, 0]]]> : tensor<2x3x2xi64>}, tensor<3x2xi64> {check.expected = dense<[[-9223372036854775808, -9223372036854775808], [9223372036854775807, 9223372036854775807], [0, 0]]> : tensor<3x2xi64>}, tensor<6x1xi64> {check.expected = dense<[[0], [9223372036854775807], [-9223372036854775808], [9223372036854775807], [0], [9223372036854775807]]> : tensor<6x1xi64>}) {
  %y = nn.expand %a : (tensor<3x1xi64>) -> tensor<2x3x2xi64>
  %z = nn.tile %a {repeats = array<i64: 1, 2>} : (tensor<3x1xi64>) -> tensor<3x2xi64>
  %u = nn.extend %a {low = array<i64: 2, 0>, high = array<i64: 1, 0>, mode = "reflect"} : (tensor<3x1xi64>) -> tensor<6x1xi64>
  return %y, %z, %u : tensor<2x3x2xi64>, tensor<3x2xi64>, tensor<6x1xi64>
}

func.func @places(
    %a: tensor<3x3xi64> {check.input = dense<[[-9223372036854775808, 9223372036854775807, 0], [-1, 4294967296, 9007199254740993], [-4294967297, 5, 3]]> : tensor<3x3xi64>},
    %b: tensor<3xi32> {check.input = dense<[3, 0, 2]> : tensor<3xi32>},
    %c: tensor<4xi32> {check.constant = dense<[0, 0, 1, 2]> : tensor<4xi32>})
    -> (tensor<3x3xi64> {check.expected = dense<[[-9223372036854775808, 9223372036854775807, 0], [0, 4294967296, 9007199254740993], [0, 0, 3]]> : tensor<3x3xi64>}, tensor<3x3xi64> {check.expected = dense<[[0, 9223372036854775807, -9223372036854775808], [-1, 4294967296, 9007199254740993], [5, -4294967297, 3]]> : tensor<3x3xi64>}, tensor<3x4xi64> {check.expected = dense<[[-9223372036854775808, -9223372036854775808, 9223372036854775807, 0], [-1, -1, 4294967296, 9007199254740993], [-4294967297, -4294967297, 5, 3]]> : tensor<3x4xi64>}) {
  %y = nn.trilu %a {k = 0 : i64, upper} : (tensor<3x3xi64>) -> tensor<3x3xi64>
  %z = nn.reverse_sequence %a, %b {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<3x3xi64>, tensor<3xi32>) -> tensor<3x3xi64>
  %u = nn.resample %a, %c {axis = 1 : i64, step = 0 : i64} : (tensor<3x3xi64>, tensor<4xi32>) -> tensor<3x4xi64>
  return %y, %z, %u : tensor<3x3xi64>, tensor<3x3xi64>, tensor<3x4xi64>
}

func.func @scatters(
    %a: tensor<4xi64> {check.input = dense<[-9223372036854775808, 9223372036854775807, 0, -1]> : tensor<4xi64>},
    %b: tensor<5xi64> {check.input = dense<[1, -1, 1, 0, 1]> : tensor<5xi64>},
    %c: tensor<5xi64> {check.input = dense<[-4294967297, 5, 3, -9223372036854775808, 9223372036854775807]> : tensor<5xi64>},
    %d: tensor<5x1xi32> {check.input = dense<[[1], [3], [1], [0], [-3]]> : tensor<5x1xi32>})
    -> (tensor<4xi64> {check.expected = dense<[-9223372036854775808, 9223372036854775807, 0, 5]> : tensor<4xi64>}, tensor<4xi64> {check.expected = dense<[0, -4294967296, 0, 4]> : tensor<4xi64>}, tensor<4xi64> {check.expected = dense<[0, -12884901891, 0, -5]> : tensor<4xi64>}, tensor<4xi64> {check.expected = dense<[-9223372036854775808, 9223372036854775807, 0, 5]> : tensor<4xi64>}, tensor<4xi64> {check.expected = dense<[-9223372036854775808, -4294967297, 0, -1]> : tensor<4xi64>}, tensor<4xi64> {check.expected = dense<[-9223372036854775808, 9223372036854775807, 0, 5]> : tensor<4xi64>}) {
  %y = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "none"} : (tensor<4xi64>, tensor<5xi64>, tensor<5xi64>) -> tensor<4xi64>
  %z = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "add"} : (tensor<4xi64>, tensor<5xi64>, tensor<5xi64>) -> tensor<4xi64>
  %u = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "mul"} : (tensor<4xi64>, tensor<5xi64>, tensor<5xi64>) -> tensor<4xi64>
  %v = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "max"} : (tensor<4xi64>, tensor<5xi64>, tensor<5xi64>) -> tensor<4xi64>
  %w = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "min"} : (tensor<4xi64>, tensor<5xi64>, tensor<5xi64>) -> tensor<4xi64>
  %t = nn.scatter_nd %a, %d, %c {reduction = "max"} : (tensor<4xi64>, tensor<5x1xi32>, tensor<5xi64>) -> tensor<4xi64>
  return %y, %z, %u, %v, %w, %t : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

func.func @cache(
    %a: tensor<2x3xi64> {check.input = dense<[[-9223372036854775808, 9223372036854775807, 0], [-1, 4294967296, 9007199254740993]]> : tensor<2x3xi64>},
    %b: tensor<2x2xi64> {check.input = dense<[[-1, 4294967296], [9007199254740993, -4294967297]]> : tensor<2x2xi64>},
    %c: tensor<2xi64> {check.input = dense<[1, 2]> : tensor<2xi64>})
    -> (tensor<2x3xi64> {check.expected = dense<[[-9223372036854775808, -1, 4294967296], [-4294967297, 4294967296, 9007199254740993]]> : tensor<2x3xi64>}) {
  %y = nn.tensor_scatter %a, %b, %c {axis = 1 : i64, circular} : (tensor<2x3xi64>, tensor<2x2xi64>, tensor<2xi64>) -> tensor<2x3xi64>
  return %y : tensor<2x3xi64>
}

func.func @one_hot(
    %a: tensor<3xi64> {check.input = dense<[1, -1, 7]> : tensor<3xi64>},
    %b: tensor<2xi64> {check.input = dense<[-1, 4294967296]> : tensor<2xi64>})
    -> (tensor<3x3xi64> {check.expected = dense<[[-1, 4294967296, -1], [-1, -1, 4294967296], [-1, -1, -1]]> : tensor<3x3xi64>}) {
  %y = nn.one_hot %a, %b {axis = 1 : i64} : (tensor<3xi64>, tensor<2xi64>) -> tensor<3x3xi64>
  return %y : tensor<3x3xi64>
}

func.func @order(
    %a: tensor<2x6xi64> {check.input = dense<[[-9223372036854775808, 9223372036854775807, 0, -1, 4294967296, 9007199254740993], [-4294967297, 5, 3, -9223372036854775808, 9223372036854775807, 0]]> : tensor<2x6xi64>})
    -> (tensor<2x4xi64> {check.expected = dense<[[1, 5, 4, 2], [4, 1, 2, 5]]> : tensor<2x4xi64>}, tensor<2x3xi32> {check.expected = dense<[[0, 3, 2], [3, 0, 5]]> : tensor<2x3xi32>}) {
  %y = nn.arg_top_k %a {axis = 1 : i64} : (tensor<2x6xi64>) -> tensor<2x4xi64>
  %z = nn.arg_top_k %a {axis = 1 : i64, smallest} : (tensor<2x6xi64>) -> tensor<2x3xi32>
  return %y, %z : tensor<2x4xi64>, tensor<2x3xi32>
}
