#include "test/conformance/float_functions/path.h"

#include "runtime/drivers/opencl/api/device_facts.h"

#include <charconv>
#include <vector>

namespace qrt::test {
namespace {

using opencl::Api;
using opencl::check;

class OpenClFunctions : public FunctionDevice {
public:
  OpenClFunctions(const Api &cl, cl_device_id device) : cl(cl), device(device) {}
  ~OpenClFunctions() override {
    for (cl_mem buffer : buffers)
      if (buffer)
        cl.clReleaseMemObject(buffer);
    release();
    if (queue)
      cl.clReleaseCommandQueue(queue);
    if (context)
      cl.clReleaseContext(context);
  }

  Status open() {
    cl_int code = CL_SUCCESS;
    context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    if (Status status = check(code, "clCreateContext"); !status.ok())
      return status;
    queue = cl.clCreateCommandQueue(context, device, 0, &code);
    if (Status status = check(code, "clCreateCommandQueue"); !status.ok())
      return status;
    for (cl_mem &buffer : buffers) {
      buffer =
          cl.clCreateBuffer(context, CL_MEM_READ_WRITE, largestRun * sizeof(float), nullptr, &code);
      if (Status status = check(code, "clCreateBuffer"); !status.ok())
        return status;
    }
    return {};
  }

  std::string name() const override {
    return "OpenCL " + opencl::deviceText(cl, device, CL_DEVICE_NAME);
  }

  Status prepare(const FloatFunction &function) override {
    release();
    const std::string source = kernelSourceOf(function);
    const char *text = source.c_str();
    cl_int code = CL_SUCCESS;
    program = cl.clCreateProgramWithSource(context, 1, &text, nullptr, &code);
    code = cl.clBuildProgram(program, 1, &device, "-cl-std=CL1.2", nullptr, nullptr);
    if (code != CL_SUCCESS) {
      std::string log(1 << 16, '\0');
      cl.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                               nullptr);
      return {StatusCode::DeviceError, std::string(function.name) + ": " + log.c_str()};
    }
    range = cl.clCreateKernel(program, "functionRange", &code);
    values = cl.clCreateKernel(program, "functionValues", &code);
    return check(code, "clCreateKernel");
  }

  Status runRange(uint32_t first, uint32_t step, std::span<float> results) override {
    auto count = cl_uint(results.size());
    cl.clSetKernelArg(range, 0, sizeof(cl_mem), &buffers[0]);
    cl.clSetKernelArg(range, 1, sizeof first, &first);
    cl.clSetKernelArg(range, 2, sizeof step, &step);
    cl.clSetKernelArg(range, 3, sizeof count, &count);
    return launch(range, results);
  }

  Status run(std::span<const float> x, std::span<const float> y,
             std::span<float> results) override {
    auto count = cl_uint(results.size());
    for (int i = 1; i < 3; ++i) {
      std::span<const float> source = i == 1 ? x : y;
      if (Status status =
              check(cl.clEnqueueWriteBuffer(queue, buffers[i], CL_TRUE, 0, source.size_bytes(),
                                            source.data(), 0, nullptr, nullptr),
                    "clEnqueueWriteBuffer");
          !status.ok())
        return status;
    }
    cl.clSetKernelArg(values, 0, sizeof(cl_mem), &buffers[1]);
    cl.clSetKernelArg(values, 1, sizeof(cl_mem), &buffers[2]);
    cl.clSetKernelArg(values, 2, sizeof(cl_mem), &buffers[0]);
    cl.clSetKernelArg(values, 3, sizeof count, &count);
    return launch(values, results);
  }

private:
  Status launch(cl_kernel kernel, std::span<float> results) {
    const size_t local = 128, global = (results.size() + local - 1) / local * local;
    Status status = check(
        cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
    if (!status.ok())
      return status;
    return check(cl.clEnqueueReadBuffer(queue, buffers[0], CL_TRUE, 0, results.size_bytes(),
                                        results.data(), 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
  }
  void release() {
    for (cl_kernel *kernel : {&range, &values}) {
      if (*kernel)
        cl.clReleaseKernel(*kernel);
      *kernel = nullptr;
    }
    if (program)
      cl.clReleaseProgram(program);
    program = nullptr;
  }

  const Api &cl;
  cl_device_id device;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem buffers[3] = {}; // results, x, y
  cl_program program = nullptr;
  cl_kernel range = nullptr, values = nullptr;
};

} // namespace

Expected<std::unique_ptr<FunctionDevice>> openClFunctions(std::string_view which) {
  Expected<const Api *> cl = opencl::api();
  if (!cl)
    return cl.status();
  const bool isGpu = which == "gpu";
  size_t index = 0;
  if (!isGpu && std::from_chars(which.data(), which.data() + which.size(), index).ptr !=
                    which.data() + which.size())
    return invalidArgument("opencl:" + std::string(which) + ": an index, or gpu");
  std::vector<cl_device_id> devices =
      opencl::allDevices(**cl, isGpu ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_ALL);
  if (index >= devices.size())
    return Status{StatusCode::NotFound, "opencl:" + std::string(which) + ": there is none"};
  auto device = std::make_unique<OpenClFunctions>(**cl, devices[index]);
  if (Status status = device->open(); !status.ok())
    return status;
  return std::unique_ptr<FunctionDevice>(std::move(device));
}

} // namespace qrt::test
