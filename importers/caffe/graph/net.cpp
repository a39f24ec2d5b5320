#include "importers/caffe/graph/net.h"

#include "importers/caffe/graph/binder.h"
#include "importers/caffe/graph/net_builder.h"
#include "importers/caffe/graph/op_table.h"

namespace qopt::caffe {

qrt::Expected<std::unique_ptr<Net>> Net::build(const NetFile &file, const WeightsFile *weights,
                                               const ImportOptions &options) {
  auto net = std::make_unique<Net>();
  net->weights = weights;
  net->asked = options.shapes;
  if (qrt::Status status = NetBuilder(*net, file, options).run(); !status.ok())
    return status;
  return net;
}

std::optional<SourceType> Net::typeOf(llvm::StringRef value) const {
  for (const NetInput &input : ports)
    if (input.name == value && input.shape)
      return SourceType{qrt::ElementType::F32, "float", input.shape};
  // A file says nothing of the shapes between: who cuts there says it.
  for (const InputShape &shape : asked)
    if (shape.input == value)
      return SourceType{qrt::ElementType::F32, "float", dimsOf(shape)};
  return std::nullopt;
}

void Net::useOneSample() {
  for (NetInput &input : ports)
    input.shape->front() = {1, ""};
}

bool Net::reads(size_t layer) const { return findConverter(layers[layer].type) != nullptr; }

Conversion Net::convert(GraphImporter &importer, size_t layer, llvm::StringRef key) {
  Binder binder(importer, *this, layers[layer], nodes[layer], key);
  findConverter(layers[layer].type)(binder);
  return binder.finish();
}

} // namespace qopt::caffe
