// A network's description: the text of a .prototxt, its layers in today's form.
#pragma once

#include "importers/caffe/file/caffe.pb.h"
#include "importers/common/source_hash.h"
#include "runtime/numerics/types/status.h"

#include <map>
#include <string>
#include <vector>

namespace qopt::caffe {

/// An error in a text, and its place: both count from 1, and are 0 for the file as a whole.
struct TextError {
  int line = 0, column = 0;
  std::string message;
};

struct NetFile {
  proto::NetParameter net; // V1 layers among `layer`, inputs of the net as they are
  /// Fields that are not known, of each layer that has some: "unknown field 'x' in line 3, column
  /// 5".
  std::map<int, std::string> unknown;
};

/// `error` says what is wrong where the result is none.
std::optional<NetFile> readNet(const std::string &path, SourceHash &hash, TextError &error);

} // namespace qopt::caffe
