// A chain on a CUDA device at one batch: its buffers, kernels and launches, and whether what they
// give is right.
#pragma once

#include "test/lowering/kernels/tensor_core/bench_options.h"
#include "test/lowering/kernels/tensor_core/cuda_device.h"
#include "test/lowering/kernels/tensor_core/reference.h"
#include "test/lowering/kernels/tensor_core/variants.h"

namespace qopt::test {

class DeviceChain {
public:
  DeviceChain(const Options &options, CudaDevice &device, Numbers numbers);
  /// Fresh buffers; the first holds pictures.
  void begin(int batch);
  void end();

  void launch(size_t layer, const Variant &variant, bool dependent = true);
  bool hasKernel(size_t layer, const Variant &variant) { return kernelOf(layer, variant); }
  CudaDevice::Kernel kernelOf(size_t layer, const Variant &variant);
  /// Overwrites what the layer writes.
  void poison(size_t layer);
  /// Checks all results of the layer, of every image; halves by what its inputs now hold.
  bool isRight(size_t layer);
  /// The inputs of the layer have changed.
  void forget() { references.clear(); }
  /// Buffers of which no two are needed at a time share memory, as a runtime's plan has it; or not.
  void share(bool shared);

  const Options &options;
  CudaDevice &device;
  const Numbers numbers;
  const Chain chain;
  const int multiprocessors;
  int batch = 1;
  double worstNorm = 0;                                    // of halves: relative errors of layers
  std::vector<std::vector<std::vector<uint8_t>>> expected; // of bytes: [image][buffer]

private:
  static constexpr int distinctImages = 4, channelTile = 256;
  struct Constants {
    CudaDevice::Memory weights = 0, bias = 0, scale = 0;
  };
  Constants upload(const ChainLayer &layer);
  void plan();
  bool areHalvesRight(size_t layer, const std::vector<uint8_t> &result);
  std::vector<uint8_t> imagesOf(int buffer, int count);

  std::vector<std::vector<uint8_t>> pictures;
  std::vector<Constants> constants;
  std::vector<CudaDevice::Memory> own, planned, buffers;
  std::vector<CudaDevice::Memory> slots;
  std::map<size_t, std::vector<HalfReference>> references; // of a layer: its first images
  std::map<std::string, CudaDevice::Kernel> kernels;       // by their text
  std::map<std::pair<size_t, std::string>, CudaDevice::Kernel> byName;
};

} // namespace qopt::test
