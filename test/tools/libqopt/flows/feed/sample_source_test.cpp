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

SampleSelection chosen(std::vector<int64_t> places) {
  SampleSelection selection;
  selection.chosen = std::make_shared<const std::vector<int64_t>>(std::move(places));
  return selection;
}

TEST(SampleSelection, RefusesWhatSelectsNothing) {
  auto message = [](const SampleSelection &selection, std::optional<int64_t> all) {
    return selection.check("x.npz", all).message();
  };
  const std::string never = " cannot be selected or left out", none = "take 1 or more";
  for (std::optional<int64_t> all : {std::optional<int64_t>(10), std::optional<int64_t>()}) {
    for (int64_t every : {int64_t(0), int64_t(-3), std::numeric_limits<int64_t>::min()})
      EXPECT_EQ(message({every}, all), "x.npz: one sample in " + std::to_string(every) + never);
    EXPECT_EQ(message({1, true}, all), "x.npz: one sample in 1" + never);
    EXPECT_EQ(message({1, false, 0}, all), "x.npz: 0 samples at most are none; " + none);
    EXPECT_EQ(message({1, false, -1}, all), "x.npz: -1 samples at most are none; " + none);
    EXPECT_NE(message(chosen({2, 1}), all).find("have to ascend"), std::string::npos);
    EXPECT_NE(message(chosen({2, 2}), all).find("have to ascend"), std::string::npos);
    EXPECT_EQ(message(chosen({-1, 2}), all), "x.npz: there is no sample -1; the first is 0");
    EXPECT_NE(message(chosen({}), all).find("of which none is selected"), std::string::npos);
    EXPECT_EQ(message(chosen({0, 9}), all), "");
    EXPECT_EQ(message({std::numeric_limits<int64_t>::max(), false}, all), "");
  }
  EXPECT_EQ(message(chosen({2, 5000}), 10), "x.npz: there is no sample 5000; the last is 9");
  EXPECT_EQ(message({2, true}, 1), "x.npz: holds 1 sample, of which none is selected");
}

TEST(IteratedSamples, RefuseWhatSelectsNothing) {
  for (std::optional<int64_t> counted : {std::optional<int64_t>(10), std::optional<int64_t>()}) {
    EXPECT_NE(taken(Numbers(10, counted), {0}).second, "");
    EXPECT_NE(taken(Numbers(10, counted), {1, false, -1}).second, "");
    EXPECT_NE(taken(Numbers(10, counted), chosen({3, 1})).second, "");
    EXPECT_NE(taken(Numbers(10, counted), chosen({2, 10})).second, "");
  }
  EXPECT_EQ(taken(Numbers(10, std::nullopt), chosen({2, 10})).second,
            "samples: ends after 10 samples: there is no sample 10");
}

} // namespace
