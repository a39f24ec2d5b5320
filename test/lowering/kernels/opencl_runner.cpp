#include "test/lowering/kernels/opencl_runner.h"

#include "runtime/drivers/opencl/compile/program_object.h"
#include "runtime/drivers/opencl/libraries.h"
#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/halves.h"
#include "test/lowering/kernels/cases.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <map>

namespace qopt::test {

struct OpenClRunner::Impl {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  bool isPocl = false;
  std::map<std::string, cl_program> programs;

  std::string optionsFor(const std::string &source) const;
  cl_kernel kernel(const qrt::KernelSource &source);
  cl_mem memory(size_t bytes, const void *data);
};

namespace {

template <typename T> T deviceInfo(cl_device_id device, cl_device_info what) {
  T value{};
  clGetDeviceInfo(device, what, sizeof value, &value, nullptr);
  return value;
}

qrt::Tensor floatsOf(const qrt::Tensor &stored) {
  qrt::Tensor floats = qrt::Tensor::allocate(qrt::ElementType::F32, stored.shape());
  for (int64_t i = 0; i < stored.size(); ++i)
    floats.mutableValues<float>()[size_t(i)] = float(numberAt(stored, i));
  return floats;
}

/// Does what a driver does at load, kept naive and apart from the driver's code. Other steps than
/// copies are of kernels that OpenCL does not take.
qrt::Tensor packed(const qrt::LoadStep &step, const qrt::Tensor &source) {
  const auto &copy = std::get<qrt::LoadCopy>(step);
  qrt::Tensor target = qrt::Tensor::allocate(copy.type, copy.targetShape);
  const size_t width = qrt::byteWidth(copy.type);
  std::vector<int64_t> at(copy.walk.sizes.size(), 0);
  for (;;) {
    int64_t from = copy.from.offset, to = copy.to.offset;
    for (size_t d = 0; d < at.size(); ++d) {
      from += at[d] * copy.from.strides[d];
      to += at[d] * copy.to.strides[d];
    }
    std::memcpy(static_cast<char *>(target.mutableData()) + to * width,
                static_cast<const char *>(source.data()) + from * width, width);
    size_t d = at.size();
    while (d-- > 0 && ++at[d] == copy.walk.sizes[d])
      at[d] = 0;
    if (d == size_t(-1))
      return target;
  }
}

} // namespace

// PoCL gets the driver's options. A CPU runs texts for GPUs to check what they compute: optimizing
// them would take most of the time and say nothing of a GPU's compiler.
std::string OpenClRunner::Impl::optionsFor(const std::string &source) const {
  const bool isCpu = deviceInfo<cl_device_type>(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
  std::string options = isPocl ? qrt::opencl::headerlessOptions : "";
  if (isCpu && source.find("#define TARGET_GPU") != std::string::npos)
    options += " -cl-opt-disable";
  return options;
}

cl_kernel OpenClRunner::Impl::kernel(const qrt::KernelSource &source) {
  cl_program &program = programs[source.source];
  if (!program) {
    const char *text = source.source.c_str();
    program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    if (clBuildProgram(program, 1, &device, optionsFor(text).c_str(), nullptr, nullptr) !=
        CL_SUCCESS) {
      std::string log(1 << 16, '\0');
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
      ADD_FAILURE() << log.c_str() << source.source;
    }
  }
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, source.entry.c_str(), &error);
  EXPECT_EQ(error, CL_SUCCESS) << source.entry;
  return kernel;
}

cl_mem OpenClRunner::Impl::memory(size_t bytes, const void *data) {
  const std::vector<char> poison(std::max<size_t>(bytes, 1), char(0xcd));
  if (!data)
    data = poison.data();
  cl_int error = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 std::max<size_t>(bytes, 1), const_cast<void *>(data), &error);
  EXPECT_EQ(error, CL_SUCCESS);
  return memory;
}

OpenClRunner::OpenClRunner(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
OpenClRunner::~OpenClRunner() = default;

namespace {
/// Returns the devices of all platforms, in the order that `qrun devices` lists them.
std::vector<cl_device_id> allDevices() {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS)
    return {};
  std::vector<cl_platform_id> platforms(count);
  clGetPlatformIDs(count, platforms.data(), nullptr);
  std::vector<cl_device_id> devices;
  for (cl_platform_id platform : platforms) {
    cl_uint here = 0;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &here) != CL_SUCCESS)
      continue;
    devices.resize(devices.size() + here);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, here, &devices[devices.size() - here], nullptr);
  }
  return devices;
}
} // namespace

OpenClRunner *OpenClRunner::instance() {
  static OpenClRunner *runner = []() -> OpenClRunner * {
    auto impl = std::make_unique<Impl>();
    const std::vector<cl_device_id> devices = allDevices();
    const char *wanted = std::getenv("QOPT_TEST_OPENCL");
    const size_t index = wanted ? std::strtoul(wanted, nullptr, 10) : 0;
    if (index >= devices.size())
      return nullptr;
    impl->device = devices[index];
    char version[256] = "";
    clGetDeviceInfo(impl->device, CL_DEVICE_VERSION, sizeof version, version, nullptr);
    impl->isPocl = std::strstr(version, "PoCL");
    impl->context = clCreateContext(nullptr, 1, &impl->device, nullptr, nullptr, nullptr);
    impl->queue = clCreateCommandQueue(impl->context, impl->device, 0, nullptr);
    return new OpenClRunner(std::move(impl));
  }();
  return runner;
}

qrt::DeviceDescription OpenClRunner::description(bool isGpu) const {
  return {.driver = "opencl",
          .name = "test",
          .localMemoryBytes = int64_t(deviceInfo<cl_ulong>(impl->device, CL_DEVICE_LOCAL_MEM_SIZE)),
          .maxWorkGroup = int64_t(deviceInfo<size_t>(impl->device, CL_DEVICE_MAX_WORK_GROUP_SIZE)),
          .computeUnits = deviceInfo<cl_uint>(impl->device, CL_DEVICE_MAX_COMPUTE_UNITS),
          .isGpu = isGpu,
          .dp4a = isGpu && capability() >= 61,
          .vnni = !isGpu && qrt::availableIsas().back() >= qrt::Isa::Avx512Vnni,
          .computeCapability = isGpu ? capability() : 0};
}

// 0 where it is none of NVIDIA's: the query fails.
int OpenClRunner::capability() const {
  return int(deviceInfo<cl_uint>(impl->device, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV) * 10 +
             deviceInfo<cl_uint>(impl->device, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV));
}

qrt::DeviceDescription OpenClRunner::withLibraries(bool isGpu) const {
  qrt::DeviceDescription device = description(isGpu);
  device.libraries = device.allowedLibraries = qrt::opencl::foundLibraries();
  return device;
}

qrt::DeviceDescription OpenClRunner::description() const {
  return description(deviceInfo<cl_device_type>(impl->device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU);
}

namespace {

/// Device memory of one run.
struct Memory {
  std::vector<cl_mem> buffers, constants;
  cl_mem faults = nullptr;

  cl_mem of(const qrt::Operand &operand) const {
    return operand.space == qrt::Operand::Space::Buffer ? buffers[operand.index]
                                                        : constants[operand.index];
  }
};

void bind(cl_kernel kernel, const qrt::Launch &launch, const Memory &memory, int64_t batch) {
  for (cl_uint i = 0; i < launch.arguments.size(); ++i) {
    const qrt::LaunchArgument &argument = launch.arguments[i];
    cl_int error;
    if (const auto *extent = std::get_if<qrt::Extent>(&argument)) {
      const cl_int value = cl_int(extent->at(batch));
      error = clSetKernelArg(kernel, i, sizeof value, &value);
    } else {
      const auto *operand = std::get_if<qrt::Operand>(&argument);
      const cl_mem value = operand ? memory.of(*operand) : memory.faults;
      error = clSetKernelArg(kernel, i, sizeof value, &value);
    }
    EXPECT_EQ(error, CL_SUCCESS) << "argument " << i;
  }
}

void call(const qrt::LibraryCall &call, cl_command_queue queue, const Memory &memory,
          int64_t batch) {
  qrt::opencl::ReadyCall ready{call.function, {}, {}};
  for (const qrt::Operand &operand : call.operands)
    ready.operands.push_back(memory.of(operand));
  for (const qrt::Extent &size : call.sizes)
    ready.sizes.push_back(size.at(batch));
  qrt::Status status = qrt::opencl::checkLibraryCall(call);
  if (status.ok())
    status = qrt::opencl::libraryNamed(call.library)->enqueue(ready, queue, nullptr);
  EXPECT_TRUE(status.ok()) << status.message();
}

qrt::Shape shapeAt(const qrt::Buffer &buffer, int64_t batch) {
  qrt::Shape shape;
  for (const qrt::Extent &extent : buffer.shape)
    shape.push_back(extent.at(batch));
  return shape;
}

} // namespace

OpenClRunner::Result OpenClRunner::run(const qrt::Program &program, int64_t batch,
                                       const std::vector<qrt::Tensor> &contents, int repeats) {
  std::vector<qrt::Tensor> constants;
  for (const qrt::Constant &constant : program.constants)
    constants.push_back(constant.value);
  for (const qrt::LoadStep &step : program.loads) {
    const qrt::Tensor &stored = constants[qrt::sourceOf(step)];
    constants[qrt::targetOf(step)] =
        packed(step, qrt::typeOf(step) == stored.type() ? stored : floatsOf(stored));
  }
  Memory memory;
  Result result;
  for (const qrt::Tensor &tensor : constants)
    memory.constants.push_back(impl->memory(tensor.bytes(), tensor.data()));
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const qrt::Buffer &buffer = program.buffers[i];
    result.buffers.push_back(qrt::Tensor::allocate(buffer.type, shapeAt(buffer, batch)));
    memory.buffers.push_back(impl->memory(result.buffers[i].bytes(), contents[i].data()));
  }
  result.faults.resize(program.faults.size());
  memory.faults = impl->memory(result.faults.size() * 4, result.faults.data());

  std::vector<cl_kernel> kernels;
  for (const qrt::Node &node : program.nodes) {
    const auto &launch = std::get<qrt::Launch>(node.work);
    if (!launch.hasKernel()) {
      kernels.push_back(nullptr);
      continue;
    }
    kernels.push_back(impl->kernel(program.kernels[launch.kernel]));
    if (::testing::Test::HasFailure())
      return result;
    bind(kernels.back(), launch, memory, batch);
  }
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const auto begin = std::chrono::steady_clock::now();
    for (size_t i = 0; i < program.nodes.size(); ++i) {
      const auto &launch = std::get<qrt::Launch>(program.nodes[i].work);
      if (launch.library)
        call(*launch.library, impl->queue, memory, batch);
      if (!launch.hasKernel())
        continue;
      size_t global[3], local[3];
      for (int d = 0; d < 3; ++d) {
        global[d] = size_t(launch.global[d].at(batch));
        local[d] = launch.local[d];
        EXPECT_EQ(global[d] % local[d], 0u);
      }
      EXPECT_EQ(clEnqueueNDRangeKernel(impl->queue, kernels[i], 3, nullptr, global, local, 0,
                                       nullptr, nullptr),
                CL_SUCCESS);
    }
    clFinish(impl->queue);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    result.seconds = repeat == 0 ? took.count() : std::min(result.seconds, took.count());
  }
  for (size_t i = 0; i < program.buffers.size(); ++i)
    clEnqueueReadBuffer(impl->queue, memory.buffers[i], CL_TRUE, 0, result.buffers[i].bytes(),
                        result.buffers[i].mutableData(), 0, nullptr, nullptr);
  if (!result.faults.empty())
    clEnqueueReadBuffer(impl->queue, memory.faults, CL_TRUE, 0, result.faults.size() * 4,
                        result.faults.data(), 0, nullptr, nullptr);
  for (cl_kernel kernel : kernels)
    if (kernel)
      clReleaseKernel(kernel);
  for (const std::vector<cl_mem> *list : {&memory.buffers, &memory.constants})
    for (cl_mem buffer : *list)
      clReleaseMemObject(buffer);
  clReleaseMemObject(memory.faults);
  return result;
}

} // namespace qopt::test
