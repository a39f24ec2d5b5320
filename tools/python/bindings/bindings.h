// The faces of the Python module share these; each registers itself (module.cpp).
#pragma once

#include "runtime/numerics/types/status.h"
#include "runtime/numerics/types/tensor.h"
#include "tools/libqopt/qopt_mlir.h"
#include "tools/python/bindings/fork.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

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

// ---- the interpreter's lock ----

/// Gives it up for a while. Where the interpreter ends meanwhile, a thread that wants it back stays
/// where it is: before 3.14 Python would unwind it through frames that bear no exceptions.
class Released {
public:
  Released() : state(PyEval_SaveThread()) {}
  ~Released();
  Released(const Released &) = delete;
  Released &operator=(const Released &) = delete;

private:
  PyThreadState *state;
};

/// Takes it, on whichever thread, for a while; likewise.
class Acquired {
public:
  Acquired();
  ~Acquired() { PyGILState_Release(state); }
  Acquired(const Acquired &) = delete;
  Acquired &operator=(const Acquired &) = delete;

private:
  PyGILState_STATE state;
};

// ---- arrays.cpp ----

/// Returns the array, or for a tensor of torch whose elements are the negated or conjugated ones of
/// its memory a tensor whose memory holds them: DLPack has no word for such a bit.
nb::object resolved(nb::handle array);

/// "float32", "bfloat16", …: NumPy's name of a stored type.
std::string dtypeName(qrt::ElementType type);
/// The array as a tensor over the same bytes, which it keeps alive: NumPy's, or any of the host's
/// that speak DLPack. One that is not dense is copied. Throws a TypeError that calls it `name`.
qrt::Tensor tensorOf(nb::handle array, const std::string &name);
/// The type of DLPack's; none: it is nothing that networks take.
std::optional<qrt::ElementType> elementTypeOf(nb::dlpack::dtype type);
nb::dlpack::dtype dlpackOf(qrt::ElementType type);
/// Throws a TypeError where elements of that type are not what the input takes.
void checkTypeFor(std::optional<qrt::ElementType> type, nb::handle array, const Port &port);
/// The same for an input that takes elements of `port`'s type alone.
qrt::Tensor tensorFor(nb::handle array, const Port &port);
/// A NumPy array over the tensor's bytes. Floats of 16 bits and less that NumPy does not have are
/// widened to float32, which holds all of their values.
nb::object arrayOf(const qrt::Tensor &tensor);
/// The same of memory of its own.
nb::object copyOf(const qrt::Tensor &tensor);
/// (name, dtype, shape of numbers and texts, (scale, zero point) or None, mean, std, preprocessing)
nb::tuple portTuple(const Port &port);
nb::list portTuples(const std::vector<Port> &ports);

// ---- model.cpp ----

struct ModuleInContext {
  std::shared_ptr<mlir::MLIRContext> context; // outlives the module
  Module module;
  /// The number of threads that work in the context without the model's lock.
  std::shared_ptr<std::atomic<int>> users = std::make_shared<std::atomic<int>>(0);
};

/// Counted among those who work in a context, which a child that is forked meanwhile then refuses.
class InContext {
public:
  explicit InContext(std::shared_ptr<std::atomic<int>> users) : users(std::move(users)) {
    ++*this->users;
  }
  ~InContext() { --*users; }
  InContext(const InContext &) = delete;
  InContext &operator=(const InContext &) = delete;

private:
  std::shared_ptr<std::atomic<int>> users;
};

class Model;

/// One thread at a time changes or reads a model and its clones. In a child process that was
/// forked, whoever locks it first gives the model a context of its own. Throws a StatusError where
/// a thread worked in the old one as the process was forked, which has left it as it was just then.
class ModelMutex {
public:
  ModelMutex(Model &model, std::shared_ptr<ProcessMutex> turns)
      : model(model), turns(std::move(turns)) {}
  void lock();
  void unlock() { turns->unlock(); }

private:
  friend class Model;
  Model &model;
  std::shared_ptr<ProcessMutex> turns;
};

/// A network. Whoever asks for its parts holds `mutex`. A model and its clones have one context,
/// whose diagnostics go to whoever listens.
class Model {
public:
  Model(ModuleInContext parts, std::string path,
        std::shared_ptr<ProcessMutex> turns = std::make_shared<ProcessMutex>())
      : mutex(*this, std::move(turns)), parts(std::move(parts)), path(std::move(path)) {}
  mlir::ModuleOp module() { return *parts->module; }
  std::shared_ptr<mlir::MLIRContext> context() { return parts->context; }
  std::shared_ptr<std::atomic<int>> users() { return parts->users; }
  std::unique_ptr<Model> clone();
  void replace(ModuleInContext other);
  /// Counts replacements: a thread that worked on a clone sees by it whether another one was
  /// faster.
  int version() const { return changes; }
  ModuleInContext give() { return std::move(*parts); }
  std::string bytecode();
  const std::string &file() const { return path; }
  ModelMutex mutex;

private:
  friend class ModelMutex;
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
void addCompiledModels(nb::module_ &m);
void addSamples(nb::module_ &m);
void addJudgingFlows(nb::module_ &m);
void addLookingFlows(nb::module_ &m);
void addExplainingFlow(nb::module_ &m);
void addSearchingFlow(nb::module_ &m);
void addChangingFlows(nb::module_ &m);
void addReports(nb::module_ &m);

} // namespace qopt::python
