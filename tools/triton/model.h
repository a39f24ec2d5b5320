// A model of the server's has a .qart file and its configuration.
#pragma once

#include "runtime/core/artifact.h"
#include "runtime/core/weight_store.h"
#include "tools/triton/abi.h"
#include "tools/triton/config.h"

#include <memory>

namespace qopt::triton {

/// Instances share it, and change nothing of it.
struct ModelState {
  qrt::Artifact artifact;
  Served served;
  Settings settings;
  /// Instances of one kind of device make this of the weights, once.
  std::shared_ptr<qrt::WeightStore> weights = std::make_shared<qrt::WeightStore>();
};

/// Opens the file of the model's version, completes the configuration where the server wants that,
/// and checks it. Throws a Failure.
std::unique_ptr<ModelState> openModel(TRITONBACKEND_Model *model);

} // namespace qopt::triton
