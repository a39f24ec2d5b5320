// Files that are no sound model are refused with the place.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;

static ModelBuilder sound() {
  ModelBuilder m;
  const int32_t x = m.input({1, 2}), y = m.tensor({1, 2});
  m.op(schema::BuiltinOperator::RELU, {x}, {y});
  m.output(y);
  return m;
}

TEST(TfliteFile, SoundModelIsRead) { expectFloats(Import(sound()).run({{-1, 2}}), {0, 2}); }

TEST(TfliteFile, EmptyAndForeignFiles) {
  for (const auto &[bytes, words] :
       {std::pair<std::string, std::string>{"", "is empty"},
        {"garbage that is long enough", "is no TFLite model: its bytes 4 to 7 are not 'TFL3'"},
        {std::string("\x08\0\0\0TFL3", 8), "is damaged or cut off at its root table"}}) {
    Import import(bytes);
    EXPECT_FALSE(import.module);
    EXPECT_EQ(import.failure, ImportFailure::BadFile);
    EXPECT_TRUE(import.says(words)) << import.said();
  }
}

// Every truncation is refused, most of them with a place.
TEST(TfliteFile, TruncationsAreRefused) {
  const std::string whole = sound().file();
  unsigned placed = 0;
  for (size_t size = 0; size < whole.size(); ++size) {
    Import import(whole.substr(0, size));
    EXPECT_FALSE(import.module) << size;
    EXPECT_EQ(import.diagnostics.size(), 1u) << import.said();
    placed += import.says(" at ");
  }
  EXPECT_GT(placed, whole.size() / 2);
}

TEST(TfliteFile, IndicesThatNameNothing) {
  ModelBuilder tensor = sound();
  tensor.graph().operators[0]->inputs = {7};
  expectRefused(tensor, ImportFailure::BadFile,
                "operator 0 (RELU) of subgraph 0 names tensor 7 of 2");
  ModelBuilder code = sound();
  code.graph().operators[0]->opcode_index = 3;
  expectRefused(code, ImportFailure::BadFile,
                "operator 0 of subgraph 0 names operator code 3 of 1");
  ModelBuilder buffer = sound();
  buffer.at(1).buffer = 9;
  expectRefused(buffer, ImportFailure::BadFile, "tensor 't1' of subgraph 0 names buffer 9 of 1");
  ModelBuilder output = sound();
  output.graph().outputs = {-1};
  expectRefused(output, ImportFailure::BadFile,
                "the list of outputs of subgraph 0 names tensor -1");
}

TEST(TfliteFile, NoSubgraphsAndOtherVersions) {
  ModelBuilder none = sound();
  none.model.subgraphs.clear();
  expectRefused(none, ImportFailure::BadFile, "holds no subgraph");
  ModelBuilder old = sound();
  old.model.version = 2;
  expectRefused(old, ImportFailure::Unsupported, "version 2 of TFLite's schema");
}

TEST(TfliteFile, CustomOperatorsAreRefusedByName) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2}), y = m.tensor({1, 2});
  m.custom("TFLite_Detection_PostProcess", {x}, {y});
  m.output(y);
  expectRefused(m, ImportFailure::Unsupported, "custom operator 'TFLite_Detection_PostProcess'");
}
