// A network computed by plain loops over its file's layers, as Caffe's documentation describes
// them: what the importer's tests of whole networks compare with. The layer types of image
// classifiers and detectors, in f64.
#pragma once

#include "test/importers/caffe/import_fixture.h"

#include <map>

namespace qopt::caffe::test {

class PlainNet {
public:
  /// A text and a .caffemodel; `sizes` of the inputs is those of `inputs` below. A test failure
  /// where they cannot be read.
  PlainNet(const std::string &text, const std::string &weights);

  /// Every blob as it is at the end.
  std::map<std::string, Array> run(const std::map<std::string, Array> &inputs) const;

private:
  std::vector<Array> blobsOf(const std::string &layer) const;
  void compute(const proto::LayerParameter &layer, std::map<std::string, Array> &blobs) const;

  proto::NetParameter net;
  proto::WeightsParameter weights;
};

std::string readText(const std::string &path);

} // namespace qopt::caffe::test
