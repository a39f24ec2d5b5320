// A source of samples that counts them, and one that does not, hand out the same.
#include "tools/libqopt/flows/feed/sample_source.h"

#include "test/tools/libqopt/flows/two_layers.h"

#include <gtest/gtest.h>

using namespace qopt;

namespace {

/// `there` samples of one number each, the number of the sample.
class Numbers : public IteratedSamples {
public:
  Numbers(int64_t there, std::optional<int64_t> counted) : there(there), counted(counted) {}
  int64_t count() const override { return counted.value_or(0); }
  bool isCounted() const override { return counted.has_value(); }
  std::unique_ptr<SampleIterator> begin() const override {
    return std::make_unique<Iterator>(there);
  }

private:
  struct Iterator : SampleIterator {
    explicit Iterator(int64_t there) : there(there) {}
    qrt::Expected<Sample> next() override {
      if (given == there)
        return Sample();
      Tensor one = Tensor::allocate(qrt::ElementType::F32, {1});
      one.mutableValues<float>()[0] = float(given++);
      return Sample{{"x", one}};
    }
    int64_t there, given = 0;
  };
  int64_t there;
  std::optional<int64_t> counted;
};

std::vector<Port> ports() {
  Port port;
  port.name = "x";
  port.type = qrt::ElementType::F32;
  port.shape = {nn::Dim::symbol("N"), nn::staticDim(1)};
  return {port};
}

/// The numbers of all batches, −1 between two; or the error's message.
std::pair<std::vector<float>, std::string> taken(const Numbers &source,
                                                 const SampleSelection &selection = {}) {
  const std::vector<Port> inputs = ports();
  auto stream = source.open(inputs, selection);
  if (!stream)
    return {{}, stream.status().message()};
  std::vector<float> all;
  for (;;) {
    auto batch = (*stream)->next(4);
    if (!batch)
      return {all, batch.status().message()};
    if (!*batch)
      return {all, ""};
    for (float value : (*batch)->arrays[0].values<float>())
      all.push_back(value);
    all.push_back(-1);
  }
}

TEST(IteratedSamples, CountedOrNotTheSameComesOut) {
  SampleSelection all, third, others, some, first;
  third.every = 3;
  others = third;
  others.others = true;
  first.most = 5;
  some.chosen = std::make_shared<const std::vector<int64_t>>(std::vector<int64_t>{1, 4, 9});
  for (const SampleSelection &selection : {all, third, others, some, first}) {
    const auto counted = taken(Numbers(10, 10), selection);
    EXPECT_EQ(counted.second, "");
    EXPECT_FALSE(counted.first.empty());
    EXPECT_EQ(taken(Numbers(10, std::nullopt), selection), counted);
  }
  EXPECT_EQ(taken(Numbers(5, std::nullopt)).first, (std::vector<float>{0, 1, 2, 3, -1, 4, -1}));
}

TEST(IteratedSamples, NobodyKnowsTheTotalOfWhatIsNotCounted) {
  const std::vector<Port> inputs = ports();
  auto stream = Numbers(10, std::nullopt).open(inputs, {});
  ASSERT_TRUE(stream.ok());
  EXPECT_EQ((*stream)->total(), 0);
  EXPECT_EQ((*stream)->inSet(), 0);
}

TEST(IteratedSamples, ToldWhatIsMissing) {
  EXPECT_EQ(taken(Numbers(0, 0)).second,
            "samples: holds no samples; give a hundred like those of use");
  EXPECT_EQ(taken(Numbers(0, std::nullopt)).second,
            "samples: holds no samples; give a hundred like those of use");
  EXPECT_EQ(taken(Numbers(6, 10)).second, "samples: ends after 6 of the 10 samples that it counts");
}

} // namespace
