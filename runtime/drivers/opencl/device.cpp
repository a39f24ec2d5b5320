#include "runtime/drivers/kernels/queue_count.h"
#include "runtime/drivers/opencl/api/device_facts.h"
#include "runtime/drivers/opencl/compile/build_lock.h"
#include "runtime/drivers/opencl/driver.h"
#include "runtime/drivers/opencl/executable.h"
#include "runtime/drivers/opencl/libraries.h"
#include "runtime/numerics/execution/execution.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <unistd.h>

namespace qrt {

using namespace opencl;

// PoCL is no faster with more: a launch takes all of its threads.
constexpr unsigned ownQueues = 1;

// PoCL's CPU is this one, and its compiler is clang. $QOPT_ISA counts here, too.
static bool hasVnni(bool isGpu, bool isPocl) {
  return !isGpu && isPocl && defaultIsa() >= Isa::Avx512Vnni;
}

static DeviceDescription describe(const Api &cl, cl_device_id device) {
  DeviceDescription description;
  description.driver = "opencl";
  description.name = deviceName(cl, device);
  description.version = deviceVersion(cl, device);
  description.localMemoryBytes =
      int64_t(deviceNumber<cl_ulong>(cl, device, CL_DEVICE_LOCAL_MEM_SIZE));
  description.maxWorkGroup =
      int64_t(deviceNumber<size_t>(cl, device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  description.computeUnits = deviceNumber<cl_uint>(cl, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  description.takesKernels = true;
  description.isGpu = deviceNumber<cl_device_type>(cl, device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU;
  if (deviceText(cl, device, CL_DEVICE_EXTENSIONS).find("cl_nv_device_attribute_query") !=
      std::string::npos)
    description.computeCapability =
        int(deviceNumber<cl_uint>(cl, device, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV) * 10 +
            deviceNumber<cl_uint>(cl, device, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV));
  description.dp4a = description.computeCapability >= 61;
  description.libraries = foundLibraries();
  description.vnni = hasVnni(description.isGpu, isPocl(cl, device));
  description.flushesDenormals =
      !(deviceNumber<cl_device_fp_config>(cl, device, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_DENORM);
  return description;
}

// Refuses a device on which the first kernel would fail to compile, with an empty log.
static Status checkUsable(const Api &cl, cl_device_id device) {
  auto lacks = [&](const char *what) {
    return Status{StatusCode::Unsupported,
                  "OpenCL device '" + deviceText(cl, device, CL_DEVICE_NAME) + "' " + what};
  };
  if (!deviceNumber<cl_bool>(cl, device, CL_DEVICE_AVAILABLE))
    return lacks("is not available");
  if (!deviceNumber<cl_bool>(cl, device, CL_DEVICE_COMPILER_AVAILABLE))
    return lacks("has no compiler");
  std::string version = deviceText(cl, device, CL_DEVICE_VERSION); // "OpenCL 3.0 …"
  if (version.starts_with("OpenCL 1.0") || version.starts_with("OpenCL 1.1"))
    return lacks("is older than OpenCL 1.2");
  return {};
}

// Returns one context for all users of the device in this process. PoCL reads its library of
// built-in functions for each context, which takes longer than a kernel.
static Expected<std::shared_ptr<const Context>> contextOf(const Api &cl, cl_device_id device) {
  static std::mutex mutex;
  static std::map<cl_device_id, std::weak_ptr<const Context>> opened;
  std::lock_guard lock(mutex);
  std::weak_ptr<const Context> &known = opened[device];
  if (std::shared_ptr<const Context> context = known.lock())
    return context;
  cl_int code = CL_SUCCESS;
  auto context = std::make_shared<const Context>(
      cl, cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
  if (Status status = check(code, "clCreateContext"); !status.ok())
    return status;
  known = context;
  return context;
}

namespace {
class OpenClDevice : public Device {
public:
  explicit OpenClDevice(std::shared_ptr<DeviceHandle> handle) : handle(std::move(handle)) {}
  const DeviceDescription &description() const override { return handle->description; }
  Expected<std::unique_ptr<Executable>> load(std::shared_ptr<const Program> program,
                                             const LoadOptions &options) override {
    return loadProgram(handle, std::move(program), options);
  }

private:
  std::shared_ptr<DeviceHandle> handle;
};
} // namespace

/// PoCL cannot make the folder, or write there.
static bool isUnwritable(const std::filesystem::path &folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  return code || access(folder.c_str(), W_OK | X_OK) != 0;
}

// A platform may be there and say of its devices only that there are none.
static Status noDevice(const Api &cl, unsigned index, size_t found) {
  Status status{StatusCode::NotFound, "there is no OpenCL device " + std::to_string(index) + ": " +
                                          std::to_string(found) + " found"};
  auto add = [&](StatusCode code, const std::string &text) {
    status = {code, status.message() + text};
  };
  for (const std::string &name : platformsWithoutDevices(cl)) {
    const bool hasCache = isPoclPlatform(name);
    const std::string cache = hasCache ? poclBuildFolder() : "";
    add(status.code(), "; platform '" + name + "' lists none");
    if (hasCache && isUnwritable(cache))
      add(StatusCode::Io, ", because it cannot write its cache, " + cache +
                              ": set POCL_CACHE_DIR, XDG_CACHE_HOME or HOME to a folder that can "
                              "be written");
  }
  if (found == 0 && status.code() == StatusCode::NotFound)
    add(status.code(), " (Debian's pocl-opencl-icd runs on the CPU)");
  return status;
}

Expected<std::unique_ptr<Device>> openOpenCl(std::optional<unsigned> which) {
  const unsigned index = which.value_or(0);
  Expected<const Api *> cl = api();
  if (!cl)
    return cl.status();
  std::vector<cl_device_id> devices = allDevices(**cl);
  if (index >= devices.size())
    return noDevice(**cl, index, devices.size());
  cl_device_id device = devices[index];
  if (Status status = checkUsable(**cl, device); !status.ok())
    return status;
  Expected<std::shared_ptr<const Context>> context = contextOf(**cl, device);
  if (!context)
    return context.status();
  Expected<unsigned> queues = kernels::queueCount(ownQueues);
  if (!queues)
    return queues.status();
  DeviceDescription description = describe(**cl, device);
  description.queues = *queues;
  auto memory = int64_t(deviceNumber<cl_ulong>(**cl, device, CL_DEVICE_GLOBAL_MEM_SIZE));
  auto handle = std::make_shared<DeviceHandle>(DeviceHandle{*cl, device, index, std::move(*context),
                                                            std::move(description), memory,
                                                            isPocl(**cl, device)});
  return std::unique_ptr<Device>(std::make_unique<OpenClDevice>(std::move(handle)));
}

std::vector<DeviceDescription> listOpenCl() {
  Expected<const Api *> cl = api();
  if (!cl)
    return {};
  std::vector<DeviceDescription> descriptions;
  for (cl_device_id device : allDevices(**cl))
    descriptions.push_back(describe(**cl, device));
  return descriptions;
}

} // namespace qrt
