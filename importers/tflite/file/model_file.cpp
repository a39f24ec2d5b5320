#include "importers/tflite/file/model_file.h"

#include "importers/common/file_bytes.h"
#include "importers/tflite/file/damage.h"

#include <algorithm>

namespace qopt::tflite {

using qrt::invalidArgument;
using qrt::Status;

std::string nameOf(const schema::Tensor &tensor, size_t index) {
  const bool isNamed = tensor.name() && tensor.name()->size() > 0;
  return isNamed ? tensor.name()->str() : "tensor" + std::to_string(index);
}

// Files from before the operator list outgrew a byte have the old field alone.
schema::BuiltinOperator ModelFile::builtin(const schema::Operator &op) const {
  const schema::OperatorCode &code = *root->operator_codes()->Get(op.opcode_index());
  return std::max(schema::BuiltinOperator(code.deprecated_builtin_code()), code.builtin_code());
}

std::string ModelFile::operatorName(const schema::Operator &op) const {
  const schema::BuiltinOperator code = builtin(op);
  if (code == schema::BuiltinOperator::CUSTOM) {
    const flatbuffers::String *name = root->operator_codes()->Get(op.opcode_index())->custom_code();
    return "custom operator '" + (name ? name->str() : "") + "'";
  }
  const char *name = schema::EnumNameBuiltinOperator(code);
  return name && *name ? name : "operator " + std::to_string(int32_t(code));
}

// Files of more than 2 GB keep what is large behind the flatbuffer.
llvm::StringRef ModelFile::buffer(uint32_t index) const {
  if (!root->buffers() || index >= root->buffers()->size())
    return {}; // buffer 0 of a file that has none
  const schema::Buffer &one = *root->buffers()->Get(index);
  if (one.offset() > 1)
    return bytes().substr(one.offset(), one.size());
  if (!one.data())
    return {};
  return {reinterpret_cast<const char *>(one.data()->data()), one.data()->size()};
}

static Status outOfRange(const std::string &what, int64_t index, size_t count,
                         const char *counted) {
  return invalidArgument(what + " names " + counted + " " + std::to_string(index) + " of " +
                         std::to_string(count) + "; the file is damaged");
}

// Each index names a tensor; −1 is an operator's absent one.
static Status checkTensors(const flatbuffers::Vector<int32_t> *indices, size_t count, int64_t least,
                           const std::string &what) {
  for (int32_t index : elementsOf(indices))
    if (index < least || index >= int64_t(count))
      return outOfRange(what, index, count, "tensor");
  return {};
}

Status ModelFile::checkSubgraph(size_t index) const {
  const schema::SubGraph &graph = subgraph(index);
  const std::string of = " of subgraph " + std::to_string(index);
  const size_t tensors = graph.tensors() ? graph.tensors()->size() : 0;
  const size_t buffers = root->buffers() ? root->buffers()->size() : 0;
  const size_t codes = root->operator_codes() ? root->operator_codes()->size() : 0;
  for (size_t i = 0; i < tensors; ++i) {
    const schema::Tensor &tensor = *graph.tensors()->Get(flatbuffers::uoffset_t(i));
    if (tensor.buffer() >= buffers && tensor.buffer() != 0)
      return outOfRange("tensor '" + nameOf(tensor, i) + "'" + of, tensor.buffer(), buffers,
                        "buffer");
  }
  if (Status status = checkTensors(graph.inputs(), tensors, 0, "the list of inputs" + of);
      !status.ok())
    return status;
  if (Status status = checkTensors(graph.outputs(), tensors, 0, "the list of outputs" + of);
      !status.ok())
    return status;
  for (size_t i = 0; graph.operators() && i < graph.operators()->size(); ++i) {
    const schema::Operator &op = *graph.operators()->Get(flatbuffers::uoffset_t(i));
    const std::string what = "operator " + std::to_string(i);
    if (op.opcode_index() >= codes)
      return outOfRange(what + of, op.opcode_index(), codes, "operator code");
    const std::string named = what + " (" + operatorName(op) + ")" + of;
    if (Status status = checkTensors(op.inputs(), tensors, -1, named); !status.ok())
      return status;
    if (Status status = checkTensors(op.outputs(), tensors, 0, named); !status.ok())
      return status;
    if (Status status = checkTensors(op.intermediates(), tensors, -1, named); !status.ok())
      return status;
  }
  return {};
}

Status ModelFile::check() const {
  constexpr uint32_t version = 3;
  if (root->version() != version)
    return {qrt::StatusCode::Unsupported,
            "has version " + std::to_string(root->version()) +
                " of TFLite's schema, of which 3 is read; convert the model again"};
  if (!root->subgraphs() || root->subgraphs()->size() == 0)
    return invalidArgument("holds no subgraph: there is nothing to compute");
  const size_t buffers = root->buffers() ? root->buffers()->size() : 0;
  for (size_t i = 0; i < buffers; ++i) {
    const schema::Buffer &one = *root->buffers()->Get(flatbuffers::uoffset_t(i));
    if (one.offset() > 1 &&
        (one.offset() > bytes().size() || one.size() > bytes().size() - one.offset()))
      return invalidArgument("is cut off: buffer " + std::to_string(i) +
                             " lies behind the end of the file");
  }
  for (size_t i = 0; i < subgraphCount(); ++i)
    if (Status status = checkSubgraph(i); !status.ok())
      return status;
  return {};
}

qrt::Expected<std::shared_ptr<const ModelFile>>
ModelFile::parse(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  std::shared_ptr<ModelFile> file(new ModelFile(std::move(buffer)));
  llvm::StringRef bytes = file->bytes();
  if (bytes.empty())
    return invalidArgument("is empty, not a TFLite model");
  constexpr size_t identifierEnd = 8;
  if (bytes.size() < identifierEnd || !schema::ModelBufferHasIdentifier(bytes.data()))
    return invalidArgument("is no TFLite model: its bytes 4 to 7 are not 'TFL3'");
  flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
  if (!schema::VerifyModelBuffer(verifier)) {
    std::string place = damagedPlace(bytes);
    return invalidArgument("is damaged or cut off" + (place.empty() ? "" : " at " + place) +
                           "; export or download it again");
  }
  file->root = schema::GetModel(bytes.data());
  if (Status status = file->check(); !status.ok())
    return status;
  return std::shared_ptr<const ModelFile>(std::move(file));
}

qrt::Expected<std::shared_ptr<const ModelFile>> ModelFile::read(const std::string &path,
                                                                SourceHash &hash) {
  auto buffer = readFileBytes(path);
  if (!buffer)
    return buffer.status();
  hash.add((*buffer)->getBuffer());
  return parse(std::move(*buffer));
}

} // namespace qopt::tflite
