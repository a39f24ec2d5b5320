// Steps moved on u8: exact copies; a border is quantized, and what a triangle leaves is z.
!u8 = !quant.uniform<u8:f32, 0.02500000037252903:77>

func.func @views(
    %a: tensor<2x3x2x!u8> {check.input = dense<[[[255, 0], [1, 128], [127, 200]], [[17, 254], [99, 64], [3, 77]]]> : tensor<2x3x2xui8>})
    -> (tensor<3x4x!u8> {check.expected = dense<[[255, 0, 1, 128], [127, 200, 17, 254], [99, 64, 3, 77]]> : tensor<3x4xui8>}, tensor<4x3x!u8> {check.expected = dense<[[255, 127, 99], [0, 200, 64], [1, 17, 3], [128, 254, 77]]> : tensor<4x3xui8>}, tensor<2x3x!u8> {check.expected = dense<[[128, 254, 77], [255, 127, 99]]> : tensor<2x3xui8>}) {
  %y = nn.reshape %a : (tensor<2x3x2x!u8>) -> tensor<3x4x!u8>
  %z = nn.transpose %y {permutation = array<i64: 1, 0>} : (tensor<3x4x!u8>) -> tensor<4x3x!u8>
  %u = nn.slice %z {starts = array<i64: -1, 0>, steps = array<i64: -3, 1>} : (tensor<4x3x!u8>) -> tensor<2x3x!u8>
  return %y, %z, %u : tensor<3x4x!u8>, tensor<4x3x!u8>, tensor<2x3x!u8>
}

func.func @concat_and_split(
    %a: tensor<2x2x!u8> {check.input = dense<[[255, 0], [1, 128]]> : tensor<2x2xui8>},
    %b: tensor<2x3x!u8> {check.input = dense<[[128, 127, 200], [17, 254, 99]]> : tensor<2x3xui8>})
    -> (tensor<2x5x!u8> {check.expected = dense<[[255, 0, 128, 127, 200], [1, 128, 17, 254, 99]]> : tensor<2x5xui8>}, tensor<2x1x!u8> {check.expected = dense<[[255], [1]]> : tensor<2x1xui8>}, tensor<2x4x!u8> {check.expected = dense<[[0, 128, 127, 200], [128, 17, 254, 99]]> : tensor<2x4xui8>}) {
  %y = nn.concat %a, %b {axis = 1 : i64} : (tensor<2x2x!u8>, tensor<2x3x!u8>) -> tensor<2x5x!u8>
  %p:2 = nn.split %y {axis = 1 : i64, sizes = array<i64: 1, 4>} : (tensor<2x5x!u8>) -> (tensor<2x1x!u8>, tensor<2x4x!u8>)
  return %y, %p#0, %p#1 : tensor<2x5x!u8>, tensor<2x1x!u8>, tensor<2x4x!u8>
}

func.func @pad(
    %a: tensor<2x2x!u8> {check.input = dense<[[255, 0], [1, 128]]> : tensor<2x2xui8>})
    -> (tensor<3x4x!u8> {check.expected = dense<[[37, 37, 37, 37], [255, 0, 37, 37], [1, 128, 37, 37]]> : tensor<3x4xui8>}) {
  %y = nn.pad %a {low = array<i64: 1, 0>, high = array<i64: 0, 2>, value = -1.01 : f32} : (tensor<2x2x!u8>) -> tensor<3x4x!u8>
  return %y : tensor<3x4x!u8>
}

func.func @gathers(
    %a: tensor<3x3x!u8> {check.input = dense<[[255, 0, 1], [128, 127, 200], [17, 254, 99]]> : tensor<3x3xui8>},
    %b: tensor<2xi64> {check.input = dense<[2, -3]> : tensor<2xi64>},
    %c: tensor<2x2xi32> {check.input = dense<[[0, -1], [2, 1]]> : tensor<2x2xi32>})
    -> (tensor<3x2x!u8> {check.expected = dense<[[1, 255], [200, 128], [99, 17]]> : tensor<3x2xui8>}, tensor<2x2x!u8> {check.expected = dense<[[255, 254], [17, 127]]> : tensor<2x2xui8>}, tensor<2x!u8> {check.expected = dense<[1, 254]> : tensor<2xui8>}) {
  %y = nn.gather %a, %b {axis = 1 : i64} : (tensor<3x3x!u8>, tensor<2xi64>) -> tensor<3x2x!u8>
  %z = nn.gather_elements %a, %c {axis = 0 : i64} : (tensor<3x3x!u8>, tensor<2x2xi32>) -> tensor<2x2x!u8>
  %u = nn.gather_nd %a, %c {batch_dims = 0 : i64} : (tensor<3x3x!u8>, tensor<2x2xi32>) -> tensor<2x!u8>
  return %y, %z, %u : tensor<3x2x!u8>, tensor<2x2x!u8>, tensor<2x!u8>
}

func.func @repeats(
    %a: tensor<3x1x!u8> {check.input = dense<[[255], [0], [1]]> : tensor<3x1xui8>})
    -> (tensor<2x3x2x!u8> {check.expected = dense<[[[255, 255], [0, 0], [1, 1]], [[255, 255], [0, 0], [1, 1]]]> : tensor<2x3x2xui8>}, tensor<3x2x!u8> {check.expected = dense<[[255, 255], [0, 0], [1, 1]]> : tensor<3x2xui8>}, tensor<6x1x!u8> {check.expected = dense<[[1], [0], [255], [0], [1], [0]]> : tensor<6x1xui8>}) {
  %y = nn.expand %a : (tensor<3x1x!u8>) -> tensor<2x3x2x!u8>
  %z = nn.tile %a {repeats = array<i64: 1, 2>} : (tensor<3x1x!u8>) -> tensor<3x2x!u8>
  %u = nn.extend %a {low = array<i64: 2, 0>, high = array<i64: 1, 0>, mode = "reflect"} : (tensor<3x1x!u8>) -> tensor<6x1x!u8>
  return %y, %z, %u : tensor<2x3x2x!u8>, tensor<3x2x!u8>, tensor<6x1x!u8>
}

func.func @places(
    %a: tensor<3x3x!u8> {check.input = dense<[[255, 0, 1], [128, 127, 200], [17, 254, 99]]> : tensor<3x3xui8>},
    %b: tensor<3xi32> {check.input = dense<[3, 0, 2]> : tensor<3xi32>},
    %c: tensor<4xi32> {check.constant = dense<[0, 0, 1, 2]> : tensor<4xi32>})
    -> (tensor<3x3x!u8> {check.expected = dense<[[255, 0, 1], [77, 127, 200], [77, 77, 99]]> : tensor<3x3xui8>}, tensor<3x3x!u8> {check.expected = dense<[[1, 0, 255], [128, 127, 200], [254, 17, 99]]> : tensor<3x3xui8>}, tensor<3x4x!u8> {check.expected = dense<[[255, 255, 0, 1], [128, 128, 127, 200], [17, 17, 254, 99]]> : tensor<3x4xui8>}) {
  %y = nn.trilu %a {k = 0 : i64, upper} : (tensor<3x3x!u8>) -> tensor<3x3x!u8>
  %z = nn.reverse_sequence %a, %b {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<3x3x!u8>, tensor<3xi32>) -> tensor<3x3x!u8>
  %u = nn.resample %a, %c {axis = 1 : i64, step = 0 : i64} : (tensor<3x3x!u8>, tensor<4xi32>) -> tensor<3x4x!u8>
  return %y, %z, %u : tensor<3x3x!u8>, tensor<3x3x!u8>, tensor<3x4x!u8>
}

func.func @scatters(
    %a: tensor<4x!u8> {check.input = dense<[255, 0, 1, 128]> : tensor<4xui8>},
    %b: tensor<5xi64> {check.input = dense<[1, -1, 1, 0, 1]> : tensor<5xi64>},
    %c: tensor<5x!u8> {check.input = dense<[17, 254, 99, 64, 3]> : tensor<5xui8>},
    %d: tensor<5x1xi32> {check.input = dense<[[1], [3], [1], [0], [-3]]> : tensor<5x1xi32>})
    -> (tensor<4x!u8> {check.expected = dense<[64, 3, 1, 254]> : tensor<4xui8>}, tensor<4x!u8> {check.expected = dense<[255, 99, 1, 254]> : tensor<4xui8>}, tensor<4x!u8> {check.expected = dense<[64, 0, 1, 128]> : tensor<4xui8>}, tensor<4x!u8> {check.expected = dense<[255, 99, 1, 254]> : tensor<4xui8>}) {
  %y = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "none"} : (tensor<4x!u8>, tensor<5xi64>, tensor<5x!u8>) -> tensor<4x!u8>
  %z = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "max"} : (tensor<4x!u8>, tensor<5xi64>, tensor<5x!u8>) -> tensor<4x!u8>
  %u = nn.scatter_elements %a, %b, %c {axis = 0 : i64, reduction = "min"} : (tensor<4x!u8>, tensor<5xi64>, tensor<5x!u8>) -> tensor<4x!u8>
  %v = nn.scatter_nd %a, %d, %c {reduction = "max"} : (tensor<4x!u8>, tensor<5x1xi32>, tensor<5x!u8>) -> tensor<4x!u8>
  return %y, %z, %u, %v : tensor<4x!u8>, tensor<4x!u8>, tensor<4x!u8>, tensor<4x!u8>
}

func.func @cache(
    %a: tensor<2x3x!u8> {check.input = dense<[[255, 0, 1], [128, 127, 200]]> : tensor<2x3xui8>},
    %b: tensor<2x2x!u8> {check.input = dense<[[128, 127], [200, 17]]> : tensor<2x2xui8>},
    %c: tensor<2xi64> {check.input = dense<[1, 2]> : tensor<2xi64>})
    -> (tensor<2x3x!u8> {check.expected = dense<[[255, 128, 127], [17, 127, 200]]> : tensor<2x3xui8>}) {
  %y = nn.tensor_scatter %a, %b, %c {axis = 1 : i64, circular} : (tensor<2x3x!u8>, tensor<2x2x!u8>, tensor<2xi64>) -> tensor<2x3x!u8>
  return %y : tensor<2x3x!u8>
}

func.func @one_hot(
    %a: tensor<3xi64> {check.input = dense<[1, -1, 7]> : tensor<3xi64>},
    %b: tensor<2x!u8> {check.input = dense<[128, 127]> : tensor<2xui8>})
    -> (tensor<3x3x!u8> {check.expected = dense<[[128, 127, 128], [128, 128, 127], [128, 128, 128]]> : tensor<3x3xui8>}) {
  %y = nn.one_hot %a, %b {axis = 1 : i64} : (tensor<3xi64>, tensor<2x!u8>) -> tensor<3x3x!u8>
  return %y : tensor<3x3x!u8>
}

func.func @order(
    %a: tensor<2x6x!u8> {check.input = dense<[[255, 0, 1, 128, 127, 200], [17, 254, 99, 64, 3, 77]]> : tensor<2x6xui8>})
    -> (tensor<2x4xi64> {check.expected = dense<[[0, 5, 3, 4], [1, 2, 5, 3]]> : tensor<2x4xi64>}, tensor<2x3xi32> {check.expected = dense<[[1, 2, 4], [4, 0, 3]]> : tensor<2x3xi32>}) {
  %y = nn.arg_top_k %a {axis = 1 : i64} : (tensor<2x6x!u8>) -> tensor<2x4xi64>
  %z = nn.arg_top_k %a {axis = 1 : i64, smallest} : (tensor<2x6x!u8>) -> tensor<2x3xi32>
  return %y, %z : tensor<2x4xi64>, tensor<2x3xi32>
}
