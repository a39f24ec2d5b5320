// RUN: qopt %s --verify-diagnostics --split-input-file

func.func @boxes_c1(%b: tensor<1x5x4xf32>, %s: tensor<1x2x6xf32>) {
  // expected-error@+1 {{(C1): boxes 1x5x4 and scores 1x2x6 do not go together}}
  %y:2 = nn.non_max_suppression %b, %s {max_boxes = 3 : i64, iou_threshold = 0.5 : f32} : (tensor<1x5x4xf32>, tensor<1x2x6xf32>) -> (tensor<6x3xi64>, tensor<1xi64>)
  return
}

// -----

func.func @bound(%b: tensor<1x5x4xf32>, %s: tensor<1x2x5xf32>) {
  // expected-error@+1 {{result has shape 10x3, but 6x3 follows}}
  %y:2 = nn.non_max_suppression %b, %s {max_boxes = 3 : i64, iou_threshold = 0.5 : f32} : (tensor<1x5x4xf32>, tensor<1x2x5xf32>) -> (tensor<10x3xi64>, tensor<1xi64>)
  return
}

// -----

func.func @boxes_c2(%b: tensor<1x5x4xf16>, %s: tensor<1x2x5xf32>) {
  // expected-error@+1 {{(C2): of 'f16'}}
  %y:2 = nn.non_max_suppression %b, %s {max_boxes = 3 : i64, iou_threshold = 0.5 : f32} : (tensor<1x5x4xf16>, tensor<1x2x5xf32>) -> (tensor<6x3xi64>, tensor<1xi64>)
  return
}

// -----

func.func @boxes_c3(%b: tensor<1x5x4xf32>, %s: tensor<1x2x5xf32>) {
  // expected-error@+1 {{(C3): iou_threshold is 1.500000e+00}}
  %y:2 = nn.non_max_suppression %b, %s {max_boxes = 3 : i64, iou_threshold = 1.5 : f32} : (tensor<1x5x4xf32>, tensor<1x2x5xf32>) -> (tensor<6x3xi64>, tensor<1xi64>)
  return
}

// -----

func.func @none_c3(%b: tensor<1x5x4xf32>, %s: tensor<1x2x5xf32>) {
  // expected-error@+1 {{(C3): max_boxes is 0}}
  %y:2 = nn.non_max_suppression %b, %s {max_boxes = 0 : i64, iou_threshold = 0.5 : f32} : (tensor<1x5x4xf32>, tensor<1x2x5xf32>) -> (tensor<0x3xi64>, tensor<1xi64>)
  return
}

// -----

func.func @score_c3(%b: tensor<1x5x4xf32>, %s: tensor<1x2x5xf32>) {
  // expected-error@+1 {{(C3): score_threshold is NaN}}
  %y:2 = nn.non_max_suppression %b, %s {max_boxes = 3 : i64, iou_threshold = 0.5 : f32, score_threshold = 0x7FC00000 : f32} : (tensor<1x5x4xf32>, tensor<1x2x5xf32>) -> (tensor<6x3xi64>, tensor<1xi64>)
  return
}

// -----

func.func @non_zero_c1(%x: tensor<f32>) {
  // expected-error@+1 {{(C1): of shape []}}
  %y:2 = nn.non_zero %x : (tensor<f32>) -> (tensor<0x1xi64>, tensor<1xi64>)
  return
}

// -----

func.func @non_zero_c2(%x: tensor<3xf8E5M2>) {
  // expected-error@+1 {{(C2): of 'f8E5M2'}}
  %y:2 = nn.non_zero %x : (tensor<3xf8E5M2>) -> (tensor<1x3xi64>, tensor<1xi64>)
  return
}
