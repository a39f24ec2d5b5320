#include "runtime/drivers/cuda/driver.h"
#include "runtime/drivers/cuda/memory_pool.h"
#include "runtime/drivers/cuda/program.h"
#include "runtime/drivers/kernels/queue_count.h"

namespace qrt {

using namespace cuda;

// Modules of four branches are the widest that are common.
constexpr unsigned ownQueues = 4;

static int attribute(const Api &cuda, DeviceAttribute what, DeviceId device) {
  int value = 0;
  return cuda.cuDeviceGetAttribute(&value, what, device) == resultSuccess ? value : 0;
}

static std::string nameOf(const Api &cuda, DeviceId device) {
  char name[256] = "";
  cuda.cuDeviceGetName(name, sizeof(name), device);
  return name;
}

static std::string versionText(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

static DeviceDescription describe(const Api &cuda, const Nvrtc &nvrtc, DeviceId device) {
  DeviceDescription description;
  description.driver = "cuda";
  description.name = nameOf(cuda, device);
  description.computeCapability = 10 * attribute(cuda, deviceComputeCapabilityMajor, device) +
                                  attribute(cuda, deviceComputeCapabilityMinor, device);
  description.wgmma = description.computeCapability == 90; // no later device has them
  description.version = "CUDA " + versionText(cuda.version) + " / NVRTC " + nvrtc.version() +
                        " / sm_" + std::to_string(description.computeCapability) +
                        (description.wgmma ? "a" : "");
  description.localMemoryBytes = attribute(cuda, deviceMaxSharedMemoryPerBlockOptIn, device);
  description.maxWorkGroup = attribute(cuda, deviceMaxThreadsPerBlock, device);
  description.computeUnits = unsigned(attribute(cuda, deviceMultiprocessorCount, device));
  description.takesKernels = true;
  description.isGpu = true;
  description.dp4a = description.computeCapability >= 61;
  description.dynamicLocalMemory = true;
  description.dependentLaunch = description.computeCapability >= 90;
  return description;
}

static int deviceCount(const Api &cuda) {
  int count = 0;
  return cuda.cuDeviceGetCount(&count) == resultSuccess ? count : 0;
}

namespace {
struct Found {
  const Nvrtc *nvrtc;
  DeviceId device;
  DeviceDescription description;
};

class CudaDevice : public Device {
public:
  explicit CudaDevice(std::shared_ptr<DeviceContext> given)
      : context(std::move(given)), pool(std::make_shared<MemoryPool>(context)) {}
  const DeviceDescription &description() const override { return context->description; }
  Expected<std::unique_ptr<Executable>> load(std::shared_ptr<const Program> program,
                                             const LoadOptions &options) override {
    return loadProgram(context, std::move(program), options);
  }
  Expected<std::shared_ptr<DeviceBytes>> allocate(size_t bytes, DeviceStream stream) override {
    return pool->allocate(bytes, static_cast<StreamHandle>(stream));
  }
  Status copy(void *to, const void *from, size_t bytes, DeviceStream stream) override {
    return copyAndWait(*context, to, from, bytes, static_cast<StreamHandle>(stream));
  }

private:
  std::shared_ptr<DeviceContext> context;
  std::shared_ptr<MemoryPool> pool; // lives on with what it gave
};
} // namespace

/// A device that programs can be compiled for.
static Expected<Found> find(const Api &cuda, unsigned index) {
  const int count = deviceCount(cuda);
  if (index >= unsigned(count))
    return Status{StatusCode::NotFound, "there is no CUDA device " + std::to_string(index) + ": " +
                                            std::to_string(count) +
                                            " found (CUDA_VISIBLE_DEVICES may hide others)"};
  DeviceId device = 0;
  if (Status status = check(cuda, cuda.cuDeviceGet(&device, int(index)), "cuDeviceGet");
      !status.ok())
    return status;
  Expected<const Nvrtc *> compiler = nvrtc(cuda.version);
  if (!compiler)
    return compiler.status();
  Found found{*compiler, device, describe(cuda, **compiler, device)};
  if (!(*compiler)->knows(found.description.computeCapability))
    return Status{StatusCode::Unsupported,
                  "NVRTC " + (*compiler)->version() + " does not compile for " +
                      found.description.name + ", of compute capability " +
                      std::to_string(found.description.computeCapability / 10) + "." +
                      std::to_string(found.description.computeCapability % 10) +
                      "; another version of CUDA's does"};
  return found;
}

Expected<std::unique_ptr<Device>> openCuda(std::optional<unsigned> which) {
  Expected<const Api *> cuda = api();
  if (!cuda)
    return cuda.status();
  Expected<Found> found = find(**cuda, which.value_or(0));
  if (!found)
    return found.status();
  Expected<unsigned> queues = kernels::queueCount(ownQueues);
  if (!queues)
    return queues.status();
  found->description.queues = *queues;
  Expected<std::shared_ptr<DeviceContext>> context =
      DeviceContext::make(**cuda, *found->nvrtc, found->device, std::move(found->description));
  if (!context)
    return context.status();
  return std::unique_ptr<Device>(std::make_unique<CudaDevice>(std::move(*context)));
}

std::vector<DeviceDescription> listCuda() {
  Expected<const Api *> cuda = api();
  if (!cuda)
    return {};
  std::vector<DeviceDescription> descriptions;
  for (int i = 0, count = deviceCount(**cuda); i < count; ++i)
    if (Expected<Found> found = find(**cuda, unsigned(i)))
      descriptions.push_back(std::move(found->description));
  return descriptions;
}

} // namespace qrt
