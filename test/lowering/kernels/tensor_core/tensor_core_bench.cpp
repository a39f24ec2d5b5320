// ResNet-50 on tensor cores: every variant of every layer right, timed in a CUDA graph of its own;
// then the whole network, of the variants that are fastest in it, in one graph.
//   tensor_core_bench --root=. [--types=u8,zeros,f16] [--batches=1,8] [--csv=FILE] [--opencl=BATCH]
//   [--cache=DIR] [--compile-only] [--check] [--every=N]
// --opencl: the chain through OpenCL, too, from that batch on. --check: each variant once, untimed.
// --every: of the variants that a layer could take, each N-th.
#include "test/lowering/kernels/tensor_core/device_chain.h"
#include "test/lowering/kernels/tensor_core/opencl_chain.h"
#include "test/nvrtc/nvrtc.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>

namespace qopt::test {
namespace {

double medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Choice {
  Variant variant; // the fastest
  double us = 1e30;
  std::vector<std::pair<double, Variant>> others; // µs of each
};

/// Those that the layer takes.
std::vector<Variant> variantsOf(const ChainLayer &layer, const Options &options, int batch,
                                int multiprocessors) {
  std::vector<Variant> list;
  int taken = 0;
  for (const Variant &variant : variants())
    if (variant.takes(layer, batch, multiprocessors) && taken++ % options.every == 0)
      list.push_back(variant);
  return list;
}

class Bench {
public:
  Bench(const Options &options, CudaDevice &device, Numbers numbers)
      : options(options), device(device), run(options, device, numbers) {
    if (!options.csv.empty())
      csv.open(options.csv, std::ios::app);
    csv << "batch,layer,variant,registers,spilled,us,right\n";
  }
  void measure(int batch);

private:
  Choice choose(size_t layer);
  std::vector<Choice> chooseAll();
  double timeAlone(size_t layer, const Variant &variant);
  /// µs of runs of the layers in one graph, sorted.
  std::vector<double> time(const std::vector<Choice> &choices, size_t from, size_t to, int runs,
                           bool dependent = true);
  void improve(std::vector<Choice> &choices);
  void writeLayers(const std::vector<Choice> &choices);
  void report(const std::vector<Choice> &choices);
  int countRight(const std::vector<Choice> &choices);
  void measureOpenCl(const std::vector<Choice> &choices);
  void print(size_t layer, const Choice &choice);

  const Options &options;
  CudaDevice &device;
  DeviceChain run;
  std::ofstream csv;
};

double Bench::timeAlone(size_t layer, const Variant &variant) {
  const int repeats = run.batch >= 32 ? 10 : 30;
  return medianOf(device.timeGraph(
             [&] {
               for (int i = 0; i < repeats; ++i)
                 run.launch(layer, variant);
             },
             9)) /
         repeats;
}

Choice Bench::choose(size_t layer) {
  const Conv &conv = run.chain.layers[layer].conv;
  Choice best;
  for (const Variant &variant :
       variantsOf(run.chain.layers[layer], options, run.batch, run.multiprocessors)) {
    if (!run.hasKernel(layer, variant))
      continue;
    run.poison(layer);
    run.launch(layer, variant);
    device.synchronize();
    const bool right = run.isRight(layer);
    const double us = options.check ? 1 : timeAlone(layer, variant);
    const CudaDevice::Kernel kernel = run.kernelOf(layer, variant);
    csv << run.batch << "," << conv.text() << "," << variant.name() << ","
        << device.registersOf(kernel) << "," << device.spilledBytesOf(kernel) << "," << us << ","
        << right << "\n";
    if (!right) {
      std::printf("NOT RIGHT: batch %d, %s, %s\n", run.batch, conv.text().c_str(),
                  variant.name().c_str());
      continue;
    }
    best.others.emplace_back(us, variant);
    if (us < best.us)
      best.variant = variant, best.us = us;
  }
  std::sort(best.others.begin(), best.others.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
  return best;
}

void Bench::print(size_t layer, const Choice &choice) {
  const Conv &conv = run.chain.layers[layer].conv;
  const int skipped = conv.kernel == 1 ? conv.stride * conv.stride : 1;
  const double bytes =
      double(run.batch) * double(conv.inBytes() / skipped + conv.outBytes() * (conv.side ? 2 : 1)) +
      double(conv.weights.size());
  std::printf("b%-3d %-28s %8.1f µs %6.0f TOPS %5.2f TB/s  %s\n", run.batch, conv.text().c_str(),
              choice.us, 2e-6 * double(conv.work()) * run.batch / choice.us,
              bytes / choice.us * 1e-6, choice.variant.name().c_str());
}

std::vector<Choice> Bench::chooseAll() {
  std::map<std::string, Choice> known;
  std::vector<Choice> choices;
  for (size_t i = 0; i < run.chain.layers.size(); ++i) {
    const std::string key = definesOf(run.chain.layers[i].conv);
    if (!known.count(key)) {
      known[key] = choose(i);
      print(i, known[key]);
    }
    choices.push_back(known[key]);
    run.launch(i, choices[i].variant); // what the next layers read
    device.synchronize();
  }
  return choices;
}

std::vector<double> Bench::time(const std::vector<Choice> &choices, size_t from, size_t to,
                                int runs, bool dependent) {
  std::vector<double> times = device.timeGraph(
      [&] {
        for (size_t i = from; i < to; ++i)
          run.launch(i, choices[i].variant, dependent);
      },
      runs);
  std::sort(times.begin(), times.end());
  return times;
}

/// The kernel that is fastest alone finds its weights in the cache; tries the next best in the
/// chain.
void Bench::improve(std::vector<Choice> &choices) {
  std::map<std::string, bool> tried;
  const size_t layers = choices.size();
  double best = time(choices, 0, layers, 31)[15];
  for (size_t i = 0; i < layers; ++i) {
    const std::string key = definesOf(run.chain.layers[i].conv);
    if (tried[key])
      continue;
    tried[key] = true;
    const std::vector<std::pair<double, Variant>> others = choices[i].others;
    for (size_t other = 0; other < others.size() && other < 10; ++other) {
      if (others[other].first > 1.5 * others[0].first)
        break;
      std::vector<Choice> changed = choices;
      for (size_t j = 0; j < layers; ++j)
        if (definesOf(run.chain.layers[j].conv) == key)
          changed[j].variant = others[other].second, changed[j].us = others[other].first;
      const double us = time(changed, 0, layers, 31)[15];
      if (us < best * 0.998) {
        best = us;
        choices = changed;
      }
    }
  }
}

void Bench::writeLayers(const std::vector<Choice> &choices) {
  double before = 0;
  for (size_t i = 0; i < choices.size(); ++i) { // what each adds to those before it
    const double until = time(choices, 0, i + 1, 21)[10];
    csv << run.batch << "," << run.chain.layers[i].conv.text()
        << ",in chain: " << choices[i].variant.name() << ",,," << until - before << ","
        << choices[i].us << "\n";
    before = until;
  }
}

int Bench::countRight(const std::vector<Choice> &choices) {
  run.share(false);
  for (size_t i = 0; i < choices.size(); ++i)
    run.poison(i);
  time(choices, 0, choices.size(), 1);
  run.forget();
  int right = 0;
  for (size_t i = 0; i < choices.size(); ++i)
    right += run.isRight(i);
  return right;
}

void Bench::report(const std::vector<Choice> &choices) {
  const size_t layers = choices.size();
  auto median = [](const std::vector<double> &times) { return times[times.size() / 2]; };
  run.poison(layers - 1);
  const std::vector<double> whole = time(choices, 0, layers, 401);
  // The logits, of shared buffers; of halves by inputs that are still there.
  const bool end = run.isRight(layers - 1);
  const double us = median(whole), convolutions = median(time(choices, 2, layers - 2, 201));
  const double independent = median(time(choices, 0, layers, 101, false));
  writeLayers(choices);
  double sum = 0;
  for (const Choice &choice : choices)
    sum += choice.us;
  const int right = countRight(choices);
  std::printf("%s batch %d: network median %.1f µs, best %.1f, %.0f img/s; its 52 convolutions "
              "%.1f; without dependent launch %.1f; sum alone %.1f; %d of %zu layers right, in "
              "shared buffers %s",
              nameOf(run.numbers), run.batch, us, whole[0], run.batch / us * 1e6, convolutions,
              independent, sum, right, layers, end ? "too" : "NOT");
  if (run.numbers == Numbers::Halves)
    std::printf("; a layer's relative error is at most %.2g", run.worstNorm);
  std::printf("\n");
}

void Bench::measureOpenCl(const std::vector<Choice> &choices) {
  std::vector<std::vector<Variant>> candidates;
  for (size_t i = 0; i < choices.size(); ++i) {
    candidates.emplace_back();
    for (const auto &[us, variant] : choices[i].others) {
      const int local = variant.localBytes(run.chain.layers[i].conv);
      if (local <= 48 * 1024 && !variant.isCudaOnly() && candidates.back().size() < 16)
        candidates.back().push_back(variant);
    }
  }
  const OpenClResult result = runOpenCl(run.chain, candidates, run.batch, run.expected,
                                        options.root, run.multiprocessors, 200);
  if (!result.problem.empty()) {
    std::printf("batch %d: OpenCL: %s\n", run.batch, result.problem.c_str());
    return;
  }
  std::vector<Choice> same = choices; // what OpenCL chose, on CUDA
  for (size_t i = 0; i < same.size(); ++i)
    same[i].variant = result.chosen[i];
  std::printf(
      "batch %d: OpenCL network median %.1f µs, best %.1f; %d of %zu layers exact; the same "
      "variants on CUDA %.1f\n",
      run.batch, result.times[result.times.size() / 2], result.times[0], result.exact, same.size(),
      time(same, 0, same.size(), 101)[50]);
  for (size_t i = 0; i < result.layerTimes.size(); ++i)
    csv << run.batch << "," << run.chain.layers[i].conv.text()
        << ",opencl: " << result.chosen[i].name() << ",,," << result.layerTimes[i] << ","
        << choices[i].us << "\n";
}

void Bench::measure(int batch) {
  run.begin(batch);
  std::vector<Choice> choices = chooseAll();
  if (options.check) {
    std::printf("batch %d: %d of %zu layers right\n", batch, countRight(choices), choices.size());
  } else {
    run.share(true);
    improve(choices);
    report(choices);
    if (batch >= options.openClFrom && run.numbers != Numbers::Halves)
      measureOpenCl(choices);
  }
  run.end();
  std::fflush(stdout);
}

int benchMain(int argc, char **argv) {
  const Options options = parseOptions(argc, argv);
  if (!hasNvrtc()) {
    std::puts("skipped: libnvrtc is not there");
    return 0;
  }
  constexpr int multiprocessors = 132; // of a Hopper; the driver comes up after the forks
  std::map<std::string, std::string> texts;
  for (Numbers numbers : options.types)
    for (const ChainLayer &layer : resnet50(numbers).layers)
      for (int batch : options.batches)
        for (const Variant &variant : variantsOf(layer, options, batch, multiprocessors))
          texts[variant.text(layer, options.root)] =
              nameOf(numbers) + (" " + layer.conv.text()) + ", " + variant.name();
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
  for (Numbers numbers : options.types) {
    Bench bench(options, *device, numbers);
    for (int batch : options.batches)
      bench.measure(batch);
  }
  return 0;
}

} // namespace
} // namespace qopt::test

int main(int argc, char **argv) { return qopt::test::benchMain(argc, argv); }
