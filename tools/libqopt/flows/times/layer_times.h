// Sums the times of a program's nodes by layer.
#pragma once

#include "runtime/format/program.h"

#include "llvm/ADT/ArrayRef.h"

namespace qopt::run {

/// Returns what a node runs as: its call's family, or the entry of its kernel.
std::string workOf(const qrt::Program &program, const qrt::Node &node, int64_t batch);

/// All nodes under one layer's name.
struct LayerTime {
  std::string name, work; // what runs: calls, or kernels
  size_t nodes = 0;
  std::vector<double> seconds; // one a run, of all nodes
  double median() const;
};

class LayerTimes {
public:
  /// `nodeSeconds`: of each run, all of `batch`, of each node.
  LayerTimes(const qrt::Program &program, int64_t batch,
             llvm::ArrayRef<std::vector<double>> nodeSeconds);

  /// Returns the layers in the program's order.
  llvm::ArrayRef<LayerTime> layers() const { return times; }
  /// The median over the runs of all layers together.
  double sum() const;
  /// Returns the share of one layer's median in the sum of all medians: 0 to 1.
  double shareOf(const LayerTime &layer) const;

private:
  std::vector<LayerTime> times;
};

} // namespace qopt::run
