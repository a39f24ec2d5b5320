// A .caffemodel: the blobs of each layer, by the layer's name.
#pragma once

#include "importers/caffe/file/caffe.pb.h"
#include "importers/common/source_hash.h"
#include "runtime/numerics/types/tensor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <string>

namespace qopt::caffe {

using Blobs = llvm::ArrayRef<const proto::BlobProto *>;

class WeightsFile {
public:
  static qrt::Expected<WeightsFile> read(const std::string &path, SourceHash &hash);

  /// Empty where the file has no such layer, or one without blobs.
  Blobs of(llvm::StringRef layer) const;
  std::vector<std::string> layers() const;
  /// Returns how many ranges of values lie beside the weights (NetParameter's `quantizer`), as a
  /// network that has observed them saves itself. They are not read.
  size_t savedRanges() const;
  /// Returns the path as the user names it.
  const std::string &path() const { return ownPath; }

private:
  template <typename Layers> void add(const Layers &layers);

  std::string ownPath;
  std::shared_ptr<const proto::WeightsParameter> weights;
  llvm::StringMap<std::vector<const proto::BlobProto *>> blobs;
};

/// Returns the blob's shape, of four dimensions in files before 2014; an error for sizes below 0 or
/// too large.
qrt::Expected<qrt::Shape> shapeOf(const proto::BlobProto &blob);
/// Returns the blob's values in f32, under its own shape; they are stored as f32, f64 or packed
/// f16.
qrt::Expected<qrt::Tensor> readBlob(const proto::BlobProto &blob);

} // namespace qopt::caffe
