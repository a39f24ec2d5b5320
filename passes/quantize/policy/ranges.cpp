#include "passes/quantize/policy/ranges.h"

#include "ir/ops/expansion.h"
#include "ir/values/keys.h"
#include "ir/values/near_names.h"
#include "ir/values/origin.h"
#include "ir/values/part_ranges.h"
#include "passes/calibrate/tables/formats.h"
#include "passes/calibrate/tables/names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static std::vector<std::string> keysOf(func::FuncOp function) {
  std::vector<std::string> keys;
  auto add = [&](Value value) {
    if (std::string key = keyOf(value); !key.empty())
      keys.push_back(std::move(key));
  };
  llvm::for_each(function.getArguments(), add);
  function.walk([&](Operation *op) { llvm::for_each(op->getResults(), add); });
  return keys;
}

// The composite whose part `key` would be if it were taken apart; null: none.
static Operation *compositeAround(const ValuesByKey &values, StringRef key) {
  Value whole = values.find(key.rsplit('/').first);
  return whole && key.contains('/') ? whole.getDefiningOp<CompositeOpInterface>() : nullptr;
}

// Keys that the parts of `whole` would have.
static std::vector<std::string> partKeysOf(Operation *whole) {
  std::vector<std::string> keys;
  if (!isExpandable(whole))
    return keys;
  const std::unique_ptr<Block> parts = expansionOf(whole);
  for (Operation &part : *parts)
    for (Value result : part.getResults())
      keys.push_back(keyOf(result));
  return keys;
}

// One of an operation on quantized types has none: whatever was measured inside it is left.
static bool hasPart(Operation *whole, StringRef key) {
  return !isExpandable(whole) || llvm::is_contained(partKeysOf(whole), key);
}

std::string whyMissing(func::FuncOp function, const ValuesByKey &values, StringRef key) {
  std::string absorber = values.absorberOf(key);
  if (!absorber.empty())
    return "'" + key.str() + "' was merged into '" + absorber + "'";
  Operation *whole = compositeAround(values, key);
  if (whole && !hasPart(whole, key))
    return "'" + layerName(whole) + "' has no part '" + key.rsplit('/').second.str() + "'" +
           didYouMean(key, partKeysOf(whole));
  if (whole)
    return "'" + key.str() + "' is computed inside '" + layerName(whole) +
           "', which this network has as one layer; --expand-composites takes it apart";
  return "the module has no value '" + key.str() + "'" + didYouMean(key, keysOf(function));
}

namespace {

// Numbers for all channels, or one for each.
bool agree(ArrayRef<double> a, ArrayRef<double> b) {
  const size_t count = std::max(a.size(), b.size());
  auto at = [&](ArrayRef<double> list, size_t i) { return list[list.size() == 1 ? 0 : i]; };
  if (a.empty() || b.empty() || count % a.size() || count % b.size())
    return a.size() == b.size();
  return llvm::all_of(llvm::seq(count), [&](size_t i) { return at(a, i) == at(b, i); });
}

std::string statedText(const Preprocess &preprocess) {
  std::string text = textOf(preprocess);
  return text.empty() ? "none" : text;
}

Preprocess preprocessOf(func::FuncOp function, unsigned argument) {
  auto stated = function.getArgAttrOfType<PreprocessAttr>(argument, preprocessAttr);
  return stated ? stated.getValue() : Preprocess();
}

StringRef sourceAt(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  return module ? sourceOf(module) : StringRef();
}

// Then a key that is missing is one that another version of the importer made, or other passes.
bool isOfSameFile(func::FuncOp function, const Calibration &calibration) {
  return !calibration.source.empty() && calibration.source == sourceAt(function);
}

// Empty, or why the calibration is of other weights or other inputs.
std::string whyOfAnother(func::FuncOp function, const Calibration &calibration) {
  if (std::string reason = whyOfAnotherModel(function, calibration); !reason.empty())
    return reason;
  for (auto [i, name] : llvm::enumerate(inputNames(function))) {
    auto entry = calibration.preprocess.find(name);
    // Only what qrun measured tells that there was none.
    if (entry == calibration.preprocess.end() && calibration.modelHash.empty())
      continue;
    const Preprocess here = preprocessOf(function, unsigned(i));
    const Preprocess there = entry == calibration.preprocess.end() ? Preprocess() : entry->second;
    if (!agree(here.mean, there.mean) || !agree(here.std, there.std) || here.image != there.image)
      return "input '" + name + "' was measured with another preprocessing: " + statedText(there) +
             ", here " + statedText(here);
  }
  return "";
}

// Returns whether the calibration may be of another network: where nothing says which model's file
// both come from, their texts are compared.
bool mayBeOfAnother(func::FuncOp function, const Calibration &calibration) {
  auto module = function->getParentOfType<ModuleOp>();
  if (!module || calibration.modelHash.empty() ||
      (!calibration.source.empty() && !sourceOf(module).empty()))
    return false;
  return moduleHash(module) != calibration.modelHash;
}

std::optional<double> parseNumber(StringRef text) {
  double value = 0;
  if (text.getAsDouble(value))
    return std::nullopt;
  return value;
}

} // namespace

std::string whyOfAnotherModel(func::FuncOp function, const Calibration &calibration) {
  StringRef source = sourceAt(function);
  if (source.empty() || calibration.source.empty() || source == calibration.source)
    return "";
  return "was measured on another model (" + calibration.source + ", here " + source.str() + ")";
}

// `leftOut` gets the keys that the network of the same model's file does not have. A layer that was
// merged into another needs its range no more, and what was measured inside of a composite is kept
// there for who takes it apart.
static std::string setRanges(func::FuncOp function, const Calibration &calibration,
                             std::vector<std::string> &leftOut) {
  if (std::string reason = whyOfAnother(function, calibration); !reason.empty())
    return reason;
  const ValuesByKey values(function);
  const bool isSameFile = isOfSameFile(function, calibration);
  std::vector<std::pair<Value, Range>> found;
  std::vector<std::tuple<Operation *, StringRef, Range>> parts;
  for (const auto &[key, range] : calibration.ranges) {
    if (Value value = values.find(key))
      found.emplace_back(value, range);
    else if (Operation *whole = compositeAround(values, key); whole && hasPart(whole, key))
      parts.emplace_back(whole, StringRef(key).rsplit('/').second, range);
    else if (!isSameFile)
      return whyMissing(function, values, key);
    else if (values.absorberOf(key).empty())
      leftOut.push_back(key);
  }
  for (const auto &[value, range] : found)
    setRange(value, range.min, range.max);
  for (const auto &[whole, part, range] : parts)
    setPartRange(whole, part, range.min, range.max);
  return "";
}

std::string applyCalibration(func::FuncOp function, const Calibration &calibration) {
  std::vector<std::string> leftOut;
  return setRanges(function, calibration, leftOut);
}

LogicalResult applyCalibrationFile(func::FuncOp function, StringRef path) {
  auto error = [&] {
    return emitError(function.getLoc()) << "calibration file '" << path << "': ";
  };
  auto warning = [&] {
    return emitWarning(function.getLoc()) << "calibration file '" << path << "': ";
  };
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return error() << buffer.getError().message();
  qrt::Expected<ReadTable> read = readTable((*buffer)->getBuffer());
  if (!read)
    return error() << read.status().message();
  if (qrt::Status status = namesToKeys(read->table, read->format->naming, function); !status.ok())
    return error() << status.message();
  if (mayBeOfAnother(function, read->table.calibration))
    warning() << "was measured on a module that is not the same as this one; if weights differ, "
                 "measure this one with 'qrun calibrate'";
  std::vector<std::string> leftOut;
  std::string reason = setRanges(function, read->table.calibration, leftOut);
  if (!reason.empty())
    return error() << reason
                   << "; the file was made for another version of the model or of its inputs: "
                      "measure this one with 'qrun calibrate'";
  if (!leftOut.empty())
    warning() << "'" << leftOut.front() << "'"
              << (leftOut.size() > 1 ? " and " + std::to_string(leftOut.size() - 1) + " more" : "")
              << " of its values are not in this network, though both come from the same file: "
                 "another version of qopt or other passes made the network that was measured; "
                 "these ranges are ignored";
  for (const std::string &text : read->table.warnings)
    warning() << text;
  return success();
}

std::optional<RangeOption> parseRangeOption(StringRef text, std::string &reason) {
  auto [key, numbers] = text.rsplit('=');
  auto [minText, maxText] = numbers.split(':');
  std::optional<double> min = parseNumber(minText), max = parseNumber(maxText);
  if (key.empty() || !min || !max) {
    reason = "is not key=min:max";
    return std::nullopt;
  }
  reason = Range{*min, *max}.whyUnusable();
  return reason.empty() ? std::optional(RangeOption{key, *min, *max}) : std::nullopt;
}

LogicalResult applyRanges(func::FuncOp function, ArrayRef<RangeOption> options) {
  ValuesByKey values(function);
  for (const RangeOption &option : options) {
    Value target = values.find(option.key);
    if (!target)
      return emitError(function.getLoc()) << "insert-quant: range of '" << option.key
                                          << "': " << whyMissing(function, values, option.key);
    setRange(target, option.min, option.max);
  }
  return success();
}

} // namespace qopt
