// Every kernel of copies and fills against moves of bytes written out here.
#include "test/lowering/kernels/cases.h"
#include "test/lowering/kernels/strided.h"

#include <cstring>

namespace qopt::test {
namespace {

using qrt::ElementType;

class Copy : public ::testing::Test {
protected:
  void SetUp() override { SKIP_WITHOUT_OPENCL(); }
  std::mt19937 random{6};
};

// NCHW → NHWC, a slice and a concat part, of every width.
TEST_F(Copy, MovesBytes) {
  constexpr int64_t batch = 2;
  struct Move {
    const char *name;
    std::vector<int64_t> sizes;
    qrt::StridedAccess source, target;
  };
  const Move moves[] = {
      {"transpose", {batch, 6, 5, 9}, {{270, 5, 1, 30}, 0}, {{270, 45, 9, 1}, 0}},
      {"slice", {batch, 3, 40}, {{270, 90, 2}, 7}, {{270, 40, 1}, 0}},
      {"turned", {batch, 16, 16}, {{270, 1, 16}, 5}, {{270, 16, 1}, 3}},
      {"concat", {batch, 50}, {{270, 1}, 0}, {{270, 1}, 133}},
      {"scalar", {batch}, {{270}, 3}, {{270}, 269}},
  };
  for (const Move &move : moves)
    for (ElementType type :
         {ElementType::I8, ElementType::I16, ElementType::F32, ElementType::I64}) {
      SCOPED_TRACE(move.name);
      CaseBuilder builder(type, 270);
      const size_t width = qrt::byteWidth(type);
      qrt::Tensor x = qrt::Tensor::allocate(type, {batch * 270});
      auto *bytes = static_cast<unsigned char *>(x.mutableData());
      for (size_t i = 0; i < x.bytes(); ++i)
        bytes[i] = static_cast<unsigned char>(random());
      qrt::CopyCall call{perSample(1), {move.sizes}, builder.buffer(x), move.source, move.target};
      std::vector<char> expected(x.bytes(), char(0xcd));
      forPoints(move.sizes, [&](const std::vector<int64_t> &at) {
        std::memcpy(&expected[indexOf(move.target, at) * width],
                    bytes + indexOf(move.source, at) * width, width);
      });
      builder.onEveryKernel(call, batch, [&](const qrt::Tensor &y) {
        ASSERT_EQ(std::memcmp(y.data(), expected.data(), expected.size()), 0);
      });
    }
}

// Tiles that are not whole, dimensions beside them; lines that are words of several elements in
// what is read, in what is written, in both and in none; written lines one behind the other.
TEST_F(Copy, TurnsTiles) {
  struct Plane {
    int64_t height, width;
    bool isDense = false;
  };
  for (auto [height, width, isDense] :
       {Plane{70, 131}, {72, 131}, {70, 132}, {72, 132}, {72, 131, true}, {72, 17, true}})
    for (ElementType type :
         {ElementType::I8, ElementType::I16, ElementType::F32, ElementType::I64}) {
      SCOPED_TRACE(std::to_string(height) + " by " + std::to_string(width) + ", " +
                   std::string(qrt::elementTypeName(type)));
      const int64_t sample = 2 * height * width;
      CaseBuilder builder(type, sample);
      const qrt::Tensor x = randomTensor(random, type, {3 * sample});
      qrt::CopyCall call{perSample(1),
                         {{1, 2, height, width}},
                         builder.buffer(x),
                         {{sample, height * width, 1, height}},
                         {{sample, width, 2 * width, 1}}};
      if (isDense)
        call.target.strides = {sample, height * width, width, 1};
      builder.onEveryKernel(call, 3, [&](const qrt::Tensor &y) {
        forPoints({3, 2, height, width}, [&](const std::vector<int64_t> &at) {
          ASSERT_EQ(numberAt(y, indexOf(call.target, at)), numberAt(x, indexOf(call.source, at)));
        });
      });
    }
}

TEST_F(Copy, FillsCountElements) {
  for (ElementType type : {ElementType::I8, ElementType::F32, ElementType::I64}) {
    CaseBuilder builder(type, 101);
    const uint64_t bits = 0x8123456789abcdefu;
    const qrt::FillCall call{perSample(101), bits};
    builder.onEveryKernel(call, 3, [&](const qrt::Tensor &y) {
      for (int64_t i = 0; i < y.size(); ++i)
        ASSERT_EQ(std::memcmp(static_cast<const char *>(y.data()) + i * qrt::byteWidth(type), &bits,
                              qrt::byteWidth(type)),
                  0);
    });
  }
}

} // namespace
} // namespace qopt::test
