// Weights that do not lie in the model itself: in files beside it, or where a host has them.
#pragma once

#include "importers/onnx/file/onnx.pb.h"
#include "runtime/numerics/types/status.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <vector>

namespace qopt::onnx {

/// Bytes and who keeps them mapped.
struct MappedBytes {
  std::span<const char> bytes;
  std::shared_ptr<const void> owner;
};

/// The bytes that the external_data of a model's tensors refer to.
class TensorBytes {
public:
  virtual ~TensorBytes() = default;
  virtual qrt::Expected<MappedBytes> read(const proto::TensorProto &tensor) = 0;
};

class ExternalData : public TensorBytes {
public:
  explicit ExternalData(const std::string &modelPath);

  /// The bytes a tensor's external_data names: a relative path that stays in
  /// the model's folder, or in that of the file that the model is a link to
  /// (symbolic links followed), offset and length inside the file, and the
  /// file's SHA-1 where a checksum is given. Each file is mapped, and hashed, once.
  qrt::Expected<MappedBytes> read(const proto::TensorProto &tensor) override;

  /// Returns the places where a location is looked for.
  std::vector<std::string> placesOf(const std::string &location) const;

private:
  using File = std::shared_ptr<llvm::MemoryBuffer>;
  qrt::Expected<File> open(const std::string &location);
  qrt::Status compare(const std::string &checksum, const std::string &location, const File &file);
  std::error_code find(const std::string &location, llvm::SmallVectorImpl<char> &file) const;
  std::vector<std::string> roots; // the folders, without links
  llvm::StringMap<File> files;
  llvm::StringMap<std::string> digests; // by location
};

} // namespace qopt::onnx
