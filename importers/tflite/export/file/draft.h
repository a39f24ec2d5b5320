// A TFLite model while it is written: tensors, their elements, operators and operators' codes.
#pragma once

#include "importers/tflite/file/schema.h"
#include "runtime/numerics/types/status.h"
#include "runtime/numerics/types/tensor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace qopt::tflite {

/// An index of the file's list of tensors; −1 is an operator's absent one.
using TensorIndex = int32_t;
inline constexpr TensorIndex noTensor = -1;

class Draft {
public:
  Draft();

  /// Adds a tensor; a name that another one has gets a number behind it.
  TensorIndex add(schema::TensorT tensor);
  /// The same with elements, which lie in the file.
  TensorIndex addConstant(schema::TensorT tensor, const qrt::Tensor &elements);
  const schema::TensorT &tensor(TensorIndex index) const;
  /// The element types of tensors; an absent one counts as FLOAT32.
  llvm::SmallVector<schema::TensorType> typesOf(llvm::ArrayRef<TensorIndex> tensors) const;
  /// Gives a tensor this name. Another tensor that has had it gets a new one, but for a port of the
  /// graph, which keeps its own: the tensor is then called by the name and a number.
  void rename(TensorIndex index, const std::string &name);

  void addOperator(schema::BuiltinOperator code, llvm::ArrayRef<TensorIndex> inputs,
                   llvm::ArrayRef<TensorIndex> outputs, schema::BuiltinOptionsUnion options);
  void addInput(TensorIndex index, const std::string &name);
  void addOutput(TensorIndex index, const std::string &name);

  /// The file's bytes; the draft is empty then. An error where they are too many for a flatbuffer.
  qrt::Expected<std::string> finish(const std::string &version);

private:
  std::string uniqueName(const std::string &base);
  bool isPort(TensorIndex index) const;
  uint32_t codeOf(schema::BuiltinOperator code, int32_t version);
  schema::SubGraphT &graph() { return *model.subgraphs.front(); }

  schema::ModelT model;
  std::map<std::pair<schema::BuiltinOperator, int32_t>, uint32_t> codes;
  std::map<std::string, uint32_t> buffers; // by the hash of their bytes
  llvm::StringMap<unsigned> names;
  size_t bytes = 0;
};

/// Returns the file's name of this type of elements; none if TFLite has no such type.
std::optional<schema::TensorType> tensorTypeOf(qrt::ElementType type);

} // namespace qopt::tflite
