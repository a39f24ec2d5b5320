#include "passes/calibrate/tables/tensorrt.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace llvm;
using qrt::invalidArgument;

namespace qopt {

bool isTensorRtCache(StringRef text) { return text.starts_with("TRT-"); }

static bool isHeader(StringRef line) {
  auto [version, calibrator] = line.drop_front(4).split('-');
  return !version.empty() && all_of(version, isDigit) && !calibrator.empty();
}

qrt::Expected<Table> readTensorRtCache(StringRef text) {
  auto [header, rest] = text.split('\n');
  if (!isTensorRtCache(text) || !isHeader(header.rtrim()))
    return invalidArgument("its first line is not TRT-<version>-<calibrator>");
  Table table;
  for (unsigned number = 2; !rest.empty(); ++number) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    line = line.rtrim();
    if (line.empty())
      continue;
    auto error = [&](const Twine &message) {
      return invalidArgument(("line " + Twine(number) + ": " + message).str());
    };
    auto [name, digits] = line.rsplit(": ");
    uint32_t bits = 0;
    if (name.empty() || digits.size() > 8 || digits.getAsInteger(16, bits))
      return error("is not <tensor>: <8 hexadecimal digits>");
    const float scale = bit_cast<float>(bits);
    if (!std::isfinite(scale) || std::signbit(scale))
      return error("the scale of '" + name + "' is negative or no number");
    const double threshold = 127.0 * double(scale);
    if (!table.calibration.ranges.try_emplace(name.str(), Range{-threshold, threshold}).second)
      return error("'" + name + "' is there twice");
  }
  return table;
}

qrt::Status writeTensorRtCache(raw_ostream &stream, const Table &table) {
  stream << "TRT-8501-EntropyCalibration2\n";
  for (const auto &[name, range] : table.calibration.ranges) {
    if (name.empty() || name.find_first_of("\r\n") != std::string::npos)
      return invalidArgument("the name '" + name + "' is empty or has a line's end in it");
    float scale = float(thresholdOf(range) / 127);
    if (!std::isfinite(scale))
      return invalidArgument("the range of '" + name + "' has no f32 scale");
    if (scale == 0) // what is always zero: any scale will do, but for zero
      scale = 1;
    stream << name << ": " << format_hex_no_prefix(bit_cast<uint32_t>(scale), 8) << "\n";
  }
  return {};
}

} // namespace qopt
