// Tells whether images lie channel by channel (NCHW), as inputs take them, or pixel by pixel
// (NHWC).
#pragma once

#include "tools/libqopt/flows/lint_data/finding.h"

#include <optional>
#include <span>

namespace qopt::lint {

/// Measures how much neighbours differ under both readings of the same bytes.
class Smoothness {
public:
  Smoothness() = default;
  /// None where the two readings are one, or images are too small to tell.
  static std::optional<Smoothness> create(std::span<const int64_t> sample); // C, H, W
  void add(std::span<const float> image);

  double byChannel() const { return channelwise; }
  double byPixel() const { return pixelwise; }

private:
  int64_t channels = 0, width = 0;
  double channelwise = 0, pixelwise = 0; // sums over neighbours along both axes
};

/// "layout": values are far smoother when read pixel by pixel.
Findings checkSmoothness(const Smoothness &smoothness, const std::string &input);

/// "layout": an array [H, W, C], with or without a sample dimension, for an input [C, H, W].
Findings checkShape(std::span<const int64_t> array, std::span<const int64_t> sample,
                    const std::string &input);

} // namespace qopt::lint
