// An instance serves a model here; requests ask it, and `qrun run` says what they are to answer.
#pragma once

#include "test/tools/triton/hosted_backend.h"

namespace qopt::test {

/// The network has two inputs, one an index into data, and two outputs.
constexpr const char *picks = R"(
func.func @main(%index: tensor<?x1xi64, #nn.dims<N>> {nn.name = "index"}, %x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"})
    -> (tensor<?x1xf32, #nn.dims<N>>, tensor<?xf32, #nn.dims<N>>) {
  %picked = nn.gather_elements %x, %index {axis = 1 : i64, nn.name = "picked"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<?x1xi64, #nn.dims<N>>) -> tensor<?x1xf32, #nn.dims<N>>
  %row = nn.reduce_sum %x {axes = array<i64: 1>, nn.name = "row"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?xf32, #nn.dims<N>>
  return %picked, %row : tensor<?x1xf32, #nn.dims<N>>, tensor<?xf32, #nn.dims<N>>
})";

inline TRITONBACKEND_Request digits(int64_t batch, uint32_t seed) {
  return {{input("input", TRITONSERVER_TYPE_FP32, {batch, 1, 28, 28},
                 floats(size_t(batch) * 784, seed))},
          {"output"}};
}

inline TRITONBACKEND_Request rows(const std::vector<int64_t> &index,
                                  const std::vector<float> &values) {
  const int64_t batch = int64_t(index.size());
  return {{input("x", TRITONSERVER_TYPE_FP32, {batch, 4}, numbers(values)),
           input("index", TRITONSERVER_TYPE_INT64, {batch, 1}, numbers(index))},
          {"picked", "row"}};
}

inline std::string said(const TRITONBACKEND_Request &request) {
  return request.error ? request.error->message : "";
}

class ServedModel : public HostedBackend {
protected:
  /// Opens the file's model and an instance of it.
  void serve(const std::string &file, const std::string &config = "{}",
             TRITONSERVER_InstanceGroupKind kind = TRITONSERVER_INSTANCEGROUPKIND_MODEL) {
    model = repository(file, config);
    ASSERT_EQ(open(model), "");
    one = instance(model, kind);
    ASSERT_EQ(open(*one), "");
  }
  void TearDown() override {
    if (one) {
      EXPECT_EQ(close(*one), "");
      EXPECT_EQ(close(model), "");
    }
    HostedBackend::TearDown();
  }
  std::string byQrun(const TRITONBACKEND_Request &request) {
    const TRITONBACKEND_Input &given = request.inputs[0];
    return run(path("model/1/model.qart"), {{given.name, "<f4", given.shape, given.buffers[0]}},
               "output");
  }

  TRITONBACKEND_Model model;
  std::unique_ptr<TRITONBACKEND_ModelInstance> one;
};

} // namespace qopt::test
