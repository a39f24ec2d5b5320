// The function's interface: which values are inputs and outputs, their types and symbols.
#include "importers/common/graph/graph_importer.h"

#include "ir/values/near_names.h"
#include "ir/values/weights.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace qopt {

// A symbol is written as a bare word in #nn.dims<…>.
static std::string wordOf(StringRef text) {
  std::string word;
  for (char c : text)
    word += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (word.empty() || llvm::isDigit(word[0]))
    word.insert(0, "N");
  return word;
}

// Returns the key of a size, under which it is the same everywhere: the file's name for it, the
// batch, or a name of its own.
std::string GraphImporter::sizeKey(StringRef input, size_t index, const SourceDim &dim) {
  if (!dim.symbol.empty()) {
    if (index == 0 && batchKey.empty())
      batchKey = dim.symbol;
    return dim.symbol;
  }
  return index == 0 ? batchKey : input.str() + "_" + std::to_string(index);
}

nn::Dim GraphImporter::sizeOf(const std::string &key) {
  auto bound = sizes.find(key);
  if (bound != sizes.end())
    return nn::staticDim(bound->second);
  auto [place, isNew] = symbols.try_emplace(key);
  if (isNew) {
    std::string word = wordOf(key), unique = word;
    for (unsigned i = 1; !symbolNames.insert(unique).second; ++i)
      unique = word + "_" + std::to_string(i);
    place->second = unique;
  }
  return nn::Dim::symbol(place->second);
}

void GraphImporter::bind(const std::vector<ForcedSize> &all) {
  for (const ForcedSize &one : all)
    sizes.try_emplace(one.key, one.size);
}

// A batch that was freed is to stay open.
void GraphImporter::force(const std::string &symbol, int64_t size, StringRef layer) {
  for (const auto &[key, word] : symbols)
    if (word == symbol && !options.freesBatch)
      forced.push_back({key.str(), size, layer.str()});
}

LogicalResult GraphImporter::bindShape(const InputShape &shape) {
  std::optional<SourceType> type = source.typeOf(shape.input);
  bool known = type && type->shape && type->shape->size() == shape.sizes.size();
  if (!type || !known)
    return bad("--shape names '" + shape.input + "' with " + std::to_string(shape.sizes.size()) +
               " sizes, which is no input of that rank");
  for (auto [i, size] : llvm::enumerate(shape.sizes)) {
    const SourceDim &dim = (*type->shape)[i];
    std::string own = dim.size ? std::to_string(*dim.size) : sizeKey(shape.input, i, dim);
    if (!size || (dim.size && *dim.size == *size))
      continue;
    auto [bound, isNew] = sizes.try_emplace(own, *size);
    if (dim.size || (!isNew && bound->second != *size))
      return bad("--shape says " + std::to_string(*size) + " for dimension " + std::to_string(i) +
                 " of '" + shape.input + "', which is " +
                 (dim.size ? own : std::to_string(bound->second) + " elsewhere"));
  }
  return success();
}

FailureOr<nn::Dim> GraphImporter::inputDim(StringRef name, size_t index, const SourceDim &dim) {
  if (dim.size && *dim.size < 0)
    return bad("dimension " + std::to_string(index) + " of input '" + name.str() + "' is " +
               std::to_string(*dim.size));
  if (dim.size && !(options.freesBatch && index == 0 && *dim.size == 1))
    return nn::staticDim(*dim.size);
  return sizeOf(sizeKey(name, index, dim));
}

// Failure: a bad file (diagnosed), or something not supported (listed).
FailureOr<RankedTensorType> GraphImporter::inputType(StringRef name, const SourceType &type) {
  if (!type.shape) {
    refusedInputs.emplace_back(name, "an input that is no tensor of known rank");
    return failure();
  }
  if (!type.element || !qrt::loadedType(qrt::unpackedType(*type.element))) {
    refusedInputs.emplace_back(name, "an input of " + type.elementName);
    return failure();
  }
  SmallVector<nn::Dim> shape;
  for (auto [i, size] : llvm::enumerate(*type.shape)) {
    FailureOr<nn::Dim> dim = inputDim(name, i, size);
    if (failed(dim))
      return failure();
    shape.push_back(*dim);
  }
  if (qrt::Status status = EntryBuilder::checkShape(shape); !status.ok()) {
    refusedInputs.emplace_back(name, "an input with " + status.message());
    return failure();
  }
  return nn::tensorType(shape, nn::plainElementType(context, *type.element));
}

/// Returns whether `Value` holds `from`, without a cast that has no meaning where it does not.
template <typename Value> static bool holds(double from) {
  if constexpr (std::is_integral_v<Value>)
    return from >= double(std::numeric_limits<Value>::min()) &&
           from < std::ldexp(1.0, std::numeric_limits<Value>::digits) && std::trunc(from) == from;
  return std::isfinite(Value(from)) || !std::isfinite(from);
}

// An input that a constant of the user's replaces.
LogicalResult GraphImporter::bindValues(const InputValues &given, const RankedTensorType &type) {
  qrt::Tensor tensor = qrt::Tensor::allocate(
      *nn::storageType(type), type.hasStaticShape() ? qrt::Shape(type.getShape())
                                                    : qrt::Shape{int64_t(given.values.size())});
  bool fits =
      type.hasStaticShape() ? tensor.size() == int64_t(given.values.size()) : type.getRank() == 1;
  if (!fits)
    return bad("--bind gives " + std::to_string(given.values.size()) + " values for the input '" +
               given.input + "' of shape " + nn::toString(nn::symbolicShape(type)));
  bool isExact = true;
  qrt::visitElementType(tensor.type(), [&](auto tag) {
    using Value = typename decltype(tag)::Storage;
    if constexpr (std::is_arithmetic_v<Value>)
      for (auto [to, from] : llvm::zip_equal(tensor.mutableValues<Value>(), given.values)) {
        const bool isHeld = holds<Value>(from);
        to = isHeld ? Value(from) : Value(0);
        isExact &= isHeld && (tensor.type() != qrt::ElementType::Bool || from == 0 || from == 1);
      }
    else
      isExact = false;
  });
  if (!isExact)
    return bad("--bind gives '" + given.input + "' a value that its type does not hold");
  auto value = std::make_shared<Imported>();
  value->name = given.input;
  value->constant = std::move(tensor);
  return define(given.input, std::move(value));
}

LogicalResult GraphImporter::addInput(StringRef name, const SourceType &source) {
  FailureOr<RankedTensorType> type = inputType(name, source);
  auto bound = llvm::find_if(options.values, [&](const auto &one) { return one.input == name; });
  if (succeeded(type) && bound != options.values.end())
    return bindValues(*bound, *type);
  if (succeeded(type)) {
    inputs.push_back({name.str(), *type});
    return success();
  }
  if (isBad)
    return failure();
  auto poisoned = std::make_shared<Imported>();
  poisoned->poisoned = true;
  return define(name, poisoned);
}

// Returns why a value without a type cannot become an input.
static std::string whyNoInput(const SourceGraph &source, const std::string &name) {
  std::vector<std::string> known = source.valueNames();
  if (!llvm::is_contained(known, name))
    return "--inputs names '" + name + "', which is no value of the main graph" +
           itHas(name, known);
  bool isOwn = llvm::is_contained(source.inputs, name);
  return "has no shape for the " + std::string(isOwn ? "input '" : "value '") + name + "'" +
         (isOwn ? " (" : ": it cannot become an input (") + source.typeRemedy().str() + ")";
}

LogicalResult GraphImporter::chooseInputs() {
  bool cut = !options.inputs.empty();
  const std::vector<std::string> &names = cut ? options.inputs : source.inputs;
  for (const InputShape &shape : options.shapes)
    if (!llvm::is_contained(names, shape.input) || failed(bindShape(shape)))
      return isBad ? failure()
                   : bad("--shape names '" + shape.input + "', which is no input" +
                         itHas(shape.input, names));
  for (const InputValues &values : options.values)
    if (!llvm::is_contained(names, values.input))
      return bad("--bind names '" + values.input + "', which is no input" +
                 itHas(values.input, names));
  for (const std::string &name : names) {
    if (!cut && values.contains(name))
      continue;
    std::optional<SourceType> type = source.typeOf(name);
    if (!type)
      return bad(whyNoInput(source, name));
    if (cut)
      values.erase(name);
    // An input that no layer reads because of a cut is no input any more.
    if (!cut && isCut() && !needed.contains(name))
      continue;
    if (failed(addInput(name, *type)))
      return failure();
  }
  return success();
}

LogicalResult GraphImporter::chooseInterface() {
  if (outputs.empty())
    return bad("names no outputs");
  llvm::StringSet<> cutAt;
  for (const std::string &name : options.outputs)
    if (!cutAt.insert(name).second)
      return bad("--outputs names '" + name + "' twice");
  if (failed(chooseInputs()))
    return failure();
  llvm::StringSet<> seen;
  for (const GraphInput &input : inputs)
    if (input.name.empty() || !seen.insert(input.name).second)
      return bad(input.name.empty() ? "has an input without a name"
                                    : "names the input '" + input.name + "' twice");
  return success();
}

} // namespace qopt
