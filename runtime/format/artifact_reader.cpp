#include "runtime/format/artifact_header.h"
#include "runtime/format/encoder.h"
#include "runtime/format/port_sizes.h"
#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>
#include <cmath>

namespace qrt {

/// The blobs of a file: finds and checks their bytes.
class ArtifactBlobs : public BlobSource {
public:
  ArtifactBlobs(std::span<const std::byte> file, std::shared_ptr<const void> owner)
      : file(file), owner(std::move(owner)) {}

  /// Sets the blobs' places; fails unless they fill the file from `begin` to its end.
  Status place(const std::vector<Blob> &sizes, uint64_t begin) {
    for (const Blob &blob : sizes) {
      begins.push_back(begin);
      if (blob.bytes > file.size() || begin > file.size() - blob.bytes)
        return invalidArgument("a blob reaches past its end");
      begin += aligned(blob.bytes);
    }
    blobs = sizes;
    return begin == file.size() ? Status() : invalidArgument("its blobs are not all of it");
  }

  Expected<Tensor> tensor(uint32_t blob, ElementType type, Shape shape) const override {
    if (blob >= blobs.size())
      return invalidArgument("there is no blob " + std::to_string(blob));
    std::optional<uint64_t> bytes = bytesOf(type, shape);
    if (bytes != blobs[blob].bytes)
      return invalidArgument("a tensor has another size than its blob");
    // Includes the padding, so that no byte of the file goes unchecked.
    std::span own = file.subspan(begins[blob], aligned(*bytes));
    if (checksumOf(own.first(*bytes)) != blobs[blob].checksum || !areZero(own.subspan(*bytes)))
      return invalidArgument("the checksum of blob " + std::to_string(blob) + " differs");
    return Tensor::view(type, std::move(shape), own.data(), owner);
  }

  static bool areZero(std::span<const std::byte> bytes) {
    return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte(); });
  }

private:
  /// Returns the bytes of a tensor; none past 2^56 or for a negative size.
  static std::optional<uint64_t> bytesOf(ElementType type, const Shape &shape) {
    constexpr int64_t most = int64_t(1) << 56;
    int64_t count = 1;
    for (int64_t size : shape) {
      if (size < 0 || __builtin_mul_overflow(count, size, &count) || count > most)
        return std::nullopt;
    }
    return storedBytes(type, count);
  }

  std::span<const std::byte> file;
  std::shared_ptr<const void> owner;
  std::vector<Blob> blobs;
  std::vector<uint64_t> begins;
};

static std::string again() { return ": compile it again with qrun compile of qopt " QOPT_VERSION; }

/// Returns the error of a header that this build does not read or of a file that is not whole.
static Status checkHeader(const ArtifactHeader &header, const std::string &producer,
                          uint64_t bytes) {
  if (header.format != artifactFormat)
    return {StatusCode::Unsupported,
            "made by " + producer + ", format " + std::to_string(header.format) +
                "; this runtime reads format " + std::to_string(artifactFormat) + again()};
  if (header.schema != artifactSchema())
    return {StatusCode::Unsupported, "made by " + producer +
                                         ", whose programs have other fields than this runtime's" +
                                         again()};
  if (header.fileBytes > bytes)
    return invalidArgument("is cut short: " + std::to_string(bytes) + " of its " +
                           std::to_string(header.fileBytes) + " bytes are there");
  if (header.fileBytes < bytes)
    return invalidArgument("is damaged: " + std::to_string(bytes - header.fileBytes) +
                           " bytes follow its end");
  if (header.indexBytes > bytes - sizeof header)
    return invalidArgument("is damaged: its index reaches past its end");
  return {};
}

static bool canBe(const QuantParams &params, ElementType type) {
  return isInteger(type) && params.storage == type && std::isfinite(params.scale) &&
         params.scale > 0 && params.min <= params.max && params.min >= params.lowest() &&
         params.max <= params.highest();
}

static bool canBe(const Preprocess &preprocess, const std::vector<Extent> &sizes) {
  Shape shape;
  for (const Extent &size : sizes)
    shape.push_back(size.isStatic() ? size.offset : -1);
  return whyUnusable(preprocess.mean, preprocess.std).empty() &&
         fitsChannels(preprocess.mean.size(), shape) && whyUnusable(preprocess.image).empty();
}

static Status checkPort(const ArtifactPort &port, std::span<const ArtifactPort> outputs) {
  for (const Extent &size : port.shape)
    if (size.multiple != 1 || size.scale < 0 || size.scale > extentLimit ||
        size.offset < -extentLimit || size.offset > extentLimit)
      return invalidArgument("port '" + port.name + "' has sizes that there cannot be");
  if (port.quantization && !canBe(*port.quantization, port.type))
    return invalidArgument("port '" + port.name + "' has a scale that there cannot be");
  if (!canBe(port.preprocess, port.shape))
    return invalidArgument("port '" + port.name + "' is prepared in an unknown way");
  const std::optional<PortLength> &length = port.length;
  if (length && (length->dim >= port.shape.size() || length->count >= outputs.size() ||
                 outputs[length->count].type != ElementType::I64 || isPacked(port.type) ||
                 std::ranges::any_of(outputs[length->count].shape,
                                     [](const Extent &size) { return size != Extent{0, 1}; })))
    return invalidArgument("port '" + port.name + "' has a length that no output tells");
  return {};
}

/// Reads the index of a file whose header has been checked.
static Expected<ArtifactIndex> readIndex(std::span<const std::byte> file,
                                         const ArtifactHeader &header, ArtifactBlobs &blobs) {
  const std::span index = file.subspan(sizeof header, header.indexBytes);
  const uint64_t end = sizeof header + header.indexBytes, begin = aligned(end);
  if (begin > file.size() || checksumOf(header, index) != header.checksum ||
      !ArtifactBlobs::areZero(file.subspan(end, begin - end)))
    return invalidArgument("the checksum of its index differs");
  ArtifactIndex contents;
  Decoder decoder(index, blobs);
  decoder.get(contents.blobs); // which entries name
  QRT_RETURN_IF_ERROR(decoder.status());
  QRT_RETURN_IF_ERROR(blobs.place(contents.blobs, begin));
  decoder.get(contents.entries);
  QRT_RETURN_IF_ERROR(decoder.finish());
  for (const ArtifactEntry &entry : contents.entries)
    for (const auto *ports : {&entry.inputs, &entry.outputs})
      for (const ArtifactPort &port : *ports)
        QRT_RETURN_IF_ERROR(checkPort(port, entry.outputs));
  return contents;
}

/// Returns the producer with unprintable letters replaced: another format's bytes may be anything.
static std::string producerOf(const ArtifactHeader &header) {
  std::string producer(header.producer, strnlen(header.producer, sizeof header.producer));
  for (char &letter : producer)
    letter = letter >= ' ' && letter <= '~' ? letter : '?';
  return producer;
}

Expected<ArtifactFile> ArtifactFile::read(std::span<const std::byte> bytes,
                                          std::shared_ptr<const void> owner, std::string name) {
  ArtifactHeader header;
  if (bytes.size() < artifactMagic.size() ||
      std::memcmp(bytes.data(), artifactMagic.data(), artifactMagic.size()) != 0)
    return invalidArgument(name + ": is no .qart file");
  if (bytes.size() < sizeof header)
    return invalidArgument(name + ": is cut short within its header");
  std::memcpy(&header, bytes.data(), sizeof header);
  ArtifactFile file;
  file.madeBy = producerOf(header);
  if (Status status = checkHeader(header, file.madeBy, bytes.size()); !status.ok())
    return Status(status.code(), name + ": " + status.message());
  auto blobs = std::make_shared<ArtifactBlobs>(bytes, std::move(owner));
  Expected<ArtifactIndex> contents = readIndex(bytes, header, *blobs);
  if (!contents)
    return invalidArgument(name + ": is damaged: " + contents.status().message());
  file.ownName = std::move(name);
  file.own = std::move(contents->entries);
  file.blobs = std::move(blobs);
  return file;
}

/// Checks that the index describes the program's ports correctly.
static Status checkPorts(const Program &program, const std::vector<PortBuffer> &ports,
                         const std::vector<ArtifactPort> &said) {
  bool isSo = ports.size() == said.size();
  for (size_t i = 0; isSo && i < ports.size(); ++i) {
    const PortDescription<Extent> own = descriptionOf(program, ports[i]);
    isSo = own.name == said[i].name && own.type == said[i].type && own.shape == said[i].shape;
  }
  return isSo ? Status() : invalidArgument("its index says other ports than its program");
}

Expected<std::shared_ptr<const Program>> ArtifactFile::program(size_t index) const {
  auto refuse = [&](const Status &status) {
    return Status(status.code(), ownName + ": is damaged: " + status.message());
  };
  const ArtifactEntry &entry = own[index];
  auto program = std::make_shared<Program>();
  Decoder decoder(std::as_bytes(entry.program.values<uint8_t>()), *blobs);
  decoder.get(*program);
  if (Status status = decoder.finish(); !status.ok())
    return refuse(status);
  if (Status status = verifyProgram(*program); !status.ok())
    return refuse(status);
  if (program->target != entry.device.driver)
    return refuse(invalidArgument("its index says another device than its program"));
  if (program->floatOrder != entry.floatOrder)
    return refuse(invalidArgument("its index says another order of float sums than its program"));
  if (librariesOf(*program) != entry.device.libraries)
    return refuse(invalidArgument("its index says other libraries than its program"));
  if (Status status = checkWeightPlaces(entry.weights, program->constants); !status.ok())
    return refuse(status);
  for (const auto &[ports, said] :
       {std::pair(&program->inputs, &entry.inputs), std::pair(&program->outputs, &entry.outputs)})
    if (Status status = checkPorts(*program, *ports, *said); !status.ok())
      return refuse(status);
  return std::shared_ptr<const Program>(std::move(program));
}

} // namespace qrt
