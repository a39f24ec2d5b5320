#include "runtime/drivers/opencl/compiler.h"

#include "runtime/drivers/kernels/build.h"
#include "runtime/drivers/opencl/build_lock.h"

namespace qrt::opencl {

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
    return Status{
        code == CL_BUILD_PROGRAM_FAILURE ? StatusCode::Unsupported : StatusCode::DeviceError,
        "its kernel does not compile:\n" + buildLog(*target.cl, program.get(), target.device)};
  return program;
}

static Expected<ProgramObject> compile(const CompileTarget &target, const KernelSource &kernel,
                                       KernelCache *cache) {
  return kernels::throughCache<ProgramObject>(
      cache, {target.description->name, target.description->version, buildOptions, kernel.source},
      [&](const std::vector<uint8_t> &binary) { return fromBinary(target, binary); },
      [&] { return fromSource(target, kernel.source); },
      [&](const ProgramObject &program) { return binaryOf(*target.cl, program.get()); });
}

Expected<std::vector<ProgramObject>> compileAll(const CompileTarget &target, const Program &program,
                                                const LoadOptions &options) {
  const size_t count = program.kernels.size();
  std::vector<ProgramObject> objects(count);
  BuildLock lock(count ? sharedBuildFolder(target.description->version) : "");
  Status status = kernels::buildAll(program, *target.description, options, [&](size_t i) {
    Expected<ProgramObject> object = compile(target, program.kernels[i], options.cache);
    if (object)
      objects[i] = std::move(*object);
    return object.status();
  });
  if (!status.ok())
    return status;
  return objects;
}

} // namespace qrt::opencl
