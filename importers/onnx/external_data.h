// Weights that lie in files beside the model.
#pragma once

#include "importers/onnx/onnx.pb.h"
#include "runtime/numerics/status.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <span>
#include <string>

namespace qopt::onnx {

/// Bytes and who keeps them mapped.
struct MappedBytes {
  std::span<const char> bytes;
  std::shared_ptr<const void> owner;
};

class ExternalData {
public:
  explicit ExternalData(const std::string &modelPath);

  /// The bytes a tensor's external_data names: a relative path that stays in
  /// the model's folder (symbolic links followed), offset and length inside
  /// the file. Each file is mapped once.
  qrt::Expected<MappedBytes> read(const proto::TensorProto &tensor);

private:
  qrt::Expected<std::shared_ptr<llvm::MemoryBuffer>> open(const std::string &location);
  std::string folder;
  llvm::StringMap<std::shared_ptr<llvm::MemoryBuffer>> files;
};

} // namespace qopt::onnx
