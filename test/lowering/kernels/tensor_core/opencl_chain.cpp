#include "test/lowering/kernels/tensor_core/opencl_chain.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <stdexcept>

namespace qopt::test {
namespace {

void require(cl_int error, const char *what) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + ": OpenCL error " + std::to_string(error));
}

struct Runner {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr, measured = nullptr;
  std::map<std::string, cl_program> programs;

  std::string open() {
    cl_platform_id platforms[8];
    cl_uint count = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
      count = 0;
    for (cl_uint i = 0; i < count; ++i) {
      char name[256] = "";
      clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr);
      if (std::strstr(name, "NVIDIA") &&
          clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_GPU, 1, &device, nullptr) == CL_SUCCESS)
        break;
    }
    if (!device)
      return "no NVIDIA OpenCL device";
    cl_int error;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    require(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &error);
    require(error, "clCreateCommandQueue");
    measured = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    require(error, "clCreateCommandQueue");
    return "";
  }

  cl_mem memory(int64_t bytes, const void *data = nullptr) {
    cl_int error;
    cl_mem result = clCreateBuffer(context, CL_MEM_READ_WRITE, size_t(bytes), nullptr, &error);
    require(error, "clCreateBuffer");
    const cl_int poison = 0;
    if (data)
      error =
          clEnqueueWriteBuffer(queue, result, CL_TRUE, 0, size_t(bytes), data, 0, nullptr, nullptr);
    else
      error = clEnqueueFillBuffer(queue, result, &poison, 4, 0, size_t(bytes) / 4 * 4, 0, nullptr,
                                  nullptr);
    require(error, "filling a buffer");
    return result;
  }

  cl_kernel kernel(const Variant &variant, const std::string &entry, const std::string &text) {
    cl_program &program = programs[text];
    cl_int error;
    if (!program) {
      const char *source = text.c_str();
      program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
      require(error, "clCreateProgramWithSource");
      const int items = variant.items();
      const int registers = std::min(255, 65536 / (items * variant.resident) / 8 * 8);
      const std::string options = "-cl-nv-maxrregcount=" + std::to_string(registers);
      if (clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
        std::string log(1 << 14, '\0');
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                              nullptr);
        throw std::runtime_error(variant.name() + ": " + log.c_str());
      }
    }
    cl_kernel result = clCreateKernel(program, entry.c_str(), &error);
    require(error, "clCreateKernel");
    return result;
  }
};

template <typename T> cl_mem constant(Runner &runner, const std::vector<T> &values) {
  return runner.memory(int64_t(values.size() * sizeof(T)), values.data());
}

struct Launch {
  cl_kernel kernel;
  size_t global[3], local[3];
};

Launch prepare(Runner &runner, const ChainLayer &layer, const Variant &variant, int batch,
               const std::vector<cl_mem> &buffers, cl_mem partial, cl_mem arrived,
               const std::string &root, int multiprocessors) {
  constexpr int tile = 256;
  const LaunchSize size = variant.launch(layer.conv, batch, multiprocessors);
  Launch launch{
      runner.kernel(variant, variant.entry(layer.kind), variant.text(layer, root)), {}, {}};
  for (int d = 0; d < 3; ++d) {
    launch.local[d] = d == 0 ? size_t(size.items) : 1;
    launch.global[d] = launch.local[d] * size_t(size.groups[d]);
  }
  const bool isPool = variant.family == Family::Pool;
  std::vector<float> scale = layer.conv.scale;
  scale.resize(packedBias(layer.conv, tile).size(), 0);
  std::vector<cl_mem> pointers = {buffers[size_t(layer.input)]};
  if (!isPool)
    pointers.push_back(constant(runner, layer.kind == Kind::First
                                            ? packedWindowRows(layer.conv)
                                            : packedWeights(layer.conv, tile)));
  pointers.push_back(buffers[size_t(layer.output)]);
  cl_uint at = 0;
  for (cl_mem pointer : pointers)
    require(clSetKernelArg(launch.kernel, at++, sizeof pointer, &pointer), "clSetKernelArg");
  require(clSetKernelArg(launch.kernel, at++, sizeof batch, &batch), "clSetKernelArg");
  pointers.clear();
  if (variant.splits > 1)
    pointers = {partial, arrived};
  if (!isPool) {
    pointers.push_back(constant(runner, packedBias(layer.conv, tile)));
    pointers.push_back(constant(runner, scale));
  }
  if (layer.side >= 0)
    pointers.push_back(buffers[size_t(layer.side)]);
  for (cl_mem pointer : pointers)
    require(clSetKernelArg(launch.kernel, at++, sizeof pointer, &pointer), "clSetKernelArg");
  return launch;
}

/// µs on the device.
double timeOf(Runner &runner, const Launch &launch) {
  cl_event event;
  cl_ulong begin = 0, end = 0;
  require(clEnqueueNDRangeKernel(runner.measured, launch.kernel, 3, nullptr, launch.global,
                                 launch.local, 0, nullptr, &event),
          "clEnqueueNDRangeKernel");
  clWaitForEvents(1, &event);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  clReleaseEvent(event);
  return double(end - begin) * 1e-3;
}

bool isExact(Runner &runner, cl_mem buffer, int64_t bytes, int batch, size_t index,
             const std::vector<std::vector<std::vector<uint8_t>>> &images) {
  std::vector<uint8_t> result(size_t(bytes * batch));
  require(clEnqueueReadBuffer(runner.queue, buffer, CL_TRUE, 0, result.size(), result.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
  for (int n = 0; n < batch; ++n)
    if (std::memcmp(result.data() + n * bytes, images[size_t(n) % images.size()][index].data(),
                    size_t(bytes)) != 0)
      return false;
  return true;
}

} // namespace

OpenClResult runOpenCl(const Chain &chain, const std::vector<std::vector<Variant>> &candidates,
                       int batch, const std::vector<std::vector<std::vector<uint8_t>>> &images,
                       const std::string &root, int multiprocessors, int runs) {
  OpenClResult result;
  static Runner runner; // keeps its programs
  try {
    if (!runner.device)
      result.problem = runner.open();
    if (!result.problem.empty())
      return result;
    std::vector<cl_mem> buffers;
    for (int64_t bytes : chain.bufferBytes)
      buffers.push_back(runner.memory(bytes * batch));
    for (int n = 0; n < batch; ++n)
      require(clEnqueueWriteBuffer(runner.queue, buffers[0], CL_TRUE,
                                   size_t(n * chain.bufferBytes[0]), size_t(chain.bufferBytes[0]),
                                   images[size_t(n) % images.size()][0].data(), 0, nullptr,
                                   nullptr),
              "clEnqueueWriteBuffer");
    cl_mem partial = runner.memory(64 << 20), arrived = runner.memory(1 << 20);
    std::vector<Launch> launches;
    std::map<std::string, Variant> known;
    for (size_t i = 0; i < chain.layers.size(); ++i) {
      const std::string key = definesOf(chain.layers[i].conv);
      const bool isKnown = known.count(key) > 0;
      Launch best{};
      double least = 1e30;
      for (const Variant &variant : isKnown ? std::vector<Variant>{known[key]} : candidates[i]) {
        const Launch launch = prepare(runner, chain.layers[i], variant, batch, buffers, partial,
                                      arrived, root, multiprocessors);
        timeOf(runner, launch);
        const double us = std::min(timeOf(runner, launch), timeOf(runner, launch));
        if (us < least)
          least = us, best = launch, known[key] = variant;
      }
      launches.push_back(best);
      result.layerTimes.push_back(least);
      result.chosen.push_back(known[key]);
    }
    clFinish(runner.queue);
    for (int run = -3; run < runs; ++run) {
      const auto begin = std::chrono::steady_clock::now();
      for (const Launch &launch : launches)
        require(clEnqueueNDRangeKernel(runner.queue, launch.kernel, 3, nullptr, launch.global,
                                       launch.local, 0, nullptr, nullptr),
                "clEnqueueNDRangeKernel");
      require(clFinish(runner.queue), "clFinish");
      const std::chrono::duration<double, std::micro> took =
          std::chrono::steady_clock::now() - begin;
      if (run >= 0)
        result.times.push_back(took.count());
    }
    std::sort(result.times.begin(), result.times.end());
    for (const ChainLayer &layer : chain.layers)
      result.exact += isExact(runner, buffers[size_t(layer.output)], layer.conv.outBytes(), batch,
                              size_t(layer.output), images);
    for (cl_mem buffer : buffers)
      clReleaseMemObject(buffer);
  } catch (const std::exception &problem) {
    result.problem = problem.what();
  }
  return result;
}

} // namespace qopt::test
