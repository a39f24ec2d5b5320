// The vectors that a layer multiplies its weights with: rows of its input, or windows of an image.
#pragma once

#include "passes/repair/seed_layer.h"
#include "runtime/numerics/windows/window2d.h"

namespace qopt {

class LayerRows {
public:
  /// `input`: the shape of one run's.
  LayerRows(const SeedLayer &layer, const qrt::Shape &input);

  /// Elements of a row: those of the layer's groups, one after the other.
  int64_t width() const { return groups * terms; }
  /// Rows of so many leading indices of the input.
  int64_t count(int64_t leading) const { return leading * perLeading; }
  /// Row `row` of what begins at `from`.
  void gather(const float *from, int64_t row, float *to) const;
  /// Copies the `outputs` elements that stand for row `row` in a value of the result's shape.
  void gatherResult(const float *from, int64_t row, int64_t outputs, float *to) const;

private:
  void gatherWindow(const float *image, std::array<int64_t, 2> place, float *to) const;

  int64_t groups, terms;
  int64_t perLeading; // rows of a leading index
  bool isImage;
  int64_t channels = 0;
  std::array<int64_t, 2> in{}, out{};
  qrt::Window2d window;
};

/// The rows looked at of a sample that has `count`: `wanted` at most, spread evenly, at places that
/// the number of the sample shifts. No batch and no thread has a say in them.
std::vector<int64_t> chosenRows(int64_t count, int64_t wanted, int64_t sample);

} // namespace qopt
