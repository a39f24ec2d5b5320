#include "tools/libqopt/artifact.h"
#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace qopt;
using qrt::Tensor;

namespace {

/// The network computes y = x + (1, 2) for so many rows.
std::string sumOf(int64_t rows) {
  const std::string type = "tensor<" + std::to_string(rows) + "x2xf32>";
  return "func.func @main(%x: " + type + " {nn.name = \"x\"}) -> " + type + R"( {
  %c = nn.constant {nn.name = "c"} dense<[1.0, 2.0]> : tensor<2xf32>
  %s = nn.add %x, %c {nn.name = "s"} : ()" +
         type + ", tensor<2xf32>) -> " + type + "\n  return %s : " + type + "\n}";
}

/// Makes a file with a program for each number of rows.
class FileOf {
public:
  explicit FileOf(std::vector<int64_t> rows)
      : path(::testing::TempDir() + "artifact_model_" + std::to_string(rows.size()) + ".qart") {
    auto context = makeContext();
    qrt::ArtifactWriter writer;
    auto device = qrt::openDevice("host:1");
    for (int64_t count : rows) {
      auto module = parseModule(*context, sumOf(count));
      EXPECT_TRUE(module.ok()) << module.status().message();
      auto entry = compileEntry(**module, (*device)->description());
      EXPECT_TRUE(entry.ok()) << entry.status().message();
      writer.add(std::move(entry->entry), std::move(entry->program));
    }
    std::ofstream file(path, std::ios::binary);
    writer.write([&](std::span<const std::byte> part) {
      file.write(reinterpret_cast<const char *>(part.data()), std::streamsize(part.size()));
    });
  }
  ~FileOf() { std::filesystem::remove(path); }
  std::unique_ptr<ArtifactModel> open() const {
    auto model = ArtifactModel::open(path, "host:1");
    EXPECT_TRUE(model.ok()) << model.status().message();
    return std::move(*model);
  }

private:
  std::string path;
};

/// Others ask this while programs run, as long as they do.
class Asking {
public:
  explicit Asking(const ArtifactModel &model)
      : thread([this, &model] {
          do {
            bytes = model.weightBytes();
            sum = model.multiplyAdds(1) + model.activationBytes(1) + model.memoryUse(1).sum() +
                  int64_t(model.weights().size());
          } while (!isOver);
        }) {}
  int64_t lastBytes() {
    isOver = true;
    thread.join();
    return bytes;
  }

private:
  std::atomic<bool> isOver = false;
  int64_t bytes = 0, sum = 0;
  std::thread thread;
};

TEST(ArtifactModel, IsAskedWhileItsProgramsTakeTurns) {
  const FileOf file({1, 3});
  auto model = file.open();
  EXPECT_EQ(model->weightBytes(), 0); // none is loaded yet
  Asking asking(*model);
  for (int64_t i = 0; i < 300; ++i) {
    const int64_t rows = i % 2 ? 3 : 1;
    auto outputs = model->run(
        {Tensor::fromValues<float>({rows, 2}, std::vector<float>(size_t(2 * rows), float(i)))});
    ASSERT_TRUE(outputs.ok()) << outputs.status().message();
    EXPECT_EQ(outputs->at(0).values<float>()[1], float(i + 2));
  }
  asking.lastBytes();
  EXPECT_EQ(model->weightBytes(), 8);
}

TEST(ArtifactModel, IsAskedWhileItIsRefitted) {
  const FileOf file({1});
  auto model = file.open();
  Asking asking(*model);
  for (int i = 0; i < 300; ++i) {
    const qrt::NamedTensor values[] = {
        {"c", Tensor::fromValues<float>({2}, std::vector<float>{float(i), 1})}};
    const qrt::Status status = model->refit(values);
    ASSERT_TRUE(status.ok()) << status.message();
  }
  EXPECT_EQ(asking.lastBytes(), 8);
}

} // namespace
