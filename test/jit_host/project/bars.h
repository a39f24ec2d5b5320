// Samples of hosts that have no files: pictures of a bar and some noise.
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"

#include <cstdlib>
#include <random>

/// One behind the other, the same each time.
class Bars : public qopt::IteratedSamples {
public:
  Bars(std::string input, qrt::Shape shape) : input(std::move(input)), shape(std::move(shape)) {}
  int64_t count() const override { return 100; }
  std::string name() const override { return "bars"; }
  std::unique_ptr<qopt::SampleIterator> begin() const override {
    return std::make_unique<Iterator>(*this);
  }

private:
  struct Iterator : qopt::SampleIterator {
    explicit Iterator(const Bars &bars) : bars(bars) {}
    qrt::Expected<qopt::Sample> next() override {
      qrt::Tensor picture = qrt::Tensor::allocate(qrt::ElementType::F32, bars.shape);
      auto values = picture.mutableValues<float>();
      const int64_t width = bars.shape.back(), middle = int64_t(random() % uint64_t(width));
      for (size_t i = 0; i < values.size(); ++i)
        values[i] = (std::abs(int64_t(i) % width - middle) < 2 ? 0.75f : 0.0f) +
                    float(random() % 64) / 256.0f;
      return qopt::Sample{{bars.input, picture}};
    }
    const Bars &bars;
    std::mt19937 random;
  };
  std::string input;
  qrt::Shape shape;
};
