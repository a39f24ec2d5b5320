#include "tools/io/arrays/npz.h"

#include "test/tools/scratch.h"

#include <random>

using namespace qrt;
using namespace qopt::io;

namespace {

class Npz : public qopt::test::ScratchTest {
protected:
  NamedArrays arrays() {
    std::vector<uint8_t> images(600);
    for (size_t i = 0; i < images.size(); ++i)
      images[i] = uint8_t(i * i >> 3);
    std::vector<int64_t> labels{3, -1, 7};
    return {{"images", Tensor::fromValues<uint8_t>({3, 200}, images)},
            {"labels", Tensor::fromValues<int64_t>({3}, labels)}};
  }
  static std::string errorOf(const std::string &specification) {
    auto tensor = loadArray(specification);
    return tensor ? "" : tensor.status().message();
  }
};

TEST_F(Npz, RoundTrip) {
  NamedArrays written = arrays();
  ASSERT_TRUE(writeNpz(path("a.npz"), written).ok());
  auto file = NpzFile::open(path("a.npz"));
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->names(), (std::vector<std::string>{"images", "labels"}));
  for (const auto &[name, tensor] : written) {
    auto again = loadArray(path("a.npz") + ":" + name);
    ASSERT_TRUE(again.ok()) << again.status().message();
    ASSERT_EQ(again->shape(), tensor.shape());
    EXPECT_EQ(memcmp(again->data(), tensor.data(), tensor.bytes()), 0);
  }
}

TEST_F(Npz, NamesMayHoldColons) {
  std::vector<uint8_t> values{3, 4};
  ASSERT_TRUE(writeNpz(path("a.npz"), {{"x:0", Tensor::fromValues<uint8_t>({2}, values)}}).ok());
  auto named = loadArray(path("a.npz") + ":x:0");
  ASSERT_TRUE(named.ok()) << named.status().message();
  EXPECT_EQ(named->values<uint8_t>()[1], 4);
  EXPECT_NE(errorOf(path("a.npz") + ":x").find("x:0"), std::string::npos);
  EXPECT_NE(errorOf(path("a.npz") + ":").find("expected x.npy"), std::string::npos);
}

TEST_F(Npz, EqualArraysGiveEqualFiles) {
  ASSERT_TRUE(writeNpz(path("a.npz"), arrays()).ok());
  ASSERT_TRUE(writeNpz(path("b.npz"), arrays()).ok());
  EXPECT_EQ(bytesOf(path("a.npz")), bytesOf(path("b.npz")));
}

TEST_F(Npz, ReadsWhatNumpyCompressed) {
  auto images = loadArray(QOPT_SOURCE_DIR "/test/models/digits_dev.npz:images");
  ASSERT_TRUE(images.ok()) << images.status().message();
  EXPECT_EQ(images->type(), ElementType::U8);
  EXPECT_EQ(images->shape(), (Shape{500, 1, 28, 28}));
}

TEST_F(Npz, SaysWhatIsWrong) {
  ASSERT_TRUE(writeNpz(path("a.npz"), arrays()).ok());
  EXPECT_NE(errorOf(path("a.npz")).find("name one of its arrays"), std::string::npos);
  EXPECT_NE(errorOf(path("a.npz") + ":x").find("images, labels"), std::string::npos);
  EXPECT_NE(errorOf(path("none.npz")).find("cannot open"), std::string::npos);
  EXPECT_NE(errorOf(put("b.npz", "garbage")).find("cannot open"), std::string::npos);
  EXPECT_NE(errorOf(path("a.zip")).find("expected x.npy"), std::string::npos);
  EXPECT_NE(errorOf(path("a.npz") + ":").find("expected x.npy"), std::string::npos);
}

// An archive that is cut short has lost its table of contents, which lies at its end.
TEST_F(Npz, AnArchiveThatIsCutShortNamesTheArray) {
  ASSERT_TRUE(writeNpz(path("a.npz"), arrays()).ok());
  const std::string bytes = bytesOf(path("a.npz"));
  auto expectCut = [&](const std::string &begin, const std::string &where) {
    EXPECT_EQ(errorOf(put("cut.npz", begin) + ":images"),
              path("cut.npz") + ": cannot open as .npz: it is cut short " + where +
                  "; copy the file anew, or save the arrays again");
  };
  const size_t labels = bytes.rfind("PK\3\4"), table = bytes.find("PK\1\2");
  expectCut(bytes.substr(0, labels - 1), "inside array 'images'");
  expectCut(bytes.substr(0, labels + 4), "behind array 'images'");
  expectCut(bytes.substr(0, table - 1), "inside array 'labels'");
  expectCut(bytes.substr(0, table + 9), "behind array 'labels'");
  // NumPy writes sizes of 64 bits behind the name.
  const std::string dev = bytesOf(QOPT_SOURCE_DIR "/test/models/digits_dev.npz");
  expectCut(dev.substr(0, dev.rfind("PK\3\4") - 1), "inside array 'images'");
  ASSERT_TRUE(writeNpy(path("named.npz"), arrays()[0].second).ok());
  EXPECT_NE(errorOf(path("named.npz")).find("it holds one array, as .npy files do"),
            std::string::npos);
}

TEST_F(Npz, TwoArraysOfOneNameAreAnError) {
  NamedArrays twice{arrays()[0], arrays()[0]};
  Status status = writeNpz(path("a.npz"), twice);
  EXPECT_NE(status.message().find("already exists"), std::string::npos) << status.message();
  EXPECT_EQ(fileCount(), 0u);
}

TEST_F(Npz, MutatedFilesNeverCrash) {
  ASSERT_TRUE(writeNpz(path("a.npz"), arrays()).ok());
  std::string good = bytesOf(path("a.npz"));
  std::mt19937 random(20261122);
  for (int round = 0; round < 1500; ++round) {
    std::string bytes = good;
    // Most mutations in the central directory, where libzip decides.
    size_t from = random() % 2 ? bytes.size() - std::min<size_t>(bytes.size(), 160) : 0;
    for (unsigned i = 0, n = 1 + random() % 3; i < n; ++i)
      bytes[from + random() % (bytes.size() - from)] = char(random());
    if (random() % 4 == 0)
      bytes.resize(random() % bytes.size());
    auto file = NpzFile::open(put("m.npz", bytes));
    if (!file)
      continue;
    for (const std::string &name : file->names()) {
      auto stream = file->array(name);
      if (stream.ok())
        (void)stream->readAll().ok();
    }
  }
}

} // namespace
