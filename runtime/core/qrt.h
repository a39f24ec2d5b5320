// libqrt's face: open a device, load a program, run it with named tensors.
//
//   auto device = qrt::openDevice("opencl");
//   auto model = qrt::Model::load(**device, program, {});
//   auto outputs = model->run({{"input", tensor}});
//
// Status values, no exceptions. Many threads may run one model.
#pragma once

#include "runtime/core/check_tensors.h"
#include "runtime/core/driver.h"

namespace qrt {

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

class Model {
public:
  static Expected<Model> load(Device &device, std::shared_ptr<const Program> program,
                              const LoadOptions &options);

  const Program &program() const { return *compiled; }
  Executable &executable() { return *loaded; }
  /// The batch that an input of this shape means; an error names the input.
  Expected<int64_t> batchOf(std::span<const Tensor> inputs) const;
  /// Tensors in the order of the program's inputs; outputs in its order.
  Expected<std::vector<Tensor>> run(std::span<const Tensor> inputs);
  /// Inputs by name, each exactly once.
  Expected<std::vector<NamedTensor>> run(const std::vector<NamedTensor> &inputs);

private:
  Model(std::shared_ptr<const Program> program, std::unique_ptr<Executable> executable)
      : compiled(std::move(program)), loaded(std::move(executable)) {}
  std::shared_ptr<const Program> compiled;
  std::unique_ptr<Executable> loaded;
};

} // namespace qrt
