#include "test/conformance/harness.h"

#include "lowering/emit/kernels.h"
#include "lowering/emit/memory_plan.h"
#include "lowering/fuse/calls/fuse_calls.h"
#include "lowering/select/select.h"
#include "runtime/core/check_tensors.h"
#include "runtime/drivers/host/executable.h"
#include "runtime/numerics/types/halves.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

namespace qrt::test {

std::vector<std::string> &deviceSpecifications() {
  static std::vector<std::string> specifications;
  return specifications;
}

std::string &library() {
  static std::string name;
  return name;
}

size_t &layersOfLibrary() {
  static size_t count = 0;
  return count;
}

std::string parameterName(const ::testing::TestParamInfo<std::string> &info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), ':', '_');
  return name;
}

Tensor randomTensor(std::mt19937 &random, ElementType type, Shape shape) {
  Tensor tensor = Tensor::allocate(type, std::move(shape));
  visitElementType(type, [&](auto tag) {
    using T = typename decltype(tag)::Storage;
    std::span<T> values(static_cast<T *>(tensor.mutableData()), size_t(tensor.size()));
    if (isFloat(type)) {
      std::uniform_real_distribution<float> reals(-1.0f, 1.0f);
      for (T &value : values)
        value = T(reals(random));
      return;
    }
    // Not so wide that sums of a few leave the type.
    int64_t limit = bitWidth(type) == 64 ? int64_t(1) << 40 : 1000000;
    int64_t low = std::max(lowestOf(type), -limit), high = std::min(highestOf(type), limit);
    std::uniform_int_distribution<int64_t> steps(low, high);
    std::uniform_int_distribution<int> kind(0, 11);
    for (T &value : values) {
      int k = kind(random);
      value = k == 0 ? T(low) : k == 1 ? T(high) : T(steps(random));
    }
  });
  return tensor;
}

std::vector<Tensor> randomInputs(std::mt19937 &random, const Program &program, int64_t batch) {
  std::vector<Tensor> inputs;
  for (const PortBuffer &port : program.inputs)
    inputs.push_back(
        randomTensor(random, program.buffers[port.buffer].type, bufferShape(program, port, batch)));
  return inputs;
}

std::vector<Tensor> emptyOutputs(const Program &program, int64_t batch) {
  std::vector<Tensor> outputs;
  for (const PortBuffer &port : program.outputs) {
    outputs.push_back(
        Tensor::allocate(program.buffers[port.buffer].type, bufferShape(program, port, batch)));
    std::memset(outputs.back().mutableData(), 0xa5, outputs.back().bytes());
  }
  return outputs;
}

static void expectCloseFloats(std::span<const float> actual, std::span<const float> expected,
                              Tolerance tolerance) {
  for (size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i]) && std::isnan(actual[i]))
      continue;
    if (std::bit_cast<uint32_t>(actual[i]) == std::bit_cast<uint32_t>(expected[i]))
      continue;
    if (tolerance.isExact())
      FAIL() << "element " << i << ": " << actual[i] << ", expected the bits of " << expected[i];
    if (actual[i] == expected[i]) // ±0
      continue;
    float allowed = tolerance.absolute + tolerance.relative * std::fabs(expected[i]);
    ASSERT_LE(std::fabs(actual[i] - expected[i]), allowed)
        << "element " << i << ": " << actual[i] << ", expected " << expected[i];
  }
}

void expectClose(const Tensor &actual, const Tensor &expected, Tolerance tolerance) {
  ASSERT_EQ(actual.type(), expected.type());
  ASSERT_EQ(actual.shape(), expected.shape());
  if (actual.type() == ElementType::F32)
    return expectCloseFloats(actual.values<float>(), expected.values<float>(), tolerance);
  if (actual.type() == ElementType::F16 && tolerance.halves != 0) {
    const Tensor a = widened(actual), e = widened(expected);
    return expectCloseFloats(a.values<float>(), e.values<float>(), {0x1p-24f, tolerance.halves});
  }
  auto *a = static_cast<const uint8_t *>(actual.data());
  auto *e = static_cast<const uint8_t *>(expected.data());
  size_t width = byteWidth(actual.type());
  for (size_t i = 0; i < expected.bytes(); i += width)
    ASSERT_EQ(std::memcmp(a + i, e + i, width), 0)
        << "element " << i / width << " of " << elementTypeName(actual.type())
        << " differs in its bits: first bytes " << int(a[i]) << " and " << int(e[i]);
}

void Conformance::SetUp() {
  // One device object per process: opening one may take seconds.
  static std::map<std::string, std::unique_ptr<Device>> opened;
  std::unique_ptr<Device> &slot = opened[GetParam()];
  if (!slot) {
    Expected<std::unique_ptr<Device>> result = openDevice(GetParam());
    ASSERT_TRUE(result.ok()) << result.status().message();
    slot = std::move(*result);
  }
  device = slot.get();
}

/// Its kernels are those whose names end so, as matmul.clblast.
static void preferLibrary(const Program &calls, const DeviceDescription &description,
                          std::vector<qopt::Choices> &choices) {
  if (library().empty())
    return;
  for (size_t i = 0; i < choices.size(); ++i)
    if (const Call *call = std::get_if<Call>(&calls.nodes[i].work))
      for (const qopt::Choice &choice :
           qopt::candidatesFor({calls, calls.nodes[i], description}, *call, 1))
        if (choice.kernel->name.ends_with("." + library())) {
          choices[i] = {{1, choice}};
          ++layersOfLibrary();
        }
}

Expected<Program> Conformance::compile(Program calls) const {
  calls.target = device->description().driver;
  qopt::fuseCalls(calls, device->description());
  qopt::planArena(calls, device->description().queues);
  if (!device->description().takesKernels)
    return calls;
  DeviceDescription description = device->description();
  if (!library().empty())
    description.allowedLibraries = {library()};
  auto rows = qopt::selectKernels(calls, description);
  if (!rows)
    return rows.status();
  preferLibrary(calls, description, *rows);
  return qopt::emitKernels(std::move(calls), *rows, description);
}

Expected<std::unique_ptr<Executable>> Conformance::load(const Program &calls,
                                                        const LoadOptions &options) const {
  Expected<Program> program = compile(calls);
  if (!program)
    return program.status();
  if (Status status = verifyProgram(*program); !status.ok())
    return status;
  return device->load(std::make_shared<Program>(std::move(*program)), options);
}

std::unique_ptr<Executable> reference(Program calls) {
  calls.target = "host";
  calls.arenaBytes = {};
  auto alignUp = [](int64_t size) {
    return (size + bufferAlignment - 1) / bufferAlignment * bufferAlignment;
  };
  for (Buffer &buffer : calls.buffers) {
    buffer.offset = calls.arenaBytes;
    calls.arenaBytes.scale += alignUp(buffer.bytes.scale);
    calls.arenaBytes.offset += alignUp(buffer.bytes.offset);
  }
  Execution execution{nullptr, Isa::Baseline, FloatOrder::Fixed};
  auto loaded = host::loadProgram(execution, nullptr, std::make_shared<Program>(std::move(calls)));
  EXPECT_TRUE(loaded.ok()) << loaded.status().message();
  return loaded.ok() ? std::move(*loaded) : nullptr;
}

namespace {
/// Outputs in memory of the test's, off every alignment but their elements', with bytes around them
/// that nobody may write.
class GuardedOutputs {
public:
  GuardedOutputs(const Program &program, int64_t batch) {
    for (const Tensor &output : emptyOutputs(program, batch)) {
      first.push_back(guard + int64_t(byteWidth(output.type())));
      memory.push_back(
          Tensor::allocate(ElementType::U8, {first.back() + int64_t(output.bytes()) + guard}));
      std::memset(memory.back().mutableData(), mark, memory.back().bytes());
      tensors.push_back(Tensor::view(output.type(), output.shape(),
                                     bytesOf(tensors.size()).data() + first.back()));
    }
  }
  void expectGuarded() const {
    for (size_t i = 0; i < memory.size(); ++i) {
      const std::span<const uint8_t> bytes = bytesOf(i);
      auto isMark = [](uint8_t byte) { return byte == mark; };
      EXPECT_TRUE(std::ranges::all_of(bytes.first(size_t(first[i])), isMark))
          << "in front of " << i;
      EXPECT_TRUE(std::ranges::all_of(bytes.last(guard), isMark)) << "behind " << i;
    }
  }
  std::vector<Tensor> tensors;

private:
  static constexpr int64_t guard = 128;
  static constexpr uint8_t mark = 0xa5;
  std::span<const uint8_t> bytesOf(size_t i) const { return memory[i].values<uint8_t>(); }
  std::vector<Tensor> memory;
  std::vector<int64_t> first; // bytes in front of the tensor
};
} // namespace

static void runBoth(Executable &actual, Executable &expected, const Program &program, int64_t batch,
                    const std::vector<Tensor> &inputs, bool computes, Tolerance tolerance) {
  GuardedOutputs guarded(program, batch);
  std::vector<Tensor> &outputs = guarded.tensors;
  Status status = actual.run(batch, inputs, outputs);
  ASSERT_TRUE(status.ok()) << status.message();
  guarded.expectGuarded();
  if (!computes)
    return;
  std::vector<Tensor> wanted = emptyOutputs(program, batch);
  status = expected.run(batch, inputs, wanted);
  ASSERT_TRUE(status.ok()) << status.message();
  for (size_t i = 0; i < outputs.size(); ++i) {
    SCOPED_TRACE(program.outputs[i].name + " at batch " + std::to_string(batch));
    expectClose(outputs[i], wanted[i], tolerance);
  }
}

void Conformance::compareOn(const NetBuilder &net, int64_t batch, const std::vector<Tensor> &inputs,
                            Tolerance tolerance) {
  Expected<std::unique_ptr<Executable>> loaded = load(net.program);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  std::unique_ptr<Executable> expected = reference(net.program);
  ASSERT_TRUE(expected);
  runBoth(**loaded, *expected, net.program, batch, inputs, computes(), tolerance);
}

void Conformance::compare(const NetBuilder &net, std::initializer_list<int64_t> batches,
                          Tolerance tolerance) {
  Expected<std::unique_ptr<Executable>> loaded = load(net.program);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  std::unique_ptr<Executable> expected = reference(net.program);
  ASSERT_TRUE(expected);
  for (int64_t batch : batches) {
    runBoth(**loaded, *expected, net.program, batch, randomInputs(random, net.program, batch),
            computes(), tolerance);
    if (::testing::Test::HasFatalFailure())
      return;
  }
}

} // namespace qrt::test
