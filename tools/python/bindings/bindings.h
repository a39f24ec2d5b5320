// The faces of the Python module share these; each registers itself (module.cpp).
#pragma once

#include "runtime/numerics/types/status.h"
#include "runtime/numerics/types/tensor.h"
#include "tools/libqopt/qopt_mlir.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>

namespace qopt::python {

namespace nb = nanobind;

// ---- errors.cpp ----

/// A Status on its way to Python, where it becomes a qopt.Error.
struct StatusError {
  qrt::Status status;
};
/// Throws it where the status is none of success.
void check(const qrt::Status &status);
template <typename T> T take(qrt::Expected<T> expected) {
  check(expected.status());
  return std::move(*expected);
}

// ---- arrays.cpp ----

/// "float32", "bfloat16", …: NumPy's name of a stored type.
std::string dtypeName(qrt::ElementType type);
/// The array as a tensor over the same bytes, which it keeps alive: NumPy's, or any of the host's
/// that speak DLPack. One that is not dense is copied. Throws a TypeError that calls it `name`.
qrt::Tensor tensorOf(nb::handle array, const std::string &name);
/// The same for an input that takes elements of `port`'s type alone.
qrt::Tensor tensorFor(nb::handle array, const Port &port);
/// A NumPy array over the tensor's bytes. Floats of 16 bits and less that NumPy does not have are
/// widened to float32, which holds all of their values.
nb::object arrayOf(const qrt::Tensor &tensor);
/// The same of memory of its own.
nb::object copyOf(const qrt::Tensor &tensor);
/// Raw samples as the input takes them: its mean, deviation and steps applied; `name` is what
/// messages call them.
qrt::Tensor prepared(const Port &port, const qrt::Tensor &raw, bool preprocessed,
                     const std::string &name);
/// (name, dtype, shape of numbers and texts, (scale, zero point) or None, mean, std, preprocessing)
nb::tuple portTuple(const Port &port);
nb::list portTuples(const std::vector<Port> &ports);

// ---- what survives a fork ----

/// How many forks lie between this process and the one that imported the module: cheaper to ask
/// than the process's number.
int forksSoFar();

/// A value that the threads of one process serve. In a child, whose threads are gone, it is never
/// destroyed, since it would wait for them.
template <typename T> class OfProcess {
public:
  OfProcess() = default;
  explicit OfProcess(T value) : value(std::make_unique<T>(std::move(value))) {}
  OfProcess(OfProcess &&) noexcept = default;
  OfProcess &operator=(OfProcess &&other) noexcept {
    leave();
    value = std::move(other.value);
    forks = other.forks;
    return *this;
  }
  ~OfProcess() { leave(); }
  bool isOurs() const { return forks == forksSoFar(); }
  T &operator*() { return *value; }
  T *operator->() { return value.get(); }

private:
  void leave() {
    if (value && !isOurs())
      (void)value.release();
  }
  std::unique_ptr<T> value;
  int forks = forksSoFar();
};

// ---- model.cpp ----

struct ModuleInContext {
  std::shared_ptr<mlir::MLIRContext> context; // outlives the module
  Module module;
};

/// A network. One thread at a time changes or reads it and its clones: `mutex`. They have one
/// context, whose diagnostics go to whoever listens.
class Model {
public:
  Model(ModuleInContext parts, std::string path,
        std::shared_ptr<std::mutex> turns = std::make_shared<std::mutex>())
      : turns(std::move(turns)), mutex(*this->turns), parts(std::move(parts)),
        path(std::move(path)) {}
  /// In a child process that was forked, the module in a context of its own, first.
  mlir::ModuleOp module();
  std::shared_ptr<mlir::MLIRContext> context();
  std::unique_ptr<Model> clone();
  void replace(ModuleInContext other) {
    parts = OfProcess<ModuleInContext>(std::move(other));
    ++changes;
  }
  /// How often it was replaced: who works on a clone sees whether somebody else was faster.
  int version() const { return changes; }
  ModuleInContext give() { return std::move(*parts); }
  const std::string &file() const { return path; }

private:
  std::shared_ptr<std::mutex> turns;

public:
  std::mutex &mutex;

private:
  OfProcess<ModuleInContext> parts;
  std::string path; // what messages call it
  int changes = 0;
};

// ---- the faces ----

void addErrors(nb::module_ &m);
void addModel(nb::module_ &m);
void addPasses(nb::module_ &m);
void addGraph(nb::module_ &m);
void addNetwork(nb::module_ &m);
void addRewrite(nb::module_ &m);
void addCalibration(nb::module_ &m);
void addCompiled(nb::module_ &m);

} // namespace qopt::python
