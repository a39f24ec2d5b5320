// RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR: rules are found by making their tables again.
#include "importers/tflite/export/graph/op_table.h"
#include "importers/tflite/ops/windows/resize_table.h"
#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::tflite {

using enum schema::BuiltinOperator;

static constexpr ResizeCoordinates rules[] = {{false, true}, {true, false}, {false, false}};

namespace {
/// One dimension's sizes.
struct Resized {
  int64_t from = 0, to = 0;
};
} // namespace

static std::optional<Resized> sizesOf(nn::ResampleOp op) {
  const auto axis = size_t(op.getAxis());
  const nn::Dim from = nn::symbolicShape(op.getInput())[axis],
                to = nn::symbolicShape(op.getResult())[axis];
  if (!from.isStatic() || !to.isStatic())
    return std::nullopt;
  return Resized{from.value(), to.value()};
}

template <typename T> static std::vector<T> valuesOf(Value constant) {
  std::optional<qrt::Tensor> tensor = constant ? nn::constantTensor(constant) : std::nullopt;
  if (!tensor || tensor->type() != qrt::elementTypeOf<T>())
    return {};
  return {tensor->values<T>().begin(), tensor->values<T>().end()};
}

static bool follows(nn::ResampleOp op, const ResizeCoordinates &rule) {
  std::optional<Resized> sizes = sizesOf(op);
  if (!sizes || op.getStep() != 0)
    return false;
  const ResizeTable table = op.getWeights() ? linearTable(rule, sizes->from, sizes->to)
                                            : nearestTable(rule, sizes->from, sizes->to);
  return table.places == valuesOf<int32_t>(op.getPlaces()) &&
         table.weights == valuesOf<float>(op.getWeights());
}

// The next dimension's step, where it alone reads the first one.
static nn::ResampleOp secondOf(nn::ResampleOp first) {
  if (!first.getResult().hasOneUse())
    return {};
  auto second = dyn_cast<nn::ResampleOp>(*first.getResult().user_begin());
  const bool isPair = second && second.getAxis() != first.getAxis() &&
                      bool(second.getWeights()) == bool(first.getWeights());
  return isPair ? second : nn::ResampleOp();
}

template <typename Options>
static void writeResize(Layer &b, schema::BuiltinOperator code, const ResizeCoordinates &rule) {
  auto first = cast<nn::ResampleOp>(b.op);
  const FileOrder order = channelsLast(4);
  nn::SymbolicShape shape = nn::symbolicShape(b.result());
  const int64_t sizes[] = {shape[2].value(), shape[3].value()};
  Options said;
  said.align_corners = rule.alignsCorners;
  said.half_pixel_centers = rule.hasHalfPixels;
  const TensorIndex x = b.in(first.getInput(), order);
  b.write(code, {x, b.ints("size", sizes)}, order, optionsOf(said));
}

static void resample(Layer &b, nn::ResampleOp first) {
  nn::SymbolicShape shape = nn::symbolicShape(first.getResult());
  if (shape.size() != 4 || first.getAxis() < 2 || !shape[2].isStatic() || !shape[3].isStatic())
    return b.refuse("of a value that is no image of known size; give --shape");
  nn::ResampleOp second = secondOf(first);
  for (const ResizeCoordinates &rule : rules) {
    if (!follows(first, rule))
      continue;
    const bool isBoth = second && second.getAxis() >= 2 && follows(second, rule);
    if (isBoth)
      b.takeResult(second);
    if (first.getWeights())
      return writeResize<schema::ResizeBilinearOptionsT>(b, RESIZE_BILINEAR, rule);
    return writeResize<schema::ResizeNearestNeighborOptionsT>(b, RESIZE_NEAREST_NEIGHBOR, rule);
  }
  b.refuse("by tables of another rule than align_corners, half_pixel_centers or neither");
}

ArrayRef<ExportEntry> resizeExports() {
  static constexpr ExportEntry table[] = {row<nn::ResampleOp, resample>()};
  return table;
}

} // namespace qopt::tflite
