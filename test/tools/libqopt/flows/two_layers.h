// A network of two layers, and noise for it, of tests of flows.
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>

namespace qopt {

using qrt::Tensor;

/// Two layers of fixed weights that look like noise: 16 numbers become 8, and 4.
inline std::string twoLayers() {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> values(-1, 1);
  auto rows = [&](int height, int width) {
    std::string text = "dense<[";
    for (int y = 0; y < height; ++y) {
      text += y ? ",[" : "[";
      for (int x = 0; x < width; ++x)
        text += (x ? "," : "") + std::to_string(values(random));
      text += "]";
    }
    return text + "]> : tensor<" + std::to_string(height) + "x" + std::to_string(width) + "xf32>";
  };
  return R"(
!x = tensor<?x16xf32, #nn.dims<N>>
!h = tensor<?x8xf32, #nn.dims<N>>
!y = tensor<?x4xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %w = nn.constant {nn.name = "w"} )" +
         rows(16, 8) + R"(
  %a = nn.matmul %x, %w {nn.name = "a"} : (!x, tensor<16x8xf32>) -> !h
  %r = nn.relu %a {nn.name = "r"} : (!h) -> !h
  %v = nn.constant {nn.name = "v"} )" +
         rows(8, 4) + R"(
  %b = nn.matmul %r, %v {nn.name = "b"} : (!h, tensor<8x4xf32>) -> !y
  return %b : !y
})";
}

/// Noise, the same each time; counts the iterators that are there.
class Noise : public IteratedSamples {
public:
  explicit Noise(int64_t samples) : samples(samples) {}
  int64_t count() const override { return samples; }
  std::string name() const override { return "noise"; }
  std::unique_ptr<SampleIterator> begin() const override {
    return std::make_unique<Iterator>(*this);
  }
  mutable std::atomic<int> alive = 0;
  std::string input = "x";
  qrt::Shape shape = {16};

private:
  struct Iterator : SampleIterator {
    explicit Iterator(const Noise &of) : of(of) { ++of.alive; }
    ~Iterator() override { --of.alive; }
    qrt::Expected<Sample> next() override {
      Tensor tensor = Tensor::allocate(qrt::ElementType::F32, of.shape);
      std::uniform_real_distribution<float> values(-2, 2);
      for (float &value : tensor.mutableValues<float>())
        value = values(random);
      return Sample{{of.input, tensor}};
    }
    const Noise &of;
    std::mt19937 random{11};
  };
  int64_t samples;
};

inline Network network() {
  auto parsed = Network::parse(twoLayers());
  EXPECT_TRUE(parsed.ok()) << parsed.status().message();
  return std::move(*parsed);
}

} // namespace qopt
