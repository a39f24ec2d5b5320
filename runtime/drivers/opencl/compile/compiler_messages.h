// The messages between a process and its compiler processes: a kind, a length, bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace qrt::opencl {

enum class MessageKind : uint8_t {
  Ready,  // the compiler's first: it has its device
  Source, // to be built
  Binary, // to be built: the driver translates it once more, and keeps that in a cache of its own
  Built,  // the binary that was made
  Failed,
};

struct Message {
  MessageKind kind;
  std::vector<uint8_t> bytes;
};

/// The compiler's end of the connection.
inline constexpr int compilerSocket = 3;

/// Send and receive on a connected socket; return false or none if the other end is gone.
bool sendMessage(int socket, MessageKind kind, std::span<const uint8_t> bytes = {});
std::optional<Message> receiveMessage(int socket);

} // namespace qrt::opencl
