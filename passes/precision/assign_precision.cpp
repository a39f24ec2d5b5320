// Float layers whose values lie in memory as f16, bf16 or 8-bit floats: each computes in f32 what
// it did, on operands that were rounded, and its result is rounded.
#include "ir/ops.h"
#include "ir/ops/integer_ends.h"
#include "ir/values/keys.h"
#include "ir/values/results.h"
#include "ir/values/stated_precision.h"
#include "ir/values/weights.h"
#include "passes/passes.h"
#include "passes/precision/narrow_values.h"
#include "passes/precision/selection.h"
#include "passes/quantize/policy/ranges.h"
#include "passes/rewrite.h"
#include "passes/tensor_types.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_ASSIGNPRECISION
#include "passes/passes.h.inc"
namespace {

// Returns whether the operation converts element types: how a value is written is its business.
bool convertsTypes(Operation *op) {
  return isa<ConversionOpInterface>(op) && getElementTypeOrSelf(op->getOperand(0).getType()) !=
                                               getElementTypeOrSelf(op->getResult(0).getType());
}

// Beside integers, floats are scales and biases: parameters, not activations.
bool sumsIntegers(Operation *op) {
  return isa<AnchorOpInterface>(op) && !isFloat(op->getOperand(0).getType());
}

bool readsAsIs(Operation *op, size_t operand) {
  auto rule = dyn_cast<QuantizationRuleOpInterface>(op);
  if (!rule)
    return false;
  auto roles = rule.quantizationRule().operands;
  return operand < roles.size() && roles[operand] == OperandRole::AsIs;
}

// Empty: its result can be narrow.
std::string whyNot(Operation *op, const IntegerEnds &ends) {
  if (convertsTypes(op))
    return "it converts between types";
  if (llvm::none_of(op->getResultTypes(), isF32))
    return "it has no f32 result";
  return ends.isBetween(op) ? "it stands between integers, where floats are f32 (I1)" : "";
}

bool isQuantizedWhereMade(Operation *op, const IntegerEnds &ends) {
  return llvm::all_of(op->getResults(), [&](Value result) { return ends.becomesIntegers(result); });
}

class Assigner {
public:
  Assigner(func::FuncOp function, Type element, NarrowValues &values)
      : function(function), element(element), values(values), names(function),
        builder(function.getContext()), outputs(outputNames(function)) {}

  void add(Operation *op) { chosen.push_back(op); }
  /// Its result stays f32: a layer behind quantizes it where it is made.
  void keepWide(Value result) { kept.insert(result); }

  /// Returns how many layers write narrow results.
  size_t run() {
    size_t count = 0;
    for (Operation *op : chosen)
      count += assign(op);
    for (Operation *op : llvm::reverse(replaced)) {
      for (Value result : op->getResults())
        if (!result.use_empty()) // by what stays f32
          result.replaceAllUsesWith(isF32(result.getType()) ? widened(narrows.lookup(result))
                                                            : others.lookup(result));
      op->erase();
    }
    keepNames();
    return count;
  }

private:
  bool writesNarrow(Operation *op) {
    return llvm::all_of(op->getResults(), [&](Value result) {
      return !isF32(result.getType()) || (!kept.contains(result) && values.fits(result));
    });
  }

  bool assign(Operation *op) {
    SmallVector<Value> narrow;
    for (Value operand : op->getOperands()) {
      bool isRead = isF32(operand.getType()) && !sumsIntegers(op) && !kept.contains(operand) &&
                    values.fits(operand);
      narrow.push_back(isRead ? narrowed(operand) : nullptr);
    }
    bool narrowResults = writesNarrow(op);
    if (narrowResults && computeNarrow(op, narrow))
      return true;
    // An operand that does not fit is read as it was given, as are parameters of the operation.
    SmallVector<Value> operands;
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      operands.push_back(narrow[i] && !readsAsIs(op, i) ? widened(narrow[i]) : operand);
    if (narrowResults)
      computeWide(op, operands);
    else
      op->setOperands(operands);
    return narrowResults;
  }

  // The operation itself takes the type: elementwise ones and copies.
  bool computeNarrow(Operation *op, ArrayRef<Value> narrow) {
    SmallVector<Value> operands;
    for (auto [operand, value] : llvm::zip_equal(op->getOperands(), narrow))
      operands.push_back(value ? value : operand);
    SmallVector<Type> types;
    for (Type type : op->getResultTypes())
      types.push_back(isF32(type) ? withElement(type, element) : type);
    std::string refusal;
    Operation *copy = verifiedClone(op, operands, types, refusal);
    if (!copy)
      return false;
    builder.setInsertionPoint(op);
    builder.insert(copy);
    replace(op, copy->getResults());
    return true;
  }

  // It computes f32, which a cast under its name rounds.
  void computeWide(Operation *op, ArrayRef<Value> operands) {
    builder.setInsertionPoint(op);
    Operation *wide = builder.clone(*op);
    wide->setOperands(operands);
    wide->removeAttr(absorbedAttr);
    setName(wide, names.unique(layerName(op) + "/f32", wide->getNumResults()));
    SmallVector<Value> results;
    for (auto [old, result] : llvm::zip_equal(op->getResults(), wide->getResults())) {
      results.push_back(result);
      if (!isF32(old.getType()))
        continue;
      results.back() = cast(result, element);
      takeResultIdentity(results.back(), old);
    }
    replace(op, results);
  }

  void replace(Operation *op, ValueRange results) {
    for (auto [old, result] : llvm::zip_equal(op->getResults(), results))
      (isF32(old.getType()) ? narrows : others)[old] = result;
    replaced.push_back(op);
  }

  // Ranges are measured, and not by half an ulp: either side has the same.
  Value cast(Value value, Type to) {
    auto op = CastOp::create(builder, value.getLoc(), withElement(value.getType(), to), value,
                             BoolAttr());
    if (std::optional<RangeAttr> range = rangeOf(value))
      setRange(op, *range);
    return op;
  }

  // A value in the narrow type, made once; what a layer here did not write is rounded for it.
  Value narrowed(Value value) {
    Value &known = narrows[value];
    if (known)
      return known;
    builder.setInsertionPointAfterValue(value);
    std::string name = names.unique(keyOf(value) + "/" + std::string(values.typeName()));
    if (std::optional<qrt::Tensor> constant = constantTensor(value)) {
      auto type = withElement(value.getType(), element);
      known = createConstant(builder, value.getLoc(), name, type, values.rounded(*constant));
    } else {
      known = cast(value, element);
      setName(known.getDefiningOp(), name);
    }
    borders.push_back({value, known.getDefiningOp()});
    return known;
  }

  Value widened(Value narrow) {
    Value &known = wide[narrow];
    if (known)
      return known;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(narrow);
    known = cast(narrow, builder.getF32Type());
    setName(known.getDefiningOp(), names.unique(keyOf(narrow) + "/widened"));
    return known;
  }

  // Keeps the names of constants that only narrow ones stand for, and of results by which callers
  // know the module.
  void keepNames() {
    for (auto [old, narrow] : borders) {
      if (narrow->use_empty()) { // the operation would not have it
        narrow->erase();
      } else if (auto constant = old.getDefiningOp<ConstantOp>(); constant && old.use_empty()) {
        if (!nameOf(constant).empty())
          setName(narrow, nameOf(constant));
        constant->erase();
      }
    }
    SmallVector<Attribute> changed;
    for (auto [now, name] : llvm::zip_equal(outputNames(function), outputs))
      changed.push_back(now != name ? builder.getStringAttr(name) : nullptr);
    setResultAttributes(function, nameAttr, changed);
  }

  func::FuncOp function;
  Type element;
  NarrowValues &values;
  NameTable names;
  OpBuilder builder;
  std::vector<std::string> outputs;
  SmallVector<Operation *> chosen, replaced;
  DenseSet<Value> kept;           // values that stay f32
  DenseMap<Value, Value> narrows; // original f32 value → what holds it as `element`
  DenseMap<Value, Value> others;  // original result of another type → that of what replaced it
  DenseMap<Value, Value> wide;    // narrow value → as f32
  SmallVector<std::pair<Value, Operation *>> borders; // what was rounded, by which operation
};

std::string typeNames() {
  SmallVector<StringRef> names;
  for (qrt::ElementType type : qrt::allElementTypes)
    if (qrt::narrowLayout(type) && !qrt::isPacked(type))
      names.push_back(qrt::elementTypeName(type));
  return llvm::join(names, ", ");
}

struct AssignPrecision : impl::AssignPrecisionBase<AssignPrecision> {
  using AssignPrecisionBase::AssignPrecisionBase;

  using Report = function_ref<LogicalResult(const Twine &)>;

  LogicalResult initializeOptions(StringRef options, Report report) override {
    return success(succeeded(AssignPrecisionBase::initializeOptions(options, report)) &&
                   succeeded(readType(report)));
  }

  LogicalResult readType(Report report) {
    std::optional<qrt::ElementType> found = qrt::parseElementType(std::string(type));
    if (!found || !qrt::narrowLayout(*found) || qrt::isPacked(*found))
      return report("assign-precision: type '" + type + "' is none of " + typeNames());
    narrow = *found;
    return success();
  }

  // A value that others quantize where it is made is in no memory that halves would save: it stays
  // f32, and so does what makes it, where that computes elements one by one or moves them.
  void add(Operation *op, const IntegerEnds &ends, Assigner &assigner) {
    if (!isQuantizedWhereMade(op, ends)) {
      assigner.add(op);
      return;
    }
    if (explain)
      op->emitRemark() << "'" << layerName(op) << "' stays f32: only integers are computed from it";
    for (Value result : op->getResults())
      assigner.keepWide(result);
    if (!computesElements(op) && !movesElements(op))
      assigner.add(op);
  }

  // A layer that was asked for by name and cannot become the type is an error.
  LogicalResult choose(func::FuncOp function, const LayerSelection &selection, Assigner &assigner) {
    const IntegerEnds ends(function);
    WalkResult walked = function.walk([&](Operation *op) {
      if (!selection.takes(op))
        return WalkResult::advance();
      std::string reason = whyNot(op, ends);
      if (reason.empty()) {
        selection.names(op) ? assigner.add(op) : add(op, ends, assigner);
      } else if (selection.names(op)) {
        op->emitError() << "assign-precision: '" << layerName(op) << "' cannot become " << type
                        << ": " << reason;
        return WalkResult::interrupt();
      } else if (explain) {
        op->emitRemark() << "'" << layerName(op) << "' stays as it is: " << reason;
      }
      return WalkResult::advance();
    });
    return failure(walked.wasInterrupted());
  }

  LogicalResult addStated(func::FuncOp function, std::vector<std::string> &listed) {
    ValuesByKey values(function);
    size_t before = listed.size();
    for (const auto &[key, precision] : statedPrecisions(function))
      if (precision == StatedPrecision::Half && values.find(key) &&
          !llvm::is_contained(listed, key))
        listed.push_back(key);
    if (listed.size() == before)
      return function.emitError() << "assign-precision: stated: the network's file has no layer in "
                                     "half precision";
    return success();
  }

  LogicalResult run() {
    Location loc = getOperation().getLoc();
    if (failed(readType([&](const Twine &message) { return mlir::emitError(loc, message); })))
      return failure();
    func::FuncOp function = entryOf(getOperation());
    if (!function || (!calibration.empty() && failed(applyCalibrationFile(function, calibration))))
      return failure();
    std::vector<std::string> listed(layers.begin(), layers.end());
    if (stated && failed(addStated(function, listed)))
      return failure();
    FailureOr<LayerSelection> selection =
        LayerSelection::read(function, getArgument(), {listed, ops, except});
    if (failed(selection))
      return failure();
    NarrowValues values(narrow, explain);
    Assigner assigner(function, plainElementType(&getContext(), narrow), values);
    if (failed(choose(function, *selection, assigner)))
      return failure();
    size_t count = assigner.run();
    values.reportUnmeasured(function.getLoc());
    if (explain)
      function.emitRemark() << count << " layers write " << type;
    return success();
  }

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

  qrt::ElementType narrow = qrt::ElementType::F16;
};

} // namespace
} // namespace qopt
