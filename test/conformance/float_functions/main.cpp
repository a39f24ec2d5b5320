// float_functions_check [--device=DEVICE …] [--all] [--function=NAME …]
//
// Compares the bits of the float functions between this processor's
// instruction sets (--device=host, the default) and with devices (opencl,
// opencl:1, opencl:gpu, cuda), and with f64. Every 4099th float and the ends of
// every binade, or with --all every float and 10^8 pairs for pow. With devices
// alone the host computes on its best instruction set only.
// Exits 1 on any difference or excess, 77 where a device is not there.
#include "test/conformance/float_functions/path.h"

#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <optional>
#include <vector>

namespace qrt::test {
namespace {

struct Options {
  std::vector<std::unique_ptr<FunctionDevice>> devices;
  std::vector<Isa> isas;
  std::vector<const FloatFunction *> functions;
  bool all = false;
};

/// The results of one function so far.
struct Tally {
  std::mutex mutex;
  uint64_t values = 0;
  double worst = 0;
  float worstX = 0, worstY = 0;
  std::vector<uint64_t> differences; // of each path from the first
  float differentX = 0, differentY = 0;

  void add(const Tally &other) {
    std::lock_guard lock(mutex);
    values += other.values;
    if (other.worst > worst) {
      worst = other.worst;
      worstX = other.worstX;
      worstY = other.worstY;
    }
    for (size_t i = 0; i < differences.size(); ++i) {
      if (differences[i] == 0 && other.differences[i]) {
        differentX = other.differentX;
        differentY = other.differentY;
      }
      differences[i] += other.differences[i];
    }
  }
};

bool sameBits(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) || (a != a && b != b);
}

/// Operands of one stretch of a run.
struct Stretch {
  std::vector<float> x, y;
};

/// Path 0 is isas[0], against which all others and f64 are held.
class Sweep {
public:
  Sweep(const Options &options, const FloatFunction &function)
      : options(options), function(function) {
    tally.differences.resize(options.isas.size() + options.devices.size());
  }

  /// Operand i of [0, count) is made by `operands`; where `step` is given it is
  /// the float of bits first + i·step.
  struct Operands {
    uint64_t count;
    void (*make)(uint64_t i, uint64_t step, float &x, float &y);
    std::optional<uint32_t> step;
  };

  Status run(const Operands &operands) {
    std::vector<std::vector<float>> results(options.devices.size());
    for (uint64_t begin = 0; begin < operands.count; begin += largestRun) {
      size_t count = std::min<uint64_t>(largestRun, operands.count - begin);
      Stretch whole;
      if (!operands.step && !options.devices.empty())
        whole = made(operands, begin, count);
      for (size_t d = 0; d < results.size(); ++d) {
        results[d].resize(count);
        Status status = operands.step
                            ? options.devices[d]->runRange(uint32_t(begin * *operands.step),
                                                           *operands.step, results[d])
                            : options.devices[d]->run(whole.x, whole.y, results[d]);
        if (!status.ok())
          return status;
      }
      pool().parallelFor(int64_t(count), 1 << 14, [&](int64_t from, int64_t to) {
        for (int64_t at = from; at < to; at += 4096)
          compare(operands, begin, at, std::min<int64_t>(4096, to - at), results);
      });
    }
    return {};
  }

  Tally tally;

private:
  static ThreadPool &pool() {
    static ThreadPool threads(0);
    return threads;
  }

  static Stretch made(const Operands &operands, uint64_t begin, size_t count) {
    Stretch stretch{std::vector<float>(count), std::vector<float>(count)};
    pool().parallelFor(int64_t(count), 4096, [&](int64_t from, int64_t to) {
      for (int64_t i = from; i < to; ++i)
        operands.make(begin + uint64_t(i), operands.step.value_or(1), stretch.x[size_t(i)],
                      stretch.y[size_t(i)]);
    });
    return stretch;
  }

  void compare(const Operands &operands, uint64_t begin, int64_t at, int64_t count,
               const std::vector<std::vector<float>> &deviceResults) {
    float x[4096], y[4096], first[4096], other[4096];
    size_t n = size_t(count);
    for (size_t i = 0; i < n; ++i)
      operands.make(begin + uint64_t(at) + i, operands.step.value_or(1), x[i], y[i]);
    Tally found;
    found.differences.resize(tally.differences.size());
    found.values = n;
    runOnHost(options.isas[0], function, {x, n}, {y, n}, {first, n});
    auto hold = [&](size_t path, const float *results) {
      for (size_t i = 0; i < n; ++i)
        if (!sameBits(first[i], results[i]) && found.differences[path]++ == 0) {
          found.differentX = x[i];
          found.differentY = y[i];
        }
    };
    for (size_t p = 1; p < options.isas.size(); ++p) {
      runOnHost(options.isas[p], function, {x, n}, {y, n}, {other, n});
      hold(p, other);
    }
    for (size_t d = 0; d < deviceResults.size(); ++d)
      hold(options.isas.size() + d, deviceResults[d].data() + at);
    for (size_t i = 0; i < n; ++i) {
      double error = errorInUlp(first[i], function.exact(double(x[i]), double(y[i])));
      if (error > found.worst) {
        found.worst = error;
        found.worstX = x[i];
        found.worstY = y[i];
      }
    }
    tally.add(found);
  }

  const Options &options;
  const FloatFunction &function;
};

void floatOfBits(uint64_t i, uint64_t step, float &x, float &y) {
  x = std::bit_cast<float>(uint32_t(i * step));
  y = 0;
}

// The ends and the middle of every binade, both signs.
constexpr uint64_t binadeEnds = 512 * 5;
void endOfBinade(uint64_t i, uint64_t, float &x, float &y) {
  constexpr uint32_t mantissas[] = {0, 1, 0x3fffff, 0x400000, 0x7fffff};
  x = std::bit_cast<float>(uint32_t(i / 5) << 23 | mantissas[i % 5]);
  y = 0;
}
void endsOfBinades(uint64_t i, uint64_t, float &x, float &y) {
  endOfBinade(i / binadeEnds, 1, x, y);
  float ignored;
  endOfBinade(i % binadeEnds, 1, y, ignored);
}
void pairOfPow(uint64_t i, uint64_t, float &x, float &y) { powPair(i, x, y); }

/// Prints what was found; false where something differs.
bool report(const Options &options, const FloatFunction &function, const Tally &tally,
            double seconds) {
  std::printf("%-8s %llu values: largest error %.4f ulp (bound %.2f) at x = %a",
              std::string(function.name).c_str(), (unsigned long long)tally.values, tally.worst,
              function.bound, double(tally.worstX));
  if (function.isBinary())
    std::printf(", y = %a", double(tally.worstY));
  std::printf(" on %s, %.1f s\n", std::string(isaName(options.isas[0])).c_str(), seconds);
  bool good = tally.worst <= function.bound;
  if (!good)
    std::printf("  FAILED: the error exceeds its bound\n");
  for (size_t p = 1; p < tally.differences.size(); ++p) {
    std::string name = p < options.isas.size() ? std::string(isaName(options.isas[p]))
                                               : options.devices[p - options.isas.size()]->name();
    std::printf("  %s: %llu differ\n", name.c_str(), (unsigned long long)tally.differences[p]);
    if (tally.differences[p]) {
      std::printf("  FAILED: first at x = %a, y = %a\n", double(tally.differentX),
                  double(tally.differentY));
      good = false;
    }
  }
  std::fflush(stdout);
  return good;
}

Status sweep(const Options &options, const FloatFunction &function, Sweep &sweep) {
  for (const auto &device : options.devices)
    if (Status status = device->prepare(function); !status.ok())
      return status;
  using Operands = Sweep::Operands;
  std::vector<Operands> runs;
  if (function.isBinary())
    runs = {Operands{options.all ? binadeEnds * binadeEnds : 1 << 16, endsOfBinades, {}},
            Operands{uint64_t(options.all ? 100'000'000 : 1 << 18), pairOfPow, {}}};
  else if (options.all)
    runs = {Operands{uint64_t(1) << 32, floatOfBits, 1}};
  else
    runs = {Operands{binadeEnds, endOfBinade, {}},
            Operands{(uint64_t(1) << 32) / 4099, floatOfBits, 4099}};
  for (const Operands &operands : runs)
    if (Status status = sweep.run(operands); !status.ok())
      return status;
  return {};
}

int runAll(const Options &options) {
  bool good = true;
  for (const FloatFunction *function : options.functions) {
    auto begin = std::chrono::steady_clock::now();
    Sweep one(options, *function);
    if (Status status = sweep(options, *function, one); !status.ok()) {
      std::fprintf(stderr, "error: %s\n", status.message().c_str());
      return 1;
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    good &= report(options, *function, one.tally, took.count());
  }
  return good ? 0 : 1;
}

/// The exit code where the arguments do not do, else nothing.
std::optional<int> parse(int argc, char **argv, Options &options) {
  bool host = false;
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (argument == "--all") {
      options.all = true;
    } else if (argument == "--device=host") {
      host = true;
    } else if (argument.starts_with("--device=")) {
      auto device = openFunctionDevice(argument.substr(9));
      if (!device) {
        std::fprintf(stderr, "%s\n", device.status().message().c_str());
        return device.status().code() == StatusCode::NotFound ? 77 : 2;
      }
      options.devices.push_back(std::move(*device));
    } else {
      const size_t before = options.functions.size();
      for (const FloatFunction &function : floatFunctions())
        if (argument == "--function=" + std::string(function.name))
          options.functions.push_back(&function);
      if (options.functions.size() == before) {
        std::fprintf(stderr, "error: unknown argument %s\n", argv[i]);
        return 2;
      }
    }
  }
  if (options.functions.empty())
    for (const FloatFunction &function : floatFunctions())
      options.functions.push_back(&function);
  options.isas = {availableIsas().back()};
  if (host || options.devices.empty())
    for (Isa isa : availableIsas())
      if (isa != availableIsas().back())
        options.isas.push_back(isa);
  return std::nullopt;
}

} // namespace
} // namespace qrt::test

int main(int argc, char **argv) {
  qrt::test::Options options;
  if (std::optional<int> code = qrt::test::parse(argc, argv, options))
    return *code;
  return qrt::test::runAll(options);
}
