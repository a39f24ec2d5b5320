// Boxes chosen by their scores.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

// Three boxes, of which the first two share half of their union, and a place more than there are.
static std::vector<qrt::Tensor> chosen(float overlap, float sigma,
                                       ImportFailure *failure = nullptr) {
  ModelBuilder m;
  const int32_t boxes = m.input({3, 4}), scores = m.input({3});
  const int32_t y = m.tensor({4}, TensorType::INT32), s = m.tensor({4}),
                n = m.tensor({}, TensorType::INT32);
  m.op(BuiltinOperator::NON_MAX_SUPPRESSION_V5,
       {boxes, scores, m.ints({}, {4}), m.floats({}, {overlap}), m.floats({}, {0.1f}),
        m.floats({}, {sigma})},
       {y, s, n}, schema::NonMaxSuppressionV5OptionsT());
  for (int32_t one : {y, s, n})
    m.output(one);
  Import import(m);
  if (failure) {
    *failure = import.failure;
    return {};
  }
  const float corners[] = {0, 0, 1, 1, 0, 0, 1, 0.5f, 2, 2, 3, 3}, given[] = {0.5f, 0.9f, 0.3f};
  return import.runAll({qrt::Tensor::fromValues<float>({3, 4}, std::span<const float>(corners)),
                        qrt::Tensor::fromValues<float>({3}, std::span<const float>(given))});
}

static void expectChosen(float overlap, const std::vector<int32_t> &boxes, const Floats &scores,
                         int32_t count) {
  std::vector<qrt::Tensor> y = chosen(overlap, 0);
  ASSERT_EQ(y.size(), 3u);
  auto places = std::as_const(y[0]).values<int32_t>();
  EXPECT_EQ(std::vector<int32_t>(places.begin(), places.end()), boxes);
  auto values = std::as_const(y[1]).values<float>();
  expectFloats({values.begin(), values.end()}, scores);
  EXPECT_EQ(std::as_const(y[2]).values<int32_t>()[0], count);
}

TEST(TfliteSuppression, PlacesBehindTheLastOneAreZero) {
  expectChosen(0.6f, {1, 0, 2, 0}, {0.9f, 0.5f, 0.3f, 0}, 3);
}

TEST(TfliteSuppression, AnOverlapOfTheThresholdIsLeftOut) {
  expectChosen(0.5f, {1, 2, 0, 0}, {0.9f, 0.3f, 0, 0}, 2);
}

TEST(TfliteSuppression, SoftScoresAreRefused) {
  ImportFailure failure = ImportFailure::None;
  chosen(0.5f, 0.5f, &failure);
  EXPECT_EQ(failure, ImportFailure::Unsupported);
}
