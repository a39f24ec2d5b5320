// Computes where the elements of a resized dimension come from, as ONNX's reference does, in f64.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace qopt::onnx {

struct ResizeRule {
  std::string mode = "nearest";           // linear, cubic
  std::string coordinates = "half_pixel"; // coordinate_transformation_mode
  std::string nearest = "round_prefer_floor";
  double cubic = -0.75;
  bool excludeOutside = false, antialias = false;
};

/// One dimension. `from` is its size, or unknown (0) where `scale` alone decides.
struct ResizedAxis {
  int64_t from = 0, to = 0;
  double up = 1, down = 1;   // to / from; a scale that a file says need not give `to` exactly
  double start = 0, end = 1; // of the region that tf_crop_and_resize takes
};

/// The table that nn.resample reads; `outside` says where tf_crop_and_resize leaves the image.
struct ResizeTable {
  std::vector<int32_t> places;
  std::vector<float> weights; // `taps` for each place; none for nearest
  int64_t taps = 1;
  std::vector<bool> outside;
};

/// Returns how many elements one is made of.
double tapsOf(const ResizeRule &rule, const ResizedAxis &axis);
/// The first `count` elements.
ResizeTable tableOf(const ResizeRule &rule, const ResizedAxis &axis, int64_t count);

} // namespace qopt::onnx
