#include "tools/libqopt/flows/lint_data/input_checks.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <cstring>
#include <utility>

using namespace qrt;

namespace qopt::lint {

template <typename Is>
static std::vector<bool> rowsOf(const Tensor &array, int64_t samples, Is is) {
  std::vector<bool> rows(size_t(samples), true);
  if (!isFloat(array.type()) || array.size() == 0)
    return rows;
  const int64_t row = array.size() / array.shape()[0];
  visitValues(array, [&](auto values) {
    for (int64_t i = 0; i < samples * row; ++i)
      if (!is(double(values[size_t(i)])))
        rows[size_t(i / row)] = false;
  });
  return rows;
}

std::vector<bool> finiteRows(const Tensor &array, int64_t samples) {
  return rowsOf(array, samples, [](double value) { return std::isfinite(value); });
}

std::vector<bool> rowsWithoutNan(const Tensor &array, int64_t samples) {
  return rowsOf(array, samples, [](double value) { return !std::isnan(value); });
}

Tensor channelsReversed(const Tensor &array, int64_t rows) {
  Shape shape = array.shape();
  const auto have = size_t(std::exchange(shape[0], rows)), channels = size_t(shape[1]);
  Tensor result = Tensor::allocate(array.type(), shape);
  const size_t bytes = array.bytes() / (have * channels);
  auto *to = static_cast<char *>(result.mutableData());
  auto *from = static_cast<const char *>(array.data());
  for (size_t row = 0; row < size_t(rows); ++row)
    for (size_t c = 0; c < channels; ++c)
      std::memcpy(to + (row * channels + c) * bytes,
                  from + ((std::min(row, have - 1) + 1) * channels - 1 - c) * bytes, bytes);
  return result;
}

// Features [N, F] are each of a kind of their own, and are no channels.
InputChecks::InputChecks(const Port &port, bool preprocessed) {
  auto isStatic = [](const nn::Dim &dim) { return dim.isStatic() && dim.value() > 0; };
  real = port.type == ElementType::F32 && !port.quantization;
  if (!real)
    return;
  facts.input = port.name;
  if (!preprocessed)
    facts.mean = port.preprocess.mean, facts.std = port.preprocess.std;
  hasChannels = port.shape.size() > 2 && llvm::all_of(llvm::drop_begin(port.shape), isStatic);
  if (!hasChannels)
    return;
  const Shape sample = port.shapeAt(1);
  facts.prepared = Moments(size_t(sample[1]));
  extremes = ChannelExtremes(size_t(sample[1]));
  smoothness = Smoothness::create(std::span(sample).subspan(1));
}

void InputChecks::add(const Tensor &raw, const Tensor &prepared, const std::vector<bool> &sound) {
  if (!real || raw.size() == 0)
    return;
  facts.isBytes = raw.type() == ElementType::U8;
  const auto row = size_t(prepared.size() / prepared.shape()[0]);
  visitValues(raw, [&](auto values) {
    for (size_t i = 0; i < sound.size() * row; ++i) {
      if (!sound[i / row])
        continue;
      const auto value = double(values[i]);
      facts.min = std::min(facts.min, value);
      facts.max = std::max(facts.max, value);
      facts.integral &= value == std::nearbyint(value);
    }
  });
  for (size_t sample = 0; hasChannels && sample < sound.size(); ++sample) {
    if (!sound[sample])
      continue;
    auto values = prepared.values<float>().subspan(sample * row, row);
    facts.prepared.add(values);
    extremes.addSample(values);
    if (smoothness)
      smoothness->add(values);
  }
}

Findings InputChecks::check(bool withValues) const {
  Findings findings;
  if (!hasChannels || facts.prepared.samples() == 0)
    return findings;
  llvm::append_range(findings, checkInputChannels(extremes, facts.input));
  if (smoothness)
    llvm::append_range(findings, checkSmoothness(*smoothness, facts.input));
  if (withValues)
    llvm::append_range(findings, checkValues(facts));
  return findings;
}

} // namespace qopt::lint
