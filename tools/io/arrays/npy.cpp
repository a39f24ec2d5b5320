#include "tools/io/arrays/npy.h"

#include "tools/io/file.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

using namespace qrt;

namespace qopt::io {

static constexpr std::string_view magic("\x93NUMPY", 6);
static constexpr size_t headerLimit = 64 * 1024;
static constexpr int64_t bytesLimit = int64_t(1) << 46;

// bf16, 8-bit floats and packed values have no name there.
static ElementType nameable(ElementType type) {
  std::optional<FloatLayout> narrow = narrowLayout(type);
  return narrow && narrow != Float16::layout ? ElementType::F32 : type;
}

static Status unusable(const std::string &name, const std::string &what) {
  return invalidArgument(name + ": " + what);
}

// The array is not as it was saved.
static Status damaged(const std::string &name, const std::string &what) {
  return unusable(name, what + "; copy the file anew, or save the array again");
}

// NumPy's name: byte order, kind, bytes.
static std::string descrOf(ElementType type) {
  constexpr char kinds[] = {'f', 'i', 'u', 'b'}; // by TypeClass
  if (isPacked(type) || nameable(type) != type)
    return {};
  return (byteWidth(type) == 1 ? "|" : "<") + std::string(1, kinds[int(typeClass(type))]) +
         std::to_string(byteWidth(type));
}

static std::optional<ElementType> parseDescr(llvm::StringRef descr) {
  for (ElementType type : allElementTypes) {
    std::string known = descrOf(type);
    if (known.empty())
      continue;
    bool oneByte = byteWidth(type) == 1; // then the byte order says nothing
    if (oneByte ? descr.size() == 3 && descr.drop_front() == llvm::StringRef(known).drop_front()
                : descr == known)
      return type;
  }
  return std::nullopt;
}

/// The text after `'key':` of the header's dictionary, spaces dropped.
static std::optional<llvm::StringRef> entryOf(llvm::StringRef dictionary, llvm::StringRef key) {
  std::string quoted = ("'" + key + "'").str();
  size_t at = dictionary.find(quoted);
  if (at == llvm::StringRef::npos)
    return std::nullopt;
  llvm::StringRef rest = dictionary.substr(at + quoted.size()).ltrim();
  if (!rest.consume_front(":"))
    return std::nullopt;
  return rest.ltrim();
}

static std::optional<Shape> parseDimensions(llvm::StringRef text) {
  if (!text.consume_front("("))
    return std::nullopt;
  size_t end = text.find(')');
  if (end == llvm::StringRef::npos)
    return std::nullopt;
  Shape shape;
  llvm::SmallVector<llvm::StringRef> parts;
  text.take_front(end).split(parts, ',');
  for (auto [i, part] : llvm::enumerate(parts)) {
    part = part.trim();
    if (part.empty() && i + 1 == parts.size())
      break; // "()" and "(3,)"
    int64_t size;
    if (part.getAsInteger(10, size) || size < 0)
      return std::nullopt;
    shape.push_back(size);
    if (shape.size() > 32)
      return std::nullopt; // NumPy's own limit
  }
  return shape;
}

/// The dictionary's text and the data's offset, from the fixed prefix.
static Expected<std::pair<llvm::StringRef, size_t>> dictionaryOf(std::string_view bytes,
                                                                 const std::string &name) {
  if (bytes.size() < 10 || bytes.substr(0, 6) != magic)
    return unusable(name, "is not a .npy array (no NumPy magic); numpy.save makes one");
  unsigned major = uint8_t(bytes[6]);
  size_t prefix = major == 1 ? 10 : 12, length = 0;
  if (major < 1 || major > 3 || bytes.size() < prefix)
    return damaged(name, "has an unknown .npy version or is cut short");
  for (size_t i = prefix; i-- > 8;)
    length = length << 8 | uint8_t(bytes[i]);
  if (length > headerLimit)
    return damaged(name, "claims a .npy header of " + std::to_string(length) +
                             " bytes; the file is damaged");
  if (bytes.size() < prefix + length)
    return damaged(name, "is cut short inside its .npy header");
  return std::pair(llvm::StringRef(bytes.data() + prefix, length), prefix + length);
}

Expected<NpyHeader> parseNpyHeader(std::string_view bytes, const std::string &name) {
  auto found = dictionaryOf(bytes, name);
  if (!found)
    return found.status();
  auto [dictionary, offset] = *found;
  auto descr = entryOf(dictionary, "descr"), order = entryOf(dictionary, "fortran_order"),
       dims = entryOf(dictionary, "shape");
  if (!descr || !order || !dims)
    return damaged(name, "has a .npy header without descr, fortran_order or shape");
  NpyHeader header;
  header.dataOffset = offset;
  llvm::StringRef typeName = descr->starts_with("'")
                                 ? descr->drop_front().take_until([](char c) { return c == '\''; })
                                 : *descr;
  std::optional<ElementType> type = parseDescr(typeName);
  if (typeName == "|O")
    return unusable(name, "holds Python objects, no numbers: rows of different lengths, or None, "
                          "make such arrays; save one of numbers, as x.astype(numpy.float32)");
  if (!type)
    return unusable(name, "holds elements of NumPy type '" + typeName.take_front(16).str() +
                              "'; convert it to a little-endian float or integer type");
  header.type = *type;
  if (!order->starts_with("False"))
    return unusable(name, "is in Fortran order; save it through numpy.ascontiguousarray");
  std::optional<Shape> shape = parseDimensions(*dims);
  if (!shape)
    return damaged(name, "has a damaged shape in its .npy header");
  int64_t total = byteWidth(*type);
  for (int64_t size : *shape)
    if (size != 0 && (llvm::MulOverflow(total, size, total) || total > bytesLimit))
      return damaged(name, "claims a shape that is too large");
  header.shape = std::move(*shape);
  return header;
}

std::string npyHeader(ElementType type, const Shape &shape) {
  std::string dims;
  for (int64_t size : shape)
    dims += std::to_string(size) + (shape.size() == 1 ? "," : ", ");
  if (shape.size() > 1)
    dims.resize(dims.size() - 2);
  std::string text =
      "{'descr': '" + descrOf(type) + "', 'fortran_order': False, 'shape': (" + dims + "), }";
  text.append(63 - (10 + text.size()) % 64, ' ');
  text += '\n';
  std::string header(magic);
  header += {1, 0, char(text.size() & 255), char(text.size() >> 8)};
  return header + text;
}

Status ArrayStream::fill(void *target, size_t bytes) {
  char *at = static_cast<char *>(target);
  while (bytes) {
    int64_t got = read(at, bytes);
    if (got < 0)
      return damaged(label, "is damaged: its bytes cannot be read");
    if (got == 0)
      return damaged(label, "is cut short: it ends inside its data");
    at += got;
    bytes -= size_t(got);
  }
  return {};
}

Status ArrayStream::fillData(void *target, size_t bytes) {
  if (Status status = fill(target, bytes); !status.ok())
    return status;
  left -= bytes;
  char beyond;
  if (bytes && left == 0 && read(&beyond, 1) < 0)
    return damaged(label, "is damaged: its checksum does not match");
  return {};
}

Expected<ArrayStream> ArrayStream::create(ByteReader read, uint64_t totalBytes, std::string name) {
  ArrayStream stream;
  stream.read = std::move(read);
  stream.label = std::move(name);
  std::string bytes(12, '\0');
  if (totalBytes < bytes.size())
    return damaged(stream.label, "is not a .npy array (too short)");
  if (Status status = stream.fill(bytes.data(), bytes.size()); !status.ok())
    return status;
  bool version1 = bytes.substr(0, 6) == magic && bytes[6] == 1;
  size_t length = uint8_t(bytes[8]) | size_t(uint8_t(bytes[9])) << 8;
  if (!version1)
    length |= size_t(uint8_t(bytes[10])) << 16 | size_t(uint8_t(bytes[11])) << 24;
  size_t want = (version1 ? 10 : 12) + length;
  if (bytes.substr(0, 6) == magic && length <= headerLimit && want > bytes.size()) {
    bytes.resize(std::min<uint64_t>(want, totalBytes));
    if (Status status = stream.fill(bytes.data() + 12, bytes.size() - 12); !status.ok())
      return status;
  }
  auto header = parseNpyHeader(bytes, stream.label);
  if (!header)
    return header.status();
  stream.header = *header;
  uint64_t data = uint64_t(elementCount(header->shape)) * byteWidth(header->type);
  if (header->dataOffset < 12 || header->dataOffset + data > totalBytes)
    return damaged(stream.label, "is cut short: its shape " + shapeToString(header->shape) +
                                     " needs " + std::to_string(data) + " bytes");
  if (uint64_t beyond = totalBytes - header->dataOffset - data)
    return unusable(stream.label, "has " + std::to_string(beyond) +
                                      " bytes behind the data of its shape " +
                                      shapeToString(header->shape) + "; save the array again");
  stream.left = data;
  return stream;
}

Expected<ArrayStream> ArrayStream::openFile(const std::string &path) {
  std::shared_ptr<FILE> file(std::fopen(path.c_str(), "rb"), [](FILE *f) {
    if (f)
      std::fclose(f);
  });
  if (!file)
    return Status(StatusCode::Io, path + ": cannot open: " + std::strerror(errno));
  if (std::fseek(file.get(), 0, SEEK_END) != 0)
    return Status(StatusCode::Io, path + ": cannot read: " + std::strerror(errno));
  int64_t size = std::ftell(file.get());
  std::rewind(file.get());
  auto read = [file](void *target, size_t bytes) -> int64_t {
    size_t got = std::fread(target, 1, bytes, file.get());
    return got == 0 && std::ferror(file.get()) ? -1 : int64_t(got);
  };
  return create(read, size < 0 ? 0 : uint64_t(size), path);
}

ArrayStream ArrayStream::later(ElementType type, Shape shape, std::string name,
                               std::function<Expected<Tensor>()> load) {
  ArrayStream stream;
  stream.left = uint64_t(elementCount(shape)) * byteWidth(type);
  stream.header.type = type;
  stream.header.shape = std::move(shape);
  stream.label = std::move(name);
  stream.load = std::move(load);
  return stream;
}

Status ArrayStream::makeNow() {
  if (!load)
    return {};
  auto made = std::exchange(load, nullptr)();
  if (!made)
    return made.status();
  read = [tensor = *made, at = size_t(0)](void *target, size_t bytes) mutable {
    bytes = std::min(bytes, tensor.bytes() - at);
    std::memcpy(target, static_cast<const char *>(tensor.data()) + at, bytes);
    at += bytes;
    return int64_t(bytes);
  };
  return {};
}

Status ArrayStream::readRows(int64_t rows, void *target) {
  if (Status status = makeNow(); !status.ok())
    return status;
  Shape row(header.shape.begin() + 1, header.shape.end());
  return fillData(target, size_t(rows) * size_t(elementCount(row)) * byteWidth(header.type));
}

Expected<Tensor> ArrayStream::readAll() {
  if (Status status = makeNow(); !status.ok())
    return status;
  Tensor tensor = Tensor::allocate(header.type, header.shape);
  if (Status status = fillData(tensor.mutableData(), tensor.bytes()); !status.ok())
    return status;
  return tensor;
}

Tensor npyTensor(const Tensor &tensor) {
  Tensor whole = unpacked(tensor);
  ElementType type = nameable(whole.type());
  if (type == whole.type())
    return whole;
  Tensor wide = Tensor::allocate(type, tensor.shape());
  visitValues(whole, [&](auto values) {
    std::transform(values.begin(), values.end(), wide.mutableValues<float>().begin(),
                   [](auto value) { return float(value); });
  });
  return wide;
}

Status writeNpy(const std::string &path, const Tensor &given) {
  Tensor tensor = npyTensor(given);
  return writeFile(path, [&](llvm::raw_ostream &stream) {
    stream << npyHeader(tensor.type(), tensor.shape());
    stream.write(static_cast<const char *>(tensor.data()), tensor.bytes());
  });
}

} // namespace qopt::io
