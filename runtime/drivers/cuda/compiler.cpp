#include "runtime/drivers/cuda/compiler.h"

#include "runtime/drivers/cuda/memory_split.h"
#include "runtime/drivers/kernels/build.h"
#include "runtime/drivers/kernels/launches.h"
#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>

namespace qrt::cuda {

/// The shared memory in bytes that a function may use without an attribute.
static constexpr int usualSharedBytes = 48 << 10;

std::vector<std::string> buildOptions(const DeviceDescription &device) {
  return {"--gpu-architecture=sm_" + std::to_string(device.computeCapability) +
              (device.wgmma ? "a" : ""),
          "--fmad=false", "--prec-div=true", "--prec-sqrt=true", "--ftz=false"};
}

std::string buildOptionsText(const DeviceDescription &device) {
  std::string text;
  for (const std::string &option : buildOptions(device))
    text += (text.empty() ? "" : " ") + option;
  return text;
}

static Expected<KernelObject> load(const DeviceContext &context, const std::string &entry,
                                   const std::vector<uint8_t> &code) {
  Expected<Module> module = own<Module>(context, "cuModuleLoadData", [&](ModuleHandle *made) {
    return context.cuda.cuModuleLoadData(made, code.data());
  });
  if (!module)
    return module.status();
  KernelObject object{std::move(*module)};
  if (Status status = context.check(
          context.cuda.cuModuleGetFunction(&object.function, object.module.get(), entry.c_str()),
          "cuModuleGetFunction");
      !status.ok())
    return status;
  return object;
}

static Expected<KernelObject> compile(const DeviceContext &context, const KernelSource &kernel,
                                      KernelCache *cache) {
  std::vector<uint8_t> code;
  return kernels::throughCache<KernelObject>(
      cache,
      {context.description.name, context.description.version, buildOptionsText(context.description),
       kernel.source},
      [&](const std::vector<uint8_t> &binary) -> KernelObject {
        // A binary that the driver no longer accepts counts as not found.
        Expected<KernelObject> object = load(context, kernel.entry, binary);
        return object ? std::move(*object) : KernelObject();
      },
      [&]() -> Expected<KernelObject> {
        Expected<std::vector<uint8_t>> compiled =
            cuda::compile(context.nvrtc, kernel.source, buildOptions(context.description));
        if (!compiled)
          return compiled.status();
        code = std::move(*compiled);
        return load(context, kernel.entry, code);
      },
      [&](const KernelObject &) { return code; });
}

namespace {
/// The most that a program's launches ask of each kernel.
struct Demand {
  int64_t localBytes = 0, workGroup = 1;
};
} // namespace

static std::vector<Demand> demandsOf(const Program &program) {
  std::vector<Demand> demands(program.kernels.size());
  kernels::forEachLaunch(program, [&](const Node &, const Launch &launch) {
    Demand &demand = demands[launch.kernel];
    demand.localBytes = std::max<int64_t>(demand.localBytes, launch.localBytes);
    demand.workGroup =
        std::max(demand.workGroup, int64_t(launch.local[0]) * launch.local[1] * launch.local[2]);
  });
  return demands;
}

static Status lacks(const char *what, int64_t wanted, int64_t most) {
  return {StatusCode::Unsupported, std::string("its kernel takes ") + std::to_string(wanted) + " " +
                                       what + ", " + std::to_string(most) + " are the most"};
}

/// A function is loaded by being asked, not only when it is first launched: that may be recorded.
static Status meet(const DeviceContext &context, FunctionHandle function, const Demand &demand) {
  const Expected<int> workGroup = context.attribute(function, functionMaxThreadsPerBlock);
  if (!workGroup)
    return workGroup.status();
  const Expected<int> declared = context.attribute(function, functionSharedBytes);
  if (!declared)
    return declared.status();
  if (demand.workGroup > *workGroup)
    return lacks("work-items a group", demand.workGroup, *workGroup);
  const int64_t local = demand.localBytes + *declared;
  if (local > context.description.localMemoryBytes)
    return lacks("bytes of local memory", local, context.description.localMemoryBytes);
  if (local <= usualSharedBytes)
    return {};
  return context.check(context.cuda.cuFuncSetAttribute(function, functionMaxDynamicSharedBytes,
                                                       int(demand.localBytes)),
                       "cuFuncSetAttribute");
}

/// Splits memory among all functions of a program. `made` is null for objects that were known; the
/// other functions' requests are noted in it.
static Status split(const DeviceContext &context, const std::vector<SharedKernel> &objects,
                    const std::vector<Demand> &demands,
                    const std::vector<std::shared_ptr<KernelObject>> &made) {
  std::vector<GroupOf> groups;
  for (size_t i = 0; i < objects.size(); ++i)
    groups.push_back({objects[i]->function, demands[i].workGroup, demands[i].localBytes,
                      objects[i]->sharedPercent});
  QRT_RETURN_IF_ERROR(splitMemory(context, groups));
  for (size_t i = 0; i < made.size(); ++i)
    if (made[i])
      made[i]->sharedPercent = groups[i].percent;
  return {};
}

Expected<std::vector<SharedKernel>> compileAll(const DeviceContext &context, const Program &program,
                                               const LoadOptions &options,
                                               std::vector<SharedKernel> known) {
  std::vector<SharedKernel> objects = std::move(known);
  std::vector<std::shared_ptr<KernelObject>> made(objects.size());
  const std::vector<Demand> demands = demandsOf(program);
  Status status = kernels::buildAll(program, context.description, options, [&](size_t i) -> Status {
    if (objects[i]) // of the same plan, whose launches ask the same
      return {};
    QRT_CUDA_ENTER(context);
    Expected<KernelObject> object = compile(context, program.kernels[i], options.cache);
    if (!object)
      return object.status();
    objects[i] = made[i] = std::make_shared<KernelObject>(std::move(*object));
    return meet(context, objects[i]->function, demands[i]);
  });
  if (!status.ok())
    return status;
  QRT_RETURN_IF_ERROR(split(context, objects, demands, made));
  return objects;
}

} // namespace qrt::cuda
