// Attributes and tensors of ONNX Runtime's as the importer takes them.
#include "tools/onnxruntime/graph.h"

#include <algorithm>

namespace qopt::ort {

using onnx::GivenAttribute;
using onnx::GivenTensor;

int onnxTypeOf(int ownType) {
  switch (ownType) {
  case 24: return 25; // UINT2
  case 25: return 26; // INT2
  case 26: return 24; // FLOAT8E8M0
  default: return ownType;
  }
}

// ONNX Runtime says how many bytes there are where there is no room.
std::string attributeBytes(const Api &api, const Attribute *attribute, AttributeType type) {
  size_t size = 0;
  if (Status *status = api.readAttribute(attribute, type, nullptr, 0, &size))
    api.releaseStatus(status);
  std::string bytes(size, '\0');
  if (size > 0)
    api.must(api.readAttribute(attribute, type, bytes.data(), size, &size));
  return bytes;
}

template <typename Item>
static std::vector<Item> itemsOf(const Api &api, const Attribute *attribute, AttributeType type) {
  const std::string bytes = attributeBytes(api, attribute, type);
  std::vector<Item> items(bytes.size() / sizeof(Item));
  std::copy_n(bytes.data(), items.size() * sizeof(Item), reinterpret_cast<char *>(items.data()));
  return items;
}

template <typename Item>
static Item itemOf(const Api &api, const Attribute *attribute, AttributeType type) {
  const std::vector<Item> items = itemsOf<Item>(api, attribute, type);
  if (items.empty())
    throw Failure{ErrorCode::InvalidArgument, std::string("its attribute '") +
                                                  api.get(api.attributeName, attribute) +
                                                  "' holds no number"};
  return items[0];
}

int64_t attributeInt(const Api &api, const Attribute *attribute) {
  return itemOf<int64_t>(api, attribute, AttributeType::Int);
}

/// Returns the text, which may end in a zero. One inside ends it for those who read it as C does.
static std::string textOf(const std::string &bytes, const std::string &attribute) {
  std::string text = bytes.ends_with('\0') ? bytes.substr(0, bytes.size() - 1) : bytes;
  if (text.find('\0') != text.npos)
    throw Failure{ErrorCode::NotImplemented, "its attribute '" + attribute + "' holds a zero byte"};
  return text;
}

/// Each ends in a zero.
static std::vector<std::string> textsOf(const std::string &bytes) {
  std::vector<std::string> texts;
  for (size_t begin = 0; begin < bytes.size(); begin += texts.back().size() + 1)
    texts.emplace_back(bytes.c_str() + begin);
  return texts;
}

GivenAttribute GraphReader::read(const Attribute *attribute) const {
  GivenAttribute given{api.get(api.attributeName, attribute), int64_t(0)};
  const AttributeType type = api.get(api.attributeType, attribute);
  switch (type) {
  case AttributeType::Int: given.value = itemOf<int64_t>(api, attribute, type); break;
  case AttributeType::Ints: given.value = itemsOf<int64_t>(api, attribute, type); break;
  case AttributeType::Float: given.value = itemOf<float>(api, attribute, type); break;
  case AttributeType::Floats: given.value = itemsOf<float>(api, attribute, type); break;
  case AttributeType::String:
    given.value = textOf(attributeBytes(api, attribute, type), given.name);
    break;
  case AttributeType::Strings: given.value = textsOf(attributeBytes(api, attribute, type)); break;
  case AttributeType::Tensor: {
    Value *value = api.get(api.tensorAttribute, attribute);
    std::shared_ptr<const void> owner(value, [&api = api](Value *own) { api.releaseValue(own); });
    GivenTensor tensor = read(value);
    tensor.owner = std::move(owner);
    given.value = std::move(tensor);
    break;
  }
  case AttributeType::Undefined:
  case AttributeType::Graph:
    throw Failure{ErrorCode::NotImplemented,
                  "its attribute '" + given.name + "' is of a kind that cannot be read here"};
  }
  return given;
}

GivenTensor GraphReader::constant(const ValueInfo *value) const {
  return read(api.get(api.initializer, value));
}

GivenTensor GraphReader::read(const Value *value) const {
  if (!value)
    throw Failure{ErrorCode::NotImplemented, "ONNX Runtime does not give the values of a constant"};
  TensorInfo *info = api.get(api.tensorInfoOfValue, value);
  std::shared_ptr<TensorInfo> freed(info, api.releaseTensorInfo);
  GivenTensor tensor;
  tensor.dataType = onnxTypeOf(api.get(api.elementType, static_cast<const TensorInfo *>(info)));
  tensor.shape =
      api.list(api.dimensionCount, api.dimensions, static_cast<const TensorInfo *>(info));
  void *data = nullptr; // of a tensor of strings there are no bytes
  size_t size = 0;
  api.must(api.tensorBytes(value, &size));
  api.must(api.tensorMutableData(const_cast<Value *>(value), &data));
  tensor.bytes = {static_cast<const char *>(data), size};
  return tensor;
}

} // namespace qopt::ort
