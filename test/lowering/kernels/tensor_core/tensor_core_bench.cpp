// ResNet-50's convolutions on tensor cores: every variant of every layer exact against
// NUMERICS.md's loops, timed in a CUDA graph of its own; then the chain of the fastest in one
// graph.
//   tensor_core_bench --root=. [--cache=DIR] [--compile-only] [--batches=1,8] [--csv=FILE]
//   [--opencl=BATCH]
// --opencl: the chain through OpenCL, too, from that batch on.
#include "test/lowering/kernels/tensor_core/bench_options.h"
#include "test/lowering/kernels/tensor_core/opencl_chain.h"
#include "test/lowering/kernels/tensor_core/stem.h"
#include "test/lowering/kernels/tensor_core/variants.h"
#include "test/nvrtc/nvrtc.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <set>

namespace qopt::test {
namespace {

// ---- One network of one batch ------------------------------------------------

struct Constants {
  CudaDevice::Memory weights, bias, scale;
};

double medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

class Bench {
public:
  Bench(const Options &options, CudaDevice &device)
      : options(options), device(device), chain(resnet50()),
        multiprocessors(device.multiprocessors()) {
    std::mt19937 random(7);
    std::vector<std::vector<uint8_t>> images(distinctImages);
    for (std::vector<uint8_t> &image : images) {
      pictures.emplace_back(size_t(stem.conv.inBytes()));
      for (uint8_t &byte : pictures.back())
        byte = uint8_t(random());
      image = stem.expected(pictures.back());
    }
    expected = expectedBuffers(chain, images);
    for (const ChainLayer &layer : chain.layers)
      constants.push_back(upload(layer.conv));
    stemConstants = upload(stem.conv);
    const std::vector<int8_t> rows = packedWindowRows(stem.conv);
    device.write(stemConstants.weights, rows.data(), int64_t(rows.size()));
    partial = device.allocate(partialBytes);
    arrived = device.allocate(1 << 20);
    device.set(partial, 0, partialBytes);
    device.set(arrived, 0, 1 << 20);
    if (!options.csv.empty())
      csv.open(options.csv);
    csv << "batch,layer,variant,registers,spilled,us,exact\n";
  }

  void run(int batch);

private:
  static constexpr int distinctImages = 4, channelTile = 256, partialBytes = 64 << 20;
  struct Choice {
    Variant variant; // the fastest
    double us = 1e30;
    std::vector<std::pair<double, Variant>> others; // µs of each
  };

  Constants upload(const QuantizedConv &conv);
  CudaDevice::Kernel loaded(const std::string &text, const std::string &entry, int localBytes);
  CudaDevice::Kernel kernelOf(const Variant &variant, const QuantizedConv &conv);
  void launch(const ChainLayer &layer, const Constants &constant, const Variant &variant,
              bool dependent = true);
  std::vector<double> timeChain(const std::vector<Choice> &choices, size_t layers, int runs,
                                bool dependent, bool withStem = false);
  bool isExact(const ChainLayer &layer) { return isExact(layer, layer.conv.outBytes()); }
  bool isExact(const ChainLayer &layer, int64_t bytes);
  void launchStem(bool pools = true);
  void runStem();
  Choice choose(size_t layer);
  void runChain(std::vector<Choice> &choices);
  std::vector<CudaDevice::Memory> planned();
  void improve(std::vector<Choice> &choices);
  void runOpenClChain(const std::vector<Choice> &choices);

  const Options &options;
  CudaDevice &device;
  Chain chain;
  Stem stem;
  std::vector<std::vector<uint8_t>> pictures;
  Constants stemConstants;
  CudaDevice::Memory picturesMemory = 0, wide = 0;
  int stemResident = 2;
  int multiprocessors, batch = 1;
  std::vector<std::vector<std::vector<uint8_t>>> expected;
  std::vector<Constants> constants;
  std::vector<CudaDevice::Memory> buffers;
  CudaDevice::Memory partial, arrived;
  std::map<std::string, CudaDevice::Kernel> kernels;
  std::ofstream csv;
};

Constants Bench::upload(const QuantizedConv &conv) {
  auto copied = [&](const auto &values) {
    const int64_t bytes = int64_t(values.size() * sizeof values[0]);
    const CudaDevice::Memory memory = device.allocate(bytes);
    device.write(memory, values.data(), bytes);
    return memory;
  };
  std::vector<float> scale = conv.scale;
  scale.resize(packedBias(conv, channelTile).size(), 0);
  return {copied(packedWeights(conv, channelTile)), copied(packedBias(conv, channelTile)),
          copied(scale)};
}

CudaDevice::Kernel Bench::loaded(const std::string &text, const std::string &entry,
                                 int localBytes) {
  auto known = kernels.find(text);
  if (known != kernels.end())
    return known->second;
  const std::vector<char> code = deviceCode(options, text);
  CudaDevice::Kernel kernel = code.empty() ? nullptr : device.load(code, entry, localBytes);
  return kernels[text] = kernel;
}

CudaDevice::Kernel Bench::kernelOf(const Variant &variant, const QuantizedConv &conv) {
  return loaded(variant.text(conv, options.root), variant.entry, variant.localBytes(conv));
}

void Bench::launchStem(bool pools) {
  const LaunchSize size = stem.convLaunch(batch, multiprocessors * stemResident);
  const CudaDevice::Kernel conv =
      loaded(stem.convText(options.root, stemResident), "conv2d_mma_first", size.localBytes);
  std::vector<void *> arguments = {&picturesMemory, &stemConstants.weights, &wide,
                                   &batch,          &stemConstants.bias,    &stemConstants.scale};
  device.launch(conv, size, arguments.data(), true);
  if (!pools)
    return;
  const CudaDevice::Kernel pool = loaded(stem.poolText(options.root), "max_pool_bytes", 0);
  arguments = {&wide, &buffers[0], &batch};
  device.launch(pool, stem.poolLaunch(batch), arguments.data(), true);
}

/// Of the first convolution and the pool: exact? µs of the former, and of both.
void Bench::runStem() {
  const int64_t bytes = stem.conv.inBytes();
  picturesMemory = device.allocate(bytes * batch);
  wide = device.allocate(stem.conv.outBytes() * batch);
  for (int n = 0; n < batch; ++n)
    device.write(picturesMemory + uint64_t(n * bytes), pictures[size_t(n % distinctImages)].data(),
                 bytes);
  int fastest = 2;
  double least = 1e30;
  for (int resident : {2, 3}) {
    stemResident = resident;
    device.set(buffers[0], 0xcd, chain.bufferBytes[0] * batch);
    device.set(wide, 0xcd, stem.conv.outBytes() * batch);
    launchStem();
    device.synchronize();
    const bool exact = isExact({{}, 0, 0, 0}, chain.bufferBytes[0]);
    double us[2];
    for (bool pools : {false, true})
      us[pools] = medianOf(device.timeGraph(
                      [&] {
                        for (int i = 0; i < 10; ++i)
                          launchStem(pools);
                      },
                      9)) /
                  10;
    std::printf(
        "b%-3d stem 3→64 7×7/2 at 112²%s: %.1f µs, %.0f TOPS, with max pool %.1f µs, %d groups a "
        "multiprocessor\n",
        batch, exact ? "" : " NOT EXACT", us[0],
        2e-6 * double(stem.conv.outBytes()) * 147 * batch / us[0], us[1], resident);
    if (us[0] < least)
      least = us[0], fastest = resident;
  }
  stemResident = fastest;
}

void Bench::launch(const ChainLayer &layer, const Constants &constant, const Variant &variant,
                   bool dependent) {
  CudaDevice::Memory input = buffers[size_t(layer.input)], output = buffers[size_t(layer.output)];
  CudaDevice::Memory side = layer.side < 0 ? 0 : buffers[size_t(layer.side)];
  Constants own = constant;
  std::vector<void *> arguments = {&input, &own.weights, &output, &batch};
  if (variant.splits > 1)
    arguments.insert(arguments.end(), {&partial, &arrived});
  arguments.insert(arguments.end(), {&own.bias, &own.scale});
  if (layer.side >= 0)
    arguments.push_back(&side);
  device.launch(kernelOf(variant, layer.conv), variant.launch(layer.conv, batch, multiprocessors),
                arguments.data(), dependent);
}

bool Bench::isExact(const ChainLayer &layer, int64_t bytes) {
  std::vector<uint8_t> result(size_t(bytes * batch));
  device.read(result.data(), buffers[size_t(layer.output)], bytes * batch);
  for (int n = 0; n < batch; ++n)
    if (std::memcmp(result.data() + n * bytes,
                    expected[size_t(n % distinctImages)][size_t(layer.output)].data(),
                    size_t(bytes)) != 0)
      return false;
  return true;
}

Bench::Choice Bench::choose(size_t index) {
  const ChainLayer &layer = chain.layers[index];
  Choice best;
  for (const Variant &variant : variants()) {
    if (!variant.takes(layer.conv, batch, multiprocessors) || !kernelOf(variant, layer.conv))
      continue;
    device.set(buffers[size_t(layer.output)], 0xcd, layer.conv.outBytes() * batch);
    launch(layer, constants[index], variant);
    device.synchronize();
    const bool exact = isExact(layer);
    const int repeats = batch >= 32 ? 10 : 30;
    const double us = medianOf(device.timeGraph(
                          [&] {
                            for (int i = 0; i < repeats; ++i)
                              launch(layer, constants[index], variant);
                          },
                          9)) /
                      repeats;
    const CudaDevice::Kernel kernel = kernelOf(variant, layer.conv);
    csv << batch << "," << layer.conv.text() << "," << variant.name() << ","
        << device.registersOf(kernel) << "," << device.spilledBytesOf(kernel) << "," << us << ","
        << exact << "\n";
    if (!exact)
      std::printf("NOT EXACT: batch %d, %s, %s\n", batch, layer.conv.text().c_str(),
                  variant.name().c_str());
    else {
      best.others.emplace_back(us, variant);
      if (us < best.us)
        best.variant = variant, best.us = us;
    }
  }
  // What the next layers read.
  launch(layer, constants[index], best.variant);
  device.synchronize();
  return best;
}

/// µs of runs of the first `layers` in one graph, sorted.
std::vector<double> Bench::timeChain(const std::vector<Choice> &choices, size_t layers, int runs,
                                     bool dependent, bool withStem) {
  std::vector<double> times = device.timeGraph(
      [&] {
        if (withStem)
          launchStem();
        for (size_t i = 0; i < layers; ++i)
          launch(chain.layers[i], constants[i], choices[i].variant, dependent);
      },
      runs);
  std::sort(times.begin(), times.end());
  return times;
}

void Bench::runOpenClChain(const std::vector<Choice> &choices) {
  std::vector<std::vector<Variant>> candidates;
  for (size_t i = 0; i < choices.size(); ++i) {
    std::vector<std::pair<double, Variant>> others = choices[i].others;
    std::sort(others.begin(), others.end(),
              [](const auto &a, const auto &b) { return a.first < b.first; });
    candidates.emplace_back();
    for (const auto &[us, variant] : others) {
      const int local = variant.localBytes(chain.layers[i].conv) + (variant.splits > 1 ? 16 : 0);
      if (local <= 48 * 1024 && (candidates.back().size() < 4 || variant.resident == 1))
        candidates.back().push_back(variant);
    }
  }
  const OpenClResult result =
      runOpenCl(chain, candidates, batch, expected, options.root, multiprocessors, 100);
  if (!result.problem.empty()) {
    std::printf("batch %d: OpenCL: %s\n", batch, result.problem.c_str());
    return;
  }
  std::printf("batch %d: OpenCL chain median %.1f µs, best %.1f; %d of %zu layers exact\n", batch,
              result.times[result.times.size() / 2], result.times[0], result.exact,
              chain.layers.size());
  for (size_t i = 0; i < result.layerTimes.size(); ++i)
    csv << batch << "," << chain.layers[i].conv.text() << ",opencl: " << result.chosen[i].name()
        << ",,," << result.layerTimes[i] << "," << choices[i].us << "\n";
}

/// Buffers of which no two are needed at a time share memory, as a runtime's plan has it.
std::vector<CudaDevice::Memory> Bench::planned() {
  std::vector<CudaDevice::Memory> slots, plan(chain.bufferBytes.size());
  std::vector<size_t> freeAt; // the layer behind the last that reads it
  const int64_t bytes = *std::max_element(chain.bufferBytes.begin(), chain.bufferBytes.end());
  for (size_t buffer = 0; buffer < plan.size(); ++buffer) {
    size_t from = 0, until = chain.layers.size(), slot = 0;
    for (size_t i = 0; i < chain.layers.size(); ++i) {
      if (chain.layers[i].output == int(buffer))
        from = i, until = buffer + 1 == plan.size() ? chain.layers.size() + 1 : i + 1;
      if (chain.layers[i].input == int(buffer) || chain.layers[i].side == int(buffer))
        until = i + 1;
    }
    if (buffer == 0)
      until = chain.layers.size() + 1; // runs read it again
    while (slot < slots.size() && freeAt[slot] > from)
      ++slot;
    if (slot == slots.size()) {
      slots.push_back(device.allocate(bytes * batch));
      freeAt.push_back(0);
    }
    freeAt[slot] = until;
    plan[buffer] = slots[slot];
  }
  return plan;
}

/// What is fastest alone finds its weights in the cache; tries the next best in the chain.
void Bench::improve(std::vector<Choice> &choices) {
  std::map<std::string, bool> tried;
  double best = timeChain(choices, choices.size(), 31, true)[15];
  for (size_t i = 0; i < choices.size(); ++i) {
    const std::string key = definesOf(chain.layers[i].conv);
    if (tried[key])
      continue;
    tried[key] = true;
    std::vector<std::pair<double, Variant>> others = choices[i].others;
    std::sort(others.begin(), others.end(),
              [](const auto &a, const auto &b) { return a.first < b.first; });
    for (size_t other = 0; other < others.size() && other < 8; ++other) {
      if (others[other].first > 1.5 * others[0].first)
        break;
      std::vector<Choice> changed = choices;
      for (size_t j = 0; j < choices.size(); ++j)
        if (definesOf(chain.layers[j].conv) == key)
          changed[j].variant = others[other].second, changed[j].us = others[other].first;
      const double us = timeChain(changed, changed.size(), 31, true)[15];
      if (us < best * 0.998) {
        best = us;
        choices = changed;
      }
    }
  }
}

void Bench::runChain(std::vector<Choice> &choices) {
  const size_t layers = chain.layers.size();
  auto medianOfChain = [&](bool dependent) {
    return timeChain(choices, layers, 101, dependent)[50];
  };
  const double apart = medianOfChain(true);
  const std::vector<CudaDevice::Memory> own = buffers, plan = planned();
  std::vector<uint8_t> input(size_t(chain.bufferBytes[0] * batch));
  device.read(input.data(), buffers[0], int64_t(input.size()));
  buffers = plan;
  device.write(buffers[0], input.data(), int64_t(input.size()));
  const double shared = medianOfChain(true);
  improve(choices);
  device.set(buffers[size_t(chain.layers.back().output)], 0xcd, chain.bufferBytes.back() * batch);
  const std::vector<double> times = timeChain(choices, layers, 401, true);
  const double median = times[times.size() / 2], independent = medianOfChain(false);
  const std::vector<double> whole = timeChain(choices, layers, 401, true, true);
  const bool end = isExact(chain.layers.back());
  double before = 0;
  for (size_t i = 0; i < layers; ++i) { // what each adds to those before it
    const double until = timeChain(choices, i + 1, 21, true)[10];
    csv << batch << "," << chain.layers[i].conv.text() << ",in chain: " << choices[i].variant.name()
        << ",,," << until - before << "," << choices[i].us << "\n";
    before = until;
  }
  buffers = own;
  for (CudaDevice::Memory memory : std::set<CudaDevice::Memory>(plan.begin(), plan.end()))
    device.release(memory);
  for (const ChainLayer &layer : chain.layers)
    device.set(buffers[size_t(layer.output)], 0xcd, layer.conv.outBytes() * batch);
  timeChain(choices, layers, 1, true);
  int exact = 0;
  double sum = 0;
  for (const ChainLayer &layer : chain.layers)
    exact += isExact(layer);
  for (const Choice &choice : choices)
    sum += choice.us;
  std::printf("batch %d: with stem and max pool median %.1f µs, best %.1f: %.0f img/s\n", batch,
              whole[whole.size() / 2], whole[0], batch / whole[whole.size() / 2] * 1e6);
  std::printf(
      "batch %d: chain median %.1f µs, best %.1f (fastest alone %.1f, without shared buffers "
      "%.1f; without dependent launch %.1f), sum alone %.1f; %d of %zu layers exact, shared "
      "%s; %.0f img/s\n",
      batch, median, times[0], shared, apart, independent, sum, exact, layers, end ? "too" : "NOT",
      batch / median * 1e6);
}

void Bench::run(int size) {
  batch = size;
  std::vector<uint8_t> input;
  for (int n = 0; n < batch; ++n)
    input.insert(input.end(), expected[size_t(n % distinctImages)][0].begin(),
                 expected[size_t(n % distinctImages)][0].end());
  for (int64_t bytes : chain.bufferBytes)
    buffers.push_back(device.allocate(bytes * batch));
  runStem();
  device.write(buffers[0], input.data(), int64_t(input.size()));
  std::map<std::string, Choice> known;
  std::vector<Choice> choices;
  std::map<std::string, int> counts;
  for (const ChainLayer &layer : chain.layers)
    ++counts[layer.conv.text() + (layer.conv.output.isUnsigned ? "" : "i8")];
  for (size_t i = 0; i < chain.layers.size(); ++i) {
    const QuantizedConv &conv = chain.layers[i].conv;
    const std::string key = definesOf(conv), text = conv.text();
    if (known.count(key)) {
      launch(chain.layers[i], constants[i], known[key].variant);
      device.synchronize();
    } else {
      known[key] = choose(i);
      const double us = known[key].us;
      const double bytes =
          double(batch) *
              double(conv.inBytes() / (conv.kernel == 1 ? conv.stride * conv.stride : 1) +
                     conv.outBytes() * (conv.side ? 2 : 1)) +
          double(conv.weights.size());
      std::printf("b%-3d %-28s %8.1f µs %6.0f TOPS %5.2f TB/s  %s\n", batch, text.c_str(), us,
                  2e-6 * double(conv.work()) * batch / us, bytes / us * 1e-6,
                  known[key].variant.name().c_str());
    }
    choices.push_back(known[key]);
  }
  runChain(choices);
  if (batch >= options.openClFrom)
    runOpenClChain(choices);
  for (CudaDevice::Memory buffer : buffers)
    device.release(buffer);
  buffers.clear();
  device.release(picturesMemory);
  device.release(wide);
  std::fflush(stdout);
}

int benchMain(int argc, char **argv) {
  const Options options = parseOptions(argc, argv);
  if (!hasNvrtc()) {
    std::puts("skipped: libnvrtc is not there");
    return 0;
  }
  std::map<std::string, std::string> texts;
  const Chain chain = resnet50();
  for (const ChainLayer &layer : chain.layers)
    for (const Variant &variant : variants())
      for (int batch : options.batches)
        if (variant.takes(layer.conv, batch, 132))
          texts[variant.text(layer.conv, options.root)] = layer.conv.text() + ", " + variant.name();
  const Stem stem;
  texts[stem.poolText(options.root)] = "max pool";
  for (int resident : {2, 3})
    texts[stem.convText(options.root, resident)] = "stem r" + std::to_string(resident);
  std::printf("%zu kernels\n", texts.size());
  std::fflush(stdout);
  compileAll(options, texts);
  if (options.compileOnly)
    return 0;
  CudaDevice *device = CudaDevice::find();
  if (!device) {
    std::puts("skipped: no CUDA device");
    return 0;
  }
  std::printf("%s, %d multiprocessors\n", device->name().c_str(), device->multiprocessors());
  Bench bench(options, *device);
  for (int batch : options.batches)
    bench.run(batch);
  return 0;
}

} // namespace
} // namespace qopt::test

int main(int argc, char **argv) { return qopt::test::benchMain(argc, argv); }
