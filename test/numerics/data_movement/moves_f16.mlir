// Elements moved as f16: bits stay; sums of scatters are rounded one by one.

func.func @views(
    %a: tensor<2x3x2xf16> {check.input = dense<[[[0x3C00, 0xC000], [0x8000, 0x7BFF], [0x0001, 0x7E00]], [[0x3555, 0xFC00], [0x4248, 0x0000], [0xBBFF, 0x7C00]]]> : tensor<2x3x2xf16>})
    -> (tensor<3x4xf16> {check.expected = dense<[[0x3C00, 0xC000, 0x8000, 0x7BFF], [0x0001, 0x7E00, 0x3555, 0xFC00], [0x4248, 0x0000, 0xBBFF, 0x7C00]]> : tensor<3x4xf16>}, tensor<4x3xf16> {check.expected = dense<[[0x3C00, 0x0001, 0x4248], [0xC000, 0x7E00, 0x0000], [0x8000, 0x3555, 0xBBFF], [0x7BFF, 0xFC00, 0x7C00]]> : tensor<4x3xf16>}, tensor<2x3xf16> {check.expected = dense<[[0x7BFF, 0xFC00, 0x7C00], [0x3C00, 0x0001, 0x4248]]> : tensor<2x3xf16>}) {
  %y = nn.reshape %a : (tensor<2x3x2xf16>) -> tensor<3x4xf16>
  %z = nn.transpose %y {permutation = array<i64: 1, 0>} : (tensor<3x4xf16>) -> tensor<4x3xf16>
  %u = nn.slice %z {starts = array<i64: -1, 0>, steps = array<i64: -3, 1>} : (tensor<4x3xf16>) -> tensor<2x3xf16>
  return %y, %z, %u : tensor<3x4xf16>, tensor<4x3xf16>, tensor<2x3xf16>
}

func.func @concat_and_split(
    %a: tensor<2x2xf16> {check.input = dense<[[0x3C00, 0xC000], [0x8000, 0x7BFF]]> : tensor<2x2xf16>},
    %b: tensor<2x3xf16> {check.input = dense<[[0x7BFF, 0x0001, 0x7E00], [0x3555, 0xFC00, 0x4248]]> : tensor<2x3xf16>})
    -> (tensor<2x5xf16> {check.expected = dense<[[0x3C00, 0xC000, 0x7BFF, 0x0001, 0x7E00], [0x8000, 0x7BFF, 0x3555, 0xFC00, 0x4248]]> : tensor<2x5xf16>}, tensor<2x1xf16> {check.expected = dense<[[0x3C00], [0x8000]]> : tensor<2x1xf16>}, tensor<2x4xf16> {check.expected = dense<[[0xC000, 0x7BFF, 0x0001, 0x7E00], [0x7BFF, 0x3555, 0xFC00, 0x4248]]> : tensor<2x4xf16>}) {
  %y = nn.concat %a, %b {axis = 1 : i64} : (tensor<2x2xf16>, tensor<2x3xf16>) -> tensor<2x5xf16>
  %p:2 = nn.split %y {axis = 1 : i64, sizes = array<i64: 1, 4>} : (tensor<2x5xf16>) -> (tensor<2x1xf16>, tensor<2x4xf16>)
  return %y, %p#0, %p#1 : tensor<2x5xf16>, tensor<2x1xf16>, tensor<2x4xf16>
}

func.func @pad(
    %a: tensor<2x2xf16> {check.input = dense<[[0x3C00, 0xC000], [0x8000, 0x7BFF]]> : tensor<2x2xf16>})
    -> (tensor<3x4xf16> {check.expected = dense<[[0x2E66, 0x2E66, 0x2E66, 0x2E66], [0x3C00, 0xC000, 0x2E66, 0x2E66], [0x8000, 0x7BFF, 0x2E66, 0x2E66]]> : tensor<3x4xf16>}) {
  %y = nn.pad %a {low = array<i64: 1, 0>, high = array<i64: 0, 2>, value = 0.1 : f32} : (tensor<2x2xf16>) -> tensor<3x4xf16>
  return %y : tensor<3x4xf16>
}

func.func @gathers(
    %a: tensor<3x3xf16> {check.input = dense<[[0x3C00, 0xC000, 0x8000], [0x7BFF, 0x0001, 0x7E00], [0x3555, 0xFC00, 0x4248]]> : tensor<3x3xf16>},
    %b: tensor<2xi64> {check.input = dense<[2, -3]> : tensor<2xi64>},
    %c: tensor<2x2xi32> {check.input = dense<[[0, -1], [2, 1]]> : tensor<2x2xi32>})
    -> (tensor<3x2xf16> {check.expected = dense<[[0x8000, 0x3C00], [0x7E00, 0x7BFF], [0x4248, 0x3555]]> : tensor<3x2xf16>}, tensor<2x2xf16> {check.expected = dense<[[0x3C00, 0xFC00], [0x3555, 0x0001]]> : tensor<2x2xf16>}, tensor<2xf16> {check.expected = dense<[0x8000, 0xFC00]> : tensor<2xf16>}) {
  %y = nn.gather %a, %b {axis = 1 : i64} : (tensor<3x3xf16>, tensor<2xi64>) -> tensor<3x2xf16>
  %z = nn.gather_elements %a, %c {axis = 0 : i64} : (tensor<3x3xf16>, tensor<2x2xi32>) -> tensor<2x2xf16>
  %u = nn.gather_nd %a, %c {batch_dims = 0 : i64} : (tensor<3x3xf16>, tensor<2x2xi32>) -> tensor<2xf16>
  return %y, %z, %u : tensor<3x2xf16>, tensor<2x2xf16>, tensor<2xf16>
}

func.func @repeats(
    %a: tensor<3x1xf16> {check.input = dense<[[0x3C00], [0xC000], [0x8000]]> : tensor<3x1xf16>})
    -> (tensor<2x3x2xf16> {check.expected = dense<[[[0x3C00, 0x3C00], [0xC000, 0xC000], [0x8000, 0x8000]], [[0x3C00, 0x3C00], [0xC000, 0xC000], [0x8000, 0x8000]]]> : tensor<2x3x2xf16>}, tensor<3x2xf16> {check.expected = dense<[[0x3C00, 0x3C00], [0xC000, 0xC000], [0x8000, 0x8000]]> : tensor<3x2xf16>}, tensor<6x1xf16> {check.expected = dense<[[0x8000], [0xC000], [0x3C00], [0xC000], [0x8000], [0xC000]]> : tensor<6x1xf16>}) {
  %y = nn.expand %a : (tensor<3x1xf16>) -> tensor<2x3x2xf16>
  %z = nn.tile %a {repeats = array<i64: 1, 2>} : (tensor<3x1xf16>) -> tensor<3x2xf16>
  %u = nn.extend %a {low = array<i64: 2, 0>, high = array<i64: 1, 0>, mode = "reflect"} : (tensor<3x1xf16>) -> tensor<6x1xf16>
  return %y, %z, %u : tensor<2x3x2xf16>, tensor<3x2xf16>, tensor<6x1xf16>
}

func.func @places(
    %a: tensor<3x3xf16> {check.input = dense<[[0x3C00, 0xC000, 0x8000], [0x7BFF, 0x0001, 0x7E00], [0x3555, 0xFC00, 0x4248]]> : tensor<3x3xf16>},
    %b: tensor<3xi32> {check.input = dense<[3, 0, 2]> : tensor<3xi32>},
    %c: tensor<4xi32> {check.constant = dense<[0, 0, 1, 2]> : tensor<4xi32>})
    -> (tensor<3x3xf16> {check.expected = dense<[[0x3C00, 0xC000, 0x8000], [0x0000, 0x0001, 0x7E00], [0x0000, 0x0000, 0x4248]]> : tensor<3x3xf16>}, tensor<3x3xf16> {check.expected = dense<[[0x8000, 0xC000, 0x3C00], [0x7BFF, 0x0001, 0x7E00], [0xFC00, 0x3555, 0x4248]]> : tensor<3x3xf16>}, tensor<3x4xf16> {check.expected = dense<[[0x3C00, 0x3C00, 0xC000, 0x8000], [0x7BFF, 0x7BFF, 0x0001, 0x7E00], [0x3555, 0x3555, 0xFC00, 0x4248]]> : tensor<3x4xf16>}) {
  %y = nn.trilu %a {k = 0 : i64, upper} : (tensor<3x3xf16>) -> tensor<3x3xf16>
  %z = nn.reverse_sequence %a, %b {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<3x3xf16>, tensor<3xi32>) -> tensor<3x3xf16>
  %u = nn.resample %a, %c {axis = 1 : i64, step = 0 : i64} : (tensor<3x3xf16>, tensor<4xi32>) -> tensor<3x4xf16>
  return %y, %z, %u : tensor<3x3xf16>, tensor<3x3xf16>, tensor<3x4xf16>
}

func.func @scatters(
    %a: tensor<4xf16> {check.input = dense<[0x3C00, 0xC000, 0x8000, 0x7BFF]> : tensor<4xf16>},
    %b: tensor<5xi64> {check.input = dense<[1, -1, 1, 0, 1]> : tensor<5xi64>},
    %c: tensor<5xf16> {check.input = dense<[0x3555, 0xFC00, 0x4248, 0x0000, 0xBBFF]> : tensor<5xf16>},
    %d: tensor<5x1xi32> {check.input = dense<[[1], [3], [1], [0], [-3]]> : tensor<5x1xi32>})
    -> (tensor<4xf16> {check.expected = dense<[0x0000, 0xBBFF, 0x8000, 0xFC00]> : tensor<4xf16>}, tensor<4xf16> {check.expected = dense<[0x3C00, 0x3796, 0x8000, 0xFC00]> : tensor<4xf16>}, tensor<4xf16> {check.expected = dense<[0x0000, 0x402F, 0x8000, 0xFC00]> : tensor<4xf16>}, tensor<4xf16> {check.expected = dense<[0x3C00, 0x4248, 0x8000, 0x7BFF]> : tensor<4xf16>}, tensor<4xf16> {check.expected = dense<[0x0000, 0xC000, 0x8000, 0xFC00]> : tensor<4xf16>}, tensor<4xf16> {check.expected = dense<[0x3C00, 0x4248, 0x8000, 0x7BFF]> : tensor<4xf16>}) {
  %y = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "none"} : (tensor<4xf16>, tensor<5xi64>, tensor<5xf16>) -> tensor<4xf16>
  %z = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "add"} : (tensor<4xf16>, tensor<5xi64>, tensor<5xf16>) -> tensor<4xf16>
  %u = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "mul"} : (tensor<4xf16>, tensor<5xi64>, tensor<5xf16>) -> tensor<4xf16>
  %v = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "max"} : (tensor<4xf16>, tensor<5xi64>, tensor<5xf16>) -> tensor<4xf16>
  %w = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "min"} : (tensor<4xf16>, tensor<5xi64>, tensor<5xf16>) -> tensor<4xf16>
  %t = nn.scatter_nd %a, %d, %c {reduction = "max"} : (tensor<4xf16>, tensor<5x1xi32>, tensor<5xf16>) -> tensor<4xf16>
  return %y, %z, %u, %v, %w, %t : tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>
}

func.func @cache(
    %a: tensor<2x3xf16> {check.input = dense<[[0x3C00, 0xC000, 0x8000], [0x7BFF, 0x0001, 0x7E00]]> : tensor<2x3xf16>},
    %b: tensor<2x2xf16> {check.input = dense<[[0x7BFF, 0x0001], [0x7E00, 0x3555]]> : tensor<2x2xf16>},
    %c: tensor<2xi64> {check.input = dense<[1, 2]> : tensor<2xi64>})
    -> (tensor<2x3xf16> {check.expected = dense<[[0x3C00, 0x7BFF, 0x0001], [0x3555, 0x0001, 0x7E00]]> : tensor<2x3xf16>}) {
  %y = nn.tensor_scatter %a, %b, %c {axis = 1 : i64, circular} : (tensor<2x3xf16>, tensor<2x2xf16>, tensor<2xi64>) -> tensor<2x3xf16>
  return %y : tensor<2x3xf16>
}

func.func @one_hot(
    %a: tensor<3xi64> {check.input = dense<[1, -1, 7]> : tensor<3xi64>},
    %b: tensor<2xf16> {check.input = dense<[0x7BFF, 0x0001]> : tensor<2xf16>})
    -> (tensor<3x3xf16> {check.expected = dense<[[0x7BFF, 0x0001, 0x7BFF], [0x7BFF, 0x7BFF, 0x0001], [0x7BFF, 0x7BFF, 0x7BFF]]> : tensor<3x3xf16>}) {
  %y = nn.one_hot %a, %b {axis = 1 : i64} : (tensor<3xi64>, tensor<2xf16>) -> tensor<3x3xf16>
  return %y : tensor<3x3xf16>
}

func.func @order(
    %a: tensor<2x6xf16> {check.input = dense<[[0x3C00, 0xC000, 0x8000, 0x7BFF, 0x0001, 0x7E00], [0x3555, 0xFC00, 0x4248, 0x0000, 0xBBFF, 0x7C00]]> : tensor<2x6xf16>})
    -> (tensor<2x4xi64> {check.expected = dense<[[5, 3, 0, 4], [5, 2, 0, 3]]> : tensor<2x4xi64>}, tensor<2x3xi32> {check.expected = dense<[[1, 2, 4], [1, 4, 3]]> : tensor<2x3xi32>}) {
  %y = nn.arg_top_k %a {axis = 1 : i64} : (tensor<2x6xf16>) -> tensor<2x4xi64>
  %z = nn.arg_top_k %a {axis = 1 : i64, smallest} : (tensor<2x6xf16>) -> tensor<2x3xi32>
  return %y, %z : tensor<2x4xi64>, tensor<2x3xi32>
}
