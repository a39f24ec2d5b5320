#include "importers/tflite/graph/variables.h"

#include "importers/tflite/file/tensor_data.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::tflite {

bool Variables::declare(const schema::Operator &op, std::map<int32_t, std::string> &to) const {
  const auto *said = op.builtin_options_as<schema::VarHandleOptions>();
  llvm::ArrayRef<int32_t> outputs = elementsOf(op.outputs());
  if (!said || outputs.size() != 1)
    return false;
  auto text = [](const flatbuffers::String *one) { return one ? one->str() : std::string(); };
  const std::string container = text(said->container());
  to[outputs[0]] = (container.empty() ? "" : container + "/") + text(said->shared_name());
  return true;
}

// One number where all elements are that.
static Beginning describe(const ModelFile &file, const schema::Tensor &tensor) {
  std::optional<qrt::ElementType> type = elementTypeOf(tensor.type());
  llvm::StringRef bytes = isConstant(file, tensor) ? file.buffer(tensor.buffer()) : "";
  if (!type || qrt::isPacked(*type) || bytes.empty() || bytes.size() % qrt::byteWidth(*type))
    return {};
  const size_t width = qrt::byteWidth(*type);
  for (size_t i = width; i < bytes.size(); i += width)
    if (bytes.substr(i, width) != bytes.take_front(width))
      return {"values of the file's own", false};
  if (qrt::isFloat(*type)) {
    const bool isZero = bytes.take_front(width).find_first_not_of('\0') == llvm::StringRef::npos;
    return {isZero ? "0" : "one number", isZero};
  }
  qrt::Tensor first = qrt::Tensor::allocate(*type, {1});
  std::copy(bytes.begin(), bytes.begin() + width, static_cast<char *>(first.mutableData()));
  const int64_t number = qrt::integerAt(first, 0);
  const auto *q = tensor.quantization();
  llvm::ArrayRef<int64_t> zeros = q ? elementsOf(q->zero_point()) : llvm::ArrayRef<int64_t>();
  return {std::to_string(number), number == (zeros.empty() ? 0 : zeros[0])};
}

// The subgraph that runs before the first run assigns constants.
bool Variables::initialize(const schema::Operator &op) {
  const auto *said = op.builtin_options_as<schema::CallOnceOptions>();
  if (!said || said->init_subgraph_index() < 0 ||
      size_t(said->init_subgraph_index()) >= file.subgraphCount())
    return false;
  const schema::SubGraph &graph = file.subgraph(size_t(said->init_subgraph_index()));
  std::map<int32_t, std::string> own;
  for (flatbuffers::uoffset_t i = 0; graph.operators() && i < graph.operators()->size(); ++i) {
    const schema::Operator &inner = *graph.operators()->Get(i);
    llvm::ArrayRef<int32_t> inputs = elementsOf(inner.inputs());
    const schema::BuiltinOperator code = file.builtin(inner);
    if (code == schema::BuiltinOperator::VAR_HANDLE) {
      if (!declare(inner, own))
        return false;
      continue;
    }
    auto handle = inputs.size() == 2 ? own.find(inputs[0]) : own.end();
    if (code != schema::BuiltinOperator::ASSIGN_VARIABLE || handle == own.end() || inputs[1] < 0)
      return false;
    initial[handle->second] =
        describe(file, *graph.tensors()->Get(flatbuffers::uoffset_t(inputs[1])));
  }
  return true;
}

std::string Variables::current(const std::string &variable, int32_t tensor) {
  if (auto value = values.find(variable); value != values.end())
    return value->second;
  std::string name = variable.empty() ? "state" : variable;
  // A handle is no value: a state may have its name.
  auto isValue = [&](const std::string &one) {
    auto at = llvm::find(names, one);
    return at != names.end() && !handles.contains(int32_t(at - names.begin()));
  };
  while (isValue(name))
    name += "/state";
  begun[variable] = all.size();
  all.push_back({name, tensor, "", initial[variable]});
  return values[variable] = name;
}

bool Variables::assign(const std::string &variable, const std::string &value) {
  values[variable] = value;
  if (auto state = begun.find(variable); state != begun.end())
    all[state->second].last = value;
  return true;
}

void Variables::keep(int32_t tensor) {
  const std::string &name = names[size_t(tensor)];
  all.push_back({name, tensor, name + ".next", {"0", true}});
}

} // namespace qopt::tflite
