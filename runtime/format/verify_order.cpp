#include "runtime/format/verify_order.h"

#include "runtime/format/graph.h"
#include "runtime/format/parts.h"
#include "runtime/numerics/types/linear.h"
#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace qrt {
namespace {

constexpr uint32_t none = ~0u;

/// The requirement that node `earlier` comes before `later`, because of a buffer and, for shared
/// bytes, of the other buffer there.
struct Need {
  enum class Why : uint8_t { Read, Fill, Bytes };
  uint32_t later, earlier;
  uint32_t buffer, other = none;
  Why why;
};

/// Bytes that buffers take at every batch, in steps between the places where any begins or ends.
struct Steps {
  uint32_t begin = 0, end = 0;
  bool isEmpty() const { return begin == end; }
};

class OrderVerifier {
public:
  explicit OrderVerifier(const Program &program)
      : program(program), uses(program), lives(lifetimes(program, uses)) {}

  Status run() {
    for (uint32_t i = 0; i < program.buffers.size(); ++i)
      QRT_RETURN_IF_ERROR(named("buffer", program.buffers[i].key, needWrites(i)));
    QRT_RETURN_IF_ERROR(placeBuffers());
    QRT_RETURN_IF_ERROR(needBytes());
    return checkNeeds();
  }

private:
  Status refuse(const Need &need) const {
    auto failed = [&] {
      switch (need.why) {
      case Need::Why::Read: return invalidArgument("it may be read before it is written");
      case Need::Why::Fill: return invalidArgument("a fill races with another write");
      case Need::Why::Bytes: break;
      }
      return invalidArgument("it shares bytes with '" +
                             program.buffers[std::max(need.buffer, need.other)].key +
                             "' while both may be live");
    };
    return named("buffer", program.buffers[std::min(need.buffer, need.other)].key, failed());
  }

  /// Requires that every read follows every write of the buffer, and that a fill and other writes
  /// do not race.
  Status needWrites(uint32_t buffer) {
    const std::vector<uint32_t> &writers = uses.writers[buffer];
    BufferRole role = program.buffers[buffer].role;
    if (writers.empty() && role != BufferRole::Input &&
        (role == BufferRole::Output || !uses.users[buffer].empty()))
      return invalidArgument("it is used but never written");
    auto isFill = [&](uint32_t node) {
      const Call *call = std::get_if<Call>(&program.nodes[node].work);
      return call && fillsWhole(*call);
    };
    for (uint32_t user : uses.users[buffer]) {
      bool writes = std::binary_search(writers.begin(), writers.end(), user);
      bool meetsWriter = role == BufferRole::Input;
      for (uint32_t writer : writers) {
        if (writer == user || !meet(program.nodes[writer], program.nodes[user], buffer))
          continue;
        meetsWriter = true;
        if (!writes && writer > user)
          return invalidArgument("it may be read before it is written");
        if (!writes)
          needs.push_back({user, writer, buffer, none, Need::Why::Read});
        else if (writer < user && (isFill(writer) || isFill(user)))
          needs.push_back({user, writer, buffer, none, Need::Why::Fill});
      }
      if (!writes && !meetsWriter)
        return invalidArgument("a part of it is read that nobody writes");
    }
    return Status();
  }

  Linear bound(const Extent &extent) const { return Linear::of(extent, program.dynamicBatch); }

  /// Returns the end of a buffer; if `rounded`, the size of one that grows is rounded up to a
  /// multiple of the batch.
  Linear endOf(const Buffer &buffer, bool rounded) const {
    const Linear begin = bound(buffer.offset), bytes = bound(buffer.bytes);
    const Extent &size = bytes.size;
    if (size.isStatic() || !rounded)
      return begin.plus(bytes);
    const int64_t fixed = std::max<int64_t>(size.offset + size.multiple - 1, 0);
    return begin.plus(Linear{{size.scale + fixed, 0}});
  }

  /// Orders the places of all buffers, the same at every batch: with exact sizes or, as plans lay
  /// them out, with growing sizes rounded up to multiples of the batch.
  Status placeBuffers() {
    const Status exact = placeBuffers(false);
    return exact.ok() ? exact : placeBuffers(true);
  }
  Status placeBuffers(bool rounded) {
    struct Edge {
      Linear at;
      uint32_t buffer;
      bool isEnd;
      std::pair<int64_t, int64_t> key() const {
        return {at.size.scale + at.size.offset, at.size.scale};
      }
    };
    std::vector<Edge> edges;
    for (uint32_t i = 0; i < program.buffers.size(); ++i) {
      edges.push_back({bound(program.buffers[i].offset), i, false});
      edges.push_back({endOf(program.buffers[i], rounded), i, true});
    }
    std::sort(edges.begin(), edges.end(),
              [](const Edge &a, const Edge &b) { return a.key() < b.key(); });
    places.assign(program.buffers.size(), {});
    uint32_t step = 0;
    for (size_t i = 0; i < edges.size(); ++i) {
      const Edge &edge = edges[i], &before = edges[i ? i - 1 : 0];
      if (!lessEqual(before.at, edge.at))
        return named("buffer", program.buffers[edge.buffer].key,
                     invalidArgument("whether it shares bytes with '" +
                                     program.buffers[before.buffer].key +
                                     "' depends on the batch"));
      step += before.key() != edge.key();
      (edge.isEnd ? places[edge.buffer].end : places[edge.buffer].begin) = step;
    }
    return Status();
  }

  /// Requires that a buffer waits for the previous owners of its bytes, which waited for theirs.
  Status needBytes() {
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < program.buffers.size(); ++i)
      if (!places[i].isEmpty() &&
          (program.buffers[i].role != BufferRole::Activation || !uses.users[i].empty()))
        order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return lives[a].begin < lives[b].begin; });
    RangeOwners owners;
    for (uint32_t next : order)
      for (uint32_t before : owners.take(places[next].begin, places[next].end, next))
        QRT_RETURN_IF_ERROR(needAfter(before, next));
    return Status();
  }

  /// Requires the writers of `next` to follow all users of `before`. Readers of `next` follow its
  /// writers by another rule.
  Status needAfter(uint32_t before, uint32_t next) {
    const Need shared{0, 0, before, next, Need::Why::Bytes};
    if (program.buffers[before].role == BufferRole::Output ||
        program.buffers[next].role == BufferRole::Input)
      return refuse(shared);
    for (uint32_t writer : uses.writers[next])
      for (uint32_t user : uses.users[before]) {
        if (user >= writer)
          return refuse(shared);
        needs.push_back({writer, user, before, next, Need::Why::Bytes});
      }
    return Status();
  }

  Status checkNeeds() {
    std::sort(needs.begin(), needs.end(), [](const Need &a, const Need &b) {
      return std::tie(a.later, b.earlier) < std::tie(b.later, a.earlier);
    });
    AncestorWalk walk(program);
    for (size_t i = 0, end; i < needs.size(); i = end) {
      end = i + 1;
      while (end < needs.size() && needs[end].later == needs[i].later)
        ++end;
      walk.start(needs[i].later, needs[end - 1].earlier);
      for (size_t k = i; k < end; ++k)
        if (!walk.reaches(needs[k].earlier))
          return refuse(needs[k]);
    }
    return Status();
  }

  const Program &program;
  const BufferUses uses;
  const std::vector<Lifetime> lives;
  std::vector<Steps> places; // of each buffer
  std::vector<Need> needs;
};

} // namespace

Status verifyOrder(const Program &program) { return OrderVerifier(program).run(); }

} // namespace qrt
