#include "importers/tflite/export/file/draft.h"

#include "importers/tflite/export/file/kernels.h"
#include "ir/values/weights.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

namespace qopt::tflite {

// Buffer 0 is the empty one, by the format's convention.
Draft::Draft() {
  model.version = 3;
  model.buffers.push_back(std::make_unique<schema::BufferT>());
  model.subgraphs.push_back(std::make_unique<schema::SubGraphT>());
  graph().name = "main";
  auto signature = std::make_unique<schema::SignatureDefT>();
  signature->signature_key = "serving_default";
  model.signature_defs.push_back(std::move(signature));
}

std::string Draft::uniqueName(const std::string &base) {
  auto [known, isNew] = names.try_emplace(base, 0);
  if (isNew)
    return base;
  for (;;) {
    std::string name = base + "_" + std::to_string(++known->second);
    if (names.try_emplace(name, 0).second)
      return name;
    known = names.find(base);
  }
}

TensorIndex Draft::add(schema::TensorT tensor) {
  tensor.name = uniqueName(tensor.name);
  tensor.has_rank = true;
  graph().tensors.push_back(std::make_unique<schema::TensorT>(std::move(tensor)));
  return TensorIndex(graph().tensors.size()) - 1;
}

TensorIndex Draft::addConstant(schema::TensorT tensor, const qrt::Tensor &elements) {
  const auto *data = static_cast<const char *>(elements.data());
  auto [known, isNew] =
      buffers.try_emplace(nn::contentKey(elements), uint32_t(model.buffers.size()));
  if (isNew) {
    auto buffer = std::make_unique<schema::BufferT>();
    buffer->data.assign(data, data + elements.bytes());
    bytes += elements.bytes();
    model.buffers.push_back(std::move(buffer));
  }
  tensor.buffer = known->second;
  return add(std::move(tensor));
}

const schema::TensorT &Draft::tensor(TensorIndex index) const {
  return *model.subgraphs.front()->tensors[size_t(index)];
}

llvm::SmallVector<schema::TensorType> Draft::typesOf(llvm::ArrayRef<TensorIndex> tensors) const {
  return llvm::map_to_vector(tensors, [&](TensorIndex index) {
    return index == noTensor ? schema::TensorType::FLOAT32 : tensor(index).type;
  });
}

bool Draft::isPort(TensorIndex index) const {
  const schema::SubGraphT &main = *model.subgraphs.front();
  return llvm::is_contained(main.inputs, index) || llvm::is_contained(main.outputs, index);
}

void Draft::rename(TensorIndex index, const std::string &name) {
  for (auto [i, other] : llvm::enumerate(graph().tensors)) {
    if (other->name != name || TensorIndex(i) == index)
      continue;
    if (isPort(TensorIndex(i))) {
      graph().tensors[size_t(index)]->name = uniqueName(name);
      return;
    }
    other->name = uniqueName(name);
  }
  names.try_emplace(name, 0);
  graph().tensors[size_t(index)]->name = name;
}

uint32_t Draft::codeOf(schema::BuiltinOperator code, int32_t version) {
  auto [known, isNew] = codes.try_emplace({code, version}, uint32_t(model.operator_codes.size()));
  if (isNew) {
    auto entry = std::make_unique<schema::OperatorCodeT>();
    const auto most = schema::BuiltinOperator::PLACEHOLDER_FOR_GREATER_OP_CODES;
    entry->deprecated_builtin_code = int8_t(std::min(code, most));
    entry->builtin_code = code;
    entry->version = version;
    model.operator_codes.push_back(std::move(entry));
  }
  return known->second;
}

void Draft::addOperator(schema::BuiltinOperator code, llvm::ArrayRef<TensorIndex> inputs,
                        llvm::ArrayRef<TensorIndex> outputs, schema::BuiltinOptionsUnion options) {
  llvm::SmallVector<schema::TensorType> elements = typesOf(inputs);
  llvm::append_range(elements, typesOf(outputs));
  auto op = std::make_unique<schema::OperatorT>();
  op->opcode_index = codeOf(code, operatorVersion(code, elements));
  op->inputs = inputs.vec();
  op->outputs = outputs.vec();
  op->builtin_options = std::move(options);
  graph().operators.push_back(std::move(op));
}

static std::unique_ptr<schema::TensorMapT> mapped(TensorIndex index, const std::string &name) {
  auto entry = std::make_unique<schema::TensorMapT>();
  entry->name = name;
  entry->tensor_index = uint32_t(index);
  return entry;
}

void Draft::addInput(TensorIndex index, const std::string &name) {
  graph().inputs.push_back(index);
  model.signature_defs.front()->inputs.push_back(mapped(index, name));
}

void Draft::addOutput(TensorIndex index, const std::string &name) {
  graph().outputs.push_back(index);
  model.signature_defs.front()->outputs.push_back(mapped(index, name));
}

qrt::Expected<std::string> Draft::finish(const std::string &version) {
  constexpr size_t room = 64 << 20; // of all but elements
  if (bytes > size_t(std::numeric_limits<int32_t>::max()) - room)
    return qrt::invalidArgument(
        "the model is larger than 2 GiB, more than a flatbuffer may be; quantize its weights");
  model.description = version.empty() ? "qopt" : "qopt " + version;
  flatbuffers::FlatBufferBuilder builder(bytes + 4096);
  builder.Finish(schema::Model::Pack(builder, &model), schema::ModelIdentifier());
  model = {};
  return std::string(reinterpret_cast<const char *>(builder.GetBufferPointer()), builder.GetSize());
}

std::optional<schema::TensorType> tensorTypeOf(qrt::ElementType type) {
  using qrt::ElementType;
  using schema::TensorType;
  static constexpr std::pair<ElementType, TensorType> types[] = {
      {ElementType::F32, TensorType::FLOAT32},   {ElementType::F16, TensorType::FLOAT16},
      {ElementType::BF16, TensorType::BFLOAT16}, {ElementType::I4, TensorType::INT4},
      {ElementType::I8, TensorType::INT8},       {ElementType::U8, TensorType::UINT8},
      {ElementType::I16, TensorType::INT16},     {ElementType::U16, TensorType::UINT16},
      {ElementType::I32, TensorType::INT32},     {ElementType::U32, TensorType::UINT32},
      {ElementType::I64, TensorType::INT64},     {ElementType::U64, TensorType::UINT64},
      {ElementType::Bool, TensorType::BOOL}};
  for (const auto &[known, name] : types)
    if (known == type)
      return name;
  return std::nullopt;
}

} // namespace qopt::tflite
