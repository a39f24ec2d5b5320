// This has the backend as a server does: it opens its library by dlopen, and models of a
// repository, and sends requests.
#pragma once

#include "test/tools/scratch.h"
#include "test/tools/triton/fake_server.h"
#include "tools/triton/json.h"

#include <dlfcn.h>
#include <memory>

namespace qopt::test {

constexpr const char *lenet = QOPT_SOURCE_DIR "/test/models/lenet.onnx";

/// These are the functions of libtriton_qopt.so.
struct BackendLibrary {
  BackendLibrary();
  ~BackendLibrary() { dlclose(library); }
  BackendLibrary(const BackendLibrary &) = delete;

  void *library;
  decltype(&TRITONBACKEND_Initialize) initialize;
  decltype(&TRITONBACKEND_Finalize) finalize;
  decltype(&TRITONBACKEND_GetBackendAttribute) attributes;
  decltype(&TRITONBACKEND_ModelInitialize) openModel;
  decltype(&TRITONBACKEND_ModelFinalize) closeModel;
  decltype(&TRITONBACKEND_ModelInstanceInitialize) openInstance;
  decltype(&TRITONBACKEND_ModelInstanceFinalize) closeInstance;
  decltype(&TRITONBACKEND_ModelInstanceExecute) execute;
};

/// Returns what an error says, and deletes it; "" of null.
std::string textOf(TRITONSERVER_Error *error);

/// Tells whether all parts are in a text.
testing::AssertionResult says(const std::string &text, const std::vector<std::string> &parts);

/// Returns the bytes of numbers.
template <typename T> std::string numbers(const std::vector<T> &values) {
  return {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)};
}
/// Returns numbers from -2 to 2 that `seed` chooses.
std::string floats(size_t count, uint32_t seed);

TRITONBACKEND_Input input(const std::string &name, TRITONSERVER_DataType type,
                          std::vector<int64_t> shape, const std::string &bytes);

/// It has a folder with a model's file, and the instances that run it.
class HostedBackend : public ScratchTest {
protected:
  void SetUp() override;
  void TearDown() override;

  /// Calls `qrun compile` for a model of test/models or a text in MLIR, with `options`.
  std::string compile(const std::string &model, const std::string &options);
  std::string compileText(const std::string &text, const std::string &options);
  /// Returns what `qrun run` gives for one output, in bytes; arrays come by name.
  struct Array {
    std::string name, type; // NumPy's: "<f4"
    std::vector<int64_t> shape;
    std::string bytes;
  };
  std::string run(const std::string &model, const std::vector<Array> &inputs,
                  const std::string &output, const std::string &device = "host");

  /// Makes the repository of a file, and a model in it; the server tells `config` of it.
  TRITONBACKEND_Model repository(const std::string &file, const std::string &config = "{}");
  std::string open(TRITONBACKEND_Model &model) { return textOf(backend.openModel(&model)); }
  std::string close(TRITONBACKEND_Model &model) { return textOf(backend.closeModel(&model)); }
  std::unique_ptr<TRITONBACKEND_ModelInstance>
  instance(TRITONBACKEND_Model &model,
           TRITONSERVER_InstanceGroupKind kind = TRITONSERVER_INSTANCEGROUPKIND_MODEL);
  std::string open(TRITONBACKEND_ModelInstance &one) { return textOf(backend.openInstance(&one)); }
  std::string close(TRITONBACKEND_ModelInstance &one) {
    return textOf(backend.closeInstance(&one));
  }
  /// Runs all in one execution; each is answered and released once.
  void execute(TRITONBACKEND_ModelInstance &on,
               const std::vector<TRITONBACKEND_Request *> &requests);
  std::string logged() const;

  BackendLibrary backend;
  TRITONBACKEND_Backend server{{R"({"cmdline":{"default-max-batch-size":"4"}})"}};
};

} // namespace qopt::test
