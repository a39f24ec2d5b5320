#include "tools/io/calibration.h"
#include "tools/io/progress.h"
#include "tools/io/table.h"

#include "test/tools/scratch.h"

#include "llvm/Support/JSON.h"

#include <limits>

using namespace qopt::io;

namespace {

TEST(Progress, Bar) {
  Progress progress("run", 10, Progress::Style::Bar);
  EXPECT_EQ(progress.render(5, 2), "run [###############...............] 5/10   2.0 s, 2 s left");
  EXPECT_EQ(progress.render(10, 4), "run [##############################] 10/10   4.0 s");
}

TEST(Progress, Lines) {
  Progress progress("run", 10, Progress::Style::Lines);
  EXPECT_EQ(progress.render(3, 1), "run 3/10   1.0 s");
  testing::internal::CaptureStderr();
  for (int done = 1; done <= 10; ++done) {
    progress.update(done);
    progress.update(done);
  }
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_EQ(text.find('\r'), std::string::npos);
}

TEST(Table, AlignsColumns) {
  Table table({"name", "µs"});
  table.add({"a", grouped(1234567)});
  table.add({"longer", fixed(-1.25, 1)});
  std::string text;
  llvm::raw_string_ostream stream(text);
  table.print(stream);
  EXPECT_EQ(text, "name           µs\n"
                  "-----------------\n"
                  "a       1,234,567\n"
                  "longer       -1.2\n");
  EXPECT_EQ(grouped(-1000), "-1,000");
  EXPECT_EQ(grouped(999), "999");
}

class CalibrationFile : public qopt::test::ScratchTest {};

TEST_F(CalibrationFile, EveryFloatComesBack) {
  Calibration calibration;
  calibration.modelHash = "m";
  calibration.dataHash = "d";
  calibration.samples = 3;
  calibration.preprocess["input"] = {{125.3}, {63}};
  float tiny = std::numeric_limits<float>::denorm_min(), third = 1.0f / 3;
  calibration.ranges["conv \"1\""] = {-third, tiny};
  ASSERT_TRUE(writeCalibration(path("cal.json"), calibration).ok());
  auto json = llvm::json::parse(bytesOf(path("cal.json")));
  ASSERT_TRUE(bool(json));
  const llvm::json::Object *root = json->getAsObject();
  EXPECT_EQ(root->getInteger("version"), 1);
  EXPECT_EQ(root->getInteger("samples"), 3);
  EXPECT_EQ(root->getString("model_hash"), "m");
  const llvm::json::Array *range = root->getObject("ranges")->getArray("conv \"1\"");
  ASSERT_TRUE(range);
  EXPECT_EQ(float(*(*range)[0].getAsNumber()), -third);
  EXPECT_EQ(float(*(*range)[1].getAsNumber()), tiny);
  const llvm::json::Object *input = root->getObject("preprocess")->getObject("input");
  EXPECT_EQ((*input->getArray("mean"))[0].getAsNumber(), 125.3);
}

} // namespace
