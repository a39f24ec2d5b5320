#include "runtime/drivers/host/driver.h"

#include "runtime/drivers/host/executable.h"

namespace qrt {

namespace {
class HostDevice : public Device {
public:
  explicit HostDevice(unsigned threads) : pool(std::make_shared<ThreadPool>(threads)) {
    facts.driver = "host";
    facts.name =
        "host, " + std::to_string(pool->threads()) + " threads, " + std::string(isaName(bestIsa()));
    facts.version = "1";
    facts.computeUnits = pool->threads();
  }
  const DeviceDescription &description() const override { return facts; }
  Expected<std::unique_ptr<Executable>> load(std::shared_ptr<const Program> program,
                                             const LoadOptions &) override {
    return host::loadProgram({pool.get(), bestIsa(), FloatOrder::Fast}, pool, std::move(program));
  }

private:
  std::shared_ptr<ThreadPool> pool;
  DeviceDescription facts;
};
} // namespace

Expected<std::unique_ptr<Device>> openHost(unsigned threads) {
  return std::unique_ptr<Device>(std::make_unique<HostDevice>(threads));
}

} // namespace qrt
