// The table of converters, one for each type of layer.
#pragma once

#include "importers/caffe/graph/binder.h"

namespace qopt::caffe {

/// Reads one layer through the binder and binds its results.
using Converter = void(Binder &);
/// Returns how many blobs a layer of this type has; its own parameters may decide.
using BlobCount = size_t(const proto::LayerParameter &);
template <size_t blobs> size_t always(const proto::LayerParameter &) { return blobs; }

struct OpEntry {
  llvm::StringLiteral type;
  Converter *convert;
  BlobCount *blobs = nullptr; // none
};

/// Null for types that are not supported.
Converter *findConverter(llvm::StringRef type);
size_t blobCount(const proto::LayerParameter &layer);
/// All types, for documentation.
std::vector<std::string> layerTypes();

// One list for each family's file.
llvm::ArrayRef<OpEntry> convOps();
llvm::ArrayRef<OpEntry> poolOps();
llvm::ArrayRef<OpEntry> productOps();
llvm::ArrayRef<OpEntry> activationOps();
llvm::ArrayRef<OpEntry> arithmeticOps();
llvm::ArrayRef<OpEntry> normOps();
llvm::ArrayRef<OpEntry> shapeOps();
llvm::ArrayRef<OpEntry> moveOps();
llvm::ArrayRef<OpEntry> reductionOps();
llvm::ArrayRef<OpEntry> detectionOps();
llvm::ArrayRef<OpEntry> recurrentOps();
llvm::ArrayRef<OpEntry> mixtureOps();

} // namespace qopt::caffe
