#include "tools/qrun/calibrate/table_report.h"

#include "tools/qrun/command/json_document.h"

namespace qopt::run {

static std::string chosenFor(const Calibration &calibration, const std::string &key) {
  auto chosen = calibration.chosen.find(key);
  return chosen == calibration.chosen.end() ? "" : chosen->second;
}

void writeCalibration(llvm::json::OStream &json, const Calibration &calibration) {
  const bool isMeasured = !calibration.method.empty();
  json.attribute("samples", calibration.samples);
  writeTextOrNull(json, "calibrator", calibration.method);
  writeTextOrNull(json, "scheme",
                  isMeasured ? nn::schemeName(calibration.settings.scheme) : std::string_view());
  json.attribute("bits", int64_t(calibration.settings.bits));
  json.attribute("partial", !calibration.statistics.empty());
  json.attributeArray("results", [&] {
    for (const auto &[key, range] : calibration.ranges)
      json.object([&, &key = key, &range = range] {
        writeText(json, "value", key);
        writeNumber(json, "min", range.min);
        writeNumber(json, "max", range.max);
        writeTextOrNull(json, "chosen", chosenFor(calibration, key));
      });
  });
}

} // namespace qopt::run
