#include "ir/bytecode_version.h"

using namespace mlir;

namespace qopt::nn {
namespace {

class VersionedBytecode : public BytecodeDialectInterface {
public:
  explicit VersionedBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(versionOf(writer));
  }

  std::unique_ptr<DialectVersion> readVersion(DialectBytecodeReader &reader) const override {
    uint64_t number = 0;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > bytecodeVersion) {
      reader.emitError() << "made by a newer qopt: its operations are of version " << number
                         << ", and version " << bytecodeVersion << " is read here";
      return nullptr;
    }
    return std::make_unique<BytecodeVersion>(number);
  }
};

} // namespace

template <typename Stream> static uint64_t numberOf(Stream &stream, uint64_t unsaid) {
  FailureOr<const DialectVersion *> version = stream.template getDialectVersion<NNDialect>();
  return succeeded(version) ? static_cast<const BytecodeVersion *>(*version)->number : unsaid;
}

uint64_t versionOf(DialectBytecodeReader &reader) { return numberOf(reader, 1); }

uint64_t versionOf(DialectBytecodeWriter &writer) { return numberOf(writer, bytecodeVersion); }

void addBytecodeVersion(NNDialect &dialect) { dialect.addInterfaces<VersionedBytecode>(); }

} // namespace qopt::nn
