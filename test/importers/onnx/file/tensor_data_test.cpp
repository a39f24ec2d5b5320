#include "importers/onnx/file/tensor_data.h"

#include "test/importers/onnx/import_fixture.h"

#include <cmath>
#include <cstring>

using namespace qopt::onnx;
using namespace qopt::onnx::test;
using Proto = proto::TensorProto;

static qrt::Expected<qrt::Tensor> read(const proto::TensorProto &tensor) {
  ExternalData external("model.onnx");
  return readTensor(tensor, external);
}

static proto::TensorProto typed(int32_t type, const Numbers &dims, const Numbers &ints) {
  proto::TensorProto tensor;
  tensor.set_data_type(type);
  tensor.mutable_dims()->Add(dims.begin(), dims.end());
  if (type == Proto::INT64)
    tensor.mutable_int64_data()->Add(ints.begin(), ints.end());
  else
    tensor.mutable_int32_data()->Add(ints.begin(), ints.end());
  return tensor;
}

static proto::TensorProto raw(int32_t type, const Numbers &dims, const std::string &bytes) {
  proto::TensorProto tensor;
  tensor.set_data_type(type);
  tensor.mutable_dims()->Add(dims.begin(), dims.end());
  tensor.set_raw_data(bytes);
  return tensor;
}

TEST(OnnxTensorData, TypedFields) {
  auto i8 = read(typed(Proto::INT8, {2}, {-128, 127}));
  ASSERT_TRUE(i8);
  EXPECT_EQ(integersOf(*i8), (Numbers{-128, 127}));
  EXPECT_EQ(integersOf(*read(typed(Proto::UINT8, {1}, {255}))), Numbers{255});
  EXPECT_EQ(integersOf(*read(typed(Proto::INT16, {1}, {-32768}))), Numbers{-32768});
  EXPECT_EQ(integersOf(*read(typed(Proto::INT64, {1, 1}, {int64_t(1) << 40}))),
            Numbers{int64_t(1) << 40});
  proto::TensorProto wide;
  wide.set_data_type(Proto::DOUBLE);
  wide.add_double_data(0.1); // a scalar: no dims
  EXPECT_EQ(valuesOf(*read(wide)), Floats{0.1f});
  const double raw64 = -0.3;
  EXPECT_EQ(valuesOf(*read(raw(Proto::DOUBLE, {1}, {reinterpret_cast<const char *>(&raw64), 8}))),
            Floats{-0.3f});
  proto::TensorProto high;
  high.set_data_type(Proto::UINT64);
  high.add_uint64_data(~uint64_t(0));
  EXPECT_EQ(read(high)->values<uint64_t>()[0], ~uint64_t(0));
}

TEST(OnnxTensorData, RawData) {
  std::string bytes(8, '\0');
  float values[2] = {1.5f, -2};
  std::memcpy(bytes.data(), values, 8);
  expectTensor(*read(raw(Proto::FLOAT, {2}, bytes)), {2}, {1.5f, -2});
  EXPECT_EQ(read(raw(Proto::FLOAT, {0, 3}, ""))->size(), 0);
}

// Returns the stored values, widened exactly.
static Floats widened(const qrt::Tensor &tensor) {
  Floats values;
  qrt::visitValues(tensor, [&](auto stored) {
    for (auto value : stored)
      values.push_back(float(value));
  });
  return values;
}

TEST(OnnxTensorData, HalvesStayHalves) {
  // 1, −2, largest, smallest subnormal, −0, infinity.
  Floats expected{1, -2, 65504, 0x1p-24f, -0.0f, INFINITY};
  auto halves = read(typed(Proto::FLOAT16, {6}, {0x3c00, 0xc000, 0x7bff, 1, 0x8000, 0x7c00}));
  ASSERT_TRUE(halves);
  EXPECT_EQ(halves->type(), qrt::ElementType::F16);
  EXPECT_EQ(widened(*halves), expected);
  EXPECT_TRUE(std::signbit(widened(*halves)[4]));
  EXPECT_EQ(widened(*read(raw(Proto::FLOAT16, {1}, std::string("\x00\x3c", 2)))), Floats{1});
  EXPECT_EQ(widened(*read(raw(Proto::BFLOAT16, {1}, std::string("\x80\x3f", 2)))), Floats{1});
  EXPECT_EQ(widened(*read(typed(Proto::FLOAT8E4M3FN, {2}, {0x38, 0x7e}))), (Floats{1, 448}));
  EXPECT_TRUE(std::isnan(widened(*read(typed(Proto::FLOAT16, {1}, {0x7e00})))[0]));
}

TEST(OnnxTensorData, SizesThatDoNotFit) {
  int64_t huge = int64_t(1) << 62;
  for (const proto::TensorProto &tensor :
       {raw(Proto::FLOAT, {2}, "1234"), raw(Proto::FLOAT, {1}, "12345"),
        raw(Proto::FLOAT, {-1}, ""), raw(Proto::FLOAT, {huge, huge}, ""),
        raw(Proto::FLOAT, {huge, 0, huge}, ""), typed(Proto::INT8, {3}, {1, 2}),
        typed(Proto::INT64, {}, {}), typed(Proto::INT8, {int64_t(1) << 39}, {1})}) {
    auto result = read(tensor);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.status().code(), qrt::StatusCode::InvalidArgument);
  }
}

TEST(OnnxTensorData, ValuesOutOfRange) {
  for (const proto::TensorProto &tensor :
       {typed(Proto::INT8, {1}, {128}), typed(Proto::UINT8, {1}, {-1}),
        typed(Proto::BOOL, {1}, {2}), raw(Proto::BOOL, {1}, "\x02"),
        typed(Proto::FLOAT16, {1}, {0x10000})}) {
    auto result = read(tensor);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.status().code(), qrt::StatusCode::InvalidArgument);
  }
}

TEST(OnnxTensorData, TypesThatAreNotRead) {
  for (int32_t type :
       {int32_t(Proto::STRING), int32_t(Proto::COMPLEX64), int32_t(Proto::FLOAT8E8M0), 0, 77, -5}) {
    auto result = read(raw(type, {1}, "12345678"));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.status().code(), qrt::StatusCode::Unsupported);
  }
  EXPECT_NE(read(raw(Proto::STRING, {1}, "")).status().message().find("STRING"), std::string::npos);
}

TEST(OnnxTensorData, TheLayerAndTheConstantAreNamed) {
  ModelBuilder m;
  m.input("x", {2}).output("y").floats("bias", {2}, {1});
  m.node("Add", {"x", "bias"}, {"y"}).named("shift");
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("layer 'shift' (Add): constant 'bias': float_data holds 1 values, "
                          "FLOAT of shape 2 needs 2"));
}
