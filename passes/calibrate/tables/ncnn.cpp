#include "passes/calibrate/tables/ncnn.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace llvm;
using qrt::invalidArgument;

namespace qopt {

static constexpr StringLiteral weightsEnd = "_param_0";

static bool isNumber(StringRef text) {
  double value;
  return !text.getAsDouble(value);
}

bool isNcnnTable(StringRef text) {
  auto [name, rest] = getToken(text.ltrim().split('\n').first);
  SmallVector<StringRef> numbers;
  SplitString(rest, numbers);
  return !numbers.empty() && all_of(numbers, isNumber);
}

// 127 / scale of each; none where one is no scale.
static std::optional<std::vector<double>> magnitudes(ArrayRef<StringRef> words) {
  std::vector<double> result;
  for (StringRef word : words) {
    double scale = 0;
    if (word.getAsDouble(scale) || !(scale > 0) || !std::isfinite(scale) ||
        !std::isfinite(127 / scale))
      return std::nullopt;
    result.push_back(127 / scale);
  }
  return result;
}

qrt::Expected<Table> readNcnnTable(StringRef text) {
  Table table;
  for (unsigned number = 1; !text.empty(); ++number) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    SmallVector<StringRef> words;
    SplitString(line, words);
    if (words.empty())
      continue;
    auto error = [&](const Twine &message) {
      return invalidArgument(("line " + Twine(number) + ": " + message).str());
    };
    auto scales = magnitudes(ArrayRef(words).drop_front());
    if (!scales || scales->empty())
      return error("is not <layer> and its scales, positive numbers");
    StringRef name = words[0];
    bool isNew;
    if (name.consume_back(weightsEnd)) {
      isNew = table.weights.try_emplace(name.str(), std::move(*scales)).second;
    } else { // by group: the range holds all of them
      const double most = *llvm::max_element(*scales);
      isNew = table.calibration.ranges.try_emplace(name.str(), Range{-most, most}).second;
    }
    if (!isNew)
      return error("'" + words[0] + "' is there twice");
  }
  return table;
}

// A channel that is always zero, to f32, gets the scale 1: any will do.
static qrt::Status writeLine(raw_ostream &stream, const std::string &name,
                             ArrayRef<double> magnitudes) {
  if (name.empty() || any_of(name, isSpace))
    return invalidArgument("the layer '" + name +
                           "' has white space in its name, which ncnn's table cannot say");
  stream << name;
  for (double magnitude : magnitudes) {
    const float scale = float(127 / magnitude);
    if (scale == 0)
      return invalidArgument("the range of '" + name + "' has no f32 scale");
    stream << " " << format("%.9g", std::isfinite(scale) ? double(scale) : 1.0);
  }
  stream << "\n";
  return {};
}

qrt::Status writeNcnnTable(raw_ostream &stream, const Table &table) {
  qrt::Status status;
  for (const auto &[name, magnitudes] : table.weights)
    if (status.ok())
      status = writeLine(stream, name + weightsEnd.str(), magnitudes);
  for (const auto &[name, range] : table.calibration.ranges)
    if (StringRef(name).ends_with(weightsEnd))
      return invalidArgument("the layer '" + name + "' has a name that ncnn gives to weights");
    else if (status.ok())
      status = writeLine(stream, name, thresholdOf(range));
  return status;
}

} // namespace qopt
