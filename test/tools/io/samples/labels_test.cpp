#include "tools/io/arrays/npz.h"
#include "tools/io/samples/labels.h"

#include "test/tools/scratch.h"

using namespace qrt;
using namespace qopt::io;

namespace {

class LabelsOf : public qopt::test::ScratchTest {
protected:
  using Values = std::vector<int64_t>;

  void SetUp() override {
    ScratchTest::SetUp();
    std::filesystem::create_directory(folder / "data");
  }
  std::string data(const std::string &name = "") const { return path("data/" + name); }
  static Tensor array(const Values &values) {
    return Tensor::fromValues<int64_t>({int64_t(values.size())}, values);
  }
  void putArchive(const std::string &name, const Values &labels) const {
    NamedArrays arrays = {{"x", array({1})}};
    if (!labels.empty())
      arrays.emplace_back("labels", array(labels));
    ASSERT_TRUE(writeNpz(data(name), arrays).ok());
  }
  /// `samples` of each file, of one each otherwise.
  void expect(const std::string &source, const Values &values, const Values &samples = {}) const {
    auto files = DataFiles::list(data());
    ASSERT_TRUE(files.ok()) << files.status().message();
    auto labels = SampleLabels::read(*files, source);
    ASSERT_TRUE(labels.ok()) << labels.status().message();
    auto dealt = labels->dealt(countsOf(*files, samples), "data");
    ASSERT_TRUE(dealt.ok()) << dealt.status().message();
    EXPECT_EQ(*dealt, values);
  }
  static std::vector<FileCount> countsOf(const DataFiles &files, const Values &samples) {
    std::vector<FileCount> counts;
    for (size_t i = 0; i < files.files.size(); ++i)
      counts.push_back({files.files[i], samples.empty() ? 1 : samples[i]});
    return counts;
  }
  std::string message(const std::string &source, const Values &samples = {}) const {
    auto files = DataFiles::list(data());
    auto labels = files ? SampleLabels::read(*files, source) : files.status();
    if (!labels)
      return labels.status().message();
    auto dealt = labels->dealt(countsOf(*files, samples), "data");
    return dealt ? "" : dealt.status().message();
  }
};

TEST_F(LabelsOf, ArraysOfAllArchives) {
  putArchive("b.npz", {7});
  putArchive("a.npz", {9, 200});
  expect("", {9, 200, 7}, {2, 1});
  expect("labels", {9, 200, 7}, {2, 1});
  // There are as many labels in all, but files and labels are out of step.
  EXPECT_EQ(
      message("", {1, 2}),
      data("a.npz") +
          ": holds 2 labels for 1 samples; give each sample its label, in the samples' order");
  EXPECT_NE(message("truth").find("no such array; the file has: x, labels"), std::string::npos);
  putArchive("c.npz", {});
  EXPECT_EQ(message(""), data("c.npz") + ": has no labels, and " + data("b.npz") + " has");
}

TEST_F(LabelsOf, NoneWhereNobodyAsks) {
  putArchive("a.npz", {});
  expect("", {});
  ASSERT_TRUE(writeNpy(data("b.npy"), array({1})).ok());
  expect("", {});
  EXPECT_NE(message("truth").find("no such array"), std::string::npos);
}

TEST_F(LabelsOf, AnArrayForAll) {
  ASSERT_TRUE(writeNpy(data("a.npy"), array({1})).ok());
  ASSERT_TRUE(writeNpy(path("y.npy"), array({3, -4})).ok());
  expect(path("y.npy"), {3, -4}, {2});
  EXPECT_EQ(
      message(path("y.npy"), {3}),
      "data: holds 2 labels for 3 samples; give each sample its label, in the samples' order");
  std::vector<float> values{1};
  ASSERT_TRUE(writeNpy(path("f.npy"), Tensor::fromValues<float>({1}, values)).ok());
  EXPECT_EQ(message(path("f.npy")), path("f.npy") + ": labels are f32; expected integers");
}

TEST_F(LabelsOf, ListsNameEachFileOnce) {
  for (const char *name : {"a.npy", "b c.npy", "d.npy"})
    ASSERT_TRUE(writeNpy(data(name), array({1})).ok());
  const std::string list = put("list.txt", "\xEF\xBB\xBF"
                                           "d.npy 3\r\n\n./b c.npy\t-1\na.npy 12");
  expect(list, {12, -1, 3});
  expect(list, {12, 12, 3}, {2, 0, 1}); // a file's label is that of all its samples
  put("data/inside.txt", "a.npy 1\nb c.npy 2\nd.npy 3\n");
  expect("inside.txt", {1, 2, 3});
  EXPECT_EQ(message(put("list.txt", "a.npy 1\n")),
            list + ": has no line for " + data("b c.npy") +
                " and 1 more files; it names 'a.npy', and names are to be relative to the folder");
  EXPECT_EQ(message(put("list.txt", "a.npy 1\ne.npy 1\nd.npy 3\nf.npy 1\nb c.npy 2\n")),
            list + ", line 2: " + data() + " has no sample 'e.npy'");
  EXPECT_EQ(message(put("list.txt", "a.npy\n")),
            list + ", line 1: expected 'FILE CLASS', not 'a.npy'");
  EXPECT_EQ(message(put("list.txt", "a.npy 1\na.npy 2\n")),
            list + ", line 2: 'a.npy' is there twice");
  EXPECT_NE(message("absent.txt").find("absent.txt: cannot read"), std::string::npos);
}

TEST_F(LabelsOf, FoldersAreClassesUnlessAListSaysOtherwise) {
  for (const char *name : {"dog", "cat"})
    std::filesystem::create_directory(data(name));
  for (const char *name : {"dog/1.jpg", "cat/2.JPEG", "cat/1.png"})
    put(std::string("data/") + name, "");
  expect("", {0, 0, 1});
  expect("", {0, 1, 1}, {1, 0, 2});
  expect(put("list.txt", "dog/1.jpg 5\ncat/1.png 6\ncat/2.JPEG 7\n"), {6, 7, 5});
}

} // namespace
