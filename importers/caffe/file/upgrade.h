// Networks as Caffe wrote them before 2015, in today's form.
#pragma once

#include "importers/caffe/file/caffe.pb.h"
#include "runtime/numerics/types/status.h"

namespace qopt::caffe {

/// V1 layers (`layers { type: CONVOLUTION }`) become current ones behind those that are, and data
/// layers' own scale, mean_file, crop_size and mirror fields of transform_param. Refuses a text
/// that has both kinds of layers, and V0's. The nets of a mixture of experts go the same way.
qrt::Status upgradeLayers(proto::NetParameter &net);

} // namespace qopt::caffe
