// One layer each, with the numbers that Caffe gave: OpenCV's test data, where they are there.
#include "test/importers/caffe/plain_net.h"
#include "tools/io/arrays/npz.h"

#include "llvm/Support/FileSystem.h"

using namespace qopt;
using namespace qopt::caffe::test;

static const std::string recordedLayers = QOPT_TEST_DATA_DIR "/caffe/layers/layers/";

namespace {
class CaffeLayers : public ::testing::Test {
protected:
  void SetUp() override {
    if (!llvm::sys::fs::is_directory(recordedLayers))
      GTEST_SKIP() << "no ../shared/data/caffe/layers";
  }
  static bool has(const std::string &file) { return llvm::sys::fs::exists(recordedLayers + file); }
  static Array load(const std::string &file) {
    auto tensor = io::loadArray(recordedLayers + file);
    EXPECT_TRUE(tensor.ok()) << tensor.status().message();
    return tensor.ok() ? tensorToArray(*tensor) : Array();
  }
};
} // namespace

TEST_F(CaffeLayers, AsCaffeComputesThem) {
  unsigned seen = 0;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(recordedLayers, error), end; it != end && !error;
       it.increment(error)) {
    llvm::StringRef file = llvm::StringRef(it->path()).substr(recordedLayers.size());
    std::string name = file.str().substr(0, file.find('.'));
    if (!file.ends_with(".prototxt") || !has(name + ".npy"))
      continue;
    SCOPED_TRACE(name);
    std::string weights = has(name + ".caffemodel") ? recordedLayers + name + ".caffemodel" : "";
    Import import = Import::ofFiles(it->path(), weights);
    Array expected = load(name + ".npy");
    Array y = import.run({load(has(name + ".input.npy") ? name + ".input.npy" : "blob.npy")});
    if (name == "layer_inner_product") { // stored as rows
      EXPECT_EQ(y.shape, (Numbers{2, 6, 75, 2}));
      y.shape = {900, 2};
    }
    expectArray(y, expected, 1e-5f);
    ++seen;
  }
  EXPECT_GE(seen, 13u);
}

// The network takes its input apart and puts it together again.
TEST_F(CaffeLayers, ReshapeAndSliceRoutines) {
  Array x = noise({6, 3, 5, 4});
  Import import = Import::ofFiles(recordedLayers + "reshape_and_slice_routines.prototxt", "",
                                  {.shapes = {{"input", {6, 3, 5, 4}}}});
  std::vector<std::string> names = import.outputs();
  auto output = size_t(llvm::find(names, "output") - names.begin());
  std::vector<Array> results = import.runAll({x});
  ASSERT_LT(output, results.size()); // what nobody reads is a result, too
  expectArray(results[output], {{6, 60}, x.values}, 0);
}

// Weights and results of a network whose text is not there: 12 steps of 2 samples, of which none
// begins anew.
static void expectRecurrent(const std::string &type, const Array &x,
                            const std::vector<Array> &blobs, const Array &expected,
                            float tolerance = 1e-5f) {
  Array goesOn = zeros({x.shape[0], x.shape[1]});
  std::fill(goesOn.values.begin(), goesOn.values.end(), 1.0f);
  expectArray(runLayer(type, {x, goesOn}, "recurrent_param { num_output: 17 }", blobs), expected,
              tolerance);
}

// Sums of 1332 products around 100 in f32: the numbers themselves are 1e-5 away from those in f64.
TEST_F(CaffeLayers, Lstm) {
  const std::string name = "lstm.prototxt.";
  expectRecurrent("LSTM", load("recurrent.input.npy"),
                  {load(name + "w_0.npy"), load(name + "w_1.npy"), load(name + "w_2.npy")},
                  load(name + "h_1.npy"), 2e-5f);
}

TEST_F(CaffeLayers, Rnn) {
  std::vector<Array> blobs;
  for (const char *i : {"0", "1", "2", "3", "4"})
    blobs.push_back(load(std::string("rnn.prototxt.w_") + i + ".npy"));
  expectRecurrent("RNN", load("recurrent.input.npy"), blobs, load("rnn.prototxt.h_1.npy"));
}
