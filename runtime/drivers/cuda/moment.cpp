#include "runtime/drivers/cuda/moment.h"

namespace qrt::cuda {

Expected<std::shared_ptr<DeviceMoment>> CudaMoment::make(std::shared_ptr<DeviceContext> context,
                                                         StreamHandle stream) {
  const Api &cuda = context->cuda;
  Expected<Event> event = own<Event>(*context, "cuEventCreate", [&](EventHandle *made) {
    return cuda.cuEventCreate(made, eventDisableTiming);
  });
  if (!event)
    return event.status();
  if (Status status =
          context->check(cuda.cuEventRecordWithFlags(event->get(), stream, eventRecordDefault),
                         "cuEventRecordWithFlags");
      !status.ok())
    return status;
  return std::shared_ptr<DeviceMoment>(
      std::make_shared<CudaMoment>(std::move(context), std::move(*event)));
}

Expected<bool> CudaMoment::hasPassed() const {
  QRT_CUDA_ENTER(*context);
  const Result code = context->cuda.cuEventQuery(event.get());
  if (code == resultNotReady)
    return false;
  if (Status status = context->check(code, "cuEventQuery"); !status.ok())
    return status;
  return true;
}

Status CudaMoment::wait() const {
  QRT_CUDA_ENTER(*context);
  return context->check(context->cuda.cuEventSynchronize(event.get()), "cuEventSynchronize");
}

Status CudaMoment::comesBefore(DeviceStream stream) const {
  QRT_CUDA_ENTER(*context);
  return context->check(
      context->cuda.cuStreamWaitEvent(static_cast<StreamHandle>(stream), event.get(), 0),
      "cuStreamWaitEvent");
}

} // namespace qrt::cuda
