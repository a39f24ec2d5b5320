#include "ir/ops/product_sum.h"

#include "ir/ops.h"
#include "ir/ops/sum_text.h"
#include "ir/ops/zero_points.h"
#include "ir/values/weights.h"
#include "ir/verify.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;

namespace qopt::nn {

namespace {
// Magnitudes of sums. They saturate instead of wrapping.
using Magnitude = uint64_t;

Magnitude times(Magnitude a, Magnitude b) { return llvm::SaturatingMultiply(a, b); }
Magnitude plus(Magnitude a, Magnitude b) { return llvm::SaturatingAdd(a, b); }

// The positive and the negative part of a number or of a sum's terms.
struct Signed {
  Magnitude above = 0, below = 0;
  void add(int64_t term) {
    Magnitude &side = term < 0 ? below : above;
    side = plus(side, term < 0 ? -Magnitude(term) : Magnitude(term));
  }
};

// The range of a factor's q − z.
struct Reach {
  qrt::ElementType storage;
  Magnitude above, below;

  Reach(qrt::ElementType storage, std::optional<int64_t> zero)
      : storage(storage),
        above(span(zero.value_or(qrt::lowestOf(storage)), qrt::highestOf(storage))),
        below(span(qrt::lowestOf(storage), zero.value_or(qrt::highestOf(storage)))) {}
  Magnitude largest() const { return std::max(above, below); }

private:
  static Magnitude span(int64_t low, int64_t high) { return Magnitude(high - low); }
};

// Sums of products with the input, and the proof that none leaves its type (A4).
struct Sums {
  Reach input;
  SumLayout layout;
  const qrt::Tensor *bias = nullptr; // one integer a channel

  // The largest accumulator value; one more lies below zero.
  Magnitude most() const {
    return qrt::sumType(input.storage) == qrt::ElementType::I32
               ? std::numeric_limits<int32_t>::max()
               : std::numeric_limits<int64_t>::max();
  }

  // Whatever the signs: every product is as large as can be.
  bool fitAnyway(Magnitude weightReach) const {
    Magnitude largest = 0;
    for (int64_t c = 0; bias && c < bias->size(); ++c) {
      Signed b;
      b.add(qrt::integerAt(*bias, c));
      largest = std::max(largest, plus(b.above, b.below));
    }
    Magnitude products = times(times(Magnitude(layout.terms), weightReach), input.largest());
    return plus(products, largest) <= most();
  }

  // With weights q − z: `zeros` has one z, or one for each channel.
  bool fitBySigns(const qrt::Tensor &weights, ArrayRef<int64_t> zeros) const {
    int64_t channels = weights.shape()[layout.axis], inner = 1;
    for (size_t i = layout.axis + 1; i < weights.shape().size(); ++i)
      inner *= weights.shape()[i];
    std::vector<Signed> sums(layout.terms ? weights.size() / layout.terms : channels);
    qrt::visitValues(weights, [&](auto values) {
      for (int64_t i = 0; i < int64_t(values.size()); ++i) {
        const int64_t channel = i / inner % channels;
        sums[i / (layout.terms * channels) * channels + channel].add(
            int64_t(values[i]) - zeros[zeros.size() == 1 ? 0 : size_t(channel)]);
      }
    });
    for (auto [i, w] : llvm::enumerate(sums)) {
      Signed b;
      if (bias)
        b.add(qrt::integerAt(*bias, int64_t(i) % channels));
      if (plus(plus(times(w.above, input.above), times(w.below, input.below)), b.above) > most() ||
          plus(plus(times(w.above, input.below), times(w.below, input.above)), b.below) >
              most() + 1)
        return false;
    }
    return true;
  }
};
} // namespace

bool sumsFit(const QuantParams &input, const qrt::Tensor &weights, SumLayout layout,
             const qrt::Tensor *integerBias) {
  Sums sums{Reach(input.storage, input.zeroPoint), layout, integerBias};
  return sums.fitAnyway(Reach(weights.type(), 0).largest()) || sums.fitBySigns(weights, {0});
}

// One, or one for each channel; none where they are known only when it runs.
static SmallVector<int64_t> zerosOfWeights(const Accumulation &acc) {
  SmallVector<int64_t> zeros = zeroPointsOf(acc.weightsType());
  if (!zeros.empty())
    return zeros;
  const OpOperand *operand = acc.parameters.weightsZero;
  if (std::optional<int64_t> zero =
          knownZeroPoint(acc.weightsType(), operand ? operand->get() : Value()))
    zeros.push_back(*zero);
  return zeros;
}

// The reach of stored weights: constants are checked against their declared range, others not.
static Magnitude weightReach(const Accumulation &acc, ArrayRef<int64_t> zeros) {
  const qrt::ElementType storage = *storageType(acc.weightsType());
  if (zeros.empty())
    return Reach(storage, std::nullopt).largest();
  int64_t least = qrt::lowestOf(storage), most = qrt::highestOf(storage), reach = 0;
  auto type = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(acc.weightsType()));
  if (type && acc.weights->get().getDefiningOp<ConstantOp>())
    least = type.getStorageTypeMin(), most = type.getStorageTypeMax();
  for (int64_t zero : zeros)
    reach = std::max({reach, most - zero, zero - least});
  return Magnitude(reach);
}

LogicalResult verifyProductSum(Operation *op, StringRef label, const Accumulation &acc,
                               SumLayout layout) {
  if (isF32(acc.inputType()))
    return success();
  bool integers = acc.bias && !acc.hasFloatBias();
  if (integers && !acc.bias->get().getDefiningOp<ConstantOp>())
    return violates(op, label) << "nothing bounds an integer bias that is no constant";
  std::optional<qrt::Tensor> bias = integers ? constantTensor(acc.bias->get()) : std::nullopt;
  qrt::ElementType storage = *storageType(acc.inputType());
  auto valueOf = [](const OpOperand *operand) { return operand ? operand->get() : Value(); };
  const RunTimeParameters &parameters = acc.parameters;
  Sums sums{Reach(storage, knownZeroPoint(acc.inputType(), valueOf(parameters.inputZero))), layout,
            bias ? &*bias : nullptr};
  const SmallVector<int64_t> zeros = zerosOfWeights(acc);
  if (sums.fitAnyway(weightReach(acc, zeros)))
    return success();
  // Data that is missing is an error where it is read.
  Value weights = acc.weights->get();
  std::optional<qrt::Tensor> values = constantTensor(weights);
  if (!zeros.empty() && weights.getDefiningOp<ConstantOp>() &&
      (!values || sums.fitBySigns(*values, zeros)))
    return success();
  return violates(op, label) << sumOf(layout.terms, "products")
                             << (integers ? " and its bias may exceed " : " may exceed ")
                             << qrt::bitWidth(qrt::sumType(storage)) << " bits"
                             << remedyForOpen(layout.terms);
}

} // namespace qopt::nn
