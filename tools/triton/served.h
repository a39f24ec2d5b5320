// What the programs of a .qart file take and give, as one model of the server's.
#pragma once

#include "runtime/core/artifact.h"

#include <string>
#include <vector>

namespace qopt::triton {

/// An input or an output: all programs of a file have it, of one name, type and rank.
struct ServedPort {
  std::string name;
  qrt::ElementType type;
  /// Whole, that of the batch included; -1 where it grows, or programs differ.
  std::vector<int64_t> dims;
  size_t port = 0; // its number in the programs
};

struct Served {
  std::string file; // for messages
  std::vector<ServedPort> inputs;
  /// Without those that only say how long others are: what is given is cut to that.
  std::vector<ServedPort> outputs;
  /// The most samples that a run takes along the first dimension of all ports: qrt::maxBatch where
  /// that dimension is all that grows, 1 where all begin with a 1, 0 where it is no batch.
  int64_t largestBatch = 0;
  /// A program of calls is here, and of each of them it is proved that a batch is its samples'
  /// answers: of programs of kernels nobody can say.
  bool isPerSample = false;
};

/// Throws a Failure where the file's programs do not make one model.
Served servedBy(const qrt::Artifact &artifact);

/// The shape of a sample where runs have a batch, else the whole.
std::vector<int64_t> dimsOf(const ServedPort &port, bool hasBatch);
/// "x, mask".
std::string namesOf(const std::vector<ServedPort> &ports);
/// "[ 3, -1 ]", as configurations say it.
std::string textOf(const std::vector<int64_t> &dims);

} // namespace qopt::triton
