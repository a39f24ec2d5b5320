// Elements of 16 bits moved; scatters wrap.

func.func @views(
    %a: tensor<2x3x2xui16> {check.input = dense<[[[65535, 0], [32768, 32767], [1, 40000]], [[255, 256], [12345, 7], [60000, 2]]]> : tensor<2x3x2xui16>})
    -> (tensor<3x4xui16> {check.expected = dense<[[65535, 0, 32768, 32767], [1, 40000, 255, 256], [12345, 7, 60000, 2]]> : tensor<3x4xui16>}, tensor<4x3xui16> {check.expected = dense<[[65535, 1, 12345], [0, 40000, 7], [32768, 255, 60000], [32767, 256, 2]]> : tensor<4x3xui16>}, tensor<2x3xui16> {check.expected = dense<[[32767, 256, 2], [65535, 1, 12345]]> : tensor<2x3xui16>}) {
  %y = nn.reshape %a : (tensor<2x3x2xui16>) -> tensor<3x4xui16>
  %z = nn.transpose %y {permutation = array<i64: 1, 0>} : (tensor<3x4xui16>) -> tensor<4x3xui16>
  %u = nn.slice %z {starts = array<i64: -1, 0>, steps = array<i64: -3, 1>} : (tensor<4x3xui16>) -> tensor<2x3xui16>
  return %y, %z, %u : tensor<3x4xui16>, tensor<4x3xui16>, tensor<2x3xui16>
}

func.func @concat_and_split(
    %a: tensor<2x2xui16> {check.input = dense<[[65535, 0], [32768, 32767]]> : tensor<2x2xui16>},
    %b: tensor<2x3xui16> {check.input = dense<[[32767, 1, 40000], [255, 256, 12345]]> : tensor<2x3xui16>})
    -> (tensor<2x5xui16> {check.expected = dense<[[65535, 0, 32767, 1, 40000], [32768, 32767, 255, 256, 12345]]> : tensor<2x5xui16>}, tensor<2x1xui16> {check.expected = dense<[[65535], [32768]]> : tensor<2x1xui16>}, tensor<2x4xui16> {check.expected = dense<[[0, 32767, 1, 40000], [32767, 255, 256, 12345]]> : tensor<2x4xui16>}) {
  %y = nn.concat %a, %b {axis = 1 : i64} : (tensor<2x2xui16>, tensor<2x3xui16>) -> tensor<2x5xui16>
  %p:2 = nn.split %y {axis = 1 : i64, sizes = array<i64: 1, 4>} : (tensor<2x5xui16>) -> (tensor<2x1xui16>, tensor<2x4xui16>)
  return %y, %p#0, %p#1 : tensor<2x5xui16>, tensor<2x1xui16>, tensor<2x4xui16>
}

func.func @pad(
    %a: tensor<2x2xui16> {check.input = dense<[[65535, 0], [32768, 32767]]> : tensor<2x2xui16>})
    -> (tensor<3x4xui16> {check.expected = dense<[[65535, 65535, 65535, 65535], [65535, 0, 65535, 65535], [32768, 32767, 65535, 65535]]> : tensor<3x4xui16>}) {
  %y = nn.pad %a {low = array<i64: 1, 0>, high = array<i64: 0, 2>, value = 65535 : i64} : (tensor<2x2xui16>) -> tensor<3x4xui16>
  return %y : tensor<3x4xui16>
}

func.func @gathers(
    %a: tensor<3x3xui16> {check.input = dense<[[65535, 0, 32768], [32767, 1, 40000], [255, 256, 12345]]> : tensor<3x3xui16>},
    %b: tensor<2xi64> {check.input = dense<[2, -3]> : tensor<2xi64>},
    %c: tensor<2x2xi32> {check.input = dense<[[0, -1], [2, 1]]> : tensor<2x2xi32>})
    -> (tensor<3x2xui16> {check.expected = dense<[[32768, 65535], [40000, 32767], [12345, 255]]> : tensor<3x2xui16>}, tensor<2x2xui16> {check.expected = dense<[[65535, 256], [255, 1]]> : tensor<2x2xui16>}, tensor<2xui16> {check.expected = dense<[32768, 256]> : tensor<2xui16>}) {
  %y = nn.gather %a, %b {axis = 1 : i64} : (tensor<3x3xui16>, tensor<2xi64>) -> tensor<3x2xui16>
  %z = nn.gather_elements %a, %c {axis = 0 : i64} : (tensor<3x3xui16>, tensor<2x2xi32>) -> tensor<2x2xui16>
  %u = nn.gather_nd %a, %c {batch_dims = 0 : i64} : (tensor<3x3xui16>, tensor<2x2xi32>) -> tensor<2xui16>
  return %y, %z, %u : tensor<3x2xui16>, tensor<2x2xui16>, tensor<2xui16>
}

func.func @repeats(
    %a: tensor<3x1xui16> {check.input = dense<[[65535], [0], [32768]]> : tensor<3x1xui16>})
    -> (tensor<2x3x2xui16> {check.expected = dense<[[[65535, 65535], [0, 0], [32768, 32768]], [[65535, 65535], [0, 0], [32768, 32768]]]> : tensor<2x3x2xui16>}, tensor<3x2xui16> {check.expected = dense<[[65535, 65535], [0, 0], [32768, 32768]]> : tensor<3x2xui16>}, tensor<6x1xui16> {check.expected = dense<[[32768], [0], [65535], [0], [32768], [0]]> : tensor<6x1xui16>}) {
  %y = nn.expand %a : (tensor<3x1xui16>) -> tensor<2x3x2xui16>
  %z = nn.tile %a {repeats = array<i64: 1, 2>} : (tensor<3x1xui16>) -> tensor<3x2xui16>
  %u = nn.extend %a {low = array<i64: 2, 0>, high = array<i64: 1, 0>, mode = "reflect"} : (tensor<3x1xui16>) -> tensor<6x1xui16>
  return %y, %z, %u : tensor<2x3x2xui16>, tensor<3x2xui16>, tensor<6x1xui16>
}

func.func @places(
    %a: tensor<3x3xui16> {check.input = dense<[[65535, 0, 32768], [32767, 1, 40000], [255, 256, 12345]]> : tensor<3x3xui16>},
    %b: tensor<3xi32> {check.input = dense<[3, 0, 2]> : tensor<3xi32>},
    %c: tensor<4xi32> {check.constant = dense<[0, 0, 1, 2]> : tensor<4xi32>})
    -> (tensor<3x3xui16> {check.expected = dense<[[65535, 0, 32768], [0, 1, 40000], [0, 0, 12345]]> : tensor<3x3xui16>}, tensor<3x3xui16> {check.expected = dense<[[32768, 0, 65535], [32767, 1, 40000], [256, 255, 12345]]> : tensor<3x3xui16>}, tensor<3x4xui16> {check.expected = dense<[[65535, 65535, 0, 32768], [32767, 32767, 1, 40000], [255, 255, 256, 12345]]> : tensor<3x4xui16>}) {
  %y = nn.trilu %a {k = 0 : i64, upper} : (tensor<3x3xui16>) -> tensor<3x3xui16>
  %z = nn.reverse_sequence %a, %b {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<3x3xui16>, tensor<3xi32>) -> tensor<3x3xui16>
  %u = nn.resample %a, %c {axis = 1 : i64, step = 0 : i64} : (tensor<3x3xui16>, tensor<4xi32>) -> tensor<3x4xui16>
  return %y, %z, %u : tensor<3x3xui16>, tensor<3x3xui16>, tensor<3x4xui16>
}

func.func @scatters(
    %a: tensor<4xui16> {check.input = dense<[65535, 0, 32768, 32767]> : tensor<4xui16>},
    %b: tensor<5xi64> {check.input = dense<[1, -1, 1, 0, 1]> : tensor<5xi64>},
    %c: tensor<5xui16> {check.input = dense<[255, 256, 12345, 7, 60000]> : tensor<5xui16>},
    %d: tensor<5x1xi32> {check.input = dense<[[1], [3], [1], [0], [-3]]> : tensor<5x1xi32>})
    -> (tensor<4xui16> {check.expected = dense<[7, 60000, 32768, 256]> : tensor<4xui16>}, tensor<4xui16> {check.expected = dense<[6, 7064, 32768, 33023]> : tensor<4xui16>}, tensor<4xui16> {check.expected = dense<[65529, 0, 32768, 65280]> : tensor<4xui16>}, tensor<4xui16> {check.expected = dense<[65535, 60000, 32768, 32767]> : tensor<4xui16>}, tensor<4xui16> {check.expected = dense<[7, 0, 32768, 256]> : tensor<4xui16>}, tensor<4xui16> {check.expected = dense<[65535, 60000, 32768, 32767]> : tensor<4xui16>}) {
  %y = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "none"} : (tensor<4xui16>, tensor<5xi64>, tensor<5xui16>) -> tensor<4xui16>
  %z = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "add"} : (tensor<4xui16>, tensor<5xi64>, tensor<5xui16>) -> tensor<4xui16>
  %u = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "mul"} : (tensor<4xui16>, tensor<5xi64>, tensor<5xui16>) -> tensor<4xui16>
  %v = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "max"} : (tensor<4xui16>, tensor<5xi64>, tensor<5xui16>) -> tensor<4xui16>
  %w = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "min"} : (tensor<4xui16>, tensor<5xi64>, tensor<5xui16>) -> tensor<4xui16>
  %t = nn.scatter_nd %a, %d, %c {reduction = "max"} : (tensor<4xui16>, tensor<5x1xi32>, tensor<5xui16>) -> tensor<4xui16>
  return %y, %z, %u, %v, %w, %t : tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4xui16>, tensor<4xui16>
}

func.func @cache(
    %a: tensor<2x3xui16> {check.input = dense<[[65535, 0, 32768], [32767, 1, 40000]]> : tensor<2x3xui16>},
    %b: tensor<2x2xui16> {check.input = dense<[[32767, 1], [40000, 255]]> : tensor<2x2xui16>},
    %c: tensor<2xi64> {check.input = dense<[1, 2]> : tensor<2xi64>})
    -> (tensor<2x3xui16> {check.expected = dense<[[65535, 32767, 1], [255, 1, 40000]]> : tensor<2x3xui16>}) {
  %y = nn.tensor_scatter %a, %b, %c {axis = 1 : i64, circular} : (tensor<2x3xui16>, tensor<2x2xui16>, tensor<2xi64>) -> tensor<2x3xui16>
  return %y : tensor<2x3xui16>
}

func.func @one_hot(
    %a: tensor<3xi64> {check.input = dense<[1, -1, 7]> : tensor<3xi64>},
    %b: tensor<2xui16> {check.input = dense<[32767, 1]> : tensor<2xui16>})
    -> (tensor<3x3xui16> {check.expected = dense<[[32767, 1, 32767], [32767, 32767, 1], [32767, 32767, 32767]]> : tensor<3x3xui16>}) {
  %y = nn.one_hot %a, %b {axis = 1 : i64} : (tensor<3xi64>, tensor<2xui16>) -> tensor<3x3xui16>
  return %y : tensor<3x3xui16>
}

func.func @order(
    %a: tensor<2x6xui16> {check.input = dense<[[65535, 0, 32768, 32767, 1, 40000], [255, 256, 12345, 7, 60000, 2]]> : tensor<2x6xui16>})
    -> (tensor<2x4xi64> {check.expected = dense<[[0, 5, 2, 3], [4, 2, 1, 0]]> : tensor<2x4xi64>}, tensor<2x3xi32> {check.expected = dense<[[1, 4, 3], [5, 3, 0]]> : tensor<2x3xi32>}) {
  %y = nn.arg_top_k %a {axis = 1 : i64} : (tensor<2x6xui16>) -> tensor<2x4xi64>
  %z = nn.arg_top_k %a {axis = 1 : i64, smallest} : (tensor<2x6xui16>) -> tensor<2x3xi32>
  return %y, %z : tensor<2x4xi64>, tensor<2x3xi32>
}
