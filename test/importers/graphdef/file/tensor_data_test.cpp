#include "importers/graphdef/file/tensor_data.h"

#include <gtest/gtest.h>

namespace qopt::graphdef {
namespace {

proto::TensorProto tensorOf(proto::DataType type, std::initializer_list<int64_t> sizes) {
  proto::TensorProto tensor;
  tensor.set_dtype(type);
  for (int64_t size : sizes)
    tensor.mutable_tensor_shape()->add_dim()->set_size(size);
  return tensor;
}

TEST(TensorData, AListRepeatsItsLastValue) {
  proto::TensorProto stored = tensorOf(proto::DT_FLOAT, {2, 2});
  stored.add_float_val(1);
  stored.add_float_val(3);
  auto read = readTensor(stored);
  ASSERT_TRUE(read) << read.status().message();
  EXPECT_EQ(read->values<float>()[1], 3);
  EXPECT_EQ(read->values<float>()[3], 3);
}

TEST(TensorData, NoListMeansZero) {
  auto read = readTensor(tensorOf(proto::DT_INT64, {3}));
  ASSERT_TRUE(read) << read.status().message();
  EXPECT_EQ(read->values<int64_t>()[2], 0);
}

TEST(TensorData, BytesAreAsManyAsTheShapeNeeds) {
  proto::TensorProto stored = tensorOf(proto::DT_INT32, {2});
  stored.set_tensor_content(std::string(8, '\1'));
  EXPECT_EQ(readTensor(stored)->values<int32_t>()[1], 0x01010101);
  stored.set_tensor_content(std::string(7, '\1'));
  EXPECT_EQ(readTensor(stored).status().message(),
            "tensor_content holds 7 bytes, DT_INT32 of shape 2 needs 8; the file is damaged");
}

TEST(TensorData, DoublesAreNarrowed) {
  proto::TensorProto stored = tensorOf(proto::DT_DOUBLE, {1});
  stored.add_double_val(0.1);
  EXPECT_EQ(readTensor(stored)->values<float>()[0], 0.1f);
}

TEST(TensorData, WhatATypeDoesNotHoldIsRefused) {
  proto::TensorProto stored = tensorOf(proto::DT_UINT8, {1});
  stored.add_int_val(256);
  EXPECT_EQ(readTensor(stored).status().message(), "value 256 is no DT_UINT8; the file is damaged");
  EXPECT_EQ(readTensor(tensorOf(proto::DT_STRING, {1})).status().code(),
            qrt::StatusCode::Unsupported);
  EXPECT_EQ(readTensor(tensorOf(proto::DT_FLOAT, {-1})).status().message(), "a dimension is -1");
  EXPECT_EQ(readTensor(tensorOf(proto::DT_FLOAT, {1 << 20, 1 << 15})).status().code(),
            qrt::StatusCode::Unsupported);
}

} // namespace
} // namespace qopt::graphdef
