// Programs written call by call, for tests of drivers: the builder finds what
// each call reads and adds the data edges.
#pragma once

#include "runtime/format/program.h"

#include <initializer_list>

namespace qrt::test {

constexpr Extent perSample(int64_t scale = 1) { return {scale, 0, 1}; }
constexpr Extent fixed(int64_t size) { return {0, size, 1}; }
constexpr Operand bufferOperand(uint32_t index) { return {Operand::Space::Buffer, index}; }
constexpr Operand constantOperand(uint32_t index) { return {Operand::Space::Constant, index}; }

/// The accumulator itself is stored.
CallEpilogue storeAccumulator(ElementType accumulator, ElementType result);

class NetBuilder {
public:
  explicit NetBuilder(bool dynamicBatch = true) { program.dynamicBatch = dynamicBatch; }

  /// Buffers; the ports are named in0, in1, … and out0, out1, …
  uint32_t input(ElementType type, std::vector<Extent> shape);
  uint32_t output(ElementType type, std::vector<Extent> shape);
  uint32_t activation(ElementType type, std::vector<Extent> shape);
  uint32_t constant(Tensor value);

  /// Appends a node; without a target for a tap. Returns its index.
  uint32_t call(Call work, std::initializer_list<uint32_t> target);
  /// A call into a fresh output of its own.
  uint32_t callToOutput(Call work, ElementType type, std::vector<Extent> shape);

  Program program;

private:
  uint32_t buffer(std::string key, ElementType type, std::vector<Extent> shape, BufferRole role);
};

/// One f32 in, the first sample's 2^26 times out for each sample: 2^48 bytes at 2^20 samples, which
/// nobody has, and which nobody may take in parts.
Program vastOutput();

/// Row-major strides of a shape.
std::vector<int64_t> denseStrides(const std::vector<int64_t> &sizes);

} // namespace qrt::test
