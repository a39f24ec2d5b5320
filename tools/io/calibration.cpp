#include "tools/io/calibration.h"

#include "tools/io/file.h"

#include "llvm/Support/JSON.h"

namespace qopt::io {

static void writePreprocess(llvm::json::OStream &json, const Preprocess &preprocess) {
  auto list = [&](llvm::StringRef name, const std::vector<double> &values) {
    json.attributeArray(name, [&] {
      for (double value : values)
        json.value(value);
    });
  };
  list("mean", preprocess.mean);
  list("std", preprocess.std);
}

static void write(llvm::raw_ostream &stream, const Calibration &calibration) {
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attribute("version", 1);
    json.attribute("model_hash", calibration.modelHash);
    json.attribute("data_hash", calibration.dataHash);
    json.attribute("samples", calibration.samples);
    json.attributeObject("preprocess", [&] {
      for (const auto &[name, preprocess] : calibration.preprocess)
        json.attributeObject(name, [&] { writePreprocess(json, preprocess); });
    });
    json.attributeObject("ranges", [&] {
      for (const auto &[key, range] : calibration.ranges)
        json.attributeArray(llvm::json::fixUTF8(key), [&] {
          json.value(double(range.min) + 0.0); // exact: every float is a double;
          json.value(double(range.max) + 0.0); // -0 becomes 0
        });
    });
  });
  stream << "\n";
}

qrt::Status writeCalibration(const std::string &path, const Calibration &calibration) {
  return writeFile(path, [&](llvm::raw_ostream &stream) { write(stream, calibration); });
}

} // namespace qopt::io
