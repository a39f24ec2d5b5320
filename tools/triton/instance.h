// An instance of a model has a device, and on it the programs that run requests.
#pragma once

#include "runtime/core/qrt.h"
#include "tools/triton/abi.h"
#include "tools/triton/model.h"

#include <vector>

namespace qopt::triton {

/// It is one of several programs, which take inputs of different shapes.
struct LoadedProgram {
  const qrt::ArtifactEntry *entry;
  qrt::Model model;
};

/// One call of the server's at a time uses it, from any thread.
struct InstanceState {
  const ModelState &model;
  std::string name; // messages name it: "lenet_0_0 on host"
  std::unique_ptr<qrt::Device> device;
  int64_t card = -1; // the number by which Triton calls its memory; -1: none
  std::vector<LoadedProgram> programs;
  /// Runs use this memory, by port; it grows as it is needed.
  std::vector<qrt::Tensor> scratch = {};

  /// Lends the instance's own bytes number `place` as a tensor; nobody says what they hold.
  qrt::Tensor borrow(size_t place, qrt::ElementType type, const qrt::Shape &shape);
};

/// Opens the device and loads its programs. Throws a Failure that names the instance.
std::unique_ptr<InstanceState> openInstance(TRITONBACKEND_ModelInstance *instance,
                                            const ModelState &model);

} // namespace qopt::triton
