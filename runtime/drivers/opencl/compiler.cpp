#include "runtime/drivers/opencl/compiler.h"

#include "runtime/cache/kernel_cache.h"
#include "runtime/drivers/opencl/build_lock.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <system_error>
#include <thread>

namespace qrt::opencl {

// Nothing here may change what a kernel computes.
static constexpr const char *buildOptions = "-cl-std=CL1.2";

static std::string buildLog(const Api &cl, cl_program program, cl_device_id device) {
  size_t size = 0;
  cl.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  if (size)
    cl.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  return log.substr(0, log.find('\0')); // OpenCL counts the terminator
}

static std::vector<uint8_t> binaryOf(const Api &cl, cl_program program) {
  size_t size = 0;
  if (cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr) !=
          CL_SUCCESS ||
      size == 0)
    return {};
  std::vector<uint8_t> binary(size);
  unsigned char *data = binary.data();
  if (cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, nullptr) != CL_SUCCESS)
    return {};
  return binary;
}

// A binary that the driver no longer takes counts as not found.
static ProgramObject fromBinary(const CompileTarget &target, const std::vector<uint8_t> &binary) {
  size_t size = binary.size();
  const unsigned char *data = binary.data();
  cl_int status = CL_SUCCESS, code = CL_SUCCESS;
  ProgramObject program(*target.cl,
                        target.cl->clCreateProgramWithBinary(target.context, 1, &target.device,
                                                             &size, &data, &status, &code));
  if (code != CL_SUCCESS || status != CL_SUCCESS ||
      target.cl->clBuildProgram(program.get(), 1, &target.device, buildOptions, nullptr, nullptr) !=
          CL_SUCCESS)
    return {};
  return program;
}

static Expected<ProgramObject> fromSource(const CompileTarget &target, const std::string &source) {
  const char *text = source.data();
  size_t length = source.size();
  cl_int code = CL_SUCCESS;
  ProgramObject program(
      *target.cl, target.cl->clCreateProgramWithSource(target.context, 1, &text, &length, &code));
  if (Status status = check(code, "clCreateProgramWithSource"); !status.ok())
    return status;
  code =
      target.cl->clBuildProgram(program.get(), 1, &target.device, buildOptions, nullptr, nullptr);
  if (code != CL_SUCCESS)
    return Status{StatusCode::DeviceError, "its kernel does not compile:\n" +
                                               buildLog(*target.cl, program.get(), target.device)};
  return program;
}

static Expected<ProgramObject> compile(const CompileTarget &target, const KernelSource &kernel,
                                       KernelCache *cache) {
  KernelKey key{target.description->name, target.description->version, buildOptions, kernel.source};
  if (cache)
    if (auto binary = cache->find(key))
      if (ProgramObject program = fromBinary(target, *binary))
        return program;
  Expected<ProgramObject> program = fromSource(target, kernel.source);
  if (program && cache)
    cache->store(key, binaryOf(*target.cl, program->get()));
  return program;
}

static std::string layerOf(const Program &program, size_t kernel) {
  for (const Node &node : program.nodes) {
    bool isIts = false;
    visitLaunches(node, [&](const Launch &launch) { isIts |= launch.kernel == kernel; });
    if (isIts)
      return node.name;
  }
  return "?";
}

Expected<std::vector<ProgramObject>> compileAll(const CompileTarget &target, const Program &program,
                                                const LoadOptions &options) {
  size_t count = program.kernels.size();
  if (options.progress && count)
    options.progress(0, count);
  std::vector<ProgramObject> objects(count);
  BuildLock lock(count ? sharedBuildFolder(target.description->version) : "");
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  size_t done = 0, failed = count; // the first kernel at fault: the same whoever compiles it
  Status failure;
  auto work = [&] {
    for (size_t i = next++; i < count; i = next++) {
      Expected<ProgramObject> object = compile(target, program.kernels[i], options.cache);
      std::lock_guard lock(mutex);
      if (object)
        objects[i] = std::move(*object);
      else if (i < failed) {
        failed = i;
        next = count;
        failure = {object.status().code(), "layer '" + layerOf(program, i) + "' on " +
                                               target.description->name + ": " +
                                               object.status().message()};
      }
      if (options.progress)
        options.progress(++done, count);
    }
  };
  size_t threads = std::min<size_t>(count, std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::thread> helpers;
  helpers.reserve(threads);
  try {
    for (size_t i = 1; i < threads; ++i)
      helpers.emplace_back(work);
  } catch (const std::system_error &) { // then with fewer
  }
  work();
  for (std::thread &thread : helpers)
    thread.join();
  if (!failure.ok())
    return failure;
  return objects;
}

} // namespace qrt::opencl
