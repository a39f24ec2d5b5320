#include "tools/onnxruntime/stored_part.h"

#include "ir/bytecode_version.h"
#include "runtime/core/mapped_file.h"
#include "runtime/format/artifact_header.h"
#include "tools/libqopt/artifact.h"
#include "tools/libqopt/load/bytecode_sum.h"
#include "tools/libqopt/opened_device.h"

#include <charconv>

namespace qopt::ort {

static std::string bytecodeOf(const CompiledPart &part, const std::string &place) {
  std::string bytes;
  mlir::ModuleOp module = part.module.get();
  if (mlir::failed(writeSummed(module, "qopt " QOPT_VERSION, bytes)))
    throw Failure{ErrorCode::EpFail, "qopt: " + place + "no bytecode can be written"};
  return bytes;
}

std::string storePart(const CompiledPart &part, const PartOptions &options,
                      const std::string &place) {
  if (!part.model->program()) // none before sizes come, or of the reference's
    return bytecodeOf(part, place);
  auto compiled = compileEntry(part.module.get(), part.model->device());
  if (!compiled)
    fail(compiled.status(), place);
  if (qrt::Status status = addBinaries(*compiled, *options.device, options.compile); !status.ok())
    fail(status, place);
  qrt::ArtifactWriter writer;
  writer.add(std::move(compiled->entry), std::move(compiled->program));
  std::string bytes;
  bytes.reserve(writer.bytes());
  writer.write([&](std::span<const std::byte> some) {
    bytes.append(reinterpret_cast<const char *>(some.data()), some.size());
  });
  return bytes;
}

static std::string_view textOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

static bool isArtifact(std::span<const std::byte> bytes) {
  return textOf(bytes).starts_with(qrt::artifactMagic);
}

/// Opens a program; the model's ports are as they were: types at a part's border are ONNX
/// Runtime's.
static std::shared_ptr<CompiledPart> opened(qrt::Expected<qrt::Artifact> artifact,
                                            const PartOptions &options) {
  if (!artifact)
    fail(artifact.status(), "");
  OpenOptions open;
  static_cast<CompileOptions &>(open) = options.compile;
  open.binaries = qrt::Binaries::Used; // who gives the model gave them, too
  auto model = options.device ? openOn(options.device, std::move(*artifact), open)
                              : ArtifactModel::open(std::move(*artifact), "reference", open);
  if (!model)
    fail(model.status(), "");
  auto part = std::make_shared<CompiledPart>();
  part->multiplyAdds = (*model)->multiplyAdds(1);
  part->model = std::move(*model);
  return part;
}

/// Parses bytecode, which has a checksum of its own; its origin is the model's.
static std::shared_ptr<CompiledPart> parsed(std::span<const std::byte> bytes,
                                            const std::string &name, const PartOptions &options) {
  auto part = std::make_shared<CompiledPart>();
  part->context = makeContext();
  auto module = parseModule(*part->context, textOf(bytes), Origin::Trusted);
  if (!module)
    fail(module.status(), name + ": ");
  part->multiplyAdds = multiplyAdds(**module, 1);
  auto model = modelOf(**module, *part, options);
  if (!model)
    fail(model.status(), name + ": ");
  part->model = std::move(*model);
  return part;
}

std::shared_ptr<CompiledPart> openPart(std::span<const std::byte> bytes, const std::string &name,
                                       const PartOptions &options) {
  return isArtifact(bytes) ? opened(qrt::Artifact::copy(bytes, name), options)
                           : parsed(bytes, name, options);
}

std::shared_ptr<CompiledPart> openPartFile(const std::string &path, const PartOptions &options) {
  auto mapped = qrt::MappedFile::open(path);
  if (!mapped)
    fail(mapped.status(), "");
  return isArtifact(mapped->bytes) ? opened(qrt::Artifact::open(path), options)
                                   : parsed(mapped->bytes, path, options);
}

/// Returns what stands before the number of the bytecode's dialect.
static std::string schemaText() {
  return "; parts of format " + std::to_string(qrt::artifactFormat) + ", schema " +
         std::to_string(qrt::artifactSchema()) + ", dialect ";
}

std::string storedVersion() {
  return "qopt " QOPT_VERSION + schemaText() + std::to_string(nn::bytecodeVersion);
}

/// Bytecode of an earlier dialect is read, that of a later one is not.
static bool isReadDialect(std::string_view text) {
  uint64_t number = 0;
  const char *last = text.data() + text.size();
  auto [end, error] = std::from_chars(text.data(), last, number);
  return error == std::errc() && end == last && number <= nn::bytecodeVersion;
}

Compatibility compatibilityOf(std::string_view version) {
  if (!version.starts_with("qopt "))
    return Compatibility::NotOurs;
  const std::string schema = schemaText();
  const size_t at = version.find(schema);
  return at != version.npos && isReadDialect(version.substr(at + schema.size()))
             ? Compatibility::Optimal
             : Compatibility::Unsupported;
}

} // namespace qopt::ort
