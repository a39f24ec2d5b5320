#include "importers/graphdef/file/checkpoint.h"

#include "importers/common/file_bytes.h"
#include "importers/graphdef/file/tensor_data.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

namespace qopt::graphdef {

using qrt::invalidArgument;
using qrt::Status;

// ---- the table ----

namespace {
/// Takes bytes from the front; once too few are there, `failed` stays set.
struct Reader {
  llvm::StringRef bytes;
  bool failed = false;

  uint64_t number() { // a varint of at most 64 bits
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
      const uint8_t byte = uint8_t(bytes.front());
      bytes = bytes.drop_front();
      value |= uint64_t(byte & 0x7f) << shift;
      if (byte < 0x80)
        return value;
    }
    failed = true;
    return 0;
  }
  llvm::StringRef take(uint64_t count) {
    failed |= count > bytes.size();
    if (failed)
      return {};
    llvm::StringRef front = bytes.take_front(size_t(count));
    bytes = bytes.drop_front(size_t(count));
    return front;
  }
};

struct Handle {
  uint64_t offset = 0, size = 0;
};
} // namespace

static const char damaged[] = "is damaged or cut off, or no checkpoint's index";

static Handle readHandle(Reader &reader) {
  const uint64_t offset = reader.number();
  return {offset, reader.number()};
}

// A block holds entries: each key shares its beginning with the one before. Behind them lie the
// places of keys that are whole, and behind the block a byte that says how it is compressed.
template <typename Add>
static Status readBlock(llvm::StringRef table, const Handle &handle, Add add) {
  constexpr uint64_t word = 4;
  if (handle.offset > table.size() || handle.size >= table.size() - handle.offset)
    return invalidArgument(damaged);
  if (table[size_t(handle.offset + handle.size)] != 0)
    return {qrt::StatusCode::Unsupported, "a checkpoint whose index is compressed"};
  llvm::StringRef block = table.substr(size_t(handle.offset), size_t(handle.size));
  if (block.size() < word)
    return invalidArgument(damaged);
  const uint64_t restarts = llvm::support::endian::read32le(block.end() - word);
  if ((restarts + 1) * word > block.size())
    return invalidArgument(damaged);
  Reader reader{block.drop_back(size_t((restarts + 1) * word))};
  std::string key;
  while (!reader.bytes.empty()) {
    const uint64_t shared = reader.number(), own = reader.number(), size = reader.number();
    if (shared > key.size())
      return invalidArgument(damaged);
    key.resize(size_t(shared));
    key += reader.take(own).str();
    llvm::StringRef value = reader.take(size);
    if (reader.failed)
      return invalidArgument(damaged);
    if (Status status = add(key, value); !status.ok())
      return status;
  }
  return {};
}

qrt::Expected<std::map<std::string, std::string>> readTable(llvm::StringRef bytes) {
  constexpr size_t footer = 48;
  constexpr uint64_t magic = 0xdb4775248b80fb57ull;
  if (bytes.size() < footer || llvm::support::endian::read64le(bytes.end() - 8) != magic)
    return invalidArgument(damaged);
  Reader end{bytes.take_back(footer)};
  readHandle(end); // the index of filters
  const Handle index = readHandle(end);
  if (end.failed)
    return invalidArgument(damaged);
  std::map<std::string, std::string> entries;
  auto addEntry = [&](const std::string &key, llvm::StringRef value) {
    entries[key] = value.str();
    return Status();
  };
  auto addBlock = [&](const std::string &, llvm::StringRef value) {
    Reader reader{value};
    const Handle block = readHandle(reader);
    return reader.failed ? Status(invalidArgument(damaged)) : readBlock(bytes, block, addEntry);
  };
  if (Status status = readBlock(bytes, index, addBlock); !status.ok())
    return status;
  return entries;
}

// ---- the tensors ----

static std::string shardName(const std::string &prefix, int32_t shard, int32_t shards) {
  return prefix + llvm::formatv(".data-{0,0+5}-of-{1,0+5}", shard, shards).str();
}

static Status readHeader(const std::string &bytes, int32_t &shards) {
  proto::BundleHeaderProto header;
  if (!header.ParseFromString(bytes) || header.num_shards() < 1)
    return invalidArgument(damaged);
  if (header.endianness() != proto::BundleHeaderProto::LITTLE)
    return {qrt::StatusCode::Unsupported, "a checkpoint of a big-endian machine"};
  shards = header.num_shards();
  return {};
}

qrt::Expected<Checkpoint> Checkpoint::read(const std::string &prefix, SourceHash &hash) {
  auto index = readFileBytes(prefix + ".index");
  if (!index)
    return index.status();
  auto table = readTable((*index)->getBuffer());
  if (!table)
    return table.status();
  hash.add((*index)->getBuffer());
  Checkpoint checkpoint;
  checkpoint.prefix = prefix;
  for (const auto &[key, value] : *table) {
    if (key.empty()) {
      if (Status status = readHeader(value, checkpoint.shards); !status.ok())
        return status;
    } else if (!checkpoint.entries[key].ParseFromString(value)) {
      return invalidArgument(damaged);
    }
  }
  for (int32_t shard = 0; shard < std::min(checkpoint.shards, 1 << 16); ++shard)
    if (auto data = llvm::MemoryBuffer::getFile(shardName(prefix, shard, checkpoint.shards), false,
                                                /*RequiresNullTerminator=*/false))
      hash.add((*data)->getBuffer());
  return checkpoint;
}

static qrt::Expected<qrt::Tensor> readEntry(const proto::BundleEntryProto &entry,
                                            const std::string &file) {
  if (entry.slices_size())
    return Status(qrt::StatusCode::Unsupported, "a variable in slices");
  auto shape = readShape(entry.shape());
  if (!shape)
    return shape.status();
  if (entry.size() < 0 || entry.offset() < 0)
    return invalidArgument("its place in the checkpoint is damaged");
  // A slice would read bytes behind the file's end as 0.
  uint64_t have = 0;
  if (std::error_code error = llvm::sys::fs::file_size(file, have))
    return Status(qrt::StatusCode::Io, "cannot be read from '" + file + "': " + error.message());
  if (uint64_t(entry.offset()) > have || uint64_t(entry.size()) > have - uint64_t(entry.offset()))
    return invalidArgument("'" + file + "' is cut off");
  auto bytes =
      llvm::MemoryBuffer::getFileSlice(file, uint64_t(entry.size()), uint64_t(entry.offset()));
  if (!bytes)
    return Status(qrt::StatusCode::Io,
                  "cannot be read from '" + file + "': " + bytes.getError().message());
  return tensorFromBytes((*bytes)->getBuffer(), entry.dtype(), *shape, "the checkpoint");
}

ConstantReader Checkpoint::find(const std::string &name) const {
  auto entry = entries.find(name);
  if (entry == entries.end())
    return nullptr;
  std::string file = shardName(prefix, entry->second.shard_id(), shards);
  return [entry = entry->second, file] { return readEntry(entry, file); };
}

} // namespace qopt::graphdef
