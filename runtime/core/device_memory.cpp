#include "runtime/core/device_memory.h"

#include "runtime/core/out_of_memory.h"
#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace qrt {

static Status noAddresses() {
  return {StatusCode::Unsupported, "this device's memory has no addresses that programs know: give "
                                   "tensors in the host's memory"};
}

Expected<std::shared_ptr<DeviceMoment>> Executable::runOnDevice(int64_t, std::span<const Tensor>,
                                                                std::span<Tensor>, DeviceStream) {
  return noAddresses();
}

Expected<std::shared_ptr<DeviceBytes>> Device::allocate(size_t, DeviceStream) {
  return noAddresses();
}

Status Device::copy(void *, const void *, size_t, DeviceStream) { return noAddresses(); }

static Status checkNoStream(DeviceStream stream) {
  return stream ? invalidArgument("the host has no streams: give null") : Status();
}

namespace {
class Passed : public DeviceMoment {
public:
  Expected<bool> hasPassed() const override { return true; }
  Status wait() const override { return {}; }
  Status comesBefore(DeviceStream stream) const override { return checkNoStream(stream); }
};

class HostBytes : public DeviceBytes {
public:
  explicit HostBytes(void *memory) : memory(memory) {}
  ~HostBytes() override { std::free(memory); }
  HostBytes(const HostBytes &) = delete;
  void *data() const override { return memory; }
  void usedOn(DeviceStream) override {}
  Status read(void *to, size_t offset, size_t size, DeviceStream stream) const override {
    QRT_RETURN_IF_ERROR(checkNoStream(stream));
    if (size) // an empty tensor may have no address, which memcpy does not take
      std::memcpy(to, static_cast<const char *>(memory) + offset, size);
    return {};
  }
  Status write(const void *from, size_t size, DeviceStream stream) override {
    QRT_RETURN_IF_ERROR(checkNoStream(stream));
    if (size)
      std::memcpy(memory, from, size);
    return {};
  }

private:
  void *memory;
};
} // namespace

Expected<std::shared_ptr<DeviceMoment>>
runOnHostMemory(Executable &executable, int64_t batch, std::span<const Tensor> inputs,
                std::span<Tensor> outputs, DeviceStream stream) {
  if (Status status = checkNoStream(stream); !status.ok())
    return status;
  if (Status status = executable.run(batch, inputs, outputs); !status.ok())
    return status;
  static const std::shared_ptr<DeviceMoment> passed = std::make_shared<Passed>();
  return passed;
}

Status copyOnHost(void *to, const void *from, size_t bytes, DeviceStream stream) {
  QRT_RETURN_IF_ERROR(checkNoStream(stream));
  if (bytes)
    std::memmove(to, from, bytes);
  return {};
}

Expected<std::shared_ptr<DeviceBytes>> allocateOnHost(size_t bytes, DeviceStream stream) {
  if (Status status = checkNoStream(stream); !status.ok())
    return status;
  constexpr size_t alignment = 256;
  std::shared_ptr<DeviceBytes> made;
  auto make = [&] {
    const size_t whole = (std::max<size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
    void *memory = whole < bytes ? nullptr : std::aligned_alloc(alignment, whole);
    if (!memory)
      throw std::bad_alloc();
    made = std::make_shared<HostBytes>(memory);
    return Status();
  };
  if (Status status = orOutOfMemory(make, std::to_string(bytes) + " bytes"); !status.ok())
    return status;
  return made;
}

} // namespace qrt
