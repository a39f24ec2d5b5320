// Networks with their weights, where they are there: against plain loops over their layers, and
// against the same network in ONNX.
#include "importers/onnx/import.h"
#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"
#include "test/importers/caffe/plain_net.h"

#include "llvm/Support/FileSystem.h"

using namespace qopt;
using namespace qopt::caffe::test;

static const std::string caffeData = QOPT_TEST_DATA_DIR "/caffe/";

#define QOPT_NEED(FILE)                                                                            \
  if (!llvm::sys::fs::exists(FILE))                                                                \
  GTEST_SKIP() << "no ../shared/data/"                                                             \
               << llvm::StringRef(FILE).substr(sizeof QOPT_TEST_DATA_DIR).str()

// Every output of the network as the plain loops have it.
static void expectAsPlain(const std::string &text, const std::string &weights,
                          const std::string &input, const Numbers &shape) {
  Array x = noise(shape);
  InputShape asked{input, {shape.begin(), shape.end()}};
  Import import = Import::ofText(text, weights, {.shapes = {asked}});
  std::vector<Array> results = import.runAll({x});
  std::map<std::string, Array> expected = PlainNet(text, weights).run({{input, x}});
  ASSERT_FALSE(results.empty());
  for (size_t i = 0; i < results.size(); ++i) {
    SCOPED_TRACE(import.outputs()[i]);
    expectArray(results[i], expected.at(import.outputs()[i]), 2e-5f);
  }
}

TEST(CaffeNetworks, AsPlainLoopsComputeThem) {
  const struct {
    const char *text, *weights, *input;
    Numbers shape;
  } networks[] = {{"lenet_mnist/lenet.prototxt",
                   "lenet_mnist/lenet_iter_10000.caffemodel",
                   "data",
                   {2, 1, 28, 28}},
                  {"resnet20_cifar10/res20_cifar_train_test.prototxt",
                   "resnet20_cifar10/cifar10_res20_iter_64000.caffemodel",
                   "Data1",
                   {2, 3, 32, 32}},
                  {"squeezenet_v1.0/SqueezeNet_deploy.prototxt",
                   "squeezenet_v1.0/squeezenet_v1.0.caffemodel",
                   "data",
                   {1, 3, 227, 227}},
                  {"mtcnn/det1.prototxt", "mtcnn/det1.caffemodel", "data", {2, 3, 31, 26}}};
  QOPT_NEED(caffeData + networks[0].text);
  for (const auto &network : networks) {
    SCOPED_TRACE(network.text);
    expectAsPlain(readText(caffeData + network.text), caffeData + network.weights, network.input,
                  network.shape);
  }
}

// The data set's det2.prototxt is oNet's text, beside rNet's weights.
TEST(CaffeNetworks, AnotherNetworksText) {
  const std::string weights = caffeData + "mtcnn/det2.caffemodel";
  QOPT_NEED(weights);
  Import import = Import::ofFiles(caffeData + "mtcnn/det2.prototxt", weights);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  ASSERT_EQ(import.diagnostics.size(), 1u) << import.said();
  EXPECT_TRUE(
      import.says("layer 'conv1' (Convolution): needs weights of 32x3x3x3, has 28x3x3x3 in '"))
      << import.said();
}

static std::string layer(const std::string &name, const std::string &type,
                         const std::string &bottom, const std::string &top,
                         const std::string &param = "") {
  return "layer { name: '" + name + "' type: '" + type + "' bottom: '" + bottom + "' top: '" + top +
         "' " + param + " }\n";
}

TEST(CaffeNetworks, RNet) {
  const std::string weights = caffeData + "mtcnn/det2.caffemodel";
  QOPT_NEED(weights);
  std::string text = "layer { name: 'data' type: 'Input' top: 'data' input_param { shape { dim: 1 "
                     "dim: 3 dim: 24 dim: 24 } } }\n";
  auto add = [&](const char *number, const char *bottom, int out, int kernel) {
    std::string conv = std::string("conv") + number;
    text += layer(conv, "Convolution", bottom, conv,
                  "convolution_param { num_output: " + std::to_string(out) +
                      " kernel_size: " + std::to_string(kernel) + " }");
    text += layer(std::string("prelu") + number, "PReLU", conv, conv);
  };
  auto product = [&](const char *name, const char *bottom, int out) {
    text += layer(name, "InnerProduct", bottom, name,
                  "inner_product_param { num_output: " + std::to_string(out) + " }");
  };
  const std::string pool = "pooling_param { kernel_size: 3 stride: 2 }";
  add("1", "data", 28, 3);
  text += layer("pool1", "Pooling", "conv1", "pool1", pool);
  add("2", "pool1", 48, 3);
  text += layer("pool2", "Pooling", "conv2", "pool2", pool);
  add("3", "pool2", 64, 2);
  product("fc", "conv3", 128);
  text += layer("prelu4", "PReLU", "fc", "fc");
  product("score", "fc", 2);
  text += layer("prob", "Softmax", "score", "prob");
  product("bbox_pred", "fc", 4);
  product("landmark_pred", "fc", 10);
  expectAsPlain(text, weights, "data", {3, 3, 24, 24});
}

// The same trained detector in both formats.
TEST(CaffeNetworks, UltrafaceAsInOnnx) {
  const std::string onnx =
      QOPT_TEST_DATA_DIR "/onnx/ultraface_slim/version-slim-320_without_postprocessing.onnx";
  QOPT_NEED(onnx);
  QOPT_NEED(caffeData + "ultraface_slim/slim-320.caffemodel");
  Import import = Import::ofFiles(caffeData + "ultraface_slim/slim-320.prototxt",
                                  caffeData + "ultraface_slim/slim-320.caffemodel");
  Array x = noise({1, 3, 240, 320});
  for (float &value : x.values) // of (pixels − 127) / 128
    value /= 2;
  std::vector<Array> results = import.runAll({x});
  ASSERT_EQ(import.outputs(), (std::vector<std::string>{"boxes", "scores"}));
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  ImportFailure failure = ImportFailure::None;
  auto module = onnx::importFile(&context, onnx, {}, failure);
  ASSERT_TRUE(module);
  mlir::func::FuncOp entry = nn::entryOf(*module);
  auto expected = nn::evaluate(
      entry, {qrt::Tensor::fromValues<float>(x.shape, std::span<const float>(x.values))});
  ASSERT_TRUE(succeeded(expected));
  std::vector<std::string> names = nn::outputNames(entry);
  for (size_t i = 0; i < 2; ++i) {
    auto at = llvm::find(names, import.outputs()[i]);
    ASSERT_NE(at, names.end());
    expectArray(results[i], tensorToArray((*expected)[size_t(at - names.begin())]), 1e-4f);
  }
}
