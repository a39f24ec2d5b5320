// Boxes chosen by their scores.
#ifndef QOPT_IR_NON_MAX_SUPPRESSION
#define QOPT_IR_NON_MAX_SUPPRESSION

include "ir/ops/reduction/places.td"

def NN_NonMaxSuppressionOp : NN_PlacesOp<"non_max_suppression"> {
  let summary = "boxes chosen by score, but for those that overlap a better one";
  let description = [{
    As ONNX's NonMaxSuppression. `boxes` [N, S, 4] are two opposite corners y, x, y, x,
    or with `center_point_box` x, y, width, height; `scores` are [N, C, S]. Of each class
    of each sample the boxes that score more than `score_threshold` (absent: all) are
    taken by falling score, the lower index first among equals, up to `max_boxes` of
    them; one whose intersection over union with one taken before is more than
    `iou_threshold` is left out. A score that is NaN is never taken; a box whose area
    is not positive, or a coordinate of which is NaN, overlaps none.

    Result 0 [N·C·min(max_boxes, S), 3] holds sample, class and box of each, in this
    order, and −1 behind the last; result 1 [1] how many there are. Stays float; the
    host alone computes it.

    (C1) shapes fit as said.
    (C2) boxes and scores are f32, the results i64.
    (C3) max_boxes is at least 1, iou_threshold in [0, 1], score_threshold no NaN.
  }];
  let arguments = (ins AnyRankedTensor:$boxes, AnyRankedTensor:$scores,
                       I64Attr:$max_boxes, F32Attr:$iou_threshold,
                       OptionalAttr<F32Attr>:$score_threshold, UnitAttr:$center_point_box);
}

#endif
