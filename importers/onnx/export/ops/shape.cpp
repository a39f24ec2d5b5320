// Elements moved by box and order: reshapes, transposes, slices, parts, borders.
#include "importers/onnx/export/op_table.h"

#include <limits>

using namespace mlir;

namespace qopt::onnx {

// −1 where one size is open, 0 where an open size keeps its place; else sizes are computed.
static std::optional<Ints> requestOf(ArrayRef<nn::Dim> from, ArrayRef<nn::Dim> to) {
  Ints request;
  int64_t open = llvm::count_if(to, [](const nn::Dim &dim) { return !dim.isStatic(); });
  bool isEmpty = llvm::is_contained(to, nn::staticDim(0)), isUsed = false;
  for (auto [i, dim] : llvm::enumerate(to)) {
    if (dim.isStatic()) {
      request.push_back(dim.value());
    } else if (open > 1 && i < from.size() && from[i] == dim) {
      request.push_back(0);
    } else if (!isUsed && !isEmpty) {
      request.push_back(-1);
      isUsed = true;
    } else {
      return std::nullopt;
    }
  }
  if (isEmpty && open)
    return std::nullopt;
  return request;
}

static void reshape(Layer &b, nn::ReshapeOp op) {
  nn::SymbolicShape from = nn::symbolicShape(op.getInput()), to = nn::symbolicShape(op.getResult());
  std::optional<Ints> request = requestOf(from, to);
  std::optional<int64_t> counted = b.graph.openDim(op.getResult());
  if (counted && !request)
    return b.refuse("with open sizes other than the one that depends on the data");
  if (counted && llvm::is_contained(*request, -1))
    return b.refuse("with an open size other than the one that depends on the data");
  if (counted)
    (*request)[*counted] = -1;
  bool isEmpty = llvm::is_contained(to, nn::staticDim(0));
  std::string shape = request ? b.ints("shape", *request) : b.sizes("shape", to);
  Node node = b.result("Reshape", {b.in(0), shape});
  if (!isEmpty)
    return;
  b.graph.draft.needs(14);
  node.set("allowzero", int64_t(1));
}

static void transpose(Layer &b, nn::TransposeOp op) {
  b.result("Transpose", {b.in(0)}).set("perm", op.getPermutation());
}

static void concat(Layer &b, nn::ConcatOp op) {
  b.result("Concat", b.inputs()).set("axis", int64_t(op.getAxis()));
}

static void split(Layer &b, nn::SplitOp op) {
  b.results("Split", {b.in(0), b.ints("sizes", op.getSizes())}).set("axis", int64_t(op.getAxis()));
}

namespace {
struct SlicedAxis {
  int64_t axis, start, step;
  std::optional<int64_t> end; // none: `size` elements, which inputs decide
};
} // namespace

// ⌈(from − start) / step⌉ elements; from the end, as many as there are up to |start|.
static bool isAllBehind(int64_t start, int64_t step, const nn::Dim &from, const nn::Dim &size) {
  if (start < 0)
    return step == 1 && nn::smallest(from, nn::staticDim(-start)) == size;
  auto left = nn::subtract(from, nn::staticDim(start));
  auto up = left ? nn::add(*left, nn::staticDim(step - 1)) : std::nullopt;
  return up && nn::quotient(*up, nn::staticDim(step)) == size;
}

// The largest number stands for everything to the end, on the other side the smallest.
static SlicedAxis slicedAxis(int64_t axis, int64_t start, int64_t step, const nn::Dim &from,
                             const nn::Dim &size) {
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  SlicedAxis sliced{axis, start, step, std::nullopt};
  if (from.isStatic() && start < 0)
    sliced.start = start =
        step > 0 ? std::max<int64_t>(start + from.value(), 0) : start + from.value();
  if (size.isStatic()) {
    int64_t last = start + (size.value() - 1) * step, end = last + (step > 0 ? 1 : -1);
    bool isPast = start < 0 ? end >= 0 : end < 0; // the other end's numbers begin there
    sliced.end = size.value() == 0 ? start : !isPast ? end : step > 0 ? most : -most;
    return sliced;
  }
  if (step > 0 && isAllBehind(start, step, from, size))
    sliced.end = most;
  if (start == -1 && step == -1 && size == from)
    sliced.end = -most;
  return sliced;
}

static void slice(Layer &b, nn::SliceOp op) {
  nn::SymbolicShape from = nn::symbolicShape(op.getInput()), to = nn::symbolicShape(op.getResult());
  Ints starts, axes, steps;
  std::vector<std::string> ends;
  Ints known;
  for (int64_t i = 0; i < int64_t(from.size()); ++i) {
    if (op.getStarts()[i] == 0 && op.getSteps()[i] == 1 && from[i] == to[i])
      continue;
    if (b.graph.openDim(op.getInput()) == i)
      return b.refuse("of a dimension whose size depends on the data");
    SlicedAxis sliced = slicedAxis(i, op.getStarts()[i], op.getSteps()[i], from[i], to[i]);
    if (!sliced.end && (sliced.start < 0 || sliced.step < 0))
      return b.refuse(
          "of a slice whose length depends on the input's shape and that counts from the end");
    starts.push_back(sliced.start), axes.push_back(i), steps.push_back(sliced.step);
    known.push_back(sliced.end.value_or(0));
    auto reach = nn::multiply(to[i], nn::staticDim(sliced.step));
    auto end = reach ? nn::add(*reach, nn::staticDim(sliced.start)) : std::nullopt;
    ends.push_back(sliced.end || !end ? "" : b.sizes("end", {*end}));
  }
  if (axes.empty())
    return void(b.result("Identity", {b.in(0)}));
  auto isKnown = [](const std::string &end) { return end.empty(); };
  std::string end;
  if (!llvm::all_of(ends, isKnown)) {
    for (auto [i, name] : llvm::enumerate(ends))
      name = name.empty() ? b.ints("end", {known[i]}) : name;
    end = b.indexPart("Concat", "ends", ends).set("axis", int64_t(0));
  } else {
    end = b.ints("ends", known);
  }
  b.result("Slice",
           {b.in(0), b.ints("starts", starts), end, b.ints("axes", axes), b.ints("steps", steps)});
}

static Ints borders(ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  Ints all(low.begin(), low.end());
  all.append(high.begin(), high.end());
  return all;
}

static void pad(Layer &b, nn::PadOp op) {
  auto real = dyn_cast<FloatAttr>(op.getValue());
  std::string value;
  if (real && !real.getValue().isPosZero())
    value = b.scalar("value", real.getValueAsDouble(), op.getInput());
  else if (!real && cast<IntegerAttr>(op.getValue()).getInt() != 0)
    value = b.scalarInteger("value", cast<IntegerAttr>(op.getValue()).getInt(), op.getInput());
  b.result("Pad", {b.in(0), b.ints("pads", borders(op.getLow(), op.getHigh())), value});
}

static void extend(Layer &b, nn::ExtendOp op) {
  if (op.getMode() == "wrap")
    b.graph.draft.needs(19);
  b.result("Pad", {b.in(0), b.ints("pads", borders(op.getLow(), op.getHigh()))})
      .set("mode", op.getMode());
}

ArrayRef<ExportEntry> shapeExports() {
  static constexpr ExportEntry table[] = {
      row<nn::ReshapeOp, reshape>(), row<nn::TransposeOp, transpose>(), row<nn::ConcatOp, concat>(),
      row<nn::SplitOp, split>(),     row<nn::SliceOp, slice>(),         row<nn::PadOp, pad>(),
      row<nn::ExtendOp, extend>(),
  };
  return table;
}

} // namespace qopt::onnx
