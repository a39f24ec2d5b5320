// An instance of a model: a device, and on it the programs that run requests.
#pragma once

#include "runtime/core/qrt.h"
#include "tools/triton/abi.h"
#include "tools/triton/model.h"

#include <vector>

namespace qopt::triton {

/// One of several that take inputs of other shapes.
struct LoadedProgram {
  const qrt::ArtifactEntry *entry;
  qrt::Model model;
};

/// A call of the server's at a time uses it, from any thread.
struct InstanceState {
  const ModelState &model;
  std::string name; // for messages: "lenet_0_0 on host"
  std::unique_ptr<qrt::Device> device;
  int64_t card = -1; // the number by which Triton calls its memory; -1: none
  std::vector<LoadedProgram> programs;
  /// Memory of runs, by port, which grows as it is needed.
  std::vector<qrt::Tensor> scratch = {};

  /// Bytes of the instance's own, number `place`, as a tensor; what they hold is not said.
  qrt::Tensor borrow(size_t place, qrt::ElementType type, const qrt::Shape &shape);
};

/// Opens the device and loads its programs. Throws a Failure that names the instance.
std::unique_ptr<InstanceState> openInstance(TRITONBACKEND_ModelInstance *instance,
                                            const ModelState &model);

} // namespace qopt::triton
