// A TFLite file: its bytes, verified, and the model in them.
#pragma once

#include "importers/common/source_hash.h"
#include "importers/tflite/file/schema.h"
#include "runtime/numerics/types/status.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace qopt::tflite {

/// The model lies in the bytes, as flatbuffers do; it lives as long as they do.
class ModelFile {
public:
  /// Errors say where the file is damaged: which table does not hold, or which index names nothing.
  static qrt::Expected<std::shared_ptr<const ModelFile>> read(const std::string &path,
                                                              SourceHash &hash);
  static qrt::Expected<std::shared_ptr<const ModelFile>>
  parse(std::unique_ptr<llvm::MemoryBuffer> bytes);

  const schema::Model &model() const { return *root; }
  const schema::SubGraph &subgraph(size_t index) const {
    return *root->subgraphs()->Get(flatbuffers::uoffset_t(index));
  }
  size_t subgraphCount() const { return root->subgraphs()->size(); }
  schema::BuiltinOperator builtin(const schema::Operator &op) const;
  /// "CONV_2D", or "custom operator 'name'".
  std::string operatorName(const schema::Operator &op) const;
  /// The bytes of buffer `index`, which may lie behind the flatbuffer; empty where it has none.
  llvm::StringRef buffer(uint32_t index) const;
  llvm::StringRef bytes() const { return file->getBuffer(); }

private:
  explicit ModelFile(std::unique_ptr<llvm::MemoryBuffer> bytes) : file(std::move(bytes)) {}
  qrt::Status check() const;
  qrt::Status checkSubgraph(size_t index) const;

  std::unique_ptr<llvm::MemoryBuffer> file;
  const schema::Model *root = nullptr;
};

/// Returns the name of a tensor in messages and in the IR, unless another one has it.
std::string nameOf(const schema::Tensor &tensor, size_t index);
/// The elements of a flatbuffers vector, none where it is absent.
template <typename T> llvm::ArrayRef<T> elementsOf(const flatbuffers::Vector<T> *vector) {
  return vector ? llvm::ArrayRef<T>(vector->data(), vector->size()) : llvm::ArrayRef<T>();
}

} // namespace qopt::tflite
