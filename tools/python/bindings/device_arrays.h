// Outputs in a card's memory, as other libraries take them.
#pragma once

#include "tools/python/bindings/bindings.h"

#include <span>

namespace qopt::python {

namespace dlpack {
struct ExchangeApi;
}

/// The place where a run was queued. The stream is its caller's, who may destroy it once the call
/// has returned: from then on it is a name to compare with, and nothing is queued there.
struct QueuedOn {
  qrt::DeviceStream stream = nullptr;
  const dlpack::ExchangeApi *from = nullptr; // of the library that told it; null: none did
  int32_t index = 0;                         // of the card
};

/// An output that lies on a card.
struct DeviceOutput {
  /// This process's own hold on the memory and on the run.
  struct Held {
    std::shared_ptr<qrt::DeviceBytes> bytes;
    std::shared_ptr<qrt::DeviceMoment> end; // of the run
  };
  qrt::Tensor tensor;           // of the shape that there is of it; data is an address
  std::vector<int64_t> strides; // in elements
  std::vector<int64_t> room;    // the shape that it lies in
  OfProcess<Held> held;
  QueuedOn on;

  /// Throws a StatusError in a child that was forked, where CUDA's driver does not work.
  Held &here();
  /// Waits for the run, and copies on CUDA's default stream: behind what is queued there, which
  /// nobody can destroy. The owner of other streams waits for what was queued there since the run.
  qrt::Tensor onHost();
};

/// Outputs as there is of them: where data decide a length, this waits for the run.
std::vector<std::shared_ptr<DeviceOutput>> outputsOf(const std::vector<Port> &ports,
                                                     DeviceOutputs outputs, QueuedOn on);
/// Fails, naming the first output of a type that DLPack has not.
void checkSpoken(std::span<const Port> outputs);

void addDeviceArrays(nb::module_ &m);
/// The qopt.DeviceArray of it.
nb::object deviceArrayOf(std::shared_ptr<DeviceOutput> output);
/// Returns the output of a qopt.DeviceArray; null for another object.
const DeviceOutput *deviceOutputOf(nb::handle array);

} // namespace qopt::python
