// A Caffe network as the common importer takes it: layers of one phase, every value with a name of
// its own, mixtures of experts in their place.
#pragma once

#include "importers/caffe/file/net_file.h"
#include "importers/caffe/file/weights_file.h"
#include "importers/caffe/graph/source_layer.h"
#include "importers/common/graph/source_graph.h"
#include "importers/common/import.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

namespace qopt::caffe {

/// The parts of a layer that its converter reads beside the layer's values.
struct NetLayer {
  const proto::LayerParameter *param;
  std::vector<const proto::BlobProto *> blobs;
  std::string unknown; // fields that are not known, in words
};

class Net : public SourceGraph {
public:
  /// `weights` is null where the file is not given.
  static qrt::Expected<std::unique_ptr<Net>> build(const NetFile &file, const WeightsFile *weights,
                                                   const ImportOptions &options);

  std::optional<SourceType> typeOf(llvm::StringRef value) const override;
  llvm::StringRef typeRemedy() const override { return "give it by --shape=NAME:SIZES"; }
  bool reads(size_t layer) const override;
  std::string nearTypes(size_t layer) const override;
  Conversion convert(GraphImporter &importer, size_t layer, llvm::StringRef key) override;

  const std::vector<NetInput> &netInputs() const { return ports; }
  /// Returns the first size that all inputs have; none where they differ, or where --shape states
  /// it. The file's size is what Caffe begins with, and any other works as well.
  std::optional<int64_t> batch() const { return fileBatch; }
  /// Tells whether the layers are those of the phase TRAIN.
  bool isTrained() const { return trained; }
  /// Makes the inputs those of one sample, which an import frees.
  void useOneSample();
  /// States what the file says of layers that became operations: in which precision they compute,
  /// and which ranges were observed. States nothing where all are float, or nothing is said.
  void stateNumbers(mlir::func::FuncOp entry) const;
  /// Null: none was given.
  const WeightsFile *weightsFile() const { return weights; }
  /// Returns a hint for a layer of this name without weights: the layers of the weights file that
  /// may be meant.
  std::string nearWeights(llvm::StringRef layer) const;
  /// Fields of layers that became inputs which are not known, a line for each of these.
  std::vector<std::string> unreadFields;
  /// Oddities of layers' weights, a line for each of these, once they are converted.
  std::vector<std::string> oddWeights;

private:
  friend class NetBuilder;
  const WeightsFile *weights = nullptr;
  std::vector<NetInput> ports;
  std::optional<int64_t> fileBatch;
  bool trained = false;
  std::vector<NetLayer> nodes; // of the layers
  std::vector<InputShape> asked;
  proto::DataType dataType = proto::CAFFE_FLOAT; // of layers that say nothing
  std::map<std::string, const NetLayer *> byKey; // converted
};

} // namespace qopt::caffe
