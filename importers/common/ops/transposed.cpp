// Transposed convolutions. Along each dimension, with stride s, result position o + pad = q·s + r
// sums x[q − j·d]·w[r + j·s]: for each phase r a convolution of its own taps, reversed, with the
// dilation d = 1 (a window that has both stride and dilation gets zeros between its taps; without a
// stride there is one phase, which keeps its dilation).
#include "importers/common/ops/convolutions.h"
#include "ir/ops.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace qopt {

namespace {
/// The phases of a transposed convolution along one dimension.
struct Phases {
  int64_t count, taps, dilation; // phases, taps of each, steps between these
  int64_t padLow, padHigh;       // of the convolution
  int64_t start;                 // where the result begins in what is woven
  nn::Dim size;                  // of the result
};

struct TransposedConv {
  LayerBinder &b;
  const Transposition &t;
  SmallVector<Phases, 3> phases;
  int64_t phaseCount = 1;
  /// Channels of a phase lie together, so that they are woven together; groups keep theirs.
  bool phasesFirst() const { return t.groups == 1; }
};
} // namespace

static std::optional<Phases> phasesOf(const nn::Dim &in, const ImageWindow &w, int64_t extra,
                                      size_t i) {
  int64_t stride = w.strides[i], reach = (w.kernel[i] - 1) * w.dilations[i] + 1;
  auto out = nn::multiply(nn::sum(in, nn::staticDim(-1)), nn::staticDim(stride));
  out =
      out ? nn::add(*out, nn::staticDim(reach + extra - w.padLow(i) - w.padHigh(i))) : std::nullopt;
  if (!out || nn::isLess(*out, nn::staticDim(1)) == true)
    return std::nullopt;
  Phases p;
  p.count = stride;
  p.dilation = stride == 1 ? w.dilations[i] : 1;
  p.taps = stride == 1 ? w.kernel[i] : (reach + stride - 1) / stride;
  // The first and last q, the latter behind the image's last position.
  int64_t span = (p.taps - 1) * p.dilation;
  int64_t first = std::min(w.padLow(i) / stride, span);
  int64_t last = llvm::divideFloorSigned(reach - 1 + extra - w.padHigh(i), stride);
  p.padLow = span - first;
  p.padHigh = std::max<int64_t>(last, 0);
  p.start = w.padLow(i) - first * stride;
  p.size = *out;
  return p;
}

// The weights' dimensions from `first` on cut to so many elements, or continued by zeros.
static Value resized(TransposedConv &c, StringRef name, Value w, size_t first,
                     ArrayRef<int64_t> sizes) {
  auto shape = llvm::to_vector(cast<RankedTensorType>(w.getType()).getShape());
  Ints none(shape.size(), 0), high(shape.size(), 0), ones(shape.size(), 1);
  SmallVector<nn::Dim> cut = llvm::map_to_vector(shape, nn::staticDim);
  bool cuts = false, pads = false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    int64_t size = shape[first + i];
    cuts |= sizes[i] < size;
    pads |= sizes[i] > size;
    cut[first + i] = nn::staticDim(std::min(size, sizes[i]));
    high[first + i] = std::max<int64_t>(sizes[i] - size, 0);
  }
  if (cuts)
    w = c.b.evaluated(
        c.b.partAs<nn::SliceOp>((name + "_cut").str(), cut, elementOf(w), w, none, ones));
  if (pads && c.b.ok())
    w = c.b.evaluated(
        c.b.part<nn::PadOp>((name + "_pad").str(), elementOf(w), w, none, high, APFloat(0.0f)));
  return w;
}

static Value reshaped(TransposedConv &c, StringRef name, Value w, ArrayRef<int64_t> shape) {
  return w ? c.b.evaluated(c.b.reshapePart(name, w, llvm::map_to_vector(shape, nn::staticDim))) : w;
}

// Zeros between taps, where there is both a stride and a dilation.
static Value spread(TransposedConv &c, Value w) {
  const ImageWindow &window = c.t.window;
  auto shape = llvm::to_vector(cast<RankedTensorType>(w.getType()).getShape());
  Ints apart(shape.begin(), shape.begin() + 2), steps, joined = apart;
  for (size_t i = 0; i < window.rank(); ++i) {
    int64_t step = window.strides[i] == 1 ? 1 : window.dilations[i];
    apart.append({shape[2 + i], 1});
    steps.append({shape[2 + i], step});
    joined.push_back(shape[2 + i] * step);
  }
  if (joined == Ints(shape))
    return w;
  w = reshaped(c, "apart", w, apart);
  w = w ? resized(c, "zeros", w, 2, steps) : w;
  return reshaped(c, "spread", w, joined);
}

// [C, M/g, k…] → [phases·M, C/g, taps…], or M·phases, taps reversed.
static Value phaseWeights(TransposedConv &c, Value w) {
  auto shape = cast<RankedTensorType>(w.getType()).getShape();
  int64_t in = shape[0] / c.t.groups, out = shape[1], rank = int64_t(c.phases.size());
  Ints grouped{c.t.groups, in, out}, order{0, 2, 1}, merged{c.t.groups * out, in};
  for (int64_t i = 0; i < rank; ++i) {
    grouped.push_back(shape[2 + i]);
    order.push_back(3 + i);
    merged.push_back(shape[2 + i]);
  }
  w = reshaped(c, "groups", w, grouped);
  w = c.b.evaluated(c.b.part<nn::TransposeOp>("by_output", c.b.f32(), w, order));
  w = reshaped(c, "by_channel", w, merged);
  w = c.b.ok() ? spread(c, w) : w;
  Ints whole, split(merged.begin(), merged.begin() + 2), starts{0, 0}, steps{1, 1};
  Ints byPhase, taps{1}, result{merged[0] * c.phaseCount, in};
  for (int64_t i = 0; i < rank; ++i) {
    const Phases &p = c.phases[i];
    whole.push_back(p.taps * p.count);
    split.append({p.taps, p.count});
    starts.append({p.taps - 1, 0});
    steps.append({-1, 1});
    byPhase.push_back(3 + 2 * i);
    taps.push_back(2 + 2 * i);
    result.push_back(p.taps);
  }
  byPhase.insert(c.phasesFirst() ? byPhase.end() : byPhase.begin(), 0);
  byPhase.append(taps);
  w = c.b.ok() ? resized(c, "whole", w, 2, whole) : w;
  w = reshaped(c, "taps", w, split);
  w = c.b.evaluated(c.b.partAs<nn::SliceOp>("reversed", llvm::map_to_vector(split, nn::staticDim),
                                            c.b.f32(), w, starts, steps));
  w = c.b.evaluated(c.b.part<nn::TransposeOp>("phases", c.b.f32(), w, byPhase));
  return reshaped(c, "weights", w, result);
}

// One entry for each phase of each channel.
static Value phaseBias(TransposedConv &c, Value bias) {
  if (!bias || c.phaseCount == 1)
    return bias;
  int64_t channels = cast<RankedTensorType>(bias.getType()).getNumElements();
  Ints one = c.phasesFirst() ? Ints{1, channels} : Ints{channels, 1};
  Value part = reshaped(c, "bias_part", bias, one);
  Value all = c.b.evaluated(c.b.part<nn::ConcatOp>("bias_phases", c.b.f32(),
                                                   SmallVector<Value>(c.phaseCount, part),
                                                   uint64_t(c.phasesFirst() ? 0 : 1)));
  return reshaped(c, "bias", all, {channels * c.phaseCount});
}

// [N, phases·M, Q…], or M·phases, → [N, M, Q·s…].
static Value woven(TransposedConv &c, StringRef name, Value y) {
  nn::SymbolicShape shape = nn::symbolicShape(y);
  int64_t rank = int64_t(c.phases.size());
  nn::Dim channels = *nn::quotient(shape[1], nn::staticDim(c.phaseCount));
  nn::SymbolicShape apart{shape[0]}, joined{shape[0], channels};
  for (const Phases &p : c.phases)
    apart.push_back(nn::staticDim(p.count));
  const int64_t channelDim = c.phasesFirst() ? 1 + rank : 1, firstPhase = c.phasesFirst() ? 1 : 2;
  apart.insert(apart.begin() + channelDim, channels);
  Ints order{0, channelDim};
  for (int64_t i = 0; i < rank; ++i) {
    apart.push_back(shape[2 + i]);
    order.append({2 + rank + i, firstPhase + i});
    std::optional<nn::Dim> size = nn::multiply(shape[2 + i], nn::staticDim(c.phases[i].count));
    c.b.support(size.has_value(), "with so large a result");
    joined.push_back(size.value_or(nn::Dim()));
  }
  y = c.b.ok() ? c.b.reshapePart("apart_phases", y, apart) : Value();
  y = c.b.part<nn::TransposeOp>("woven", c.b.f32(), y, order);
  return c.b.ok() ? c.b.reshapePart(name, y, joined) : Value();
}

Value convolveTransposed(LayerBinder &b, Value x, Value weights, Value bias,
                         const Transposition &t) {
  if (!b.ok())
    return {};
  TransposedConv c{b, t, {}};
  nn::SymbolicShape shape = nn::symbolicShape(x), result{shape[0], nn::Dim()};
  ImageWindow window;
  Ints starts{0, 0}, high;
  for (size_t i = 0; i < t.window.rank(); ++i) {
    std::optional<Phases> p = phasesOf(shape[2 + i], t.window, t.extra[i], i);
    b.require(p.has_value(), "the pads leave nothing of dimension " + Twine(2 + i));
    if (!b.ok())
      return {};
    c.phases.push_back(*p);
    c.phaseCount *= p->count;
    window.kernel.push_back(p->taps);
    window.strides.push_back(1);
    window.dilations.push_back(p->dilation);
    window.pads.push_back(p->padLow);
    high.push_back(p->padHigh);
    starts.push_back(p->start);
    result.push_back(p->size);
  }
  constexpr int64_t mostPhases = 4096;
  b.support(c.phaseCount <= mostPhases, "of " + Twine(c.phaseCount) + " phases");
  if (!b.ok())
    return {};
  window.pads.append(high);
  // The last step has the layer's name: whether it is the cut depends on sizes that follow.
  bool weaves = c.phaseCount > 1;
  auto cutsAxis = [&](size_t i) {
    const Phases &p = c.phases[i];
    auto whole =
        nn::add(shape[2 + i], nn::staticDim(p.padLow + p.padHigh - (p.taps - 1) * p.dilation));
    auto all = whole ? nn::multiply(*whole, nn::staticDim(p.count)) : std::nullopt;
    return p.start != 0 || !all || *all != p.size;
  };
  bool cuts = llvm::any_of(llvm::seq<size_t>(0, c.phases.size()), cutsAxis);
  Value w = phaseWeights(c, weights);
  Value y = convolve(b, cuts || weaves ? "conv" : "", x, w, phaseBias(c, bias), window, t.groups);
  if (weaves && b.ok())
    y = woven(c, cuts ? "image" : "", y);
  if (!cuts || !b.ok())
    return y;
  result[1] = nn::symbolicShape(y)[1];
  return b.partAs<nn::SliceOp>("", result, b.f32(), y, starts, Ints(starts.size(), 1));
}

} // namespace qopt
