// Measures what each layer's type costs the outputs, one layer at a time in both directions, and
// the strongest pairs together.
#pragma once

#include "tools/libqopt/flows/contest/deadline.h"
#include "tools/libqopt/flows/search/errors/error_measurement.h"
#include "tools/libqopt/flows/search/errors/prediction.h"
#include "tools/libqopt/flows/search/result/error_memory.h"
#include "tools/libqopt/flows/search/result/search_result.h"
#include "tools/libqopt/flows/search/types/layer_types.h"

#include <optional>

namespace qopt::run {

/// Returns the sum of all that measurements depend on: the network as it came and quantized, the
/// samples, and what was asked, as text.
qrt::Expected<std::string> searchSettingOf(const Quantizer &quantizer,
                                           const ErrorMeasurement &measurement,
                                           llvm::StringRef asked);

class LayerErrors {
public:
  /// All but `memory` outlive this. `candidates`: of each layer, the first is Float; narrow floats
  /// lie in memory as f32 while layers are measured.
  LayerErrors(const Quantizer &quantizer, ErrorMeasurement measurement,
              std::vector<std::string> layers, std::vector<LayerType> candidates,
              ErrorMemory memory);

  /// Measures layers alone in this order until `alone` is over, then the strongest 64 of them in
  /// the other direction until `whole` is; false where either was over before the last.
  qrt::Expected<bool> measure(llvm::ArrayRef<size_t> order, const Deadline &alone,
                              const Deadline &whole);
  /// Measures a network whole, notes what was predicted of it before, and corrects the model.
  qrt::Expected<Predicted> learn(const std::vector<size_t> &choice);

  ErrorModel &model() { return errors; }
  const ErrorModel &model() const { return errors; }
  const ErrorMeasurement &measurement() const { return measuring; }
  LayerTypes typesOf(const std::vector<size_t> &choice) const;
  /// Those that were predicted and came: layers float among narrow ones, and pairs of them.
  const std::vector<Predicted> &wholes() const { return predicted; }
  std::optional<double> goneWithout(size_t layer) const { return gone[layer]; }
  std::optional<double> aloneOf(size_t layer) const {
    return isKnown[layer] ? std::optional(errors.alone(layer, 1)) : std::nullopt;
  }
  std::vector<SearchedPair> strongestPairs(size_t count) const;

private:
  struct Pair {
    size_t first, second;
    double added;
  };

  qrt::Expected<MeasuredErrors> errorsOf(const std::vector<size_t> &choice);
  std::vector<size_t> all(size_t candidate) const {
    return std::vector<size_t>(layers.size(), candidate);
  }
  qrt::Status measureAlone(size_t layer);
  qrt::Status measureAnchor();
  qrt::Status measureWithout(size_t layer);
  std::vector<size_t> strongest(size_t count) const;
  std::vector<Pair> pairs() const;

  const Quantizer &quantizer;
  ErrorMeasurement measuring;
  std::vector<std::string> layers;
  std::vector<LayerType> candidates;
  ErrorMemory memory;
  ErrorModel errors;
  double anchorNoise = 0;
  std::vector<Predicted> predicted;
  std::vector<bool> isKnown; // alone
  std::vector<std::optional<double>> gone;
};

} // namespace qopt::run
