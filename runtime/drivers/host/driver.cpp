#include "runtime/drivers/host/driver.h"

#include "runtime/core/device_memory.h"
#include "runtime/drivers/host/executable.h"

#include <algorithm>
#include <thread>

namespace qrt {

static DeviceDescription describe(unsigned threads) {
  DeviceDescription facts;
  facts.driver = "host";
  facts.name =
      "host, " + std::to_string(threads) + " threads, " + std::string(isaName(defaultIsa()));
  facts.version = "1";
  facts.computeUnits = threads;
  return facts;
}

namespace {
class HostDevice : public Device {
public:
  explicit HostDevice(unsigned threads)
      : pool(std::make_shared<ThreadPool>(threads)), facts(describe(pool->threads())) {}
  const DeviceDescription &description() const override { return facts; }
  Expected<std::unique_ptr<Executable>> load(std::shared_ptr<const Program> program,
                                             const LoadOptions &options) override {
    const Execution execution{pool.get(), defaultIsa(), program->floatOrder};
    return host::loadProgram(execution, pool, std::move(program), host::partBytes(),
                             options.weights.get());
  }
  Expected<std::shared_ptr<DeviceBytes>> allocate(size_t bytes, DeviceStream stream) override {
    return allocateOnHost(bytes, stream);
  }
  Status copy(void *to, const void *from, size_t bytes, DeviceStream stream) override {
    return copyOnHost(to, from, bytes, stream);
  }

private:
  std::shared_ptr<ThreadPool> pool;
  DeviceDescription facts;
};
} // namespace

Expected<std::unique_ptr<Device>> openHost(std::optional<unsigned> threads) {
  if (Status status = chosenIsa().status(); !status.ok())
    return status;
  return std::unique_ptr<Device>(std::make_unique<HostDevice>(threads.value_or(0)));
}

std::vector<DeviceDescription> listHost() {
  return {describe(std::max(1u, std::thread::hardware_concurrency()))};
}

} // namespace qrt
