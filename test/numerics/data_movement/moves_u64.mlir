// Unsigned elements of 64 bits moved: the highest bit is no sign.

func.func @views(
    %a: tensor<2x3x2xui64> {check.input = dense<[[[18446744073709551615, 0], [9223372036854775808, 9223372036854775807], [1, 9007199254740993]], [[12297829382473034410, 4294967296], [18446744073709551615, 0], [9223372036854775808, 9223372036854775807]]]> : tensor<2x3x2xui64>})
    -> (tensor<3x4xui64> {check.expected = dense<[[18446744073709551615, 0, 9223372036854775808, 9223372036854775807], [1, 9007199254740993, 12297829382473034410, 4294967296], [18446744073709551615, 0, 9223372036854775808, 9223372036854775807]]> : tensor<3x4xui64>}, tensor<4x3xui64> {check.expected = dense<[[18446744073709551615, 1, 18446744073709551615], [0, 9007199254740993, 0], [9223372036854775808, 12297829382473034410, 9223372036854775808], [9223372036854775807, 4294967296, 9223372036854775807]]> : tensor<4x3xui64>}, tensor<2x3xui64> {check.expected = dense<[[9223372036854775807, 4294967296, 9223372036854775807], [18446744073709551615, 1, 18446744073709551615]]> : tensor<2x3xui64>}) {
  %y = nn.reshape %a : (tensor<2x3x2xui64>) -> tensor<3x4xui64>
  %z = nn.transpose %y {permutation = array<i64: 1, 0>} : (tensor<3x4xui64>) -> tensor<4x3xui64>
  %u = nn.slice %z {starts = array<i64: -1, 0>, steps = array<i64: -3, 1>} : (tensor<4x3xui64>) -> tensor<2x3xui64>
  return %y, %z, %u : tensor<3x4xui64>, tensor<4x3xui64>, tensor<2x3xui64>
}

func.func @concat_and_split(
    %a: tensor<2x2xui64> {check.input = dense<[[18446744073709551615, 0], [9223372036854775808, 9223372036854775807]]> : tensor<2x2xui64>},
    %b: tensor<2x3xui64> {check.input = dense<[[9223372036854775807, 1, 9007199254740993], [12297829382473034410, 4294967296, 18446744073709551615]]> : tensor<2x3xui64>})
    -> (tensor<2x5xui64> {check.expected = dense<[[18446744073709551615, 0, 9223372036854775807, 1, 9007199254740993], [9223372036854775808, 9223372036854775807, 12297829382473034410, 4294967296, 18446744073709551615]]> : tensor<2x5xui64>}, tensor<2x1xui64> {check.expected = dense<[[18446744073709551615], [9223372036854775808]]> : tensor<2x1xui64>}, tensor<2x4xui64> {check.expected = dense<[[0, 9223372036854775807, 1, 9007199254740993], [9223372036854775807, 12297829382473034410, 4294967296, 18446744073709551615]]> : tensor<2x4xui64>}) {
  %y = nn.concat %a, %b {axis = 1 : i64} : (tensor<2x2xui64>, tensor<2x3xui64>) -> tensor<2x5xui64>
  %p:2 = nn.split %y {axis = 1 : i64, sizes = array<i64: 1, 4>} : (tensor<2x5xui64>) -> (tensor<2x1xui64>, tensor<2x4xui64>)
  return %y, %p#0, %p#1 : tensor<2x5xui64>, tensor<2x1xui64>, tensor<2x4xui64>
}

func.func @pad(
    %a: tensor<2x2xui64> {check.input = dense<[[18446744073709551615, 0], [9223372036854775808, 9223372036854775807]]> : tensor<2x2xui64>})
    -> (tensor<3x4xui64> {check.expected = dense<[[9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807], [18446744073709551615, 0, 9223372036854775807, 9223372036854775807], [9223372036854775808, 9223372036854775807, 9223372036854775807, 9223372036854775807]]> : tensor<3x4xui64>}) {
  %y = nn.pad %a {low = array<i64: 1, 0>, high = array<i64: 0, 2>, value = 9223372036854775807 : i64} : (tensor<2x2xui64>) -> tensor<3x4xui64>
  return %y : tensor<3x4xui64>
}

func.func @gathers(
    %a: tensor<3x3xui64> {check.input = dense<[[18446744073709551615, 0, 9223372036854775808], [9223372036854775807, 1, 9007199254740993], [12297829382473034410, 4294967296, 18446744073709551615]]> : tensor<3x3xui64>},
    %b: tensor<2xi64> {check.input = dense<[2, -3]> : tensor<2xi64>},
    %c: tensor<2x2xi32> {check.input = dense<[[0, -1], [2, 1]]> : tensor<2x2xi32>})
    -> (tensor<3x2xui64> {check.expected = dense<[[9223372036854775808, 18446744073709551615], [9007199254740993, 9223372036854775807], [18446744073709551615, 12297829382473034410]]> : tensor<3x2xui64>}, tensor<2x2xui64> {check.expected = dense<[[18446744073709551615, 4294967296], [12297829382473034410, 1]]> : tensor<2x2xui64>}, tensor<2xui64> {check.expected = dense<[9223372036854775808, 4294967296]> : tensor<2xui64>}) {
  %y = nn.gather %a, %b {axis = 1 : i64} : (tensor<3x3xui64>, tensor<2xi64>) -> tensor<3x2xui64>
  %z = nn.gather_elements %a, %c {axis = 0 : i64} : (tensor<3x3xui64>, tensor<2x2xi32>) -> tensor<2x2xui64>
  %u = nn.gather_nd %a, %c {batch_dims = 0 : i64} : (tensor<3x3xui64>, tensor<2x2xi32>) -> tensor<2xui64>
  return %y, %z, %u : tensor<3x2xui64>, tensor<2x2xui64>, tensor<2xui64>
}

func.func @repeats(
    %a: tensor<3x1xui64> {check.input = dense<[[18446744073709551615], [0], [9223372036854775808]]> : tensor<3x1xui64>})
    -> (tensor<2x3x2xui64> {check.expected = dense<[[[18446744073709551615, 18446744073709551615], [0, 0], [9223372036854775808, 9223372036854775808]], [[18446744073709551615, 18446744073709551615], [0, 0], [9223372036854775808, 9223372036854775808]]]> : tensor<2x3x2xui64>}, tensor<3x2xui64> {check.expected = dense<[[18446744073709551615, 18446744073709551615], [0, 0], [9223372036854775808, 9223372036854775808]]> : tensor<3x2xui64>}, tensor<6x1xui64> {check.expected = dense<[[9223372036854775808], [0], [18446744073709551615], [0], [9223372036854775808], [0]]> : tensor<6x1xui64>}) {
  %y = nn.expand %a : (tensor<3x1xui64>) -> tensor<2x3x2xui64>
  %z = nn.tile %a {repeats = array<i64: 1, 2>} : (tensor<3x1xui64>) -> tensor<3x2xui64>
  %u = nn.extend %a {low = array<i64: 2, 0>, high = array<i64: 1, 0>, mode = "reflect"} : (tensor<3x1xui64>) -> tensor<6x1xui64>
  return %y, %z, %u : tensor<2x3x2xui64>, tensor<3x2xui64>, tensor<6x1xui64>
}

func.func @places(
    %a: tensor<3x3xui64> {check.input = dense<[[18446744073709551615, 0, 9223372036854775808], [9223372036854775807, 1, 9007199254740993], [12297829382473034410, 4294967296, 18446744073709551615]]> : tensor<3x3xui64>},
    %b: tensor<3xi32> {check.input = dense<[3, 0, 2]> : tensor<3xi32>},
    %c: tensor<4xi32> {check.constant = dense<[0, 0, 1, 2]> : tensor<4xi32>})
    -> (tensor<3x3xui64> {check.expected = dense<[[18446744073709551615, 0, 9223372036854775808], [0, 1, 9007199254740993], [0, 0, 18446744073709551615]]> : tensor<3x3xui64>}, tensor<3x3xui64> {check.expected = dense<[[9223372036854775808, 0, 18446744073709551615], [9223372036854775807, 1, 9007199254740993], [4294967296, 12297829382473034410, 18446744073709551615]]> : tensor<3x3xui64>}, tensor<3x4xui64> {check.expected = dense<[[18446744073709551615, 18446744073709551615, 0, 9223372036854775808], [9223372036854775807, 9223372036854775807, 1, 9007199254740993], [12297829382473034410, 12297829382473034410, 4294967296, 18446744073709551615]]> : tensor<3x4xui64>}) {
  %y = nn.trilu %a {k = 0 : i64, upper} : (tensor<3x3xui64>) -> tensor<3x3xui64>
  %z = nn.reverse_sequence %a, %b {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<3x3xui64>, tensor<3xi32>) -> tensor<3x3xui64>
  %u = nn.resample %a, %c {axis = 1 : i64, step = 0 : i64} : (tensor<3x3xui64>, tensor<4xi32>) -> tensor<3x4xui64>
  return %y, %z, %u : tensor<3x3xui64>, tensor<3x3xui64>, tensor<3x4xui64>
}

func.func @scatters(
    %a: tensor<4xui64> {check.input = dense<[18446744073709551615, 0, 9223372036854775808, 9223372036854775807]> : tensor<4xui64>},
    %b: tensor<5xi64> {check.input = dense<[1, -1, 1, 0, 1]> : tensor<5xi64>},
    %c: tensor<5xui64> {check.input = dense<[12297829382473034410, 4294967296, 18446744073709551615, 0, 9223372036854775808]> : tensor<5xui64>},
    %d: tensor<5x1xi32> {check.input = dense<[[1], [3], [1], [0], [-3]]> : tensor<5x1xi32>})
    -> (tensor<4xui64> {check.expected = dense<[0, 9223372036854775808, 9223372036854775808, 4294967296]> : tensor<4xui64>}, tensor<4xui64> {check.expected = dense<[18446744073709551615, 3074457345618258601, 9223372036854775808, 9223372041149743103]> : tensor<4xui64>}, tensor<4xui64> {check.expected = dense<[0, 0, 9223372036854775808, 18446744069414584320]> : tensor<4xui64>}, tensor<4xui64> {check.expected = dense<[18446744073709551615, 18446744073709551615, 9223372036854775808, 9223372036854775807]> : tensor<4xui64>}, tensor<4xui64> {check.expected = dense<[0, 0, 9223372036854775808, 4294967296]> : tensor<4xui64>}, tensor<4xui64> {check.expected = dense<[18446744073709551615, 18446744073709551615, 9223372036854775808, 9223372036854775807]> : tensor<4xui64>}) {
  %y = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "none"} : (tensor<4xui64>, tensor<5xi64>, tensor<5xui64>) -> tensor<4xui64>
  %z = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "add"} : (tensor<4xui64>, tensor<5xi64>, tensor<5xui64>) -> tensor<4xui64>
  %u = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "mul"} : (tensor<4xui64>, tensor<5xi64>, tensor<5xui64>) -> tensor<4xui64>
  %v = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "max"} : (tensor<4xui64>, tensor<5xi64>, tensor<5xui64>) -> tensor<4xui64>
  %w = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "min"} : (tensor<4xui64>, tensor<5xi64>, tensor<5xui64>) -> tensor<4xui64>
  %t = nn.scatter_nd %a, %d, %c {reduction = "max"} : (tensor<4xui64>, tensor<5x1xi32>, tensor<5xui64>) -> tensor<4xui64>
  return %y, %z, %u, %v, %w, %t : tensor<4xui64>, tensor<4xui64>, tensor<4xui64>, tensor<4xui64>, tensor<4xui64>, tensor<4xui64>
}

func.func @cache(
    %a: tensor<2x3xui64> {check.input = dense<[[18446744073709551615, 0, 9223372036854775808], [9223372036854775807, 1, 9007199254740993]]> : tensor<2x3xui64>},
    %b: tensor<2x2xui64> {check.input = dense<[[9223372036854775807, 1], [9007199254740993, 12297829382473034410]]> : tensor<2x2xui64>},
    %c: tensor<2xi64> {check.input = dense<[1, 2]> : tensor<2xi64>})
    -> (tensor<2x3xui64> {check.expected = dense<[[18446744073709551615, 9223372036854775807, 1], [12297829382473034410, 1, 9007199254740993]]> : tensor<2x3xui64>}) {
  %y = nn.tensor_scatter %a, %b, %c {axis = 1 : i64, circular} : (tensor<2x3xui64>, tensor<2x2xui64>, tensor<2xi64>) -> tensor<2x3xui64>
  return %y : tensor<2x3xui64>
}

func.func @one_hot(
    %a: tensor<3xi64> {check.input = dense<[1, -1, 7]> : tensor<3xi64>},
    %b: tensor<2xui64> {check.input = dense<[9223372036854775807, 1]> : tensor<2xui64>})
    -> (tensor<3x3xui64> {check.expected = dense<[[9223372036854775807, 1, 9223372036854775807], [9223372036854775807, 9223372036854775807, 1], [9223372036854775807, 9223372036854775807, 9223372036854775807]]> : tensor<3x3xui64>}) {
  %y = nn.one_hot %a, %b {axis = 1 : i64} : (tensor<3xi64>, tensor<2xui64>) -> tensor<3x3xui64>
  return %y : tensor<3x3xui64>
}

func.func @order(
    %a: tensor<2x6xui64> {check.input = dense<[[18446744073709551615, 0, 9223372036854775808, 9223372036854775807, 1, 9007199254740993], [12297829382473034410, 4294967296, 18446744073709551615, 0, 9223372036854775808, 9223372036854775807]]> : tensor<2x6xui64>})
    -> (tensor<2x4xi64> {check.expected = dense<[[0, 2, 3, 5], [2, 0, 4, 5]]> : tensor<2x4xi64>}, tensor<2x3xi32> {check.expected = dense<[[1, 4, 5], [3, 1, 5]]> : tensor<2x3xi32>}) {
  %y = nn.arg_top_k %a {axis = 1 : i64} : (tensor<2x6xui64>) -> tensor<2x4xi64>
  %z = nn.arg_top_k %a {axis = 1 : i64, smallest} : (tensor<2x6xui64>) -> tensor<2x3xi32>
  return %y, %z : tensor<2x4xi64>, tensor<2x3xi32>
}
