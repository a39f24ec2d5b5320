// Convolutions and pools: their adjoints are convolutions of what they made, zeros between its
// elements where they step, by the weights mirrored.
#include "ir/values/weights.h"
#include "passes/adjoint/rules.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

/// Windows over an image of one or two dimensions of known sizes.
struct Windows {
  SmallVector<int64_t, 2> image, result, kernel, strides, low, high, dilations;

  size_t rank() const { return image.size(); }
  /// Returns how many positions lie from the first to the last that a window starts at.
  int64_t span(size_t i) const { return (result[i] - 1) * strides[i] + 1; }
};

std::optional<SmallVector<int64_t, 2>> sizesOf(Value image) {
  SmallVector<int64_t, 2> sizes;
  const SymbolicShape shape = symbolicShape(image);
  for (const Dim &dim : ArrayRef<Dim>(shape).drop_front(2)) {
    if (!dim.isStatic())
      return std::nullopt;
    sizes.push_back(dim.value());
  }
  return sizes;
}

std::optional<Windows> windowsOf(Value input, Value result, ArrayRef<int64_t> kernel,
                                 ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                                 ArrayRef<int64_t> dilations) {
  auto image = sizesOf(input), sizes = sizesOf(result);
  if (!image || !sizes)
    return std::nullopt;
  auto list = [](ArrayRef<int64_t> of) { return SmallVector<int64_t, 2>(of); };
  const size_t rank = image->size();
  return Windows{*image,
                 *sizes,
                 list(kernel),
                 list(strides),
                 list(pads.take_front(rank)),
                 list(pads.drop_front(rank)),
                 list(dilations)};
}

// Puts zeros between elements: [N, C, h, w] → [N, C, (h − 1)·s + 1, (w − 1)·s + 1].
Value spread(GraphMaker &m, Value value, const Windows &w) {
  if (llvm::all_of(w.strides, [](int64_t stride) { return stride == 1; }))
    return value;
  const SymbolicShape shape = symbolicShape(value);
  SymbolicShape apart{shape[0], shape[1]}, joined = apart, cut = apart;
  SmallVector<int64_t> high{0, 0};
  for (size_t i = 0; i < w.rank(); ++i) {
    apart.append({staticDim(w.result[i]), staticDim(1)});
    high.append({0, w.strides[i] - 1});
    joined.push_back(staticDim(w.result[i] * w.strides[i]));
    cut.push_back(staticDim(w.span(i)));
  }
  const SmallVector<int64_t> low(high.size(), 0), starts(shape.size(), 0);
  return m.slice(m.reshape(m.pad(m.reshape(value, apart), low, high), joined), starts, cut);
}

// Makes the adjoint of a convolution by `weights`, [in, out / groups, kernel…], already mirrored.
Value convolvedBack(GraphMaker &m, Value gradient, const Windows &w, const qrt::Tensor &weights,
                    int64_t groups) {
  SmallVector<int64_t> ones(w.rank(), 1), pads, high;
  for (size_t i = 0; i < w.rank(); ++i) {
    const int64_t reach = (w.kernel[i] - 1) * w.dilations[i];
    pads.push_back(reach - w.low[i]);
    high.push_back(w.image[i] - w.span(i) + w.low[i]);
  }
  pads.append(high);
  if (llvm::any_of(pads, [](int64_t pad) { return pad < 0; }))
    return nullptr;
  return m.make<Conv2dOp>("adjoint/conv", spread(m, gradient, w),
                          m.constant("adjoint/weights", weights), Value(), Value(),
                          ArrayRef<int64_t>(ones), ArrayRef<int64_t>(pads),
                          ArrayRef<int64_t>(w.dilations), uint64_t(groups));
}

// Turns [out, in / groups, kernel…] into [in, out / groups, kernel…] and mirrors the kernels.
qrt::Tensor mirrored(const qrt::Tensor &weights, int64_t groups) {
  qrt::Shape shape = weights.shape();
  const int64_t out = shape[0] / groups, in = shape[1];
  const int64_t positions = qrt::elementCount(shape) / (shape[0] * in);
  shape[0] = in * groups;
  shape[1] = out;
  qrt::Tensor result = qrt::Tensor::allocate(qrt::ElementType::F32, shape);
  auto from = weights.values<float>();
  auto to = result.mutableValues<float>();
  for (int64_t g = 0; g < groups; ++g)
    for (int64_t o = 0; o < out; ++o)
      for (int64_t i = 0; i < in; ++i)
        for (int64_t k = 0; k < positions; ++k)
          to[size_t(((g * in + i) * out + o) * positions + positions - 1 - k)] =
              from[size_t(((g * out + o) * in + i) * positions + k)];
  return result;
}

bool throughConv(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  auto conv = cast<Conv2dOp>(op);
  std::optional<qrt::Tensor> weights = constantTensor(conv.getWeights());
  if (!weights || adjoint.isActive(conv.getWeights()))
    return false;
  if (Value bias = conv.getBias(); bias && adjoint.isActive(bias))
    return false;
  if (conv.getResidual())
    adjoint.add(conv.getResidual(), gradients[0]);
  if (!adjoint.isActive(conv.getInput()))
    return true;
  auto kernel = sizesOf(conv.getWeights());
  auto w = windowsOf(conv.getInput(), conv.getResult(), *kernel, conv.getStrides(), conv.getPads(),
                     conv.getDilations());
  const auto groups = int64_t(conv.getGroups());
  Value back =
      w ? convolvedBack(adjoint.maker, gradients[0], *w, mirrored(*weights, groups), groups)
        : Value();
  if (back)
    adjoint.add(conv.getInput(), back);
  return back != nullptr;
}

// Returns how much of an average each of a window's elements is, for each of the result's places.
qrt::Tensor partsOf(const Windows &w, bool countsPadding) {
  qrt::Shape shape{1, 1};
  shape.insert(shape.end(), w.result.begin(), w.result.end());
  qrt::Tensor parts = qrt::Tensor::allocate(qrt::ElementType::F32, shape);
  for (auto [place, part] : llvm::enumerate(parts.mutableValues<float>())) {
    int64_t count = 1, rest = int64_t(place);
    for (size_t i = w.rank(); i-- > 0; rest /= w.result[i]) {
      const int64_t start = rest % w.result[i] * w.strides[i] - w.low[i];
      int64_t inside = 0;
      for (int64_t k = 0; k < w.kernel[i]; ++k) {
        const int64_t at = start + k * w.dilations[i];
        const bool isInImage = at >= 0 && at < w.image[i];
        inside += isInImage || (countsPadding && at < w.image[i] + w.high[i]);
      }
      count *= std::max<int64_t>(inside, 1);
    }
    part = 1.0f / float(count);
  }
  return parts;
}

bool throughAveragePool(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  auto pool = cast<AvgPool2dOp>(op);
  auto w = windowsOf(pool.getInput(), pool.getResult(), pool.getKernel(), pool.getStrides(),
                     pool.getPads(), pool.getDilations());
  const Dim channels = symbolicShape(pool.getInput())[1];
  if (!w || !channels.isStatic())
    return false;
  GraphMaker &m = adjoint.maker;
  Value parts = m.constant("adjoint/parts", partsOf(*w, pool.getCountIncludePad()));
  qrt::Shape shape{channels.value(), 1};
  shape.insert(shape.end(), w->kernel.begin(), w->kernel.end());
  qrt::Tensor ones = qrt::Tensor::allocate(qrt::ElementType::F32, shape);
  llvm::fill(ones.mutableValues<float>(), 1.0f);
  Value back = convolvedBack(m, m.mul(gradients[0], parts), *w, ones, channels.value());
  if (back)
    adjoint.add(pool.getInput(), back);
  return back != nullptr;
}

/// A position of a window lies so in the padded image.
struct Position {
  SmallVector<int64_t> start, before, behind; // with the dimensions of samples and channels
};

Position positionOf(const Windows &w, int64_t number) {
  Position position{{0, 0}, {0, 0}, {0, 0}};
  SmallVector<int64_t, 2> places(w.rank());
  for (size_t i = w.rank(); i-- > 0; number /= w.kernel[i])
    places[i] = number % w.kernel[i] * w.dilations[i];
  for (size_t i = 0; i < w.rank(); ++i) {
    position.start.push_back(places[i]);
    position.before.push_back(places[i]);
    position.behind.push_back(w.image[i] + w.low[i] + w.high[i] - places[i] - w.span(i));
  }
  return position;
}

/// A pool's input at one of the two points, the largest of each window there, and what each element
/// that equals it gets of the adjoint: of steps many are equal.
struct PooledPoint {
  Value padded, largest, part;
};

Value isLargestAt(GraphMaker &m, const Windows &w, const Position &position,
                  const PooledPoint &point) {
  SmallVector<int64_t> steps{1, 1};
  steps.append(w.strides.begin(), w.strides.end());
  Value at = m.makeOf<SliceOp>("adjoint/at", point.largest.getType(), point.padded,
                               ArrayRef<int64_t>(position.start), ArrayRef<int64_t>(steps));
  Type truth = IntegerType::get(at.getContext(), 1);
  return m.makeAs<EqualOp>("adjoint/is_largest", truth, at, point.largest);
}

PooledPoint pooledPoint(GraphMaker &m, const Windows &w, Value padded, Value largest, Value half,
                        int64_t positions) {
  PooledPoint point{padded, largest, {}};
  Value count;
  for (int64_t k = 0; k < positions; ++k) {
    Value one = m.make<WhereOp>("adjoint/one", isLargestAt(m, w, positionOf(w, k), point),
                                m.scalar(1), m.scalar(0));
    count = count ? m.add(count, one) : one;
  }
  point.part = m.make<DivOp>("adjoint/part", half, count);
  return point;
}

// Returns the part of an adjoint that goes to one position of each window, half by each point.
Value takenAt(GraphMaker &m, const Windows &w, const Position &position,
              ArrayRef<PooledPoint> points) {
  Value sum;
  for (const PooledPoint &point : points) {
    Value taken = m.make<WhereOp>("adjoint/taken", isLargestAt(m, w, position, point), point.part,
                                  m.scalar(0));
    sum = sum ? m.add(sum, taken) : taken;
  }
  return sum;
}

bool throughMaxPool(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  auto pool = cast<MaxPool2dOp>(op);
  auto w = windowsOf(pool.getInput(), pool.getResult(), pool.getKernel(), pool.getStrides(),
                     pool.getPads(), pool.getDilations());
  if (!w)
    return false;
  GraphMaker &m = adjoint.maker;
  SmallVector<int64_t> low{0, 0}, high{0, 0};
  low.append(w->low.begin(), w->low.end());
  high.append(w->high.begin(), w->high.end());
  auto padded = [&](Value value) {
    auto isZero = [](int64_t size) { return size == 0; };
    return llvm::all_of(low, isZero) && llvm::all_of(high, isZero)
               ? value
               : m.make<PadOp>("adjoint/border", value, ArrayRef<int64_t>(low),
                               ArrayRef<int64_t>(high),
                               APFloat(-std::numeric_limits<float>::max()));
  };
  Value here = pool.getInput(), there = adjoint.there(here);
  Value half = m.mul(gradients[0], m.scalar(0.5f)), sum;
  int64_t positions = 1;
  for (int64_t size : w->kernel)
    positions *= size;
  const PooledPoint points[] = {
      pooledPoint(m, *w, padded(here), pool.getResult(), half, positions),
      pooledPoint(m, *w, padded(there), m.clone(op, there)->getResult(0), half, positions)};
  for (int64_t k = 0; k < positions; ++k) {
    const Position position = positionOf(*w, k);
    Value taken = takenAt(m, *w, position, points);
    Value back = m.pad(spread(m, taken, *w), position.before, position.behind);
    sum = sum ? m.add(sum, back) : back;
  }
  adjoint.add(pool.getInput(), m.slice(sum, low, symbolicShape(pool.getInput())));
  return true;
}

} // namespace

ArrayRef<NamedRule> windowRules() {
  static constexpr NamedRule rules[] = {
      {Conv2dOp::getOperationName(), throughConv},
      {AvgPool2dOp::getOperationName(), throughAveragePool},
      {MaxPool2dOp::getOperationName(), throughMaxPool},
  };
  return rules;
}

} // namespace qopt
