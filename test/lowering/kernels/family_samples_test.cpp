// The sample of each family on every kernel that takes it, against the host: integers and floats
// bit for bit.
#include "test/lowering/kernels/sample_calls.h"
#include "test/runtime/format/sample_run.h"

#include <cstring>

namespace qopt::test {
namespace {

/// Groups of work-items that are full, and ones that are not.
constexpr int64_t batches[] = {1, 19, 257};

qrt::Tensor floatsOf(int64_t batch) {
  std::mt19937 random{uint32_t(batch)};
  qrt::Tensor x = randomTensor(random, qrt::ElementType::F32, {batch, 3});
  if (batch > 1) { // what does not compare, and what has no magnitude
    x.mutableValues<float>()[4] = NAN;
    x.mutableValues<float>()[x.size() - 2] = -0.0f;
  }
  return x;
}

void compare(qrt::test::FamilySample sample, int64_t batch) {
  const qrt::Tensor x = floatsOf(batch);
  qrt::test::SampleRun host(sample, batch, x.values<float>());
  const qrt::Node &node = host.program().nodes[0];
  ASSERT_TRUE(host.run({}).ok());
  const std::span<const char> expected = host.bytesOf(node.writes[0]);
  CaseBuilder builder(host.program());
  builder.contents[qrt::test::programOf(sample).floats] = x;
  builder.onEveryKernel(host.callOf(node), batch, [&](const qrt::Tensor &y) {
    ASSERT_EQ(size_t(y.bytes()), expected.size());
    const size_t width = qrt::byteWidth(y.type());
    for (int64_t i = 0; i < y.size(); ++i) {
      const char *onDevice = static_cast<const char *>(y.data()) + i * width;
      ASSERT_EQ(std::memcmp(onDevice, expected.data() + i * width, width), 0) << "at " << i;
    }
  });
}

TEST(FamilySamples, AsOnTheHost) {
  SKIP_WITHOUT_OPENCL();
  int tried = 0;
  for (qrt::test::FamilySample sample : qrt::test::listedSamples()) {
    const qrt::Program program = qrt::test::programOf(sample).program;
    const std::string_view family = qrt::familyOf(std::get<qrt::Call>(program.nodes.back().work));
    if (program.nodes.size() != 1 || kernelsOf(family).empty())
      continue;
    for (int64_t batch : batches) {
      SCOPED_TRACE(std::string(family) + " of " + std::to_string(batch));
      compare(sample, batch);
    }
    ++tried;
  }
  EXPECT_GT(tried, 0);
}

} // namespace
} // namespace qopt::test
