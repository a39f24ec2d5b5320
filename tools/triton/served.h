// This says what the programs of a .qart file take and give, as one model of the server's.
#pragma once

#include "runtime/core/artifact.h"

#include <string>
#include <vector>

namespace qopt::triton {

/// It is an input or an output, which all programs of a file have, of one name, type and rank.
struct ServedPort {
  std::string name;
  qrt::ElementType type;
  /// The shape is whole and includes the batch; a size that grows, or differs by program, is -1.
  std::vector<int64_t> dims;
  size_t port = 0; // its number in the programs
};

struct Served {
  std::string file; // messages name it
  std::vector<ServedPort> inputs;
  /// Outputs that only say how long others are have no place here: the others are cut to that.
  std::vector<ServedPort> outputs;
  /// A run takes at most so many samples along the first dimension of all ports: qrt::maxBatch
  /// where that dimension is all that grows, 1 where all begin with a 1, 0 where it is no batch.
  int64_t largestBatch = 0;
  /// The file has programs of calls, and each of them is proved to answer a batch as it answers the
  /// samples alone; nobody can prove it for programs of kernels.
  bool isPerSample = false;
};

/// Makes one model of the file's programs. Throws a Failure where they do not make one.
Served servedBy(const qrt::Artifact &artifact);

/// Returns the shape of a sample where runs have a batch, else the whole shape.
std::vector<int64_t> dimsOf(const ServedPort &port, bool hasBatch);
/// Lists names as in "x, mask".
std::string namesOf(const std::vector<ServedPort> &ports);
/// Writes sizes as configurations do: "[ 3, -1 ]".
std::string textOf(const std::vector<int64_t> &dims);

} // namespace qopt::triton
