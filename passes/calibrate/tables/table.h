// A Table holds what a calibration table says, whichever tool wrote it.
#pragma once

#include "passes/calibrate/calibration.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace qopt {

/// A table's names stand for one of these.
enum class Naming {
  Keys,    // values of a module
  Tensors, // values, as the model's file calls them
  Layers,  // layers with weights: the range is of what they read
};

struct Table {
  Calibration calibration; // its ranges and statistics by name
  /// The largest magnitude of each output channel: by layer, or by tensor of weights.
  std::map<std::string, std::vector<double>> weights;
  /// Each warning tells what was left out, or what looks wrong.
  std::vector<std::string> warnings;
};

struct TableFormat {
  llvm::StringLiteral name;  // as --to= says it
  llvm::StringLiteral title; // as sentences say it
  Naming naming;
  bool (*recognizes)(llvm::StringRef text);
  /// Messages do not name the file.
  qrt::Expected<Table> (*read)(llvm::StringRef text);
  qrt::Status (*write)(llvm::raw_ostream &stream, const Table &table);
};

/// Returns the magnitude at which symmetric quantization cuts values off: the larger end.
double thresholdOf(const Range &range);
/// "'a', 'b', 'c', …": the first few.
std::string quotedList(llvm::ArrayRef<std::string> names);

} // namespace qopt
