#include "passes/calibrate/reader_places.h"

#include "ir/ops.h"
#include "ir/types/dims.h"
#include "ir/types/quant_type.h"
#include "passes/quantize/roles.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

// Fewer places say little of a value with many channels.
constexpr int64_t fewestPlaces = 16;

/// Places along one dimension: `count` of them, `step` apart.
struct Line {
  int64_t begin = 0, step = 1, count = 1;
};

/// Returns so many places, each in the middle of its share of [first, end).
Line spread(int64_t first, int64_t end, int64_t count) {
  const int64_t step = (end - first) / count;
  return {first + (end - first - 1 - (count - 1) * step) / 2, step, count};
}

/// Returns whether the operation that makes the value, or one that reads it, is of this kind.
template <typename Op> bool isBeside(Value value) {
  return isa_and_nonnull<Op>(value.getDefiningOp()) ||
         llvm::any_of(value.getUsers(), [](Operation *user) { return isa<Op>(user); });
}

/// Returns the dimensions that places lie along: those of an image, of a line, of tokens. None
/// where nothing tells places from channels.
SmallVector<int64_t> placeAxes(Operation *reader, Value value) {
  const auto rank = int64_t(symbolicShape(value).size());
  if (rank >= 3 && isa_and_nonnull<MatmulOp>(reader))
    return {rank - 2};
  if (rank == 4)
    return {2, 3};
  if (rank == 3 && isBeside<Conv2dOp>(value))
    return {2};
  return rank == 3 && isBeside<MatmulOp>(value) ? SmallVector<int64_t>{1} : SmallVector<int64_t>();
}

/// Returns how many places there are along each of the sizes, of `wanted` in all: a grid as wide
/// and as high as they are, in proportion.
SmallVector<int64_t> countsOf(ArrayRef<int64_t> sizes, int64_t wanted) {
  if (sizes.size() == 1)
    return {std::clamp<int64_t>(wanted, 1, sizes[0])};
  const double ratio = double(sizes[0]) / double(sizes[1]);
  int64_t high = std::clamp<int64_t>(std::llround(std::sqrt(double(wanted) * ratio)), 1, sizes[0]);
  const int64_t wide = std::clamp<int64_t>((wanted + high - 1) / high, 1, sizes[1]);
  high = std::clamp<int64_t>((wanted + wide - 1) / wide, 1, sizes[0]);
  return {high, wide};
}

/// Returns how many elements a sample has; none where a size is open.
std::optional<int64_t> elementsOf(ArrayRef<Dim> shape) {
  int64_t count = 1;
  for (const Dim &dim : shape.drop_front()) {
    if (!dim.isStatic())
      return std::nullopt;
    count *= dim.value();
  }
  return count;
}

class PlaceReader {
public:
  PlaceReader(OpBuilder &builder, NameTable &names, Value value, Operation *reader,
              int64_t mostValues)
      : builder(builder), names(names), value(value), reader(reader), mostValues(mostValues),
        axes(placeAxes(reader, value)) {}

  std::optional<ReaderAtPlaces> make() {
    const SymbolicShape shape = symbolicShape(value);
    const std::optional<int64_t> elements = axes.empty() ? std::nullopt : elementsOf(shape);
    if (!elements || *elements == 0)
      return std::nullopt;
    all = *elements;
    if (auto conv = dyn_cast_or_null<Conv2dOp>(reader))
      return ofConvolution(conv);
    if (auto matmul = dyn_cast_or_null<MatmulOp>(reader))
      return ofProduct(matmul);
    return !reader || isOfElements() ? ofElements() : std::nullopt;
  }

private:
  int64_t sizeAt(int64_t axis) const { return symbolicShape(value)[axis].value(); }

  /// Returns whether the reader makes each element of its operands' at the same place, or of
  /// operands of one element along a dimension.
  bool isOfElements() const {
    auto body = dyn_cast<ScalarBodyOpInterface>(reader);
    if (!body || isa<AnchorOpInterface>(reader) || body.readsCoordinates() ||
        reader->getNumResults() != 1 || keepsInput(reader))
      return false;
    const SymbolicShape result = symbolicShape(reader->getResult(0));
    for (auto [i, operand] : llvm::enumerate(reader->getOperands())) {
      const SymbolicShape shape = symbolicShape(operand);
      const int64_t ownAxis = body.operandAxis(unsigned(i));
      if (ownAxis >= 0 && llvm::is_contained(axes, ownAxis))
        return false;
      for (int64_t axis : ownAxis >= 0 ? SmallVector<int64_t>() : axesIn(shape))
        if (!shape[axis].isStatic())
          return false;
    }
    return symbolicShape(value) == result;
  }

  /// Returns places along each axis, where they read no more than half of the value.
  std::optional<SmallVector<Line>> linesOf(ArrayRef<std::array<int64_t, 2>> within,
                                           int64_t elementsOfPlace) const {
    SmallVector<int64_t> sizes;
    for (auto [first, end] : within) {
      if (end <= first)
        return std::nullopt;
      sizes.push_back(end - first);
    }
    const int64_t wanted = std::max(fewestPlaces, mostValues / elementsOfPlace);
    const SmallVector<int64_t> counts = countsOf(sizes, wanted);
    SmallVector<Line> lines;
    int64_t read = elementsOfPlace;
    for (auto [range, count] : llvm::zip_equal(within, counts)) {
      lines.push_back(spread(range[0], range[1], count));
      read *= count;
    }
    return 2 * read <= all ? std::optional(lines) : std::nullopt;
  }

  /// Returns places along all of the axes, from end to end.
  std::optional<SmallVector<Line>> linesOfElements() const {
    SmallVector<std::array<int64_t, 2>> within;
    int64_t perPlace = all;
    for (int64_t axis : axes) {
      within.push_back({0, sizeAt(axis)});
      perPlace /= sizeAt(axis);
    }
    return linesOf(within, perPlace);
  }

  /// Returns those dimensions of an operand that places lie along: trailing ones are aligned, and
  /// an operand of fewer is repeated along the others.
  SmallVector<int64_t> axesIn(ArrayRef<Dim> shape) const {
    const auto lacks = int64_t(symbolicShape(value).size() - shape.size());
    SmallVector<int64_t> own;
    for (int64_t axis : axes)
      if (axis >= lacks)
        own.push_back(axis - lacks);
    return own;
  }

  Value sliced(Value of, ArrayRef<Line> lines, ArrayRef<int64_t> along) {
    SymbolicShape shape = symbolicShape(of);
    SmallVector<int64_t> starts(shape.size(), 0), steps(shape.size(), 1);
    for (auto [line, axis] : llvm::zip_equal(lines, along)) {
      if (shape[axis].value() == 1)
        continue; // it is repeated along this axis
      starts[axis] = line.begin, steps[axis] = line.count > 1 ? line.step : 1;
      shape[axis] = staticDim(line.count);
    }
    auto slice = SliceOp::create(builder, value.getLoc(), tensorType(shape, builder.getF32Type()),
                                 of, starts, steps);
    return named(slice);
  }

  template <typename Op> Value named(Op op) {
    setName(op, names.unique(keyOf(value) + "_places"));
    return op;
  }

  /// Clones the reader on these operands, its result of this shape.
  ReaderAtPlaces clonedOn(ArrayRef<Value> operands, Value read, ArrayRef<Dim> shape) {
    Operation *copy = builder.clone(*reader);
    copy->setOperands(operands);
    copy->getResult(0).setType(tensorType(shape, builder.getF32Type()));
    setName(copy, names.unique(layerName(reader) + "_at_places"));
    return {read, copy};
  }

  Value operandAt(unsigned i, ArrayRef<Line> lines) {
    Value operand = reader->getOperand(i);
    if (cast<ScalarBodyOpInterface>(reader).operandAxis(i) >= 0)
      return operand;
    const SmallVector<int64_t> own = axesIn(symbolicShape(operand));
    return own.empty() ? operand : sliced(operand, lines.take_back(own.size()), own);
  }

  std::optional<ReaderAtPlaces> ofElements() {
    const auto lines = linesOfElements();
    if (!lines)
      return std::nullopt;
    const Value read = sliced(value, *lines, axes);
    if (!reader)
      return ReaderAtPlaces{read};
    SmallVector<Value> operands;
    for (auto [i, operand] : llvm::enumerate(reader->getOperands()))
      operands.push_back(operand == value ? read : operandAt(unsigned(i), *lines));
    return clonedOn(operands, read, symbolicShape(read));
  }

  std::optional<ReaderAtPlaces> ofProduct(MatmulOp matmul) {
    const bool isOneMatrix = symbolicShape(matmul.getB()).size() == 2;
    const auto lines = isOneMatrix && matmul.getA() == value && matmul.getB() != value
                           ? linesOfElements()
                           : std::nullopt;
    if (!lines)
      return std::nullopt;
    const Value read = sliced(value, *lines, axes);
    SmallVector<Value> operands(matmul->getOperands());
    operands[0] = read;
    SymbolicShape shape = symbolicShape(matmul->getResult(0));
    shape[axes[0]] = staticDim(lines->front().count);
    return clonedOn(operands, read, shape);
  }

  /// The values that each element of the kernel reads lie beside those of the others, as far apart
  /// as there are places: the kernel is dilated by their number.
  std::optional<ReaderAtPlaces> ofConvolution(Conv2dOp conv) {
    const bool readsItAlone = llvm::count(conv->getOperands(), value) == 1;
    if (conv.getResidual() || conv.getInput() != value || !readsItAlone)
      return std::nullopt;
    const SymbolicShape result = symbolicShape(conv->getResult(0));
    const ArrayRef<int64_t> weights =
        cast<RankedTensorType>(conv.getWeights().getType()).getShape();
    SmallVector<std::array<int64_t, 2>> within;
    int64_t perPlace = symbolicShape(value)[1].value();
    for (auto [i, axis] : llvm::enumerate(axes)) {
      if (!result[axis].isStatic())
        return std::nullopt;
      const int64_t stride = conv.getStrides()[i], pad = conv.getPads()[i];
      const int64_t reach = (weights[2 + i] - 1) * conv.getDilations()[i];
      const int64_t last = sizeAt(axis) - 1 - reach + pad;
      within.push_back({(pad + stride - 1) / stride,
                        last < 0 ? 0 : std::min(result[axis].value(), last / stride + 1)});
      perPlace *= weights[2 + i];
    }
    const auto lines = linesOf(within, perPlace);
    if (!lines)
      return std::nullopt;
    Value read = value;
    SmallVector<int64_t> counts;
    for (auto [i, axis] : llvm::enumerate(axes)) {
      read = windowsAlong(read, conv, int64_t(i), (*lines)[i], weights[2 + i]);
      counts.push_back((*lines)[i].count);
    }
    SmallVector<Value> operands(conv->getOperands());
    operands[0] = read;
    SymbolicShape shape = result;
    for (auto [axis, count] : llvm::zip_equal(axes, counts))
      shape[axis] = staticDim(count);
    ReaderAtPlaces made = clonedOn(operands, read, shape);
    auto copy = cast<Conv2dOp>(made.reader);
    copy.setStrides(SmallVector<int64_t>(axes.size(), 1));
    copy.setPads(SmallVector<int64_t>(2 * axes.size(), 0));
    copy.setDilations(counts);
    return made;
  }

  Value windowsAlong(Value read, Conv2dOp conv, int64_t i, const Line &line, int64_t kernel) {
    const int64_t axis = axes[size_t(i)], stride = conv.getStrides()[size_t(i)];
    SmallVector<Value> parts;
    for (int64_t k = 0; k < kernel; ++k) {
      const int64_t begin =
          line.begin * stride - conv.getPads()[size_t(i)] + k * conv.getDilations()[size_t(i)];
      parts.push_back(sliced(read, Line{begin, line.step * stride, line.count}, axis));
    }
    if (parts.size() == 1)
      return parts.front();
    SymbolicShape shape = symbolicShape(parts.front());
    shape[axis] = staticDim(kernel * line.count);
    return named(ConcatOp::create(builder, value.getLoc(), tensorType(shape, builder.getF32Type()),
                                  parts, axis));
  }

  OpBuilder &builder;
  NameTable &names;
  Value value;
  Operation *reader;
  int64_t mostValues;
  SmallVector<int64_t> axes;
  int64_t all = 0; // elements of a sample
};

} // namespace

std::optional<ReaderAtPlaces> readerAtPlaces(OpBuilder &builder, NameTable &names, Value value,
                                             Operation *reader, int64_t mostValues) {
  return PlaceReader(builder, names, value, reader, mostValues).make();
}

} // namespace qopt
