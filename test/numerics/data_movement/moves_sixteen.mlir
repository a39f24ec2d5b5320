// Steps moved on 16 bits: exact copies; a border is quantized, and what a triangle leaves is z.
!z16 = !quant.uniform<i16:f32, 0.00019999999494757503:-1200>

func.func @views(
    %a: tensor<2x3x2x!z16> {check.input = dense<[[[-32768, 32767], [0, -1], [12345, -30001]], [[256, -257], [1, 20000], [-5, 777]]]> : tensor<2x3x2xi16>})
    -> (tensor<3x4x!z16> {check.expected = dense<[[-32768, 32767, 0, -1], [12345, -30001, 256, -257], [1, 20000, -5, 777]]> : tensor<3x4xi16>}, tensor<4x3x!z16> {check.expected = dense<[[-32768, 12345, 1], [32767, -30001, 20000], [0, 256, -5], [-1, -257, 777]]> : tensor<4x3xi16>}, tensor<2x3x!z16> {check.expected = dense<[[-1, -257, 777], [-32768, 12345, 1]]> : tensor<2x3xi16>}) {
  %y = nn.reshape %a : (tensor<2x3x2x!z16>) -> tensor<3x4x!z16>
  %z = nn.transpose %y {permutation = array<i64: 1, 0>} : (tensor<3x4x!z16>) -> tensor<4x3x!z16>
  %u = nn.slice %z {starts = array<i64: -1, 0>, steps = array<i64: -3, 1>} : (tensor<4x3x!z16>) -> tensor<2x3x!z16>
  return %y, %z, %u : tensor<3x4x!z16>, tensor<4x3x!z16>, tensor<2x3x!z16>
}

func.func @concat_and_split(
    %a: tensor<2x2x!z16> {check.input = dense<[[-32768, 32767], [0, -1]]> : tensor<2x2xi16>},
    %b: tensor<2x3x!z16> {check.input = dense<[[-1, 12345, -30001], [256, -257, 1]]> : tensor<2x3xi16>})
    -> (tensor<2x5x!z16> {check.expected = dense<[[-32768, 32767, -1, 12345, -30001], [0, -1, 256, -257, 1]]> : tensor<2x5xi16>}, tensor<2x1x!z16> {check.expected = dense<[[-32768], [0]]> : tensor<2x1xi16>}, tensor<2x4x!z16> {check.expected = dense<[[32767, -1, 12345, -30001], [-1, 256, -257, 1]]> : tensor<2x4xi16>}) {
  %y = nn.concat %a, %b {axis = 1 : i64} : (tensor<2x2x!z16>, tensor<2x3x!z16>) -> tensor<2x5x!z16>
  %p:2 = nn.split %y {axis = 1 : i64, sizes = array<i64: 1, 4>} : (tensor<2x5x!z16>) -> (tensor<2x1x!z16>, tensor<2x4x!z16>)
  return %y, %p#0, %p#1 : tensor<2x5x!z16>, tensor<2x1x!z16>, tensor<2x4x!z16>
}

func.func @pad(
    %a: tensor<2x2x!z16> {check.input = dense<[[-32768, 32767], [0, -1]]> : tensor<2x2xi16>})
    -> (tensor<3x4x!z16> {check.expected = dense<[[32767, 32767, 32767, 32767], [-32768, 32767, 32767, 32767], [0, -1, 32767, 32767]]> : tensor<3x4xi16>}) {
  %y = nn.pad %a {low = array<i64: 1, 0>, high = array<i64: 0, 2>, value = 1.0e9 : f32} : (tensor<2x2x!z16>) -> tensor<3x4x!z16>
  return %y : tensor<3x4x!z16>
}

func.func @gathers(
    %a: tensor<3x3x!z16> {check.input = dense<[[-32768, 32767, 0], [-1, 12345, -30001], [256, -257, 1]]> : tensor<3x3xi16>},
    %b: tensor<2xi64> {check.input = dense<[2, -3]> : tensor<2xi64>},
    %c: tensor<2x2xi32> {check.input = dense<[[0, -1], [2, 1]]> : tensor<2x2xi32>})
    -> (tensor<3x2x!z16> {check.expected = dense<[[0, -32768], [-30001, -1], [1, 256]]> : tensor<3x2xi16>}, tensor<2x2x!z16> {check.expected = dense<[[-32768, -257], [256, 12345]]> : tensor<2x2xi16>}, tensor<2x!z16> {check.expected = dense<[0, -257]> : tensor<2xi16>}) {
  %y = nn.gather %a, %b {axis = 1 : i64} : (tensor<3x3x!z16>, tensor<2xi64>) -> tensor<3x2x!z16>
  %z = nn.gather_elements %a, %c {axis = 0 : i64} : (tensor<3x3x!z16>, tensor<2x2xi32>) -> tensor<2x2x!z16>
  %u = nn.gather_nd %a, %c {batch_dims = 0 : i64} : (tensor<3x3x!z16>, tensor<2x2xi32>) -> tensor<2x!z16>
  return %y, %z, %u : tensor<3x2x!z16>, tensor<2x2x!z16>, tensor<2x!z16>
}

func.func @repeats(
    %a: tensor<3x1x!z16> {check.input = dense<[[-32768], [32767], [0]]> : tensor<3x1xi16>})
    -> (tensor<2x3x2x!z16> {check.expected = dense<[[[-32768, -32768], [32767, 32767], [0, 0]], [[-32768, -32768], [32767, 32767], [0, 0]]]> : tensor<2x3x2xi16>}, tensor<3x2x!z16> {check.expected = dense<[[-32768, -32768], [32767, 32767], [0, 0]]> : tensor<3x2xi16>}, tensor<6x1x!z16> {check.expected = dense<[[0], [32767], [-32768], [32767], [0], [32767]]> : tensor<6x1xi16>}) {
  %y = nn.expand %a : (tensor<3x1x!z16>) -> tensor<2x3x2x!z16>
  %z = nn.tile %a {repeats = array<i64: 1, 2>} : (tensor<3x1x!z16>) -> tensor<3x2x!z16>
  %u = nn.extend %a {low = array<i64: 2, 0>, high = array<i64: 1, 0>, mode = "reflect"} : (tensor<3x1x!z16>) -> tensor<6x1x!z16>
  return %y, %z, %u : tensor<2x3x2x!z16>, tensor<3x2x!z16>, tensor<6x1x!z16>
}

func.func @places(
    %a: tensor<3x3x!z16> {check.input = dense<[[-32768, 32767, 0], [-1, 12345, -30001], [256, -257, 1]]> : tensor<3x3xi16>},
    %b: tensor<3xi32> {check.input = dense<[3, 0, 2]> : tensor<3xi32>},
    %c: tensor<4xi32> {check.constant = dense<[0, 0, 1, 2]> : tensor<4xi32>})
    -> (tensor<3x3x!z16> {check.expected = dense<[[-32768, 32767, 0], [-1200, 12345, -30001], [-1200, -1200, 1]]> : tensor<3x3xi16>}, tensor<3x3x!z16> {check.expected = dense<[[0, 32767, -32768], [-1, 12345, -30001], [-257, 256, 1]]> : tensor<3x3xi16>}, tensor<3x4x!z16> {check.expected = dense<[[-32768, -32768, 32767, 0], [-1, -1, 12345, -30001], [256, 256, -257, 1]]> : tensor<3x4xi16>}) {
  %y = nn.trilu %a {k = 0 : i64, upper} : (tensor<3x3x!z16>) -> tensor<3x3x!z16>
  %z = nn.reverse_sequence %a, %b {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<3x3x!z16>, tensor<3xi32>) -> tensor<3x3x!z16>
  %u = nn.resample %a, %c {axis = 1 : i64, step = 0 : i64} : (tensor<3x3x!z16>, tensor<4xi32>) -> tensor<3x4x!z16>
  return %y, %z, %u : tensor<3x3x!z16>, tensor<3x3x!z16>, tensor<3x4x!z16>
}

func.func @scatters(
    %a: tensor<4x!z16> {check.input = dense<[-32768, 32767, 0, -1]> : tensor<4xi16>},
    %b: tensor<5xi64> {check.input = dense<[1, -1, 1, 0, 1]> : tensor<5xi64>},
    %c: tensor<5x!z16> {check.input = dense<[256, -257, 1, 20000, -5]> : tensor<5xi16>},
    %d: tensor<5x1xi32> {check.input = dense<[[1], [3], [1], [0], [-3]]> : tensor<5x1xi32>})
    -> (tensor<4x!z16> {check.expected = dense<[20000, -5, 0, -257]> : tensor<4xi16>}, tensor<4x!z16> {check.expected = dense<[20000, 32767, 0, -1]> : tensor<4xi16>}, tensor<4x!z16> {check.expected = dense<[-32768, -5, 0, -257]> : tensor<4xi16>}, tensor<4x!z16> {check.expected = dense<[20000, 32767, 0, -1]> : tensor<4xi16>}) {
  %y = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "none"} : (tensor<4x!z16>, tensor<5xi64>, tensor<5x!z16>) -> tensor<4x!z16>
  %z = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "max"} : (tensor<4x!z16>, tensor<5xi64>, tensor<5x!z16>) -> tensor<4x!z16>
  %u = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "min"} : (tensor<4x!z16>, tensor<5xi64>, tensor<5x!z16>) -> tensor<4x!z16>
  %v = nn.scatter_nd %a, %d, %c {reduction = "max"} : (tensor<4x!z16>, tensor<5x1xi32>, tensor<5x!z16>) -> tensor<4x!z16>
  return %y, %z, %u, %v : tensor<4x!z16>, tensor<4x!z16>, tensor<4x!z16>, tensor<4x!z16>
}

func.func @cache(
    %a: tensor<2x3x!z16> {check.input = dense<[[-32768, 32767, 0], [-1, 12345, -30001]]> : tensor<2x3xi16>},
    %b: tensor<2x2x!z16> {check.input = dense<[[-1, 12345], [-30001, 256]]> : tensor<2x2xi16>},
    %c: tensor<2xi64> {check.input = dense<[1, 2]> : tensor<2xi64>})
    -> (tensor<2x3x!z16> {check.expected = dense<[[-32768, -1, 12345], [256, 12345, -30001]]> : tensor<2x3xi16>}) {
  %y = nn.tensor_scatter %a, %b, %c {axis = 1 : i64, circular} : (tensor<2x3x!z16>, tensor<2x2x!z16>, tensor<2xi64>) -> tensor<2x3x!z16>
  return %y : tensor<2x3x!z16>
}

func.func @one_hot(
    %a: tensor<3xi64> {check.input = dense<[1, -1, 7]> : tensor<3xi64>},
    %b: tensor<2x!z16> {check.input = dense<[-1, 12345]> : tensor<2xi16>})
    -> (tensor<3x3x!z16> {check.expected = dense<[[-1, 12345, -1], [-1, -1, 12345], [-1, -1, -1]]> : tensor<3x3xi16>}) {
  %y = nn.one_hot %a, %b {axis = 1 : i64} : (tensor<3xi64>, tensor<2x!z16>) -> tensor<3x3x!z16>
  return %y : tensor<3x3x!z16>
}

func.func @order(
    %a: tensor<2x6x!z16> {check.input = dense<[[-32768, 32767, 0, -1, 12345, -30001], [256, -257, 1, 20000, -5, 777]]> : tensor<2x6xi16>})
    -> (tensor<2x4xi64> {check.expected = dense<[[1, 4, 2, 3], [3, 5, 0, 2]]> : tensor<2x4xi64>}, tensor<2x3xi32> {check.expected = dense<[[0, 5, 3], [1, 4, 2]]> : tensor<2x3xi32>}) {
  %y = nn.arg_top_k %a {axis = 1 : i64} : (tensor<2x6x!z16>) -> tensor<2x4xi64>
  %z = nn.arg_top_k %a {axis = 1 : i64, smallest} : (tensor<2x6x!z16>) -> tensor<2x3xi32>
  return %y, %z : tensor<2x4xi64>, tensor<2x3xi32>
}
