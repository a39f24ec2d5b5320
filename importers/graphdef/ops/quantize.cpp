// FakeQuantWithMinMaxArgs, …Vars and …VarsPerChannel: ranges that training has learned.
#include "importers/common/ops/fake_quantize.h"
#include "importers/graphdef/graph/op_table.h"
#include "ir/ops.h"

#include <cmath>

using namespace mlir;

namespace qopt::graphdef {

namespace {
struct Steps {
  int64_t bits = 8;
  bool isNarrow = false;
};
} // namespace

static Steps readSteps(Binder &b) {
  Steps steps;
  b.attr("num_bits", steps.bits).attr("narrow_range", steps.isNarrow);
  b.bounded(steps.bits, 2, 16, "num_bits");
  return steps;
}

// TensorFlow nudges a range such that 0 is a step (its fake_quant_ops_functor.h): in f32, the zero
// point is min's distance from 0, rounded half away from zero and clamped.
static void addRange(Binder &b, float min, float max, const Steps &steps, FakeQuant &q) {
  const float least = steps.isNarrow ? 1.0f : 0.0f, most = float((1 << steps.bits) - 1);
  b.require(std::isfinite(min) && std::isfinite(max) && min <= 0 && max >= 0 && min < max,
            "its range " + Twine(std::to_string(min)) + " to " + Twine(std::to_string(max)) +
                " is none that holds 0");
  if (!b.ok())
    return;
  const float scale = (max - min) / (most - least), fromMin = least - min / scale;
  b.require(std::isnormal(scale), "its range is too small or too large for f32");
  if (!b.ok())
    return;
  const float zero = fromMin < least ? least : fromMin > most ? most : std::round(fromMin);
  q.scales.push_back(double(scale));
  q.zeroPoints.push_back(int64_t(zero));
  q.least = int64_t(least);
  q.most = int64_t(most);
}

// Weights have zero points of signed steps where the middle is 0; all steps shift alike.
static void centre(FakeQuant &q) {
  const int64_t half = (q.most + 1) / 2;
  for (int64_t &zero : q.zeroPoints)
    zero -= half;
  q.least -= half;
  q.most -= half;
}

static void bindQuantized(Binder &b, Value x, FakeQuant q) {
  if (!b.ok())
    return;
  centre(q);
  if (q.axis < 0 && Binder::isImage(x))
    return b.bindImage(fakeQuantized(b, b.image("nchw", x), q));
  b.bindReal(0, fakeQuantized(b, x, q));
}

static void byArguments(Binder &b) {
  Value x;
  float min = -6, max = 6;
  b.arity(1, 1).input(0, x).attr("min", min).attr("max", max);
  Steps steps = readSteps(b);
  FakeQuant q;
  if (b.ok())
    addRange(b, min, max, steps, q);
  bindQuantized(b, x, q);
}

// min and max: one each, or one for each element of the last dimension.
template <bool perChannel> static void byRanges(Binder &b) {
  Value x;
  qrt::Tensor min, max;
  b.arity(3, 3).input(0, x).reals(1, min).reals(2, max);
  Steps steps = readSteps(b);
  if (!b.ok())
    return;
  b.require(min.size() == max.size() && min.size() >= 1, "min and max differ in size")
      .require(perChannel || min.size() == 1, "needs one min and one max");
  b.require(!perChannel || (rankOf(x) >= 1 && nn::symbolicShape(x)[size_t(rankOf(x)) - 1] ==
                                                  nn::staticDim(min.size())),
            "has " + Twine(min.size()) + " ranges, which are not as many as the channels");
  FakeQuant q;
  q.axis = perChannel ? rankOf(x) - 1 : -1;
  for (size_t i = 0; b.ok() && i < size_t(min.size()); ++i)
    addRange(b, min.values<float>()[i], max.values<float>()[i], steps, q);
  bindQuantized(b, x, q);
}

ArrayRef<OpEntry> quantizeOps() {
  static constexpr OpEntry ops[] = {{"FakeQuantWithMinMaxArgs", byArguments},
                                    {"FakeQuantWithMinMaxVars", byRanges<false>},
                                    {"FakeQuantWithMinMaxVarsPerChannel", byRanges<true>}};
  return ops;
}

} // namespace qopt::graphdef
