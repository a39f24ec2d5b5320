#include "passes/calibrate/tables/formats.h"

#include "passes/calibrate/tables/aimet.h"
#include "passes/calibrate/tables/native.h"
#include "passes/calibrate/tables/ncnn.h"
#include "passes/calibrate/tables/tensorrt.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace qopt {

// The first that recognizes a file reads it.
static constexpr TableFormat list[] = {
    {"tensorrt", "a TensorRT calibration cache", Naming::Tensors, isTensorRtCache,
     readTensorRtCache, writeTensorRtCache},
    {"aimet", "AIMET's encodings", Naming::Tensors, isAimetEncodings, readAimetEncodings,
     writeAimetEncodings},
    {"native", "a calibration file", Naming::Keys, isNativeTable,
     [](llvm::StringRef text) -> qrt::Expected<Table> {
       auto calibration = readNativeTable(text);
       return calibration ? qrt::Expected<Table>(Table{std::move(*calibration), {}, {}})
                          : calibration.status();
     },
     [](llvm::raw_ostream &stream, const Table &table) {
       writeNativeTable(stream, table.calibration);
       return qrt::Status();
     }},
    {"ncnn", "an ncnn table", Naming::Layers, isNcnnTable, readNcnnTable, writeNcnnTable},
};

llvm::ArrayRef<TableFormat> tableFormats() { return list; }

const TableFormat *findTableFormat(llvm::StringRef name) {
  for (const TableFormat &format : list)
    if (format.name == name)
      return &format;
  return nullptr;
}

std::string tableFormatNames() {
  std::string names;
  for (const TableFormat &format : list)
    (names += names.empty() ? "" : ", ") += format.name;
  return names;
}

qrt::Expected<ReadTable> readTable(llvm::StringRef text) {
  for (const TableFormat &format : list)
    if (format.recognizes(text)) {
      auto table = format.read(text);
      return table ? qrt::Expected<ReadTable>(ReadTable{&format, std::move(*table)})
                   : table.status();
    }
  return qrt::invalidArgument("is no calibration table; there are " + tableFormatNames());
}

double thresholdOf(const Range &range) {
  return std::max(std::fabs(range.min), std::fabs(range.max));
}

std::string quotedList(llvm::ArrayRef<std::string> names) {
  constexpr size_t most = 3;
  std::string text;
  for (const std::string &name : names.take_front(most))
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text + (names.size() > most ? ", …" : "");
}

} // namespace qopt
