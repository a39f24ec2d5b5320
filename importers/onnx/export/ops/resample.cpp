// Resize, GridSample.
#include "importers/onnx/export/op_table.h"

#include "importers/onnx/ops/windows/resize_table.h"
#include "ir/values/weights.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace qopt::onnx {

namespace {
/// One dimension as nn.resample has it; sizes that inputs decide are 0.
struct Tables {
  std::vector<int32_t> places;
  std::vector<float> weights;
  ResizedAxis along;
};
} // namespace

static std::optional<Tables> tablesOf(nn::ResampleOp op) {
  std::optional<qrt::Tensor> places = nn::constantTensor(op.getPlaces()), weights;
  if (op.getWeights() && !(weights = nn::constantTensor(op.getWeights())))
    return std::nullopt;
  if (!places)
    return std::nullopt;
  Tables tables;
  auto p = places->values<int32_t>();
  tables.places.assign(p.begin(), p.end());
  if (weights)
    tables.weights.assign(weights->values<float>().begin(), weights->values<float>().end());
  const int64_t axis = int64_t(op.getAxis()), count = places->size(), step = int64_t(op.getStep());
  nn::Dim from = nn::symbolicShape(op.getInput())[axis],
          to = nn::symbolicShape(op.getResult())[axis];
  if (from.isStatic() && to.isStatic() && step == 0)
    tables.along = {from.value(), to.value(), double(to.value()), double(from.value())};
  else
    tables.along = {0, 0, double(count), double(step)};
  return tables;
}

// Tells whether Resize gives the same answer, though it computes places in f32. A whole ratio stays
// whole there, and answers of linear and cubic rules do not hang on a last bit.
static bool isRobust(const ResizeRule &rule, const ResizedAxis &along) {
  double up = along.up, down = along.down;
  bool isWhole = std::fmod(up, down) == 0 || std::fmod(down, up) == 0;
  return down > 0 && (isWhole || (rule.mode != "nearest" && along.from != 0) ||
                      (along.from == 0 && double(float(up / down)) == up / down));
}

static bool isRule(const ResizeRule &rule, const Tables &tables) {
  bool weighs = rule.mode != "nearest";
  if (weighs == tables.weights.empty() || !isRobust(rule, tables.along) ||
      (rule.coordinates == "align_corners" && !tables.along.from))
    return false;
  ResizeTable table = tableOf(rule, tables.along, int64_t(tables.places.size()));
  return table.places == tables.places && table.weights == tables.weights;
}

// Returns Resize's words for this resampling; none where it has none.
static std::optional<ResizeRule> ruleOf(nn::ResampleOp op) {
  std::optional<Tables> tables = tablesOf(op);
  if (!tables)
    return std::nullopt;
  for (const char *coordinates :
       {"asymmetric", "half_pixel", "pytorch_half_pixel", "align_corners"})
    for (const char *mode : {"nearest", "linear", "cubic"})
      for (const char *nearest : {"floor", "round_prefer_floor", "round_prefer_ceil", "ceil"}) {
        ResizeRule rule;
        rule.mode = mode, rule.coordinates = coordinates, rule.nearest = nearest;
        if (isRule(rule, *tables))
          return rule;
        if (rule.mode != "nearest")
          break;
      }
  return std::nullopt;
}

static bool isSame(const std::optional<ResizeRule> &a, const std::optional<ResizeRule> &b) {
  return a && b && a->mode == b->mode && a->coordinates == b->coordinates &&
         a->nearest == b->nearest;
}

// The layer that resizes an earlier dimension of this one's result by the same rule: both are one
// Resize. (Descending, as files are imported, no dimension comes twice.)
static nn::ResampleOp outerOf(nn::ResampleOp op) {
  Value y = op.getResult();
  auto user = y.hasOneUse() ? dyn_cast<nn::ResampleOp>(*y.user_begin()) : nn::ResampleOp();
  bool joins = user && user.getInput() == y && user.getAxis() < op.getAxis() &&
               isSame(ruleOf(op), ruleOf(user));
  return joins ? user : nn::ResampleOp();
}

static void writeResize(Layer &b, nn::ResampleOp op, const ResizeRule &rule) {
  SmallVector<float> scales(rankOf(op.getInput()), 1);
  bool isOpen = false;
  nn::ResampleOp inner = op;
  for (nn::ResampleOp next = op; next;) {
    inner = next;
    ResizedAxis along = tablesOf(next)->along;
    isOpen |= along.from == 0;
    scales[next.getAxis()] = float(along.up / along.down);
    next = next.getInput().getDefiningOp<nn::ResampleOp>();
    if (!next || !outerOf(next))
      break;
  }
  std::string x = b.in(inner.getInput());
  int64_t count = int64_t(scales.size());
  std::vector<std::string> inputs = {x, ""};
  if (isOpen)
    inputs.push_back(
        b.constant("scales", qrt::Tensor::fromValues<float>({count}, ArrayRef(scales))));
  else
    inputs.insert(inputs.end(), {"", b.sizes("sizes", nn::symbolicShape(op.getResult()))});
  Node node = b.result("Resize", inputs);
  node.set("mode", StringRef(rule.mode))
      .set("coordinate_transformation_mode", StringRef(rule.coordinates));
  if (rule.mode == "nearest")
    node.set("nearest_mode", StringRef(rule.nearest));
}

// Element k of each place along the axis.
static std::string taken(Layer &b, nn::ResampleOp op, const Tables &tables, int64_t k, int64_t from,
                         int64_t to, bool isResult) {
  std::vector<int64_t> places(to);
  const int64_t period = int64_t(tables.places.size());
  for (int64_t o = 0; o < to; ++o)
    places[o] = std::clamp<int64_t>(
        tables.places[o % period] + int64_t(op.getStep()) * (o / period) + k, 0, from - 1);
  std::vector<std::string> inputs = {b.in(0), b.ints("places", places)};
  Node node = isResult ? b.result("Gather", inputs) : b.part("Gather", "element", inputs);
  return node.set("axis", int64_t(op.getAxis()));
}

// Writes the sum in the order of the operation's own.
static void writeSum(Layer &b, nn::ResampleOp op, const Tables &tables, int64_t from, int64_t to) {
  const int64_t period = int64_t(tables.places.size());
  const int64_t taps = int64_t(tables.weights.size()) / period;
  qrt::Shape shape(rankOf(op.getInput()), 1);
  shape[op.getAxis()] = to;
  std::string sum;
  for (int64_t k = 0; k < taps; ++k) {
    auto weights = qrt::Tensor::allocate(qrt::ElementType::F32, shape);
    for (int64_t o = 0; o < to; ++o)
      weights.mutableValues<float>()[o] = tables.weights[(o % period) * taps + k];
    std::vector<std::string> factors = {taken(b, op, tables, k, from, to, false),
                                        b.constant("weights", weights)};
    if (taps == 1)
      return void(b.result("Mul", factors));
    std::string product = b.part("Mul", "product", factors);
    if (k + 1 == taps)
      return void(b.result("Add", {sum, product}));
    sum = k == 0 ? product : std::string(b.part("Add", "sum", {sum, product}));
  }
}

static void resample(Layer &b, nn::ResampleOp op) {
  std::optional<Tables> tables = tablesOf(op);
  if (!tables)
    return b.refuse("with tables that are computed");
  if (outerOf(op))
    return;
  if (std::optional<ResizeRule> rule = ruleOf(op))
    return writeResize(b, op, *rule);
  nn::Dim from = nn::symbolicShape(op.getInput())[op.getAxis()],
          to = nn::symbolicShape(op.getResult())[op.getAxis()];
  if (!from.isStatic() || !to.isStatic())
    return b.refuse("of an open size, by a rule that Resize does not have; give --shape");
  if (tables->weights.empty())
    taken(b, op, *tables, 0, from.value(), to.value(), true);
  else
    writeSum(b, op, *tables, from.value(), to.value());
}

// Opset 20 renamed the modes, and took other than two image dimensions.
static void gridSample(Layer &b, nn::GridSampleOp op) {
  if (rankOf(op.getInput()) != 4)
    b.graph.draft.needs(20);
  StringRef mode = op.getMode();
  if (b.opset() < 20)
    mode = mode == "linear" ? "bilinear" : mode == "cubic" ? "bicubic" : mode;
  b.result("GridSample", b.inputs())
      .set("mode", mode)
      .set("padding_mode", op.getPadding())
      .set("align_corners", int64_t(op.getAlignCorners()));
}

ArrayRef<ExportEntry> resampleExports() {
  static constexpr ExportEntry table[] = {
      row<nn::ResampleOp, resample>(),
      row<nn::GridSampleOp, gridSample>(),
  };
  return table;
}

} // namespace qopt::onnx
