// NumPy's .npy: the header, and arrays read in slices of rows so that a large
// file never needs to be in memory at once.
#pragma once

#include "runtime/numerics/types/status.h"
#include "runtime/numerics/types/tensor.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace qopt::io {

struct NpyHeader {
  qrt::ElementType type = qrt::ElementType::F32;
  qrt::Shape shape;
  size_t dataOffset = 0; // bytes before the first element
};

/// `bytes` begins with the file's first bytes (all of the header, or an error
/// follows); `name` is what messages call the array. Refuses big-endian data,
/// Fortran order, object and string arrays, and sizes past 2^46 bytes.
qrt::Expected<NpyHeader> parseNpyHeader(std::string_view bytes, const std::string &name);

/// The same values in a type that NumPy names: bf16 and 8-bit floats become f32, packed integers
/// bytes. Other tensors as they are.
qrt::Tensor npyTensor(const qrt::Tensor &tensor);

/// Magic, version 1.0 and the padded dictionary, as NumPy writes them.
std::string npyHeader(qrt::ElementType type, const qrt::Shape &shape);

/// Reads an array's bytes: fills up to n bytes and returns how many; 0 at the end, negative on an
/// error. The call after the last byte compares an archive's checksum.
using ByteReader = std::function<int64_t(void *, size_t)>;

/// One array of a .npy file or a .npz entry, read front to back.
class ArrayStream {
public:
  /// `totalBytes`: how long the file or entry claims to be.
  static qrt::Expected<ArrayStream> create(ByteReader read, uint64_t totalBytes, std::string name);
  static qrt::Expected<ArrayStream> openFile(const std::string &path);
  /// One that `load` makes when it is first read, of this type and shape.
  static ArrayStream later(qrt::ElementType type, qrt::Shape shape, std::string name,
                           std::function<qrt::Expected<qrt::Tensor>()> load);

  const std::string &name() const { return label; }
  qrt::ElementType type() const { return header.type; }
  const qrt::Shape &shape() const { return header.shape; }

  /// The next `rows` of dimension 0, written to `target` densely.
  qrt::Status readRows(int64_t rows, void *target);
  /// Returns the whole array, of which nothing may have been read before.
  qrt::Expected<qrt::Tensor> readAll();

private:
  qrt::Status makeNow();
  qrt::Status fill(void *target, size_t bytes);
  qrt::Status fillData(void *target, size_t bytes);
  uint64_t left = 0; // bytes of the elements not yet read
  ByteReader read;
  std::function<qrt::Expected<qrt::Tensor>()> load; // to read from; none: `read` is there
  NpyHeader header;
  std::string label;
};

qrt::Status writeNpy(const std::string &path, const qrt::Tensor &given);

} // namespace qopt::io
