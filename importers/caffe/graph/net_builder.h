// Turns a description's layers, which overwrite blobs by name, into values that are written once.
#pragma once

#include "importers/caffe/graph/net.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace qopt::caffe {

class NetBuilder {
public:
  NetBuilder(Net &net, const NetFile &file, const ImportOptions &options)
      : net(net), file(file), options(options) {}

  qrt::Status run();

private:
  /// One net: the main one, or a mixture's.
  struct Scope {
    const proto::NetParameter &net;
    std::string prefix;
    llvm::StringMap<std::string> values = {};         // what a blob is at the moment
    llvm::StringMap<int> lastWriter = {};             // of a blob, by layer
    llvm::StringMap<std::string> writers = {};        // the first of a blob, in words
    std::vector<std::string> produced = {};           // values of layers, in order
    std::vector<std::string> given = {};              // to a mixture's net, for its inputs
    std::vector<const proto::BlobProto *> blobs = {}; // a mixture's, not yet taken
    bool isMain = false;
  };
  using Steps = std::vector<std::pair<int, const proto::LayerParameter *>>;

  // net_checks.cpp
  qrt::Status checkStages() const;
  static qrt::Status checkLayer(Scope &scope, const proto::LayerParameter &layer);
  std::string whyNoOutputs() const;
  static std::string nearBlob(const Scope &scope, const std::string &blob);

  qrt::Status addNet(Scope &scope, const std::string &unknown);
  qrt::Status addLayer(Scope &scope, int index, const proto::LayerParameter &layer,
                       const std::string &unknown);
  qrt::Status addSource(Scope &scope, const proto::LayerParameter &layer,
                        const std::string &unknown);
  qrt::Status addConstants(Scope &scope, const proto::LayerParameter &layer);
  qrt::Status addMixture(Scope &scope, int index, const proto::LayerParameter &layer,
                         const std::string &unknown);
  qrt::Status addInstance(Scope &scope, const proto::NetParameter &net, const std::string &name,
                          const std::vector<std::string> &given, const std::string &unknown,
                          std::string &output);
  qrt::Status takeInputs(Scope &scope,
                         const google::protobuf::RepeatedPtrField<std::string> &names);
  qrt::Status addNode(Scope &scope, const proto::LayerParameter &layer,
                      std::vector<std::string> inputs, std::vector<std::string> outputs,
                      const std::string &unknown);
  void addInput(Scope &scope, NetInput input);
  qrt::Status readBottoms(Scope &scope, const proto::LayerParameter &layer,
                          std::vector<std::string> &inputs, bool consumes);
  std::string define(Scope &scope, int index, const proto::LayerParameter &layer,
                     const std::string &top);
  std::vector<const proto::BlobProto *> blobsOf(Scope &scope, const proto::LayerParameter &layer);
  std::optional<int64_t> channelsOf(const std::string &blob);
  Steps included(const proto::NetParameter &net) const;
  std::optional<int64_t> commonBatch() const;
  std::string whoWrites(const Scope &scope, const std::string &blob) const;
  std::string unique(const std::string &name);

  Net &net;
  const NetFile &file;
  const ImportOptions &options;
  proto::NetState state;
  bool hasSource = false; // one that is no DummyData
  llvm::StringSet<> taken, consumed;
  llvm::StringSet<> named;                          // layers of the main net
  llvm::StringMap<const proto::BlobProto *> shared; // by the name of a param
};

} // namespace qopt::caffe
