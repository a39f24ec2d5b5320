// The end of a run on the caller's stream.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/cuda/objects.h"

namespace qrt::cuda {

class CudaMoment : public DeviceMoment {
public:
  /// Makes a moment that passes when the work now queued on `stream` has ended. The caller has made
  /// the context current.
  static Expected<std::shared_ptr<DeviceMoment>> make(std::shared_ptr<DeviceContext> context,
                                                      StreamHandle stream);
  CudaMoment(std::shared_ptr<DeviceContext> context, Event event)
      : context(std::move(context)), event(std::move(event)) {}

  Expected<bool> hasPassed() const override;
  Status wait() const override;
  Status comesBefore(DeviceStream stream) const override;

private:
  std::shared_ptr<DeviceContext> context;
  Event event;
};

} // namespace qrt::cuda
