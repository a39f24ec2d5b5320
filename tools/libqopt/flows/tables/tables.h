// Calibration tables: parts of one are merged, and one tool's becomes another's. qrun merge and
// qrun convert-calibration are these and files. Tables are text, of any format that is read. For
// bindings as quantize.h says it.
#pragma once

#include "passes/calibrate/calibration.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"
#include "tools/libqopt/qopt.h"

namespace qopt {

/// A table, and what messages call it.
struct TableText {
  std::string name, text;
};

struct MergeOptions {
  std::vector<TableText> parts; // with statistics, as qopt::calibrate's are written
  bool keepsStatistics = false; // to be merged again
  std::string modelName = "model.onnx", outputName = "calibration.json"; // for commands
  FlowHooks hooks;
};

/// `next` has the command that quantizes by the table.
struct MergeResult : FlowResult {
  Calibration calibration;
  std::string text; // as a calibration file has it, JSON
};

/// Exact: of parts in whatever order the table of all samples. Fails for parts without statistics,
/// of other networks, preprocessing or calibrators, or of the same samples; and where the caller
/// cancels (wasCancelled), who is asked before each part.
qrt::Expected<MergeResult> mergeTables(const MergeOptions &options);

struct ConvertOptions {
  TableText table;
  std::string to; // of tableNames()
  /// The network that names stand for, with its weights' magnitudes; null: names are taken as they
  /// stand.
  const Network *network = nullptr;
  std::string networkName = "model.onnx", outputName = "table.txt"; // for messages and commands
  FlowHooks hooks;
};

/// For a network and a native table `next` has the command that quantizes; else it is empty.
struct ConvertResult : FlowResult {
  std::string text;                // of the new table
  std::string from, to;            // names of the formats
  int64_t ranges = 0, weights = 0; // entries: ranges of values; layers whose magnitudes are known
};

/// "native", "tensorrt", …: formats that are read and written.
std::vector<std::string> tableNames();

/// Fails for a format that there is not, for a table that cannot be read or was measured of another
/// network, for names that need the network where none is given, and for ranges that the format
/// cannot state; and where the caller cancels (wasCancelled). A remark tells what was left out.
qrt::Expected<ConvertResult> convertTable(const ConvertOptions &options);

} // namespace qopt
