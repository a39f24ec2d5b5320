// Encodes described structs as bytes, field by field, and decodes them
// (docs/decisions/runtime/artifacts.md). Numbers are little-endian in their own width; lists and
// texts begin with their length; tensors are blobs beside the bytes. Decoded data are well formed;
// verifyProgram checks that they are right.
#pragma once

#include "runtime/format/schema.h"

#include <bit>
#include <cstring>

namespace qrt {

static_assert(std::endian::native == std::endian::little, "files are read as they lie");

/// Stores large byte sequences, each once by content.
class BlobSink {
public:
  virtual ~BlobSink() = default;
  virtual uint32_t add(std::span<const std::byte> bytes) = 0;
};
/// The blobs of a file.
class BlobSource {
public:
  virtual ~BlobSource() = default;
  /// Returns a tensor that uses the blob's own bytes; fails if the blob does not exist or has
  /// another size.
  virtual Expected<Tensor> tensor(uint32_t blob, ElementType type, Shape shape) const = 0;
};

class Encoder {
public:
  explicit Encoder(BlobSink &blobs) : blobs(blobs) {}
  std::string bytes;

  template <typename T> void put(const T &value) {
    if constexpr (std::is_enum_v<T> || std::is_arithmetic_v<T>)
      bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    else if constexpr (Described<T>)
      visitFields(value, [&](std::string_view, const auto &field) { put(field); });
    else if constexpr (!std::is_empty_v<T>)
      putComposed(value);
  }

private:
  void putLength(size_t length) { put(uint32_t(length)); }
  void putComposed(const std::string &text) {
    putLength(text.size());
    bytes += text;
  }
  void putComposed(const Tensor &tensor) {
    put(tensor.data() != nullptr);
    if (!tensor.data())
      return;
    put(tensor.type());
    put(tensor.shape());
    put(blobs.add({static_cast<const std::byte *>(tensor.data()), tensor.bytes()}));
  }
  template <typename T> void putComposed(const std::vector<T> &list) {
    putLength(list.size());
    for (const T &item : list)
      put(item);
  }
  template <typename T> void putComposed(const std::optional<T> &value) {
    put(value.has_value());
    if (value)
      put(*value);
  }
  template <typename T, size_t n> void putComposed(const std::array<T, n> &values) {
    for (const T &value : values)
      put(value);
  }
  template <typename T, size_t n> void putComposed(const T (&values)[n]) {
    for (const T &value : values)
      put(value);
  }
  template <typename... T> void putComposed(const std::variant<T...> &value) {
    put(uint8_t(value.index()));
    std::visit([&](const auto &held) { put(held); }, value);
  }

  BlobSink &blobs;
};

/// Decodes values. Every read is checked, and nothing is read after the first failure. It allocates
/// no more than a small multiple of the bytes read.
class Decoder {
public:
  Decoder(std::span<const std::byte> bytes, const BlobSource &blobs) : rest(bytes), blobs(blobs) {}

  template <typename T> void get(T &value) {
    if constexpr (std::is_same_v<T, bool> || std::is_enum_v<T>)
      getCounted(value);
    else if constexpr (std::is_arithmetic_v<T>)
      getRaw(value);
    else if constexpr (Described<T>)
      visitFields(value, [&](std::string_view name, auto &field) {
        if (!failure.ok())
          return;
        current = name;
        get(field);
      });
    else if constexpr (!std::is_empty_v<T>)
      getComposed(value);
  }

  const Status &status() const { return failure; }
  /// Returns ok if every read succeeded and no bytes are left.
  Status finish() {
    current = "the end";
    if (!rest.empty())
      fail("more bytes than fields");
    return failure;
  }

private:
  void fail(const std::string &why) {
    if (failure.ok())
      failure = invalidArgument("at " + std::string(current) + ": " + why);
  }
  template <typename T> void getRaw(T &value) {
    if (!failure.ok() || rest.size() < sizeof value)
      return fail("it ends too early");
    std::memcpy(&value, rest.data(), sizeof value);
    rest = rest.subspan(sizeof value);
  }
  template <typename T> void getCounted(T &value) {
    uint8_t number = 0;
    static_assert(sizeof value == 1, "enums of the program are a byte");
    getRaw(number);
    size_t count = 2;
    if constexpr (std::is_enum_v<T>)
      count = enumeratorCount<T>();
    if (number >= count)
      return fail(std::to_string(number) + " where less than " + std::to_string(count) +
                  " is possible");
    value = T(number);
  }
  /// Reads the length of a list whose items take at least a byte each, or none at all.
  uint32_t getLength() {
    uint32_t length = 0;
    getRaw(length);
    if (failure.ok() && length > rest.size())
      fail("a length of " + std::to_string(length) + " where " + std::to_string(rest.size()) +
           " bytes follow");
    return failure.ok() ? length : 0;
  }
  void getComposed(std::string &text) {
    const uint32_t length = getLength();
    text.assign(reinterpret_cast<const char *>(rest.data()), length);
    rest = rest.subspan(length);
  }
  void getComposed(Tensor &tensor) {
    bool hasValue = false;
    getCounted(hasValue);
    if (!hasValue)
      return;
    ElementType type{};
    Shape shape;
    uint32_t blob = 0;
    get(type);
    get(shape);
    get(blob);
    if (!failure.ok())
      return;
    Expected<Tensor> found = blobs.tensor(blob, type, std::move(shape));
    if (found)
      tensor = std::move(*found);
    else
      fail(found.status().message());
  }
  template <typename T> void getComposed(std::vector<T> &list) {
    list.clear();
    for (uint32_t left = getLength(); left > 0 && failure.ok(); --left)
      get(list.emplace_back());
  }
  template <typename T> void getComposed(std::optional<T> &value) {
    bool hasValue = false;
    getCounted(hasValue);
    value.reset();
    if (hasValue)
      get(value.emplace());
  }
  template <typename T, size_t n> void getComposed(std::array<T, n> &values) {
    for (T &value : values)
      get(value);
  }
  template <typename T, size_t n> void getComposed(T (&values)[n]) {
    for (T &value : values)
      get(value);
  }
  template <typename... T> void getComposed(std::variant<T...> &value) {
    uint8_t index = 0;
    getRaw(index);
    size_t at = 0;
    (void)((at++ == index ? (get(value.template emplace<T>()), true) : false) || ...);
    if (index >= sizeof...(T))
      fail("kind " + std::to_string(index) + " of " + std::to_string(sizeof...(T)));
  }

  std::span<const std::byte> rest;
  const BlobSource &blobs;
  std::string_view current = "the beginning";
  Status failure;
};

} // namespace qrt
