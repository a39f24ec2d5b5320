// Elements of 32 bits moved; scatters wrap.

func.func @views(
    %a: tensor<2x3x2xi32> {check.input = dense<[[[-2147483648, 2147483647], [0, -1], [16777217, -16777219]], [[65536, 7], [-5, 123456789], [-2147483648, 2147483647]]]> : tensor<2x3x2xi32>})
    -> (tensor<3x4xi32> {check.expected = dense<[[-2147483648, 2147483647, 0, -1], [16777217, -16777219, 65536, 7], [-5, 123456789, -2147483648, 2147483647]]> : tensor<3x4xi32>}, tensor<4x3xi32> {check.expected = dense<[[-2147483648, 16777217, -5], [2147483647, -16777219, 123456789], [0, 65536, -2147483648], [-1, 7, 2147483647]]> : tensor<4x3xi32>}, tensor<2x3xi32> {check.expected = dense<[[-1, 7, 2147483647], [-2147483648, 16777217, -5]]> : tensor<2x3xi32>}) {
  %y = nn.reshape %a : (tensor<2x3x2xi32>) -> tensor<3x4xi32>
  %z = nn.transpose %y {permutation = array<i64: 1, 0>} : (tensor<3x4xi32>) -> tensor<4x3xi32>
  %u = nn.slice %z {starts = array<i64: -1, 0>, steps = array<i64: -3, 1>} : (tensor<4x3xi32>) -> tensor<2x3xi32>
  return %y, %z, %u : tensor<3x4xi32>, tensor<4x3xi32>, tensor<2x3xi32>
}

func.func @concat_and_split(
    %a: tensor<2x2xi32> {check.input = dense<[[-2147483648, 2147483647], [0, -1]]> : tensor<2x2xi32>},
    %b: tensor<2x3xi32> {check.input = dense<[[-1, 16777217, -16777219], [65536, 7, -5]]> : tensor<2x3xi32>})
    -> (tensor<2x5xi32> {check.expected = dense<[[-2147483648, 2147483647, -1, 16777217, -16777219], [0, -1, 65536, 7, -5]]> : tensor<2x5xi32>}, tensor<2x1xi32> {check.expected = dense<[[-2147483648], [0]]> : tensor<2x1xi32>}, tensor<2x4xi32> {check.expected = dense<[[2147483647, -1, 16777217, -16777219], [-1, 65536, 7, -5]]> : tensor<2x4xi32>}) {
  %y = nn.concat %a, %b {axis = 1 : i64} : (tensor<2x2xi32>, tensor<2x3xi32>) -> tensor<2x5xi32>
  %p:2 = nn.split %y {axis = 1 : i64, sizes = array<i64: 1, 4>} : (tensor<2x5xi32>) -> (tensor<2x1xi32>, tensor<2x4xi32>)
  return %y, %p#0, %p#1 : tensor<2x5xi32>, tensor<2x1xi32>, tensor<2x4xi32>
}

func.func @pad(
    %a: tensor<2x2xi32> {check.input = dense<[[-2147483648, 2147483647], [0, -1]]> : tensor<2x2xi32>})
    -> (tensor<3x4xi32> {check.expected = dense<[[-2147483648, -2147483648, -2147483648, -2147483648], [-2147483648, 2147483647, -2147483648, -2147483648], [0, -1, -2147483648, -2147483648]]> : tensor<3x4xi32>}) {
  %y = nn.pad %a {low = array<i64: 1, 0>, high = array<i64: 0, 2>, value = -2147483648 : i64} : (tensor<2x2xi32>) -> tensor<3x4xi32>
  return %y : tensor<3x4xi32>
}

func.func @gathers(
    %a: tensor<3x3xi32> {check.input = dense<[[-2147483648, 2147483647, 0], [-1, 16777217, -16777219], [65536, 7, -5]]> : tensor<3x3xi32>},
    %b: tensor<2xi64> {check.input = dense<[2, -3]> : tensor<2xi64>},
    %c: tensor<2x2xi32> {check.input = dense<[[0, -1], [2, 1]]> : tensor<2x2xi32>})
    -> (tensor<3x2xi32> {check.expected = dense<[[0, -2147483648], [-16777219, -1], [-5, 65536]]> : tensor<3x2xi32>}, tensor<2x2xi32> {check.expected = dense<[[-2147483648, 7], [65536, 16777217]]> : tensor<2x2xi32>}, tensor<2xi32> {check.expected = dense<[0, 7]> : tensor<2xi32>}) {
  %y = nn.gather %a, %b {axis = 1 : i64} : (tensor<3x3xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  %z = nn.gather_elements %a, %c {axis = 0 : i64} : (tensor<3x3xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %u = nn.gather_nd %a, %c {batch_dims = 0 : i64} : (tensor<3x3xi32>, tensor<2x2xi32>) -> tensor<2xi32>
  return %y, %z, %u : tensor<3x2xi32>, tensor<2x2xi32>, tensor<2xi32>
}

func.func @repeats(
    %a: tensor<3x1xi32> {check.input = dense<[[-2147483648], [2147483647], [0]]> : tensor<3x1xi32>})
    -> (tensor<2x3x2xi32> {check.expected = dense<[[[-2147483648, -2147483648], [2147483647, 2147483647], [0, 0]], [[-2147483648, -2147483648], [2147483647, 2147483647], [0, 0]]]> : tensor<2x3x2xi32>}, tensor<3x2xi32> {check.expected = dense<[[-2147483648, -2147483648], [2147483647, 2147483647], [0, 0]]> : tensor<3x2xi32>}, tensor<6x1xi32> {check.expected = dense<[[0], [2147483647], [-2147483648], [2147483647], [0], [2147483647]]> : tensor<6x1xi32>}) {
  %y = nn.expand %a : (tensor<3x1xi32>) -> tensor<2x3x2xi32>
  %z = nn.tile %a {repeats = array<i64: 1, 2>} : (tensor<3x1xi32>) -> tensor<3x2xi32>
  %u = nn.extend %a {low = array<i64: 2, 0>, high = array<i64: 1, 0>, mode = "reflect"} : (tensor<3x1xi32>) -> tensor<6x1xi32>
  return %y, %z, %u : tensor<2x3x2xi32>, tensor<3x2xi32>, tensor<6x1xi32>
}

func.func @places(
    %a: tensor<3x3xi32> {check.input = dense<[[-2147483648, 2147483647, 0], [-1, 16777217, -16777219], [65536, 7, -5]]> : tensor<3x3xi32>},
    %b: tensor<3xi32> {check.input = dense<[3, 0, 2]> : tensor<3xi32>},
    %c: tensor<4xi32> {check.constant = dense<[0, 0, 1, 2]> : tensor<4xi32>})
    -> (tensor<3x3xi32> {check.expected = dense<[[-2147483648, 2147483647, 0], [0, 16777217, -16777219], [0, 0, -5]]> : tensor<3x3xi32>}, tensor<3x3xi32> {check.expected = dense<[[0, 2147483647, -2147483648], [-1, 16777217, -16777219], [7, 65536, -5]]> : tensor<3x3xi32>}, tensor<3x4xi32> {check.expected = dense<[[-2147483648, -2147483648, 2147483647, 0], [-1, -1, 16777217, -16777219], [65536, 65536, 7, -5]]> : tensor<3x4xi32>}) {
  %y = nn.trilu %a {k = 0 : i64, upper} : (tensor<3x3xi32>) -> tensor<3x3xi32>
  %z = nn.reverse_sequence %a, %b {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<3x3xi32>, tensor<3xi32>) -> tensor<3x3xi32>
  %u = nn.resample %a, %c {axis = 1 : i64, step = 0 : i64} : (tensor<3x3xi32>, tensor<4xi32>) -> tensor<3x4xi32>
  return %y, %z, %u : tensor<3x3xi32>, tensor<3x3xi32>, tensor<3x4xi32>
}

func.func @scatters(
    %a: tensor<4xi32> {check.input = dense<[-2147483648, 2147483647, 0, -1]> : tensor<4xi32>},
    %b: tensor<5xi64> {check.input = dense<[1, -1, 1, 0, 1]> : tensor<5xi64>},
    %c: tensor<5xi32> {check.input = dense<[65536, 7, -5, 123456789, -2147483648]> : tensor<5xi32>},
    %d: tensor<5x1xi32> {check.input = dense<[[1], [3], [1], [0], [-3]]> : tensor<5x1xi32>})
    -> (tensor<4xi32> {check.expected = dense<[123456789, -2147483648, 0, 7]> : tensor<4xi32>}, tensor<4xi32> {check.expected = dense<[-2024026859, 65530, 0, 6]> : tensor<4xi32>}, tensor<4xi32> {check.expected = dense<[-2147483648, 0, 0, -7]> : tensor<4xi32>}, tensor<4xi32> {check.expected = dense<[123456789, 2147483647, 0, 7]> : tensor<4xi32>}, tensor<4xi32> {check.expected = dense<[-2147483648, -2147483648, 0, -1]> : tensor<4xi32>}, tensor<4xi32> {check.expected = dense<[123456789, 2147483647, 0, 7]> : tensor<4xi32>}) {
  %y = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "none"} : (tensor<4xi32>, tensor<5xi64>, tensor<5xi32>) -> tensor<4xi32>
  %z = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "add"} : (tensor<4xi32>, tensor<5xi64>, tensor<5xi32>) -> tensor<4xi32>
  %u = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "mul"} : (tensor<4xi32>, tensor<5xi64>, tensor<5xi32>) -> tensor<4xi32>
  %v = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "max"} : (tensor<4xi32>, tensor<5xi64>, tensor<5xi32>) -> tensor<4xi32>
  %w = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "min"} : (tensor<4xi32>, tensor<5xi64>, tensor<5xi32>) -> tensor<4xi32>
  %t = nn.scatter_nd %a, %d, %c {reduction = "max"} : (tensor<4xi32>, tensor<5x1xi32>, tensor<5xi32>) -> tensor<4xi32>
  return %y, %z, %u, %v, %w, %t : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

func.func @cache(
    %a: tensor<2x3xi32> {check.input = dense<[[-2147483648, 2147483647, 0], [-1, 16777217, -16777219]]> : tensor<2x3xi32>},
    %b: tensor<2x2xi32> {check.input = dense<[[-1, 16777217], [-16777219, 65536]]> : tensor<2x2xi32>},
    %c: tensor<2xi64> {check.input = dense<[1, 2]> : tensor<2xi64>})
    -> (tensor<2x3xi32> {check.expected = dense<[[-2147483648, -1, 16777217], [65536, 16777217, -16777219]]> : tensor<2x3xi32>}) {
  %y = nn.tensor_scatter %a, %b, %c {axis = 1 : i64, circular} : (tensor<2x3xi32>, tensor<2x2xi32>, tensor<2xi64>) -> tensor<2x3xi32>
  return %y : tensor<2x3xi32>
}

func.func @one_hot(
    %a: tensor<3xi64> {check.input = dense<[1, -1, 7]> : tensor<3xi64>},
    %b: tensor<2xi32> {check.input = dense<[-1, 16777217]> : tensor<2xi32>})
    -> (tensor<3x3xi32> {check.expected = dense<[[-1, 16777217, -1], [-1, -1, 16777217], [-1, -1, -1]]> : tensor<3x3xi32>}) {
  %y = nn.one_hot %a, %b {axis = 1 : i64} : (tensor<3xi64>, tensor<2xi32>) -> tensor<3x3xi32>
  return %y : tensor<3x3xi32>
}

func.func @order(
    %a: tensor<2x6xi32> {check.input = dense<[[-2147483648, 2147483647, 0, -1, 16777217, -16777219], [65536, 7, -5, 123456789, -2147483648, 2147483647]]> : tensor<2x6xi32>})
    -> (tensor<2x4xi64> {check.expected = dense<[[1, 4, 2, 3], [5, 3, 0, 1]]> : tensor<2x4xi64>}, tensor<2x3xi32> {check.expected = dense<[[0, 5, 3], [4, 2, 1]]> : tensor<2x3xi32>}) {
  %y = nn.arg_top_k %a {axis = 1 : i64} : (tensor<2x6xi32>) -> tensor<2x4xi64>
  %z = nn.arg_top_k %a {axis = 1 : i64, smallest} : (tensor<2x6xi32>) -> tensor<2x3xi32>
  return %y, %z : tensor<2x4xi64>, tensor<2x3xi32>
}
