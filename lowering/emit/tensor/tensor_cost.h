// Costs order kernels of tensor cores and their parameters where nothing was measured. A cost
// counts the cycles of the busiest multiprocessor, from the limits in
// docs/performance/history/hopper-int8.md; only comparisons count. This file has the parts that
// several kernels' costs are made of; each kernel sums them up in its folder.
#pragma once

#include "lowering/emit/tensor/tensor_conv.h"

namespace qopt {

namespace tensor_cost {
// One multiprocessor moves so many bytes or starts so many instructions a cycle.
inline constexpr double cacheBytes = 64;       // from L2
inline constexpr double memoryBytes = 20;      // its share of memory's
inline constexpr double localBytes = 128;      // of local memory
inline constexpr double lanes = 128;           // instructions of items
inline constexpr double copyLatency = 900;     // until a copy has arrived
inline constexpr int64_t floatRegisters = 160; // with fewer, sums of floats are moved about
inline constexpr double launchCycles = 3000;   // until the first products
inline constexpr double stepOverhead = 150;    // a step's barrier and addresses
inline constexpr double epilogueLatency = 600; // of a tile whose group is alone

/// Joins limits that overlap in part: the largest counts whole, each other one a fifth.
double together(std::initializer_list<double> limits);
double divideUp(double a, double b);
} // namespace tensor_cost

/// A launch of so many samples.
class TensorLaunch {
public:
  TensorLaunch(const TensorConv &conv, const KernelParameters &parameters, int64_t samples,
               const qrt::DeviceDescription &device, int items, int64_t localBytes)
      : conv(conv), p(parameters), samples(double(samples)),
        pixels(double(samples) * double(conv.pixels())), channels(double(conv.shape.outChannels)),
        units(device.computeUnits), isHopper(device.computeCapability >= 90), items(items),
        localBytes(localBytes), shared(sharedLocalBytes(device)) {}

  bool areFloats() const { return conv.input.type == qrt::ElementType::F32; }
  /// Byte products a cycle, of which instructions take `bytes`; halves are half as many, and half
  /// as many a byte of depth.
  double rate(double bytes) const;
  double rate() const { return rate(isHopper ? 2200 : 1800); }
  /// Groups of a multiprocessor.
  double resident() const;
  double instructionsAnOutput() const { return conv.side ? 14 : 11; }
  /// Returns the bytes that one element of the result moves, with its residual and its auxiliary
  /// result.
  double resultBytes() const;
  /// Input, weights and results, once each.
  double movingAll() const;

  const TensorConv &conv;
  const KernelParameters &p;
  const double samples, pixels, channels, units;
  const bool isHopper;

private:
  const int items;
  const int64_t localBytes, shared;
};

} // namespace qopt
