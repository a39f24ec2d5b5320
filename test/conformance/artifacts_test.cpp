// A program that went through a .qart file, with and without the kernels that lie in it.
#include "test/conformance/harness.h"
#include "test/runtime/format/artifacts.h"

#include "runtime/core/artifact.h"
#include "runtime/core/artifact_kernels.h"

namespace qrt::test {
namespace {

class ArtifactConformance : public Conformance {
protected:
  static constexpr int64_t size = 100;

  /// in0 + 1 and in0 + 2: two kernels that take the same arguments.
  static NetBuilder net() {
    NetBuilder net;
    const std::vector<Extent> shape{perSample(), fixed(size)};
    const uint32_t in = net.input(ElementType::F32, shape);
    for (float amount : {1.0f, 2.0f}) {
      ScalarBuilder b;
      auto x = b.input({ScalarInputKind::Tensor, ElementType::F32, 0});
      ElementwiseCall call;
      call.leading = perSample();
      call.walk.sizes = {1, size};
      call.program = b.finish(b.apply(ScalarOp::AddF, x, b.constant(amount)), ElementType::F32);
      call.output.strides = {size, 1};
      call.tensors = {{bufferOperand(in), call.output}};
      net.callToOutput(call, ElementType::F32, shape);
    }
    return net;
  }

  std::string fileOf(const Program &program, std::vector<KernelBinary> binaries) const {
    ArtifactEntry entry = entryOf(program);
    entry.device = device->description();
    entry.binaries = std::move(binaries);
    ArtifactWriter writer;
    writer.add(std::move(entry), std::make_shared<Program>(program));
    std::string bytes;
    writer.write([&](std::span<const std::byte> part) {
      bytes.append(reinterpret_cast<const char *>(part.data()), part.size());
    });
    return bytes;
  }

  /// Runs the program on zeros and returns the first element of both outputs.
  std::vector<float> run(const std::string &file, Binaries binaries) const {
    auto artifact = Artifact::copy(asBytes(file));
    auto entry = artifact ? artifact->choose(device->description()) : artifact.status();
    auto model = entry ? artifact->load(*device, *entry, {}, binaries) : entry.status();
    EXPECT_TRUE(model.ok()) << model.status().message();
    if (!model)
      return {};
    auto outputs = model->run({{"in0", Tensor::allocate(ElementType::F32, {3, size})}});
    EXPECT_TRUE(outputs.ok()) << outputs.status().message();
    std::vector<float> first;
    for (size_t i = 0; outputs && i < outputs->size(); ++i)
      first.push_back((*outputs)[i].tensor.values<float>()[0]);
    return first;
  }
};

TEST_P(ArtifactConformance, AFilesProgramComputesTheSame) {
  Expected<Program> program = compile(net().program);
  ASSERT_TRUE(program.ok()) << program.status().message();
  const std::vector<float> results = run(fileOf(*program, {}), Binaries::Ignored);
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
  EXPECT_EQ(results, (std::vector<float>{1, 2}));
}

TEST_P(ArtifactConformance, BinariesAreUsedByWhoAsks) {
  if (!device->description().takesKernels)
    GTEST_SKIP() << GetParam() << " compiles no kernels";
  Expected<Program> program = compile(net().program);
  ASSERT_TRUE(program.ok()) << program.status().message();
  KernelRecorder recorder(nullptr);
  auto loaded = device->load(std::make_shared<Program>(*program), {&recorder, {}});
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  std::vector<KernelBinary> binaries = recorder.binaries();
  ASSERT_EQ(binaries.size(), program->kernels.size());
  const std::string good = fileOf(*program, binaries);
  EXPECT_EQ(run(good, Binaries::Used), (std::vector<float>{1, 2}));
  // Each in the other one's place shows whether they are used.
  const auto codeOf = [&](const Node &node) -> Tensor & {
    const KernelSource &kernel = program->kernels[std::get<Launch>(node.work).kernel];
    return std::ranges::find(binaries, sourceSums(kernel.source), &KernelBinary::source)->code;
  };
  std::swap(codeOf(program->nodes[0]), codeOf(program->nodes[1]));
  const std::string swapped = fileOf(*program, binaries);
  EXPECT_EQ(run(swapped, Binaries::Ignored), (std::vector<float>{1, 2}));
  EXPECT_EQ(run(swapped, Binaries::Used), (std::vector<float>{2, 1}));
  for (KernelBinary &binary : binaries)
    binary.version += " of another day";
  EXPECT_EQ(run(fileOf(*program, binaries), Binaries::Used), (std::vector<float>{1, 2}));
}

CONFORMANCE_SUITE(ArtifactConformance);

} // namespace
} // namespace qrt::test
