#include "test/lowering/kernels/tensor_core/opencl_chain.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>
#include <thread>

namespace qopt::test {
namespace {

void require(cl_int error, const char *what) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + ": OpenCL error " + std::to_string(error));
}

struct Runner {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
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

  /// Safe in several threads at a time.
  cl_program build(const Variant &variant, const std::string &text) {
    cl_int error;
    const char *source = text.c_str();
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    require(error, "clCreateProgramWithSource");
    const int registers = std::min(255, 65536 / (variant.items() * variant.resident) / 8 * 8);
    const std::string options = "-cl-nv-maxrregcount=" + std::to_string(registers);
    if (clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr) == CL_SUCCESS)
      return program;
    std::string log(1 << 14, '\0');
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    std::fprintf(stderr, "%s: %s\n", variant.name().c_str(), log.c_str());
    return nullptr;
  }
};

struct Launch {
  cl_kernel kernel;
  size_t global[3], local[3];
};

/// The chain's buffers and constants in OpenCL.
class OpenClChain {
public:
  OpenClChain(Runner &runner, const Chain &chain, int batch, const std::string &root,
              int multiprocessors);
  ~OpenClChain();
  void build(const std::vector<std::vector<Variant>> &candidates);
  bool hasProgram(size_t layer, const Variant &variant) {
    return runner.programs[variant.text(chain.layers[layer], root)];
  }
  Launch prepare(size_t layer, const Variant &variant);
  void enqueue(const Launch &launch);
  /// µs of one of several launches after each other.
  double timeOf(const Launch &launch, int repeats);

  Runner &runner;
  const Chain &chain;
  const int batch;
  const std::string root;
  const int multiprocessors;
  std::vector<cl_mem> buffers;

private:
  cl_mem keep(cl_mem memory) { return kept.emplace_back(memory); }
  template <typename T> cl_mem constant(const std::vector<T> &values) {
    return keep(runner.memory(int64_t(values.size() * sizeof(T)), values.data()));
  }

  std::vector<cl_mem> kept;
  std::vector<std::vector<cl_mem>> constants; // of a layer: weights, bias, scale
};

OpenClChain::OpenClChain(Runner &runner, const Chain &chain, int batch, const std::string &root,
                         int multiprocessors)
    : runner(runner), chain(chain), batch(batch), root(root), multiprocessors(multiprocessors) {
  constexpr int tile = 256;
  for (int64_t bytes : chain.bufferBytes)
    buffers.push_back(keep(runner.memory(bytes * batch)));
  for (const ChainLayer &layer : chain.layers) {
    constants.emplace_back();
    if (layer.kind != Kind::Conv && layer.kind != Kind::First)
      continue;
    std::vector<float> scale = layer.conv.scale;
    scale.resize(packedBias(layer.conv, tile).size(), 0);
    constants.back() = {
        constant(layer.kind == Kind::First ? packedWindowRows(layer.conv) : layer.conv.weights),
        constant(packedBias(layer.conv, tile)), constant(scale)};
  }
}

OpenClChain::~OpenClChain() {
  for (cl_mem memory : kept)
    clReleaseMemObject(memory);
}

void OpenClChain::build(const std::vector<std::vector<Variant>> &candidates) {
  std::map<std::string, Variant> missing;
  for (size_t i = 0; i < candidates.size(); ++i)
    for (const Variant &variant : candidates[i]) {
      const std::string text = variant.text(chain.layers[i], root);
      if (!runner.programs.count(text))
        missing[text] = variant;
    }
  std::vector<std::pair<std::string, Variant>> list(missing.begin(), missing.end());
  std::vector<cl_program> programs(list.size());
  std::atomic<size_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < std::thread::hardware_concurrency(); ++t)
    threads.emplace_back([&] {
      for (size_t i = next++; i < list.size(); i = next++)
        programs[i] = runner.build(list[i].second, list[i].first);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < list.size(); ++i)
    runner.programs[list[i].first] = programs[i];
}

Launch OpenClChain::prepare(size_t index, const Variant &variant) {
  const ChainLayer &layer = chain.layers[index];
  const LaunchSize size = variant.launch(layer.conv, batch, multiprocessors);
  cl_int error;
  Launch launch{clCreateKernel(runner.programs[variant.text(layer, root)],
                               variant.entry(layer.kind).c_str(), &error),
                {},
                {}};
  require(error, "clCreateKernel");
  for (int d = 0; d < 3; ++d) {
    launch.local[d] = d == 0 ? size_t(size.items) : 1;
    launch.global[d] = launch.local[d] * size_t(size.groups[d]);
  }
  const std::vector<cl_mem> &own = constants[index];
  const bool isPool = own.empty();
  cl_uint at = 0;
  auto argument = [&](const auto &value) {
    require(clSetKernelArg(launch.kernel, at++, sizeof value, &value), "clSetKernelArg");
  };
  argument(buffers[size_t(layer.input)]);
  if (!isPool)
    argument(own[0]);
  argument(buffers[size_t(layer.output)]);
  argument(batch);
  if (!isPool)
    argument(own[1]), argument(own[2]);
  if (layer.side >= 0)
    argument(buffers[size_t(layer.side)]);
  return launch;
}

void OpenClChain::enqueue(const Launch &launch) {
  require(clEnqueueNDRangeKernel(runner.queue, launch.kernel, 3, nullptr, launch.global,
                                 launch.local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
}

double OpenClChain::timeOf(const Launch &launch, int repeats) {
  require(clFinish(runner.queue), "clFinish");
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i)
    enqueue(launch);
  require(clFinish(runner.queue), "clFinish");
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  return took.count() / repeats;
}

/// The fastest of each layer's candidates; layers alike share it.
std::vector<Launch> choose(OpenClChain &run, const std::vector<std::vector<Variant>> &candidates,
                           OpenClResult &result) {
  std::vector<Launch> launches;
  std::map<std::string, Variant> known;
  for (size_t i = 0; i < run.chain.layers.size(); ++i) {
    const std::string key = definesOf(run.chain.layers[i].conv);
    const bool isKnown = known.count(key) > 0;
    Launch best{};
    double least = 1e30;
    for (const Variant &variant : isKnown ? std::vector<Variant>{known[key]} : candidates[i]) {
      if (!run.hasProgram(i, variant))
        continue;
      const Launch launch = run.prepare(i, variant);
      run.timeOf(launch, 2);
      const double us = std::min(run.timeOf(launch, 12), run.timeOf(launch, 12));
      if (us < least)
        least = us, best = launch, known[key] = variant;
    }
    launches.push_back(best);
    result.layerTimes.push_back(least);
    result.chosen.push_back(known[key]);
  }
  return launches;
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
    OpenClChain run(runner, chain, batch, root, multiprocessors);
    for (int n = 0; n < batch; ++n)
      require(clEnqueueWriteBuffer(runner.queue, run.buffers[0], CL_TRUE,
                                   size_t(n * chain.bufferBytes[0]), size_t(chain.bufferBytes[0]),
                                   images[size_t(n) % images.size()][0].data(), 0, nullptr,
                                   nullptr),
              "clEnqueueWriteBuffer");
    run.build(candidates);
    const std::vector<Launch> launches = choose(run, candidates, result);
    for (int i = -3; i < runs; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      for (const Launch &launch : launches)
        run.enqueue(launch);
      require(clFinish(runner.queue), "clFinish");
      const std::chrono::duration<double, std::micro> took =
          std::chrono::steady_clock::now() - begin;
      if (i >= 0)
        result.times.push_back(took.count());
    }
    std::sort(result.times.begin(), result.times.end());
    for (const ChainLayer &layer : chain.layers)
      result.exact += isExact(runner, run.buffers[size_t(layer.output)], layer.conv.outBytes(),
                              batch, size_t(layer.output), images);
  } catch (const std::exception &problem) {
    result.problem = problem.what();
  }
  return result;
}

} // namespace qopt::test
