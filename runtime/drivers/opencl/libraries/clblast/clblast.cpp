#include "runtime/drivers/opencl/libraries/clblast/clblast.h"

#include "runtime/numerics/types/return_if_error.h"

#include <dlfcn.h>

#include <algorithm>

namespace qrt::opencl {
namespace {

// Constants and functions of CLBlast's public C interface, clblast_c.h of version 1.5.
constexpr int rowMajor = 101, asItIs = 111, transposed = 112;

struct Functions {
  int (*gemm)(int layout, int transposeA, int transposeB, size_t m, size_t n, size_t k, float alpha,
              cl_mem a, size_t offsetA, size_t pitchA, cl_mem b, size_t offsetB, size_t pitchB,
              float beta, cl_mem c, size_t offsetC, size_t pitchC, cl_command_queue *queue,
              cl_event *event) = nullptr;
  int (*strided)(int layout, int transposeA, int transposeB, size_t m, size_t n, size_t k,
                 float alpha, cl_mem a, size_t offsetA, size_t pitchA, size_t strideA, cl_mem b,
                 size_t offsetB, size_t pitchB, size_t strideB, float beta, cl_mem c,
                 size_t offsetC, size_t pitchC, size_t strideC, size_t matrices,
                 cl_command_queue *queue, cl_event *event) = nullptr;
  int (*batched)(int layout, int transposeA, int transposeB, size_t m, size_t n, size_t k,
                 const float *alphas, cl_mem a, const size_t *offsetsA, size_t pitchA, cl_mem b,
                 const size_t *offsetsB, size_t pitchB, const float *betas, cl_mem c,
                 const size_t *offsetsC, size_t pitchC, size_t matrices, cl_command_queue *queue,
                 cl_event *event) = nullptr;
};

Status missing(const std::string &what) {
  return {StatusCode::NotFound, what + ": install it (Debian: libclblast1), or compile without "
                                       "--libraries=clblast"};
}

Expected<Functions> open() {
  void *library = dlopen("libclblast.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library)
    return missing("CLBlast (libclblast.so.1) is not found on this machine");
  Functions functions;
  const auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    return function != nullptr;
  };
  if (!find(functions.gemm, "CLBlastSgemm") ||
      !find(functions.strided, "CLBlastSgemmStridedBatched") ||
      !find(functions.batched, "CLBlastSgemmBatched"))
    return missing("CLBlast (libclblast.so.1) is older than 1.4");
  return functions;
}

const Expected<Functions> &functions() {
  static const Expected<Functions> opened = open();
  return opened;
}

Status find() { return functions().status(); }

struct Form {
  std::string_view name;
  int transposeB;
  bool isBatched;
  size_t sizes;
};
constexpr Form forms[] = {{"gemm", asItIs, false, 9},
                          {"gemm.transposed", transposed, false, 9},
                          {"gemm.batched", asItIs, true, 17},
                          {"gemm.batched.transposed", transposed, true, 17}};

const Form *formNamed(const std::string &name) {
  const Form *form = std::ranges::find(forms, name, &Form::name);
  return form == std::end(forms) ? nullptr : form;
}

Status check(const LibraryCall &call) {
  const Form *form = formNamed(call.function);
  if (!form)
    return invalidArgument("clblast has no function '" + call.function + "'");
  if (call.operands.size() != 3 || call.sizes.size() != form->sizes)
    return invalidArgument("clblast's " + call.function + " takes 3 operands and " +
                           std::to_string(form->sizes) + " sizes");
  return {};
}

Status resultOf(const ReadyCall &call, int code) {
  if (code == 0)
    return {};
  return {StatusCode::DeviceError, "CLBlast's " + call.function + " failed with code " +
                                       std::to_string(code) +
                                       " (see clblast_c.h); compile without --libraries=clblast"};
}

/// The offsets, in elements, of the matrices of a batched call's operand.
struct Place {
  size_t offset, pitch, outer, inner;
  size_t of(size_t matrix, size_t count) const {
    return offset + matrix / count * outer + matrix % count * inner;
  }
  /// Returns whether the two strides amount to one.
  bool isStrided(size_t count) const { return count == 1 || outer == count * inner; }
};

int enqueueBatched(const ReadyCall &call, int transposeB, cl_command_queue queue, cl_event *event) {
  const auto at = [&](size_t i) { return size_t(call.sizes[i]); };
  const size_t m = at(0), n = at(1), k = at(2), count = at(4), matrices = at(3) * count;
  Place places[3];
  for (size_t i = 0; i < 3; ++i)
    places[i] = {at(5 + 4 * i), at(6 + 4 * i), at(7 + 4 * i), at(8 + 4 * i)};
  const auto &[a, b, c] = places;
  const cl_mem *const memory = call.operands.data();
  const auto stride = [&](const Place &place) { return count == 1 ? place.outer : place.inner; };
  if (std::ranges::all_of(places, [&](const Place &place) { return place.isStrided(count); }))
    return functions()->strided(rowMajor, asItIs, transposeB, m, n, k, 1, memory[0], a.offset,
                                a.pitch, stride(a), memory[1], b.offset, b.pitch, stride(b), 0,
                                memory[2], c.offset, c.pitch, stride(c), matrices, &queue, event);
  std::vector<size_t> offsets[3];
  for (size_t i = 0; i < 3; ++i)
    for (size_t matrix = 0; matrix < matrices; ++matrix)
      offsets[i].push_back(places[i].of(matrix, count));
  const std::vector<float> ones(matrices, 1), zeros(matrices, 0);
  return functions()->batched(rowMajor, asItIs, transposeB, m, n, k, ones.data(), memory[0],
                              offsets[0].data(), a.pitch, memory[1], offsets[1].data(), b.pitch,
                              zeros.data(), memory[2], offsets[2].data(), c.pitch, matrices, &queue,
                              event);
}

int enqueueOne(const ReadyCall &call, int transposeB, cl_command_queue queue, cl_event *event) {
  const auto at = [&](size_t i) { return size_t(call.sizes[i]); };
  return functions()->gemm(rowMajor, asItIs, transposeB, at(0), at(1), at(2), 1, call.operands[0],
                           at(3), at(4), call.operands[1], at(5), at(6), 0, call.operands[2], at(7),
                           at(8), &queue, event);
}

Status enqueue(const ReadyCall &call, cl_command_queue queue, cl_event *event) {
  QRT_RETURN_IF_ERROR(find());
  const Form *form = formNamed(call.function);
  const auto run = form->isBatched ? enqueueBatched : enqueueOne;
  return resultOf(call, run(call, form->transposeB, queue, event));
}

// One value each: a, b and c lie one behind the other.
Status prepare(const std::string &function, cl_command_queue queue, cl_mem scratch) {
  ReadyCall call{function, {scratch, scratch, scratch}, {1, 1, 1, 0, 1, 1, 1, 2, 1}};
  if (formNamed(function)->isBatched)
    call.sizes = {1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1};
  return enqueue(call, queue, nullptr);
}

} // namespace

const Library clblast{"clblast", find, check, prepare, enqueue};

} // namespace qrt::opencl
