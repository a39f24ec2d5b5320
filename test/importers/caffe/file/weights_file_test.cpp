// A .caffemodel: what its blobs hold, and files that are none.
#include "importers/caffe/file/weights_file.h"
#include "test/importers/caffe/import_fixture.h"
#include "test/tools/scratch.h"

using namespace qopt;
using namespace qopt::caffe;
using namespace qopt::caffe::test;

namespace {
class CaffeWeightsFile : public qopt::test::ScratchTest {
protected:
  /// A network of one InnerProduct "y" of 2 from 3.
  Import import(const std::string &bytes) const {
    std::string net = put("net.prototxt", oneLayer("InnerProduct", {{1, 3}},
                                                   "inner_product_param { num_output: 2 }"));
    return Import::ofFiles(net, put("net.caffemodel", bytes));
  }
  void expectRefused(const std::string &bytes, const std::string &words) const {
    Import refused = import(bytes);
    EXPECT_FALSE(refused.module);
    EXPECT_EQ(refused.diagnostics.size(), 1u) << refused.said();
    EXPECT_TRUE(refused.says(words)) << refused.said();
  }
};
} // namespace

TEST_F(CaffeWeightsFile, FilesThatAreNone) {
  expectRefused("", "is empty, no .caffemodel");
  expectRefused("\x89HDF\r\n\x1a\n and more", "is HDF5: save the weights as .caffemodel");
  expectRefused("version https://git-lfs", "its protobuf does not parse");
  Weights weights;
  weights.layer("y", {noise({2, 3}), noise({2})});
  std::string bytes = weights.bytes();
  expectRefused(bytes.substr(0, bytes.size() - 3), "is damaged, cut off, or no .caffemodel");
  expectRefused(Weights().bytes() + "\x0a\x03net", "holds no layers");
  Import missing =
      Import::ofFiles(put("net.prototxt", oneLayer("AbsVal", {{1, 3}})), path("no.caffemodel"));
  EXPECT_TRUE(missing.says("cannot read the file")) << missing.said();
}

TEST_F(CaffeWeightsFile, LayersAndBlobsThatAreMissing) {
  Import none(oneLayer("InnerProduct", {{1, 3}}, "inner_product_param { num_output: 2 }"));
  EXPECT_TRUE(none.says("layer 'y' (InnerProduct): needs weights: name their file by --weights="))
      << none.said();
  expectRefused(Weights().layer("z", {noise({2, 3}), noise({2})}).bytes(),
                "layer 'y' (InnerProduct): has no weights in '" + path("net.caffemodel") +
                    "': is it this network's?");
  expectRefused(Weights().layer("y", {noise({2, 3})}).bytes(),
                "net.caffemodel', but its bias would be number 2");
  expectRefused(Weights().layer("y", {noise({2, 3}), noise({3})}).bytes(),
                "needs bias of 2, has 3 in '" + path("net.caffemodel") + "'");
  expectRefused(Weights().layer("y", {noise({2, 3}), noise({2}), noise({2})}).bytes(),
                "needs 2 blobs, has 3 in '");
  // If there are two layers of that name nobody knows whose the blobs are.
  expectRefused(Weights()
                    .layer("y", {noise({2, 3}), noise({2})})
                    .layer("y", {noise({2, 3}), noise({2})})
                    .bytes(),
                "needs 2 blobs, has 4 in '");
}

// The hint is a name in the weights' file that no layer of the network has.
TEST_F(CaffeWeightsFile, NamesNearOthers) {
  const std::string product = "inner_product_param { num_output: 3 bias_term: false } }";
  const std::string net =
      "input: 'x' input_shape { dim: 1 dim: 3 }\n"
      "layer { name: 'fc1' type: 'InnerProduct' bottom: 'x' top: 'a' " +
      product + "layer { name: 'fc2' type: 'InnerProduct' bottom: 'a' top: 'b' " + product;
  auto said = [&](const std::string &second) {
    return Import(net, Weights().layer("fc1", {noise({3, 3})}).layer(second, {noise({3, 3})}))
        .said();
  };
  EXPECT_TRUE(llvm::StringRef(said("fc_2")).ends_with("net.caffemodel'; did you mean 'fc_2'?"))
      << said("fc_2");
  EXPECT_TRUE(llvm::StringRef(said("other")).ends_with("': is it this network's?"))
      << said("other");
}

TEST_F(CaffeWeightsFile, DamagedBlobs) {
  auto damaged = [&](auto change, const std::string &words) {
    Weights weights;
    weights.layer("y", {noise({2, 3}), noise({2})});
    change(*weights.message.mutable_layer(0)->mutable_blobs(0));
    expectRefused(weights.bytes(), words);
  };
  damaged([](auto &blob) { blob.mutable_data()->RemoveLast(); },
          "a blob of 6 elements that holds 5");
  damaged([](auto &blob) { blob.mutable_shape()->set_dim(0, -2); }, "impossible size");
  damaged([](auto &blob) { blob.mutable_shape()->set_dim(0, int64_t(1) << 40); },
          "impossible size");
  damaged(
      [](auto &blob) {
        blob.mutable_shape()->set_dim(0, 1 << 30);
        blob.mutable_shape()->add_dim(1 << 30);
      },
      "impossible size");
  // Large, but it holds little: nothing is allocated for it.
  damaged([](auto &blob) { blob.mutable_shape()->set_dim(0, 700000000); },
          "a blob of 2100000000 elements that holds 6");
  damaged(
      [](auto &blob) {
        blob.set_packed_data("abc");
        blob.set_data_type(proto::CAFFE_INT8_QUANTIZED);
      },
      "CAFFE_INT8_QUANTIZED weights");
}

static Array read(const proto::BlobProto &blob) {
  auto tensor = readBlob(blob);
  EXPECT_TRUE(tensor.ok()) << tensor.status().message();
  return tensor.ok() ? tensorToArray(*tensor) : Array();
}

TEST(CaffeBlob, Types) {
  proto::BlobProto blob;
  blob.mutable_shape()->add_dim(2);
  blob.add_data(1.5f), blob.add_data(-2);
  expectArray(read(blob), {{2}, {1.5f, -2}}, 0);
  blob.clear_data();
  blob.add_double_data(0.1), blob.add_double_data(-3);
  expectArray(read(blob), {{2}, {0.1f, -3}}, 0);
  blob.clear_double_data();
  blob.set_data_type(proto::CAFFE_HALF);
  blob.set_packed_data(std::string("\x00\x3e\x00\xc2", 4)); // 1.5, −3
  expectArray(read(blob), {{2}, {1.5f, -3}}, 0);
  blob.set_packed_data(std::string("\x00\x3e\x00", 3));
  EXPECT_FALSE(readBlob(blob).ok());
}

TEST(CaffeBlob, Shapes) {
  proto::BlobProto blob;
  blob.add_data(7);
  expectArray(read(blob), {{}, {7}}, 0); // of no dimensions: one number
  blob.set_num(1), blob.set_channels(1), blob.set_height(1), blob.set_width(1);
  expectArray(read(blob), {{1, 1, 1, 1}, {7}}, 0);
}
