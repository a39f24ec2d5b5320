#include "passes/quantize/ranges.h"

#include "ir/values/keys.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

std::string whyMissing(const ValuesByKey &values, StringRef key) {
  std::string absorber = values.absorberOf(key);
  return absorber.empty() ? "the module has no value '" + key.str() + "'"
                          : "'" + key.str() + "' was merged into '" + absorber + "'";
}

// Empty when the range may be used.
std::string whyUnusable(double min, double max) {
  if (!std::isfinite(min) || !std::isfinite(max))
    return "is not finite";
  return min <= max ? "" : "has its minimum above its maximum";
}

// The numbers of a range, or the reason why it has none.
std::optional<std::pair<double, double>> readRange(const llvm::json::Value &value,
                                                   std::string &reason) {
  const llvm::json::Array *pair = value.getAsArray();
  if (!pair || pair->size() != 2 || !(*pair)[0].getAsNumber() || !(*pair)[1].getAsNumber()) {
    reason = "is not [min, max], two finite numbers";
    return std::nullopt;
  }
  double min = *(*pair)[0].getAsNumber(), max = *(*pair)[1].getAsNumber();
  reason = whyUnusable(min, max);
  return reason.empty() ? std::optional(std::pair(min, max)) : std::nullopt;
}

LogicalResult setRanges(func::FuncOp function, StringRef path, const llvm::json::Object &ranges) {
  Location loc = function.getLoc();
  ValuesByKey values(function);
  for (const auto &[key, value] : ranges) {
    Value target = values.find(key);
    if (!target)
      return emitError(loc) << "calibration file '" << path << "': " << whyMissing(values, key)
                            << "; the file belongs to another version of the model, measure "
                               "this one with 'qrun calibrate'";
    std::string reason;
    auto range = readRange(value, reason);
    if (!range)
      return emitError(loc) << "calibration file '" << path << "': the range of '" << StringRef(key)
                            << "' " << reason;
    setRange(target, range->first, range->second);
  }
  return success();
}

std::optional<double> parseNumber(StringRef text) {
  double value = 0;
  if (text.getAsDouble(value))
    return std::nullopt;
  return value;
}

} // namespace

// LLVM's reader recurses: a calibration file has three levels.
static bool isTooDeep(StringRef json) {
  int depth = 0;
  bool inString = false;
  for (size_t i = 0; i < json.size() && depth <= 64; ++i) {
    if (json[i] == '"')
      inString = !inString;
    else if (inString)
      i += json[i] == '\\'; // what follows is no end
    else
      depth += StringRef("[{").contains(json[i]) - StringRef("]}").contains(json[i]);
  }
  return depth > 64;
}

LogicalResult applyCalibration(func::FuncOp function, StringRef path) {
  Location loc = function.getLoc();
  auto error = [&] { return emitError(loc) << "calibration file '" << path << "': "; };
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return error() << buffer.getError().message();
  if (isTooDeep((*buffer)->getBuffer()))
    return error() << "no calibration: it nests more than 64 levels";
  llvm::Expected<llvm::json::Value> json = llvm::json::parse((*buffer)->getBuffer());
  if (!json)
    return error() << "no JSON: " << llvm::toString(json.takeError());
  const llvm::json::Object *root = json->getAsObject();
  const llvm::json::Object *ranges = root ? root->getObject("ranges") : nullptr;
  if (!ranges)
    return error() << "has no object \"ranges\"";
  if (root->getInteger("version") != 1)
    return error() << "is not of version 1, the one understood here";
  return setRanges(function, path, *ranges);
}

std::optional<RangeOption> parseRangeOption(StringRef text, std::string &reason) {
  auto [key, numbers] = text.rsplit('=');
  auto [minText, maxText] = numbers.split(':');
  std::optional<double> min = parseNumber(minText), max = parseNumber(maxText);
  if (key.empty() || !min || !max) {
    reason = "is not key=min:max";
    return std::nullopt;
  }
  reason = whyUnusable(*min, *max);
  return reason.empty() ? std::optional(RangeOption{key, *min, *max}) : std::nullopt;
}

LogicalResult applyRanges(func::FuncOp function, ArrayRef<RangeOption> options) {
  ValuesByKey values(function);
  for (const RangeOption &option : options) {
    Value target = values.find(option.key);
    if (!target)
      return emitError(function.getLoc())
             << "insert-quant: range of '" << option.key << "': " << whyMissing(values, option.key);
    setRange(target, option.min, option.max);
  }
  return success();
}

} // namespace qopt
