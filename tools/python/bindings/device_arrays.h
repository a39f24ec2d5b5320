// Outputs in a card's memory, as other libraries take them.
#pragma once

#include "tools/python/bindings/bindings.h"

namespace qopt::python {

/// An output that lies on a card.
struct DeviceOutput {
  qrt::Tensor tensor;           // of the shape that there is of it; data is an address
  std::vector<int64_t> strides; // in elements
  std::vector<int64_t> room;    // the shape that it lies in
  std::shared_ptr<qrt::DeviceBytes> bytes;
  std::shared_ptr<qrt::DeviceMoment> end;
  qrt::DeviceStream stream = nullptr; // of the run
  int32_t index = 0;                  // of the card

  /// Waits for the run, and copies.
  qrt::Tensor onHost() const;
};

/// Outputs as there is of them: where data decide a length, this waits for the run.
std::vector<std::shared_ptr<DeviceOutput>> outputsOf(const std::vector<Port> &ports,
                                                     DeviceOutputs outputs,
                                                     qrt::DeviceStream stream, int32_t index);
/// Fails, naming the first output of a type that DLPack has not.
void checkSpoken(const std::vector<Port> &outputs);

void addDeviceArrays(nb::module_ &m);
/// The qopt.DeviceArray of it.
nb::object deviceArrayOf(std::shared_ptr<DeviceOutput> output);

} // namespace qopt::python
