// A program in Python, whatever it is made of: a file, which needs no compiler (compiled.cpp), or a
// model (compiled_models.cpp).
#pragma once

#include "tools/python/bindings/bindings.h"

namespace qopt::python {

/// What it takes to make a program, and to make it again in a child that was forked.
class Recipe {
public:
  Recipe(std::string device, qrt::FloatOrder order, bool keepsValues)
      : device(std::move(device)), order(order), keepsValues(keepsValues) {}
  virtual ~Recipe() = default;
  /// Without the interpreter's lock, by whichever thread. `shown`: how many of the outputs are the
  /// network's own; further ones are values that are kept. Throws StatusError.
  virtual std::unique_ptr<CompiledModel> make(size_t &shown) = 0;
  /// Writes a .qart file for `device`, without the interpreter's lock. Throws StatusError.
  virtual void save(const std::string &path, const qrt::DeviceDescription &device) = 0;

  const std::string device; // as it was named
  const qrt::FloatOrder order;
  const bool keepsValues;
};

/// A `Compiled` of Python's, made at once. Called with the interpreter's lock.
nb::object compiledOf(std::unique_ptr<Recipe> recipe);

} // namespace qopt::python
