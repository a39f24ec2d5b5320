#include "passes/quantize/ranges.h"

#include "ir/values/keys.h"
#include "passes/calibrate/native_table.h"

#include "llvm/Support/MemoryBuffer.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

std::string whyMissing(const ValuesByKey &values, StringRef key) {
  std::string absorber = values.absorberOf(key);
  return absorber.empty() ? "the module has no value '" + key.str() + "'"
                          : "'" + key.str() + "' was merged into '" + absorber + "'";
}

std::string whyUnusable(double min, double max) {
  if (!std::isfinite(min) || !std::isfinite(max))
    return "is not finite";
  return min <= max ? "" : "has its minimum above its maximum";
}

namespace {

std::optional<double> parseNumber(StringRef text) {
  double value = 0;
  if (text.getAsDouble(value))
    return std::nullopt;
  return value;
}

} // namespace

std::string applyCalibration(func::FuncOp function, const Calibration &calibration) {
  ValuesByKey values(function);
  for (const auto &[key, range] : calibration.ranges)
    if (!values.find(key))
      return whyMissing(values, key);
  for (const auto &[key, range] : calibration.ranges)
    setRange(values.find(key), range.min, range.max);
  return "";
}

LogicalResult applyCalibrationFile(func::FuncOp function, StringRef path) {
  auto error = [&] {
    return emitError(function.getLoc()) << "calibration file '" << path << "': ";
  };
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return error() << buffer.getError().message();
  qrt::Expected<Calibration> calibration = readNativeTable((*buffer)->getBuffer());
  if (!calibration)
    return error() << calibration.status().message();
  std::string reason = applyCalibration(function, *calibration);
  if (!reason.empty())
    return error() << reason
                   << "; the file belongs to another version of the model, measure this one with "
                      "'qrun calibrate'";
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
