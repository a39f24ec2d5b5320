// Places that data choose, and how many there are; −1 behind the last.
// Others have no kernels, and refuse them (test/lowering/kernels/registry_test.cpp).
// DEVICES: reference host

// Box 1 overlaps 0 by more than a half, 2 by less; 3 is 0 with other corners; 4 and 5 score alike.
func.func @corners(
    %b: tensor<1x6x4xf32> {check.input = dense<[[[0.0, 0.0, 4.0, 4.0], [0.0, 1.0, 4.0, 5.0], [0.0, 3.0, 4.0, 7.0], [4.0, 4.0, 0.0, 0.0], [9.0, 10.0, 10.0, 9.0], [9.0, 9.0, 10.0, 10.0]]]> : tensor<1x6x4xf32>},
    %s: tensor<1x1x6xf32> {check.input = dense<[[[0.5, 0.75, 0.25, 1.0, 0.125, 0.125]]]> : tensor<1x1x6xf32>})
    -> (tensor<6x3xi64> {check.expected = dense<[[0, 0, 3], [0, 0, 2], [0, 0, 4], [-1, -1, -1], [-1, -1, -1], [-1, -1, -1]]> : tensor<6x3xi64>}, tensor<1xi64> {check.expected = dense<[3]> : tensor<1xi64>}, tensor<2x3xi64> {check.expected = dense<[[0, 0, 3], [0, 0, 4]]> : tensor<2x3xi64>}, tensor<1xi64> {check.expected = dense<[2]> : tensor<1xi64>}) {
  %y:2 = nn.non_max_suppression %b, %s {max_boxes = 9 : i64, iou_threshold = 0.5 : f32} : (tensor<1x6x4xf32>, tensor<1x1x6xf32>) -> (tensor<6x3xi64>, tensor<1xi64>)
  %z:2 = nn.non_max_suppression %b, %s {max_boxes = 2 : i64, iou_threshold = 0.125 : f32} : (tensor<1x6x4xf32>, tensor<1x1x6xf32>) -> (tensor<2x3xi64>, tensor<1xi64>)
  return %y#0, %y#1, %z#0, %z#1 : tensor<6x3xi64>, tensor<1xi64>, tensor<2x3xi64>, tensor<1xi64>
}

// A score equal to the threshold is excluded, an overlap equal to the threshold is accepted (4 of
// 12: f32(1/3)).
func.func @at_the_thresholds(
    %b: tensor<1x3x4xf32> {check.input = dense<[[[0.0, 0.0, 2.0, 4.0], [0.0, 2.0, 2.0, 6.0], [0.0, 1.0, 2.0, 5.0]]]> : tensor<1x3x4xf32>},
    %s: tensor<1x2x3xf32> {check.input = dense<[[[1.0, 0.75, 0.5], [0.25, 0.5, 0.75]]]> : tensor<1x2x3xf32>})
    -> (tensor<6x3xi64> {check.expected = dense<[[0, 0, 0], [0, 0, 1], [0, 1, 2], [-1, -1, -1], [-1, -1, -1], [-1, -1, -1]]> : tensor<6x3xi64>}, tensor<1xi64> {check.expected = dense<[3]> : tensor<1xi64>}) {
  %y:2 = nn.non_max_suppression %b, %s {max_boxes = 3 : i64, iou_threshold = 0.33333334 : f32, score_threshold = 0.25 : f32} : (tensor<1x3x4xf32>, tensor<1x2x3xf32>) -> (tensor<6x3xi64>, tensor<1xi64>)
  return %y#0, %y#1 : tensor<6x3xi64>, tensor<1xi64>
}

// Centers and sizes, a batch that grows, scores through a view.
func.func @centers(
    %b: tensor<?x3x4xf32, #nn.dims<N>> {check.input = dense<[[[1.0, 1.0, 2.0, 2.0], [1.0, 1.5, 2.0, 2.0], [8.0, 8.0, 1.0, 1.0]], [[1.0, 1.0, 2.0, 2.0], [9.0, 1.5, 2.0, 2.0], [8.0, 8.0, -1.0, 1.0]]]> : tensor<2x3x4xf32>},
    %s: tensor<?x3x2xf32, #nn.dims<N>> {check.input = dense<[[[0.25, 1.0], [0.5, 0.5], [0.125, 0.25]], [[0.5, 0.5], [0.5, 1.0], [1.0, 0.0]]]> : tensor<2x3x2xf32>})
    -> (tensor<?x3xi64, #nn.dims<4*N>> {check.expected = dense<[[0, 0, 1], [0, 0, 2], [0, 1, 0], [0, 1, 2], [1, 0, 2], [1, 0, 0], [1, 1, 1], [1, 1, 0]]> : tensor<8x3xi64>}, tensor<1xi64> {check.expected = dense<[8]> : tensor<1xi64>}) {
  %t = nn.transpose %s {permutation = array<i64: 0, 2, 1>} : (tensor<?x3x2xf32, #nn.dims<N>>) -> tensor<?x2x3xf32, #nn.dims<N>>
  %y:2 = nn.non_max_suppression %b, %t {max_boxes = 2 : i64, iou_threshold = 0.5 : f32, score_threshold = 0.0 : f32, center_point_box} : (tensor<?x3x4xf32, #nn.dims<N>>, tensor<?x2x3xf32, #nn.dims<N>>) -> (tensor<?x3xi64, #nn.dims<4*N>>, tensor<1xi64>)
  return %y#0, %y#1 : tensor<?x3xi64, #nn.dims<4*N>>, tensor<1xi64>
}

// Classes grow. No number scores nothing, and overlaps nothing; a line has no area.
func.func @no_numbers(
    %b: tensor<1x4x4xf32> {check.input = dense<[[[0.0, 0.0, 1.0, 1.0], [0.0, 0x7FC00000, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0x7F800000]]]> : tensor<1x4x4xf32>},
    %s: tensor<1x?x4xf32, #nn.dims<C>> {check.input = dense<[[[0.25, 0.5, 0.75, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [0xFF800000, 0x7F800000, 0.0, 1.0]]]> : tensor<1x3x4xf32>})
    -> (tensor<?x3xi64, #nn.dims<4*C>> {check.expected = dense<[[0, 0, 2], [0, 0, 1], [0, 0, 0], [0, 2, 1], [0, 2, 3], [0, 2, 2], [0, 2, 0], [-1, -1, -1], [-1, -1, -1], [-1, -1, -1], [-1, -1, -1], [-1, -1, -1]]> : tensor<12x3xi64>}, tensor<1xi64> {check.expected = dense<[7]> : tensor<1xi64>}, tensor<?x3xi64, #nn.dims<C>> {check.expected = dense<[[-1, -1, -1], [-1, -1, -1], [-1, -1, -1]]> : tensor<3x3xi64>}, tensor<1xi64> {check.expected = dense<[0]> : tensor<1xi64>}) {
  %y:2 = nn.non_max_suppression %b, %s {max_boxes = 4 : i64, iou_threshold = 0.0 : f32} : (tensor<1x4x4xf32>, tensor<1x?x4xf32, #nn.dims<C>>) -> (tensor<?x3xi64, #nn.dims<4*C>>, tensor<1xi64>)
  %z:2 = nn.non_max_suppression %b, %s {max_boxes = 1 : i64, iou_threshold = 1.0 : f32, score_threshold = 0x7F800000 : f32} : (tensor<1x4x4xf32>, tensor<1x?x4xf32, #nn.dims<C>>) -> (tensor<?x3xi64, #nn.dims<C>>, tensor<1xi64>)
  return %y#0, %y#1, %z#0, %z#1 : tensor<?x3xi64, #nn.dims<4*C>>, tensor<1xi64>, tensor<?x3xi64, #nn.dims<C>>, tensor<1xi64>
}

func.func @non_zero(
    %x: tensor<?x4xf32, #nn.dims<N>> {check.input = dense<[[0.0, -0.0, 0x7FC00000, 1.0e-45], [0.0, 0.0, 0.0, -2.0]]> : tensor<2x4xf32>})
    -> (tensor<2x?xi64, #nn.dims<4*N>> {check.expected = dense<[[0, 0, 1, -1, -1, -1, -1, -1], [2, 3, 3, -1, -1, -1, -1, -1]]> : tensor<2x8xi64>}, tensor<1xi64> {check.expected = dense<[3]> : tensor<1xi64>}) {
  %y:2 = nn.non_zero %x : (tensor<?x4xf32, #nn.dims<N>>) -> (tensor<2x?xi64, #nn.dims<4*N>>, tensor<1xi64>)
  return %y#0, %y#1 : tensor<2x?xi64, #nn.dims<4*N>>, tensor<1xi64>
}

// In the order of the view, not of the buffer; everything, and nothing.
func.func @non_zero_of_a_view(
    %x: tensor<2x1x3xi32> {check.input = dense<[[[0, 2, 0]], [[3, 4, 0]]]> : tensor<2x1x3xi32>},
    %all: tensor<3xi1> {check.input = dense<[true, true, true]> : tensor<3xi1>},
    %none: tensor<2x2xui8> {check.input = dense<[[0, 0], [0, 0]]> : tensor<2x2xui8>})
    -> (tensor<3x6xi64> {check.expected = dense<[[0, 1, 1, -1, -1, -1], [1, 0, 1, -1, -1, -1], [0, 0, 0, -1, -1, -1]]> : tensor<3x6xi64>}, tensor<1xi64> {check.expected = dense<[3]> : tensor<1xi64>}, tensor<1x3xi64> {check.expected = dense<[[0, 1, 2]]> : tensor<1x3xi64>}, tensor<1xi64> {check.expected = dense<[3]> : tensor<1xi64>}, tensor<2x4xi64> {check.expected = dense<[[-1, -1, -1, -1], [-1, -1, -1, -1]]> : tensor<2x4xi64>}, tensor<1xi64> {check.expected = dense<[0]> : tensor<1xi64>}) {
  %t = nn.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<2x1x3xi32>) -> tensor<3x2x1xi32>
  %y:2 = nn.non_zero %t : (tensor<3x2x1xi32>) -> (tensor<3x6xi64>, tensor<1xi64>)
  %a:2 = nn.non_zero %all : (tensor<3xi1>) -> (tensor<1x3xi64>, tensor<1xi64>)
  %n:2 = nn.non_zero %none : (tensor<2x2xui8>) -> (tensor<2x4xi64>, tensor<1xi64>)
  return %y#0, %y#1, %a#0, %a#1, %n#0, %n#1 : tensor<3x6xi64>, tensor<1xi64>, tensor<1x3xi64>, tensor<1xi64>, tensor<2x4xi64>, tensor<1xi64>
}

func.func @non_zero_narrow(
    %x: tensor<5xf16> {check.input = dense<[0x0000, 0x8000, 0x0001, 0x7E00, 0xFC00]> : tensor<5xf16>},
    %b: tensor<2x3xi64> {check.input = dense<[[4294967296, 0, 1], [0, -1, 0]]> : tensor<2x3xi64>})
    -> (tensor<1x5xi64> {check.expected = dense<[[2, 3, 4, -1, -1]]> : tensor<1x5xi64>}, tensor<1xi64> {check.expected = dense<[3]> : tensor<1xi64>}, tensor<2x6xi64> {check.expected = dense<[[0, 0, 1, -1, -1, -1], [0, 2, 1, -1, -1, -1]]> : tensor<2x6xi64>}, tensor<1xi64> {check.expected = dense<[3]> : tensor<1xi64>}) {
  %y:2 = nn.non_zero %x : (tensor<5xf16>) -> (tensor<1x5xi64>, tensor<1xi64>)
  %z:2 = nn.non_zero %b : (tensor<2x3xi64>) -> (tensor<2x6xi64>, tensor<1xi64>)
  return %y#0, %y#1, %z#0, %z#1 : tensor<1x5xi64>, tensor<1xi64>, tensor<2x6xi64>, tensor<1xi64>
}
