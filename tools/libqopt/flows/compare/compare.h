// Two networks, or one on two devices, value by value: how far each value that both have is apart.
// qrun compare is this and a table. For bindings as quantize.h says it.
//
//   qopt::CompareOptions options;
//   options.samples = std::make_shared<MySamples>(…);
//   auto result = qopt::compare(*floats, *integers, options);
//   for (const qopt::ComparedValue &value : result->values)
//     … value.key, value.difference.sqnr …
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/numbers/difference.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"

namespace qopt {

struct CompareOptions {
  /// Both networks are fed these arrays, by input; or else the first batch of samples; or else
  /// noise, in the range of bytes where an input has a mean and a deviation, else in [−1, 1). An
  /// array has the input's shape, with the dimension of samples, and is raw unless `preprocessed`.
  std::map<std::string, qrt::Tensor> arrays;
  std::shared_ptr<const SampleSource> samples;
  SampleSelection selection;
  int64_t batch = 8; // of samples, and of noise
  uint64_t seed = 1; // of the noise
  bool preprocessed = false;
  bool allowsNan = false; // what is fed may hold NaN: the networks are made for it
  /// The networks' outputs alone, by the kernels that a run uses: a value that is read out is
  /// computed by itself, and nothing is fused across it.
  bool outputsAlone = false;
  std::string device = "host", otherDevice; // where they run; of the second empty: the same
  CompileOptions compile;
  std::optional<qrt::FloatOrder> otherOrder; // of the second; none: that of `compile`
  /// Names that messages and commands use.
  std::string name = "first.mlirbc", otherName = "second.mlirbc", samplesName = "samples.npz";
  FlowHooks hooks;
};

/// A value that both networks have, by key.
struct ComparedValue {
  std::string key, types; // "f32", "qi8 / f32": of the first, and of the second where it is another
  qrt::Shape shape, otherShape;
  bool storedAlike = false;   // type, parameters and every bit
  std::string behind;         // the relu or clip that both are judged behind; empty: as they stand
  run::Difference difference; // of real values, of equal shapes alone
  double scale = 0;           // of the steps; 0: neither side has any
  int64_t nans = 0;           // elements that are NaN on both sides

  bool fits() const { return shape == otherShape; }
};

/// If something differs, `next` has the command that shows the worst first.
struct CompareResult : FlowResult {
  std::vector<ComparedValue> values;     // in the order in which the first network computes them
  int64_t onlyFirst = 0, onlySecond = 0; // values that one of them has
  /// The first that is not stored alike; null: all are.
  const ComparedValue *firstUnlike() const;
};

/// The worst first: what does not fit, then by rising SQNR.
void sortByError(std::vector<ComparedValue> &values);

/// `first` and `second` may be one network. Fails where their inputs are different, where what is
/// fed does not fit or holds NaN, where no value is in both, and where the caller cancels
/// (wasCancelled), who is asked before each of the two compiles and runs.
qrt::Expected<CompareResult> compare(const Network &first, const Network &second,
                                     const CompareOptions &options);

} // namespace qopt
