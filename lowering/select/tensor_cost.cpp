// What orders rows and parameters where nothing was measured: cycles of the busiest multiprocessor,
// from what docs/performance/hopper-int8.md says holds the kernels. Only comparisons count.
#include "lowering/select/tensor_conv.h"

#include <algorithm>

namespace qopt {

namespace {

// Of one multiprocessor, a cycle.
constexpr double cacheBytes = 64;       // from L2
constexpr double memoryBytes = 20;      // its share of memory's
constexpr double localBytes = 128;      // of local memory
constexpr double lanes = 128;           // instructions of items
constexpr double copyLatency = 900;     // until a copy has arrived
constexpr int64_t floatRegisters = 160; // with fewer, sums of floats are moved about
constexpr double launchCycles = 3000;   // until the first products
constexpr double stepOverhead = 150;    // a step's barrier and addresses
constexpr double epilogueLatency = 600; // of a tile whose group is alone

/// What of several limits shows beside the largest.
double together(std::initializer_list<double> limits) {
  const double largest = std::max(limits);
  double sum = 0;
  for (double limit : limits)
    sum += limit;
  return largest + 0.2 * (sum - largest);
}

double divideUp(double a, double b) { return double(int64_t((a + b - 1) / b)); }

class Cost {
public:
  Cost(const TensorConv &conv, const KernelParameters &parameters, int64_t samples,
       const qrt::DeviceDescription &device)
      : conv(conv), p(parameters), pixels(double(samples) * double(conv.pixels())),
        channels(double(conv.shape.outChannels)), units(device.computeUnits),
        shared(double(sharedLocalBytes(device))), isHopper(device.computeCapability >= 90) {}

  double ofTiles(TensorKernel kernel) const;
  double ofDirect() const;
  double ofFirst(int64_t samples) const;
  double ofWinograd(int64_t samples) const;

private:
  /// Byte products a cycle; halves are half as many, and half as many a byte of depth.
  double rate(TensorKernel kernel) const {
    if (areFloats())
      return 4 * lanes * (registersOf(p.resident * itemsOf(kernel, p)) < floatRegisters ? 0.85 : 1);
    return kernel == TensorKernel::Wide ? 4096 : isHopper ? 2200 : 1800;
  }
  bool areFloats() const { return conv.input.type == qrt::ElementType::F32; }
  double resident(TensorKernel kernel) const {
    const double local = double(localBytesOf(kernel, conv, p)) + 1024;
    return std::max(1.0, std::min(double(p.resident), double(int64_t(shared / local))));
  }
  double instructionsAnOutput() const { return conv.side ? 14 : 11; }
  /// What a result and its residual move.
  double resultBytes() const {
    return double(qrt::byteWidth(conv.result)) +
           (conv.side ? double(qrt::byteWidth(*conv.side)) : 0);
  }
  /// Input, weights and results, once each.
  double movingAll() const {
    const double inputs = pixels * double(conv.pitchBytes()) *
                          double(conv.shape.window.stride[0] * conv.shape.window.stride[1]);
    const double weights = channels * double(conv.depthBytes());
    return (inputs + weights + pixels * channels * resultBytes()) / double(units) / memoryBytes;
  }
  double stepOf(TensorKernel kernel, double concurrent) const;
  double tileOf(TensorKernel kernel, double concurrent) const;

  const TensorConv &conv;
  const KernelParameters &p;
  double pixels, channels;
  double units, shared;
  bool isHopper;
};

// What each of so many groups on one multiprocessor takes of it for a step.
double Cost::stepOf(TensorKernel kernel, double concurrent) const {
  const double warps = p.down * p.across * p.deep;
  const double enough = areFloats() ? 12 : 8; // warps
  const double busy = kernel == TensorKernel::Wide ? 1 : std::min(1.0, warps * concurrent / enough);
  const double products = double(p.pixels) * p.channels * p.depth / (rate(kernel) * busy);
  const double moved = double(p.pixels + p.channels) * p.depth;
  const double loaded = kernel == TensorKernel::Wide
                            ? double(p.pixels + p.channels * (p.pixels / 64.0)) * p.depth
                            : (double(p.pixels) * p.across + double(p.channels) * p.down) * p.depth;
  const double work = together({products, (moved + loaded) / localBytes, moved / cacheBytes});
  const double ahead = p.stages - 1 - p.pending;
  const double alone = std::max(copyLatency / ahead, stepOverhead + (p.pending ? 1 : 1.3) * work);
  return std::max(work, alone / concurrent);
}

double Cost::tileOf(TensorKernel kernel, double concurrent) const {
  const double steps = divideUp(double(conv.depthBytes()), p.depth);
  const double outputs = double(p.pixels) * p.channels;
  double end = outputs * instructionsAnOutput() / lanes;
  double wait = epilogueLatency * (conv.side ? 2 : 1);
  if (p.deep > 1) {
    end += (p.deep - 1) * outputs * 8 / localBytes;
    wait += 200;
  }
  // Few items do not fill the lanes.
  end /= std::min(1.0, p.down * p.across * concurrent / 4);
  return steps * stepOf(kernel, concurrent) + std::max(end, (end + wait) / concurrent);
}

double Cost::ofTiles(TensorKernel kernel) const {
  const double tiles = divideUp(pixels, p.pixels) * divideUp(channels, p.channels);
  const double here = divideUp(tiles, units); // of the busiest multiprocessor
  const double concurrent = std::min(resident(kernel), here);
  const double rounds = double(int64_t(here / concurrent)), rest = here - rounds * concurrent;
  double cycles = rounds * concurrent * tileOf(kernel, concurrent);
  if (rest > 0)
    cycles += rest * tileOf(kernel, rest);
  return launchCycles + std::max(cycles, movingAll());
}

double Cost::ofDirect() const {
  const double blocks = channels / (64.0 * p.across);
  const double room = std::max(1.0, double(int64_t(units * p.resident / blocks)));
  const double strips = divideUp(pixels, 16); // of 64 channels each, a warp's
  const double groups = std::min(divideUp(strips, p.down), room);
  const double turns = divideUp(strips, groups * p.down); // of each warp
  const double concurrent =
      std::min(resident(TensorKernel::Direct), divideUp(groups * blocks, units));
  const double warps = concurrent * p.down * p.across, outputs = 16 * 64;
  const double products = outputs * double(conv.pitchBytes()) / rate(TensorKernel::Direct);
  const double moved = outputs * resultBytes() + 16.0 * double(conv.pitchBytes()) / p.across;
  const double work =
      together({products, moved / cacheBytes, outputs * instructionsAnOutput() / lanes});
  const double alone = std::max(copyLatency / (p.stages - 1), 400 + 4 * work);
  return launchCycles + 500 + std::max(turns * std::max(warps * work, alone), movingAll());
}

double Cost::ofFirst(int64_t samples) const {
  const double blocks = double(samples) * divideUp(double(conv.shape.out[0]), p.blockRows);
  const double across = channels / double(firstWidth(conv));
  const double here = divideUp(blocks * across, units);
  const double concurrent = std::min(resident(TensorKernel::First), here);
  const double rows =
      (p.blockRows - 1) * double(conv.shape.window.stride[0]) + double(conv.shape.window.kernel[0]);
  const double outputs =
      p.blockRows * divideUp(double(conv.shape.out[1]), 16) * 16 * double(firstWidth(conv));
  const double work = outputs * (instructionsAnOutput() / lanes +
                                 8.0 * double(conv.pitchBytes() * conv.shape.window.kernel[0]) /
                                     rate(TensorKernel::First)) +
                      rows * double(conv.shape.in[1] * conv.pitchBytes()) / cacheBytes;
  const double alone = copyLatency + 1.5 * work;
  return launchCycles + 2000 +
         std::max(divideUp(here, concurrent) * concurrent * std::max(work, alone / concurrent),
                  movingAll());
}

// A step is of eight input channels: 1,024 products of each of 256 items, and what they transform.
// Of a part without all rows and columns a quarter of them is left out.
double Cost::ofWinograd(int64_t samples) const {
  constexpr double stepCycles = 2700, leftOut = 500, endCycles = 4500;
  const auto &kernel = conv.shape.window.kernel;
  const double parts = double(qrt::winogradParts(kernel));
  const double whole = double(kernel[0] / 3 * (kernel[1] / 3));
  const double patches = double(samples) * divideUp(double(conv.shape.out[0]), 2) *
                         divideUp(double(conv.shape.out[1]), 2);
  const double tiles = divideUp(patches, p.pixels / 4.0) * divideUp(channels, p.channels);
  const double steps = divideUp(double(conv.shape.inChannels), 8);
  const double cycles = steps * (parts * stepCycles - (parts - whole) * leftOut) + endCycles;
  return launchCycles + std::max(divideUp(tiles, units) * cycles, movingAll());
}

} // namespace

double costOf(TensorKernel kernel, const TensorConv &conv, const KernelParameters &parameters,
              int64_t samples, const qrt::DeviceDescription &device) {
  const Cost cost(conv, parameters, samples, device);
  switch (kernel) {
  case TensorKernel::None: return 0;
  case TensorKernel::Tiled:
  case TensorKernel::Wide: return cost.ofTiles(kernel);
  case TensorKernel::Direct: return cost.ofDirect();
  case TensorKernel::First: return cost.ofFirst(samples);
  case TensorKernel::Winograd: return cost.ofWinograd(samples);
  }
  return 0;
}

} // namespace qopt
