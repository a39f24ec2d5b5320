#include "runtime/drivers/opencl/compile/program_object.h"

#include "runtime/drivers/opencl/compile/build_lock.h"

namespace qrt::opencl {

static std::string buildLog(const BuildTarget &target, cl_program program) {
  size_t size = 0;
  target.cl->clGetProgramBuildInfo(program, target.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  if (size)
    target.cl->clGetProgramBuildInfo(program, target.device, CL_PROGRAM_BUILD_LOG, size, log.data(),
                                     nullptr);
  return log.substr(0, log.find('\0')); // OpenCL counts the terminator
}

static cl_int build(const BuildTarget &target, const ProgramObject &program,
                    const char *options = buildOptions) {
  return target.cl->clBuildProgram(program.get(), 1, &target.device, options, nullptr, nullptr);
}

static cl_int buildSource(const BuildTarget &target, const ProgramObject &program) {
  if (target.isPocl && build(target, program, headerlessOptions) == CL_SUCCESS)
    return CL_SUCCESS;
  return build(target, program);
}

Expected<ProgramObject> fromSource(const BuildTarget &target, std::string_view source) {
  const std::string folder = target.isPocl ? poclBuildFolder() : "";
  if (Status status = checkRoom(folder); !status.ok())
    return status;
  const char *text = source.data();
  size_t length = source.size();
  cl_int code = CL_SUCCESS;
  ProgramObject program(
      *target.cl, target.cl->clCreateProgramWithSource(target.context, 1, &text, &length, &code));
  if (Status status = check(code, "clCreateProgramWithSource"); !status.ok())
    return status;
  if (code = buildSource(target, program); code != CL_SUCCESS) {
    if (Status status = checkBuildFolder(folder); !status.ok())
      return status;
    return Status{code == CL_BUILD_PROGRAM_FAILURE ? StatusCode::Unsupported
                                                   : StatusCode::DeviceError,
                  "its kernel does not compile:\n" + buildLog(target, program.get())};
  }
  return program;
}

ProgramObject fromBinary(const BuildTarget &target, std::span<const uint8_t> binary) {
  size_t size = binary.size();
  const unsigned char *data = binary.data();
  cl_int status = CL_SUCCESS, code = CL_SUCCESS;
  ProgramObject program(*target.cl,
                        target.cl->clCreateProgramWithBinary(target.context, 1, &target.device,
                                                             &size, &data, &status, &code));
  if (code != CL_SUCCESS || status != CL_SUCCESS || build(target, program) != CL_SUCCESS)
    return {};
  return program;
}

std::vector<uint8_t> binaryOf(const Api &cl, cl_program program) {
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

} // namespace qrt::opencl
