#include "tools/libqopt/flows/lint/sound_samples.h"

#include "tools/libqopt/flows/lint_data/input_checks.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace qrt;

namespace qopt::run {

static std::vector<bool> findSound(const Feeder::Batch &batch, llvm::ArrayRef<Port> inputs,
                                   const lint::LayerTaps &taps, const lint::Place &place,
                                   lint::Findings &findings) {
  std::vector<bool> sound(size_t(batch.raw.count), true);
  for (auto [port, array, shared] : llvm::zip_equal(inputs, batch.raw.arrays, batch.raw.shared)) {
    if (shared)
      continue;
    const bool isMask = !taps.mustBeFinite(port.name);
    std::vector<bool> numbers = isMask ? lint::rowsWithoutNan(array, batch.raw.count)
                                       : lint::finiteRows(array, batch.raw.count);
    for (size_t sample = 0; sample < numbers.size(); ++sample) {
      if (numbers[sample])
        continue;
      sound[sample] = false;
      findings.push_back(
          {lint::Severity::Error, "non-finite", port.name, place(batch.raw.first + int64_t(sample)),
           isMask ? "holds a NaN" : "holds a NaN or an infinity", "remove the sample"});
    }
  }
  return sound;
}

/// Row `good` in place of those that are not sound; rows that fill up are as the last sample's.
static Tensor withCopies(const Tensor &input, const std::vector<bool> &sound, size_t good) {
  Tensor copy = Tensor::allocate(input.type(), input.shape());
  const auto rows = size_t(input.shape()[0]), bytes = input.bytes() / rows;
  for (size_t row = 0; row < rows; ++row) {
    const bool is = sound[std::min(row, sound.size() - 1)];
    std::memcpy(static_cast<char *>(copy.mutableData()) + row * bytes,
                static_cast<const char *>(input.data()) + (is ? row : good) * bytes, bytes);
  }
  return copy;
}

std::vector<bool> replaceUnsound(Feeder::Batch &batch, llvm::ArrayRef<Port> inputs,
                                 const lint::LayerTaps &taps, const lint::Place &place,
                                 lint::Findings &findings) {
  const std::vector<bool> sound = findSound(batch, inputs, taps, place, findings);
  const auto good = llvm::find(sound, true);
  if (good == sound.end() || !llvm::is_contained(sound, false))
    return sound;
  for (auto [input, shared] : llvm::zip_equal(batch.inputs, batch.raw.shared))
    if (!shared)
      input = withCopies(input, sound, size_t(good - sound.begin()));
  return sound;
}

} // namespace qopt::run
