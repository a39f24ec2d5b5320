// Taps: an entry's values measured as further results of it, so that every device measures them.
#pragma once

#include "ir/values/keys.h"
#include "runtime/numerics/types/tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace qopt {

/// Rows of an nn.extremes tell this together.
struct Extremes {
  float min = std::numeric_limits<float>::infinity(), max = -min;
  bool hasNan = false;

  static Extremes of(std::span<const float> rows);
  bool areFinite() const;
  /// "a NaN" or "an infinity", of what is not finite.
  std::string_view culprit() const { return hasNan ? "a NaN" : "an infinity"; }
};

/// A Tap describes a result that was added.
struct Tap {
  std::string key;
  /// Rows of the result tell of samples one after the other, equally many of each; else it tells of
  /// the run.
  bool perSample = false;

  /// Returns the extremes of that sample of a batch of so many rows, or of the run.
  Extremes extremesOf(const qrt::Tensor &told, int64_t sample, int64_t batchRows) const;
};

/// Float values with a key but constants, arguments first, in the order of computation.
llvm::SmallVector<mlir::Value> floatValues(mlir::func::FuncOp function);

/// An nn.extremes of `value` along `axis`, or of all of it, in f32: right behind it, so that
/// nothing is kept for it.
mlir::Value createExtremes(mlir::OpBuilder &builder, nn::NameTable &names, mlir::Value value,
                           std::optional<int64_t> axis);

/// Adds an nn.extremes of each of floatValues. By sample where a dimension grows with the batch and
/// with nothing else; where the batch is fixed, of the run.
std::vector<Tap> tapExtremes(mlir::func::FuncOp function);

/// Each part of a value has counters of its own, 16 KiB, and a thread or work-group.
constexpr int64_t mostHistogramParts = 16;

/// Adds an nn.histogram of the values named, at so many bins a unit, in that many parts.
std::vector<Tap> tapHistograms(mlir::func::FuncOp function, const llvm::StringMap<float> &perUnit,
                               int64_t parts);

/// A value that tapExtremes measures for the whole run mixes samples where the batch is larger
/// than 1, as all do of a model of fixed batch: its key, or "". Such models are shown one sample a
/// run, which fills the batch.
std::string mixesSamples(mlir::func::FuncOp function);

/// The dimension along which samples lie, as tapExtremes groups them; none: it tells of the run.
std::optional<int64_t> sampleAxis(mlir::func::FuncOp function, mlir::Value value);

/// The argument whose first dimension counts samples: one that is open, else the first of several
/// rows, else the first that there is; none where all are scalars. Of an input of one row beside
/// one of several it is not known whose rows are samples: whoever takes them for several, and shows
/// such a model one sample a run, is right in either case.
std::optional<unsigned> sampleArgument(mlir::func::FuncOp function);

} // namespace qopt
