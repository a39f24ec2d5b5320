#include "tools/io/samples/samples.h"

#include "test/tools/scratch.h"

using namespace qrt;
using namespace qopt::io;

namespace {

class Samples : public qopt::test::ScratchTest {
protected:
  /// `count` samples of shape [2], counting on from `first`.
  static Tensor counting(int64_t count, float first, bool single = false) {
    std::vector<float> values;
    for (int64_t i = 0; i < 2 * count; ++i)
      values.push_back(first + float(i / 2));
    return Tensor::fromValues<float>(single ? Shape{2} : Shape{count, 2}, values);
  }
  std::string message(const std::string &path, std::vector<SampleField> fields) {
    auto reader = SampleReader::open(path, std::move(fields));
    return reader ? "" : reader.status().message();
  }
  const std::vector<SampleField> field{{"x", {2}, {}}};
};

TEST_F(Samples, BatchesRunAcrossFiles) {
  ASSERT_TRUE(writeNpy(path("a.npy"), counting(3, 0)).ok());
  ASSERT_TRUE(writeNpy(path("b.npy"), counting(1, 3, /*single=*/true)).ok());
  ASSERT_TRUE(writeNpz(path("c.npz"), {{"x", counting(4, 4)}}).ok());
  put("notes.txt", "ignored");
  auto reader = SampleReader::open(folder.string(), field);
  ASSERT_TRUE(reader.ok()) << reader.status().message();
  EXPECT_EQ(reader->total(), 8);
  EXPECT_EQ(reader->place(3), path("b.npy") + ", sample 0");
  std::vector<float> seen;
  std::vector<int64_t> counts;
  while (true) {
    auto batch = reader->next(5);
    ASSERT_TRUE(batch.ok()) << batch.status().message();
    if (!*batch)
      break;
    counts.push_back((*batch)->count);
    for (float value : (*batch)->arrays[0].values<float>())
      seen.push_back(value);
  }
  EXPECT_EQ(counts, (std::vector<int64_t>{5, 3}));
  for (size_t i = 0; i < 16; ++i)
    EXPECT_EQ(seen[i], float(i / 2));
}

// Batches, files and selections fall apart differently: all of them tell the same samples.
TEST_F(Samples, Selections) {
  ASSERT_TRUE(writeNpy(path("a.npy"), counting(3, 0)).ok());
  ASSERT_TRUE(writeNpy(path("b.npy"), counting(1, 3, /*single=*/true)).ok());
  ASSERT_TRUE(writeNpy(path("c.npy"), counting(1, 4, /*single=*/true)).ok());
  ASSERT_TRUE(writeNpz(path("d.npz"), {{"x", counting(6, 5)}}).ok());
  for (qopt::SampleSelection selection : {qopt::SampleSelection{1, false},
                                          {2, false},
                                          {2, true},
                                          {3, false},
                                          {3, true},
                                          {11, false},
                                          {50, true},
                                          {2, false, 3},
                                          {3, true, 4},
                                          {1, false, 5}}) {
    std::vector<float> expected;
    for (int64_t i = 0; i < 11; ++i)
      if (selection.every == 1 || (i % selection.every == 0) != selection.others)
        expected.push_back(float(i));
    if (int64_t(expected.size()) > selection.most)
      expected.resize(size_t(selection.most));
    for (int64_t size : {1, 2, 5, 20}) {
      auto reader = SampleReader::open(folder.string(), field, selection);
      ASSERT_TRUE(reader.ok()) << reader.status().message();
      EXPECT_EQ(reader->total(), int64_t(expected.size()));
      std::vector<float> seen;
      while (true) {
        auto batch = reader->next(size);
        ASSERT_TRUE(batch.ok()) << batch.status().message();
        if (!*batch)
          break;
        EXPECT_EQ((*batch)->first, int64_t(seen.size()));
        for (int64_t i = 0; i < (*batch)->count; ++i)
          seen.push_back((*batch)->arrays[0].values<float>()[size_t(2 * i)]);
      }
      EXPECT_EQ(seen, expected) << selection.every << " " << selection.others << " " << size;
    }
  }
  qopt::SampleSelection listed;
  listed.chosen = std::make_shared<const std::vector<int64_t>>(std::vector<int64_t>{1, 3, 4, 9});
  for (int64_t size : {1, 3}) {
    auto reader = SampleReader::open(folder.string(), field, listed);
    ASSERT_TRUE(reader.ok()) << reader.status().message();
    EXPECT_EQ(reader->total(), 4);
    EXPECT_EQ(reader->place(3), path("d.npz") + ", sample 4");
    std::vector<float> seen;
    for (auto batch = reader->next(size); *batch; batch = reader->next(size))
      for (int64_t i = 0; i < (*batch)->count; ++i)
        seen.push_back((*batch)->arrays[0].values<float>()[size_t(2 * i)]);
    EXPECT_EQ(seen, (std::vector<float>{1, 3, 4, 9}));
  }
  auto others = SampleReader::open(folder.string(), field, {4, true});
  EXPECT_EQ(others->place(2), path("b.npy") + ", sample 0");
  EXPECT_EQ(others->place(3), path("d.npz") + ", sample 0");
  auto none = SampleReader::open(path("b.npy"), field, {2, true});
  EXPECT_EQ(none.status().message(), path("b.npy") + ": holds 1 sample, of which none is selected");
}

// Such a selection reads nothing, as with samples in memory.
TEST_F(Samples, SelectionsThatSayNothing) {
  ASSERT_TRUE(writeNpy(path("a.npy"), counting(3, 0)).ok());
  auto opened = [&](const qopt::SampleSelection &selection) {
    return SampleReader::open(folder.string(), field, selection).status().message();
  };
  for (const qopt::SampleSelection &selection :
       {qopt::SampleSelection{0}, {-3}, {1, true}, {1, false, 0}, {1, false, -1}})
    EXPECT_NE(opened(selection), "");
  for (const std::vector<int64_t> &places :
       std::vector<std::vector<int64_t>>{{}, {1, 0}, {1, 1}, {-1}, {2, 5000}}) {
    qopt::SampleSelection listed;
    listed.chosen = std::make_shared<const std::vector<int64_t>>(places);
    EXPECT_NE(opened(listed), "");
  }
}

TEST_F(Samples, ShapesOfAllFiles) {
  ASSERT_TRUE(writeNpz(path("a.npz"), {{"x", counting(4, 4)}, {"y", counting(1, 0, true)}}).ok());
  ASSERT_TRUE(writeNpz(path("b.npz"), {{"x", counting(3, 4)}, {"y", counting(1, 0, true)}}).ok());
  auto data = DataFiles::list(folder.string());
  ASSERT_TRUE(data.ok()) << data.status().message();
  auto shapes = SampleReader::allShapes(*data, {{"y", {}, {}}, {"x", {}, {}}});
  ASSERT_TRUE(shapes.ok()) << shapes.status().message();
  EXPECT_EQ(*shapes, (std::vector<std::vector<Shape>>{{{2}, {4, 2}}, {{2}, {3, 2}}}));
  EXPECT_FALSE(SampleReader::allShapes(*data, {{"y", {}, {}}, {"z", {}, {}}}).ok());
}

// `fixed` is an input of two rows whatever the batch: its array serves all samples of its file, or
// holds as many of them as the others do. No batch mixes files then.
TEST_F(Samples, ArraysForAllSamplesOfAFile) {
  ASSERT_TRUE(writeNpz(path("a.npz"), {{"fixed", counting(2, 70)}, {"x", counting(3, 0)}}).ok());
  ASSERT_TRUE(writeNpz(path("b.npz"), {{"fixed", counting(2, 80)}, {"x", counting(1, 3)}}).ok());
  auto reader = SampleReader::open(folder.string(), {{"fixed", {2}, Shape{2, 2}}, {"x", {2}, {}}});
  ASSERT_TRUE(reader.ok()) << reader.status().message();
  EXPECT_EQ(reader->total(), 4);
  EXPECT_FALSE(reader->isDealt(0));
  EXPECT_TRUE(reader->isDealt(1));
  std::vector<std::vector<float>> fixed, x;
  while (true) {
    auto batch = reader->next(2);
    ASSERT_TRUE(batch.ok()) << batch.status().message();
    if (!*batch)
      break;
    auto rows = (*batch)->arrays[0].values<float>(), samples = (*batch)->arrays[1].values<float>();
    fixed.emplace_back(rows.begin(), rows.end());
    x.emplace_back(samples.begin(), samples.end());
  }
  using Rows = std::vector<std::vector<float>>;
  EXPECT_EQ(fixed, (Rows{{70, 70, 71, 71}, {70, 70, 71, 71}, {80, 80, 81, 81}}));
  EXPECT_EQ(x, (Rows{{0, 0, 1, 1}, {2, 2}, {3, 3}}));
  ASSERT_TRUE(writeNpz(path("a.npz"), {{"fixed", counting(3, 70)}, {"x", counting(3, 0)}}).ok());
  reader = SampleReader::open(path("a.npz"), {{"fixed", {2}, Shape{2, 2}}, {"x", {2}, {}}});
  ASSERT_TRUE(reader.ok()) << reader.status().message();
  EXPECT_TRUE(reader->isDealt(0));
}

// A recurrent network's state begins with its layers: two of them beside a batch of 1 are not two
// samples, neither where there are two nor where each sample has a state of its own.
TEST_F(Samples, StatesAreTakenWhole) {
  const std::vector<SampleField> fields{{"x", {2}, Shape{1, 2}}, {"state", {1, 2}, Shape{2, 1, 2}}};
  auto values = [](Shape shape) {
    std::vector<float> numbers;
    for (int64_t i = 0; i < elementCount(shape); ++i)
      numbers.push_back(float(i));
    return Tensor::fromValues<float>(shape, numbers);
  };
  auto open = [&](Shape x, Shape state) {
    EXPECT_TRUE(writeNpz(path("a.npz"), {{"x", values(x)}, {"state", values(state)}}).ok());
    return SampleReader::open(path("a.npz"), fields);
  };
  for (const Shape &x : {Shape{2, 2}, Shape{2, 1, 2}}) {
    auto reader = open(x, {2, 1, 2});
    ASSERT_TRUE(reader.ok()) << reader.status().message();
    EXPECT_EQ(reader->total(), 2);
    EXPECT_FALSE(reader->isDealt(1));
    EXPECT_FALSE(reader->isDealtWhole(0));
    auto batch = reader->next(1);
    EXPECT_EQ((*batch)->arrays[0].shape(), (Shape{1, 2}));
    EXPECT_EQ((*batch)->arrays[1].shape(), (Shape{2, 1, 2}));
  }
  auto own = open({3, 2}, {3, 2, 1, 2});
  ASSERT_TRUE(own.ok()) << own.status().message();
  EXPECT_EQ(own->total(), 3);
  EXPECT_TRUE(own->isDealtWhole(1));
  ASSERT_TRUE(own->next(1).ok());
  auto second = own->next(1);
  EXPECT_EQ((*second)->arrays[1].shape(), (Shape{1, 2, 1, 2}));
  EXPECT_EQ((*second)->arrays[1].values<float>()[0], 4);
  EXPECT_EQ((*second)->arrays[0].values<float>()[0], 2);
  auto wrong = open({3, 2}, {3, 2, 1, 3});
  EXPECT_EQ(wrong.status().message(),
            path("a.npz") + ":state: has shape 3x2x1x3; samples for input 'state' have shape "
                            "2x1x2, one sample or with a leading sample dimension");
}

TEST_F(Samples, FindsTheArrayOfAnArchive) {
  std::vector<int64_t> labels{1};
  Tensor label = Tensor::fromValues<int64_t>({1}, labels);
  ASSERT_TRUE(writeNpz(path("images.npz"), {{"images", counting(1, 0)}, {"labels", label}}).ok());
  EXPECT_EQ(message(path("images.npz"), field), "");
  ASSERT_TRUE(writeNpz(path("other.npz"), {{"labels", label}, {"data", counting(1, 0)}}).ok());
  EXPECT_EQ(message(path("other.npz"), field), "");
  ASSERT_TRUE(writeNpz(path("two.npz"), {{"p", counting(1, 0)}, {"q", counting(1, 0)}}).ok());
  EXPECT_NE(message(path("two.npz"), field).find("has no array 'x'"), std::string::npos);
  EXPECT_EQ(message(path("two.npz"), {{"p", {2}, {}}, {"q", {2}, {}}}), "");
}

TEST_F(Samples, SaysWhatIsWrong) {
  ASSERT_TRUE(writeNpy(path("a.npy"), counting(3, 0)).ok());
  EXPECT_NE(message(path("a.npy"), {{"x", {3}, {}}}).find("shape 3x2"), std::string::npos);
  EXPECT_NE(message(path("a.npy"), {{"x", {2}, {}}, {"y", {2}, {}}}).find("2 inputs"),
            std::string::npos);
  EXPECT_NE(message(path("none"), field).find("cannot open"), std::string::npos);
  std::filesystem::create_directory(path("empty"));
  EXPECT_NE(message(path("empty"), field).find("no .npy"), std::string::npos);
  std::filesystem::remove(path("empty"));
  ASSERT_TRUE(writeNpy(path("b.npy"), Tensor::allocate(ElementType::U8, {1, 2})).ok());
  EXPECT_NE(message(folder.string(), field).find("holds u8"), std::string::npos);
  ASSERT_TRUE(writeNpy(path("zero.npy"), Tensor::allocate(ElementType::F32, {0, 2})).ok());
  EXPECT_NE(message(path("zero.npy"), field).find("no sample"), std::string::npos);
}

} // namespace
