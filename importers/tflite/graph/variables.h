// Variables of a TFLite model, which live across runs: READ_VARIABLE before the first assignment of
// a run gives what the run before has left. Such a state is an input NAME of the network, and what
// the next run begins with an output NAME.next.
#pragma once

#include "importers/tflite/file/model_file.h"

#include <map>
#include <string>
#include <vector>

namespace qopt::tflite {

/// The value that the file's initialization gives a state.
struct Beginning {
  std::string text;     // "-128"; empty: nothing
  bool isAtRest = true; // real 0
};

/// A state that runs hand on.
struct State {
  std::string name;    // of the input; the output has ".next" behind it
  int32_t tensor = -1; // whose type it has: what first reads it
  std::string last;    // the value that it has in the end; empty: as it began
  Beginning beginning;
};

/// Follows the operators on variables in the order in which they stand.
class Variables {
public:
  /// `names` are taken already.
  Variables(const ModelFile &file, const std::vector<std::string> &names)
      : file(file), names(names) {}

  /// Returns whether it followed the operator: one on variables, which says nothing else.
  /// `read` is called where it reads a value, by name, as the value of tensor `output`.
  template <typename Read> bool take(const schema::Operator &op, Read read);
  /// A tensor that an operator itself keeps, as cells of one step do; it begins with 0.
  void keep(int32_t tensor);
  const std::vector<State> &states() const { return all; }

private:
  bool declare(const schema::Operator &op, std::map<int32_t, std::string> &to) const;
  bool initialize(const schema::Operator &op);
  std::string current(const std::string &variable, int32_t tensor);
  bool assign(const std::string &variable, const std::string &value);

  const ModelFile &file;
  const std::vector<std::string> &names;
  std::map<int32_t, std::string> handles;    // by the tensor that names the variable
  std::map<std::string, std::string> values; // by variable, once known
  std::map<std::string, Beginning> initial;
  std::map<std::string, size_t> begun; // by variable, in `all`
  std::vector<State> all;
};

template <typename Read> bool Variables::take(const schema::Operator &op, Read read) {
  llvm::ArrayRef<int32_t> inputs = elementsOf(op.inputs()), outputs = elementsOf(op.outputs());
  const schema::BuiltinOperator code = file.builtin(op);
  if (code == schema::BuiltinOperator::VAR_HANDLE)
    return declare(op, handles);
  if (code == schema::BuiltinOperator::CALL_ONCE)
    return initialize(op);
  auto handle = inputs.empty() ? handles.end() : handles.find(inputs[0]);
  if (handle == handles.end())
    return false;
  if (code == schema::BuiltinOperator::READ_VARIABLE && outputs.size() == 1) {
    read(current(handle->second, outputs[0]), outputs[0]);
    return true;
  }
  if (code == schema::BuiltinOperator::ASSIGN_VARIABLE && inputs.size() == 2 && inputs[1] >= 0)
    return assign(handle->second, names[size_t(inputs[1])]);
  return false;
}

} // namespace qopt::tflite
