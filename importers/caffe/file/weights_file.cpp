#include "importers/caffe/file/weights_file.h"

#include "importers/common/file_bytes.h"
#include "runtime/numerics/types/halves.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/unknown_field_set.h>

#include <cstring>
#include <limits>

namespace qopt::caffe {

using qrt::invalidArgument;

template <typename Layers> void WeightsFile::add(const Layers &layers) {
  for (const auto &layer : layers)
    for (const proto::BlobProto &blob : layer.blobs())
      blobs[layer.name()].push_back(&blob);
}

qrt::Expected<WeightsFile> WeightsFile::read(const std::string &path, SourceHash &hash) {
  auto bytes = readFileBytes(path);
  if (!bytes)
    return bytes.status();
  llvm::StringRef content = (*bytes)->getBuffer();
  if (content.empty())
    return invalidArgument("is empty, no .caffemodel");
  if (content.starts_with("\x89HDF\r\n"))
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "is HDF5: save the weights as .caffemodel (snapshot_format: BINARYPROTO)");
  auto message = std::make_shared<proto::WeightsParameter>();
  google::protobuf::LogSilencer quiet;
  if (!message->ParseFromArray(content.data(), int(content.size())))
    return invalidArgument("is damaged, cut off, or no .caffemodel (its protobuf does not parse); "
                           "download it again");
  WeightsFile file;
  file.ownPath = path;
  file.weights = message;
  file.add(message->layer());
  for (const proto::V1WeightsLayer &layer : message->layers())
    if (layer.has_layer())
      return qrt::Status(qrt::StatusCode::Unsupported,
                         "has layers of the form before 2014; Caffe's upgrade_net_proto_binary "
                         "makes it a current one");
  file.add(message->layers());
  if (message->layer_size() == 0 && message->layers_size() == 0)
    return invalidArgument("holds no layers: it is no .caffemodel");
  hash.add(content);
  return file;
}

Blobs WeightsFile::of(llvm::StringRef layer) const {
  auto found = blobs.find(layer);
  return found == blobs.end() ? Blobs() : Blobs(found->second);
}

std::vector<std::string> WeightsFile::layers() const {
  std::vector<std::string> names;
  for (const auto &entry : blobs)
    names.push_back(entry.first().str());
  return names;
}

size_t WeightsFile::savedRanges() const {
  constexpr int quantizer = 80;
  const auto &others = weights->GetReflection()->GetUnknownFields(*weights);
  size_t count = 0;
  for (int i = 0; i < others.field_count(); ++i)
    count += others.field(i).number() == quantizer;
  return count;
}

qrt::Expected<qrt::Shape> shapeOf(const proto::BlobProto &blob) {
  qrt::Shape shape(blob.shape().dim().begin(), blob.shape().dim().end());
  if (!blob.has_shape() &&
      (blob.has_num() || blob.has_channels() || blob.has_height() || blob.has_width()))
    shape = {blob.num(), blob.channels(), blob.height(), blob.width()};
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  int64_t elements = 1;
  for (int64_t size : shape) {
    if (size < 0 || size > most || (size > 0 && elements > most / size))
      return invalidArgument("a blob of an impossible size");
    elements *= size;
  }
  return shape;
}

qrt::Expected<qrt::Tensor> readBlob(const proto::BlobProto &blob) {
  auto shape = shapeOf(blob);
  if (!shape)
    return shape.status();
  const size_t count = size_t(qrt::elementCount(*shape));
  const std::string &packed = blob.packed_data();
  bool isHalf = blob.has_packed_data() && blob.data_type() == proto::CAFFE_HALF;
  if (blob.has_packed_data() && !isHalf)
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "a blob of " + proto::DataType_Name(blob.data_type()) +
                           " weights: blobs in float are read, ones of integers with their "
                           "quantizers are not");
  size_t stored = isHalf             ? packed.size() / 2
                  : blob.data_size() ? size_t(blob.data_size())
                                     : size_t(blob.double_data_size());
  if (stored != count || (isHalf && packed.size() % 2))
    return invalidArgument("a blob of " + std::to_string(count) + " elements that holds " +
                           std::to_string(stored));
  if (isHalf) {
    qrt::Tensor halves = qrt::Tensor::allocate(qrt::ElementType::F16, *shape);
    std::memcpy(halves.mutableData(), packed.data(), packed.size());
    return qrt::widened(halves);
  }
  qrt::Tensor tensor = qrt::Tensor::allocate(qrt::ElementType::F32, *shape);
  std::span<float> values = tensor.mutableValues<float>();
  if (blob.data_size())
    std::copy(blob.data().begin(), blob.data().end(), values.begin());
  else
    std::copy(blob.double_data().begin(), blob.double_data().end(), values.begin());
  return tensor;
}

} // namespace qopt::caffe
