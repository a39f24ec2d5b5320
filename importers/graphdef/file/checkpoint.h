// A checkpoint: an index of tensors by name (NAME.index) and files of their bytes
// (NAME.data-00000-of-00001). The index is a table of sorted keys in blocks, as LevelDB writes
// them.
#pragma once

#include "importers/common/source_hash.h"
#include "importers/common/values/imported.h"
#include "importers/graphdef/file/graphdef.pb.h"

#include <map>
#include <string>

namespace qopt::graphdef {

class Checkpoint {
public:
  /// `prefix` is what the names of its files begin with; the bytes of all go into `hash`. Tensors
  /// are read when they are asked for. Errors are sentences.
  static qrt::Expected<Checkpoint> read(const std::string &prefix, SourceHash &hash);
  /// Null where the checkpoint has no such tensor.
  ConstantReader find(const std::string &name) const;

private:
  std::string prefix;
  int32_t shards = 1;
  std::map<std::string, proto::BundleEntryProto> entries;
};

/// The table's keys and values, in their order. Errors say what is damaged.
qrt::Expected<std::map<std::string, std::string>> readTable(llvm::StringRef bytes);

} // namespace qopt::graphdef
