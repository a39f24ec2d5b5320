// Tests which choices of a database programs are compiled with.
#include "tools/libqopt/tuning.h"

#include "runtime/cache/tuning_database.h"
#include "tools/libqopt/qopt.h"

#include "test/tools/scratch.h"

namespace qopt::test {
namespace {

constexpr char net[] = R"(
!x = tensor<?x32x6x6xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<0.01> : tensor<32x32x3x3xf32>
  %y = nn.conv2d %x, %w {nn.name = "y", pads = array<i64: 1, 1, 1, 1>} : (!x, tensor<32x32x3x3xf32>) -> !x
  return %y : !x
})";

class TuningTest : public ScratchTest {
protected:
  void SetUp() override {
    ScratchTest::SetUp();
    unsetenv("QOPT_TUNING");
    setenv("XDG_DATA_HOME", folder.c_str(), 1);
    device = {.driver = "opencl", .name = "processor", .localMemoryBytes = 1 << 15};
    device.maxWorkGroup = 4096;
    device.computeUnits = 8;
    device.takesKernels = true;
    auto parsed = Network::parse(net, Origin::Trusted);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    network = std::make_unique<Network>(std::move(*parsed));
    call = convolution(nullptr).key;
  }

  struct Row {
    int64_t from, batch;
    const char *kernel;
    double seconds;
    const char *refusal = "";
    int64_t runs = 5;
  };
  void write(const std::string &file, const std::vector<Row> &rows) const {
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    auto database = qrt::TuningDatabase::open(file, qrt::TuningDatabase::Access::Write);
    ASSERT_TRUE(database.ok()) << database.status().message();
    for (const Row &row : rows) {
      qrt::Measurement made{call, "opencl processor, 8 units", row.from, row.batch};
      made.row = row.kernel;
      made.seconds = row.seconds;
      made.refusal = row.refusal;
      made.runs = row.runs;
      ASSERT_TRUE((*database)->write(made).ok());
    }
  }
  std::string chosen(const qrt::Expected<std::shared_ptr<const Tuning>> &tuning) const {
    if (!tuning.ok())
      return tuning.status().message();
    return std::get<qrt::Launch>(convolution(tuning->get()).work).choice;
  }
  qrt::Node convolution(const Tuning *tuning) const {
    auto program = network->compile(device, tuning);
    for (const qrt::Node &node : (*program)->nodes)
      if (node.name == "y" && node.key.starts_with("conv2d"))
        return node;
    ADD_FAILURE() << "no convolution";
    return {};
  }
  qrt::Expected<std::shared_ptr<const Tuning>> byDefault() {
    return defaultTuning([this](const std::string &text) { warnings.push_back(text); });
  }

  qrt::DeviceDescription device;
  std::unique_ptr<Network> network;
  std::string call;
  std::vector<std::string> warnings;
};

TEST_F(TuningTest, TheFastestThatIsNotRefusedIsChosen) {
  EXPECT_EQ(chosen(std::shared_ptr<const Tuning>()), "conv2d.cpu.4x32");
  write(path("a.sqlite"), {{1, 1, "conv2d.cpu.4x32", 3e-3},
                           {1, 1, "conv2d.cpu.8x16", 2e-3},
                           {1, 1, "conv2d.cpu.8x8", 0, "other answers", 0},
                           {1, 1, "conv2d.cpu.8x4", 2.5e-3}});
  EXPECT_EQ(chosen(readTuning(path("a.sqlite"))), "conv2d.cpu.8x16");
}

TEST_F(TuningTest, WhatNeverRanIsNotTheFastest) {
  write(path("a.sqlite"), {{1, 1, "conv2d.cpu.8x8", 0, "", 0}, {1, 1, "conv2d.cpu.8x16", 2e-3}});
  EXPECT_EQ(chosen(readTuning(path("a.sqlite"))), "conv2d.cpu.8x16");
}

// Batches of one range are not compared with each other.
TEST_F(TuningTest, OfSeveralBatchesTheTypicalOneCounts) {
  write(path("a.sqlite"), {{1, 3, "conv2d.cpu.8x8", 1e-3},
                           {1, 2, "conv2d.cpu.8x16", 9e-3},
                           {1, 2, "conv2d.cpu.8x4", 8e-3}});
  EXPECT_EQ(chosen(readTuning(path("a.sqlite"))), "conv2d.cpu.8x4");
}

TEST_F(TuningTest, AFileThatIsNamedMustBeRead) {
  const std::string why = "tuning database " + path("a.sqlite") + ": no such file";
  EXPECT_EQ(chosen(readTuning(path("a.sqlite"))), why);
  setenv("QOPT_TUNING", path("a.sqlite").c_str(), 1);
  EXPECT_EQ(chosen(byDefault()), why);
  write(path("a.sqlite"), {{1, 1, "conv2d.cpu.8x16", 1e-3}});
  EXPECT_EQ(chosen(byDefault()), "conv2d.cpu.8x16");
  EXPECT_TRUE(warnings.empty());
}

TEST_F(TuningTest, TheUsersOwnIsFoundUnlessNoneIsWanted) {
  EXPECT_EQ(userTuningPath(), path("qopt/tuning.sqlite"));
  EXPECT_EQ(chosen(byDefault()), "conv2d.cpu.4x32");
  write(userTuningPath(), {{1, 1, "conv2d.cpu.8x16", 1e-3}});
  EXPECT_EQ(chosen(byDefault()), "conv2d.cpu.8x16");
  setenv("QOPT_TUNING", "", 1);
  EXPECT_EQ(chosen(byDefault()), "conv2d.cpu.4x32");
  EXPECT_TRUE(warnings.empty());
}

TEST_F(TuningTest, TheUsersOwnIsNotMissedWhereItIsDamaged) {
  std::filesystem::create_directory(path("qopt"));
  put("qopt/tuning.sqlite", "no database");
  EXPECT_EQ(chosen(byDefault()), "conv2d.cpu.4x32");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0], "tuning database " + userTuningPath() +
                             ": is another program's file; name a file of its own; kernels are "
                             "chosen without it");
}

} // namespace
} // namespace qopt::test
