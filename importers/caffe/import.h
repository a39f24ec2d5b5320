// Caffe networks (.prototxt, with their .caffemodel) → nn.
#pragma once

#include "importers/common/import.h"

namespace qopt::caffe {

ImportFunction importFile;

} // namespace qopt::caffe
