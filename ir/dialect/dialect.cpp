#include "ir/dialect.h"

#include "ir/bytecode_version.h"
#include "ir/ops.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/formula.h"
#include "ir/values/keys.h"
#include "ir/values/origin.h"
#include "ir/values/part_ranges.h"
#include "ir/values/stated_precision.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace qopt::nn;

#include "ir/nn_dialect.cpp.inc"
#include "ir/nn_interfaces.cpp.inc"

void NNDialect::initialize() {
  registerAttributes();
  addBytecodeVersion(*this);
  registerNNDialectOperations(this);
}

// An entry can be bound: its arguments and results are tensors, and all arguments have names.
// Attributes are verified before their operation is: there may be fewer dictionaries than values.
static bool hasAttributesOfAll(FunctionOpInterface function) {
  auto fit = [](ArrayAttr dictionaries, size_t values) {
    return !dictionaries || (dictionaries.size() == values &&
                             llvm::all_of(dictionaries, llvm::IsaPred<DictionaryAttr>));
  };
  return fit(function.getArgAttrsAttr(), function.getNumArguments()) &&
         fit(function.getResAttrsAttr(), function.getNumResults());
}

static LogicalResult verifyEntry(FunctionOpInterface function) {
  if (!hasAttributesOfAll(function))
    return function->emitError("has other numbers of attributes than of arguments and results");
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (!function.getArgAttrOfType<StringAttr>(i, nameAttr))
      return function->emitError() << "argument " << i << " has no nn.name";
  auto error = [&] { return function->emitError() << "'" << function.getName() << "': "; };
  return success(succeeded(verifyTensors(function.getArgumentTypes(), error)) &&
                 succeeded(verifyTensors(function.getResultTypes(), error)));
}

LogicalResult NNDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (name == nameAttr) {
    auto text = dyn_cast<StringAttr>(attribute.getValue());
    if (!text || text.empty())
      return op->emitError("nn.name must be a string that is not empty");
    return success();
  }
  if (name == rangeAttr)
    return verifyRanges(op, attribute.getValue());
  if (name == partRangesAttr)
    return verifyPartRanges(op, attribute.getValue());
  if (name == absorbedAttr) {
    auto names = dyn_cast<ArrayAttr>(attribute.getValue());
    if (!names || !llvm::all_of(names, llvm::IsaPred<StringAttr>))
      return op->emitError("nn.absorbed must be an array of layer names");
    return success();
  }
  if (name == tensorAttr)
    return verifyTensorNames(op, attribute.getValue());
  if (name == sourceAttr)
    return verifySource(op, attribute.getValue());
  if (name == fixedPointAttr) {
    auto rules = dyn_cast<StringAttr>(attribute.getValue());
    const bool isKnown = isa<UnitAttr>(attribute.getValue()) || (rules && rules == "tflite");
    return isa<FunctionOpInterface>(op) && isKnown
               ? success()
               : op->emitError("nn.fixed_point is a unit attribute of a function, or \"tflite\"");
  }
  if (name == precisionsAttr)
    return verifyPrecisions(op, attribute.getValue());
  if (name == entryAttr) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      return op->emitError("nn.entry marks a function");
    if (failed(verifyEntry(function)))
      return failure();
    // If arguments are named, the attribute of the first one has them checked.
    return function.getNumArguments() ? success() : verifyUniqueKeys(function);
  }
  return op->emitError() << "unknown attribute '" << name << "'";
}

// A picture becomes the argument, of whatever sizes it has open.
static LogicalResult verifyImage(FunctionOpInterface function, unsigned index,
                                 const ImageSteps &image) {
  auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[index]);
  auto dims = type ? imageDims(type.getShape()) : std::nullopt;
  if (!dims)
    return function->emitError() << "argument " << index << ": nn.preprocess has settings of "
                                 << "pictures for " << function.getArgumentTypes()[index];
  const bool isCropped = image.crop.height > 0;
  if (!isCropped && !image.resize.width)
    return success();
  const PixelSize made = isCropped ? image.crop : image.resize;
  auto differs = [&](size_t dim, int64_t size) {
    return isCropped ? !type.isDynamicDim(dim) && type.getDimSize(dim) != size
                     : !type.isDynamicDim(dim) && type.getDimSize(dim) > size;
  };
  if (differs(dims->height, made.height) || differs(dims->width, made.width))
    return function->emitError() << "argument " << index << ": nn.preprocess makes pictures of "
                                 << made.height << "x" << made.width << " for " << type;
  return success();
}

// One mean and deviation for all channels, or one for each.
static LogicalResult verifyPreprocess(FunctionOpInterface function, unsigned index,
                                      PreprocessAttr preprocess) {
  const size_t entries = size_t(preprocess.getMean().size());
  auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[index]);
  if (entries > 1 && (!type || !fitsChannels(entries, type.getShape())))
    return function->emitError() << "argument " << index << ": nn.preprocess has " << entries
                                 << " means for " << function.getArgumentTypes()[index];
  return preprocess.getImage().isDefault() ? success()
                                           : verifyImage(function, index, preprocess.getImage());
}

// A dimension, and a result that says how much of it there is.
static LogicalResult verifyLength(FunctionOpInterface function, unsigned index, LengthAttr length) {
  auto type = dyn_cast<RankedTensorType>(function.getResultTypes()[index]);
  if (!type || length.getDim() < 0 || length.getDim() >= type.getRank())
    return function->emitError() << "result " << index << ": nn.length says dimension "
                                 << length.getDim() << " of " << function.getResultTypes()[index];
  std::optional<qrt::PortLength> found = lengthOf(function, index);
  auto one = RankedTensorType::get({1}, IntegerType::get(function.getContext(), 64));
  if (!found || function.getResultTypes()[found->count] != one)
    return function->emitError() << "result " << index << ": no result of " << one
                                 << " has the nn.name " << length.getCount();
  return success();
}

LogicalResult NNDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned index,
                                                     NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (auto text = dyn_cast<StringAttr>(attribute.getValue());
      function && name == nameAttr && text && !text.empty())
    return success();
  if (auto length = dyn_cast<LengthAttr>(attribute.getValue());
      function && name == lengthAttr && length)
    return verifyLength(function, index, length);
  return op->emitError() << "result " << index << ": '" << name
                         << "' is unknown or has the wrong kind";
}

LogicalResult NNDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned index,
                                                  NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  Attribute value = attribute.getValue();
  auto text = dyn_cast<StringAttr>(value);
  bool known = (name == nameAttr && text && !text.empty()) ||
               (name == rangeAttr && isa<RangeAttr>(value)) ||
               (name == preprocessAttr && isa<PreprocessAttr>(value));
  if (!known)
    return op->emitError() << "argument " << index << ": '" << name
                           << "' is unknown or has the wrong kind";
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitError() << "'" << name << "' belongs to a function's argument";
  if (auto preprocess = dyn_cast<PreprocessAttr>(value))
    return verifyPreprocess(function, index, preprocess);
  bool first = name == nameAttr;
  for (unsigned i = 0; first && i < index; ++i)
    first = !function.getArgAttr(i, nameAttr);
  return first ? verifyUniqueKeys(function) : success();
}
