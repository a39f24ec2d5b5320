#include "runtime/drivers/opencl/compile/compiler_messages.h"

#include <cerrno>
#include <sys/socket.h>

namespace qrt::opencl {

namespace {
struct Header {
  uint64_t kind, size;
};
} // namespace

/// Calls `transfer` with the remaining bytes until all have been transferred.
template <typename Byte, typename Transfer>
static bool inFull(Byte *data, size_t size, const Transfer &transfer) {
  while (size) {
    ssize_t done = transfer(data, size);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    data += done;
    size -= size_t(done);
  }
  return true;
}

static bool sendBytes(int socket, const void *data, size_t size) {
  return inFull(static_cast<const char *>(data), size, [&](const char *from, size_t left) {
    return send(socket, from, left, MSG_NOSIGNAL);
  });
}

static bool receiveBytes(int socket, void *data, size_t size) {
  return inFull(static_cast<char *>(data), size,
                [&](char *to, size_t left) { return recv(socket, to, left, 0); });
}

bool sendMessage(int socket, MessageKind kind, std::span<const uint8_t> bytes) {
  Header header{uint64_t(kind), bytes.size()};
  return sendBytes(socket, &header, sizeof header) && sendBytes(socket, bytes.data(), bytes.size());
}

std::optional<Message> receiveMessage(int socket) {
  constexpr uint64_t most = uint64_t(1) << 28; // more is noise
  Header header;
  if (!receiveBytes(socket, &header, sizeof header) ||
      header.kind > uint64_t(MessageKind::Failed) || header.size > most)
    return std::nullopt;
  Message message{MessageKind(header.kind), std::vector<uint8_t>(header.size)};
  if (!receiveBytes(socket, message.bytes.data(), message.bytes.size()))
    return std::nullopt;
  return message;
}

} // namespace qrt::opencl
