#include "test/lowering/kernels/tensor_core/variants.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace qopt::test {
namespace {

std::string fileText(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error(path + " can't be read; --root= is the repository");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

int divideUp(int64_t a, int64_t b) { return int((a + b - 1) / b); }

int64_t pixelsOf(const QuantizedConv &conv, int samples) {
  return int64_t(samples) * conv.outSize() * conv.outSize();
}

struct Tiles {
  int pixels, channels, down, across;
};
Variant tiled(Tiles tile, int depth, int stages, int resident, int splits = 1) {
  return {"conv2d_mma.cl", "conv2d_mma", tile.pixels, tile.channels, tile.down,
          tile.across,     stages,       depth,       splits,        resident};
}
Variant direct(int down, int across, int stages, int resident) {
  return {"conv2d_mma_direct.cl",
          "conv2d_mma_direct",
          16,
          64,
          down,
          across,
          stages,
          64,
          1,
          resident,
          true};
}

} // namespace

std::string Variant::name() const {
  auto number = [](int value) { return std::to_string(value); };
  const std::string warps = number(down) + "x" + number(across);
  if (isDirect)
    return "direct " + warps + " s" + number(stages) + " r" + number(resident);
  return number(pixels) + "x" + number(channels) + " " + warps + " d" + number(depth) + " s" +
         number(stages) + " r" + number(resident) + (splits > 1 ? " k" + number(splits) : "");
}

int Variant::localBytes(const QuantizedConv &conv) const {
  if (isDirect)
    return across * 512 + stages * (conv.in / 32 + (conv.side ? 2 : 0)) * 512 * down * across;
  return stages * (pixels + channels) * depth;
}

bool Variant::takes(const QuantizedConv &conv, int samples, int multiprocessors) const {
  if (conv.in % 16 != 0 || conv.out % 16 != 0)
    return false;
  if (isDirect)
    return conv.kernel == 1 && conv.pad == 0 && conv.in % 64 == 0 && conv.in <= 256 &&
           conv.out % (64 * across) == 0 && (conv.in <= 128 || resident * down * across <= 8) &&
           resident * localBytes(conv) <= 220 * 1024;
  const int steps = divideUp(conv.products(), depth);
  const int tiles = divideUp(pixelsOf(conv, samples), pixels) * divideUp(conv.out, channels);
  if (channels > conv.out || pixels > 2 * pixelsOf(conv, samples))
    return false;
  if (depth > conv.weightPitch())
    return false;
  if (splits > 1) // room for more groups, and a few steps for each
    return tiles * splits <= 2 * multiprocessors && steps >= 2 * splits &&
           (splits - 1) * divideUp(steps, splits) < steps;
  return pixels >= 128 || tiles <= 16 * multiprocessors; // small tiles for little work
}

std::string Variant::text(const QuantizedConv &conv, const std::string &root) const {
  std::string text = "#define TARGET_GPU\n" + definesOf(conv);
  auto define = [&](const char *name, int value) {
    text += std::string("#define ") + name + " " + std::to_string(value) + "\n";
  };
  define("PIXEL_TILE", pixels);
  define("CHANNEL_TILE", channels);
  define("WARPS_DOWN", down);
  define("WARPS_ACROSS", across);
  define("STAGES", stages);
  define("DEPTH", depth);
  define("SPLITS", splits);
  define("RESIDENT", resident);
  return text + kernelText(root, file);
}

std::string kernelText(const std::string &root, const std::string &file) {
  const std::string kernels = root + "/lowering/kernels/";
  return fileText(kernels + "portable.h") + fileText(kernels + "tensor_core.h") +
         fileText(root + "/test/lowering/kernels/tensor_core/byte_epilogue.h") +
         fileText(kernels + file);
}

LaunchSize Variant::launch(const QuantizedConv &conv, int samples, int multiprocessors) const {
  LaunchSize size;
  size.items = 32 * down * across;
  size.localBytes = localBytes(conv);
  const int room = multiprocessors * resident;
  if (isDirect) {
    size.groups[1] = conv.out / (64 * across);
    size.groups[0] =
        std::min(divideUp(pixelsOf(conv, samples), 16 * down), std::max(1, room / size.groups[1]));
    return size;
  }
  const int tiles = divideUp(pixelsOf(conv, samples), pixels) * divideUp(conv.out, channels);
  size.groups[0] = splits > 1 ? tiles : std::min(tiles, room);
  size.groups[1] = splits;
  return size;
}

std::vector<Variant> variants() {
  constexpr Tiles wide = {128, 128, 2, 2}, three = {192, 128, 3, 2}, tall = {256, 64, 4, 1},
                  half = {64, 128, 2, 2}, small = {64, 64, 2, 2}, low = {32, 64, 2, 2};
  std::vector<Variant> list = {tiled(wide, 64, 3, 2),
                               tiled(wide, 64, 4, 2),
                               tiled(wide, 128, 3, 2),
                               tiled(three, 64, 4, 1),
                               tiled(three, 128, 3, 1),
                               tiled({256, 128, 4, 2}, 64, 4, 1),
                               tiled({256, 128, 4, 2}, 128, 3, 1),
                               tiled(tall, 64, 3, 2),
                               tiled(tall, 64, 4, 2),
                               tiled({128, 64, 2, 1}, 64, 4, 3),
                               tiled({128, 64, 4, 1}, 64, 4, 2),
                               tiled({128, 128, 2, 4}, 64, 3, 1),
                               tiled({128, 128, 4, 2}, 64, 3, 1),
                               tiled(wide, 64, 2, 2),
                               tiled(tall, 64, 2, 2),
                               tiled({128, 64, 4, 2}, 64, 3, 2),
                               tiled(small, 64, 3, 4),
                               tiled({96, 128, 3, 2}, 64, 4, 2),
                               tiled({96, 128, 3, 2}, 128, 3, 2),
                               tiled(half, 64, 4, 2),
                               tiled(half, 128, 3, 2),
                               tiled({64, 128, 1, 2}, 64, 4, 4),
                               tiled(small, 64, 6, 3),
                               tiled(small, 128, 4, 3),
                               tiled({64, 64, 2, 1}, 64, 5, 4),
                               tiled(low, 64, 8, 4),
                               tiled(small, 128, 3, 3),
                               tiled(low, 128, 4, 4),
                               tiled({16, 64, 1, 2}, 128, 4, 4),
                               tiled(low, 128, 8, 2),
                               tiled({32, 32, 2, 1}, 128, 6, 4),
                               tiled({16, 64, 1, 2}, 128, 6, 4),
                               direct(1, 4, 3, 4),
                               direct(1, 4, 4, 4),
                               direct(1, 4, 5, 3),
                               direct(1, 4, 5, 4),
                               direct(1, 4, 4, 2),
                               direct(2, 4, 3, 2),
                               direct(2, 4, 4, 1),
                               direct(2, 4, 5, 2),
                               direct(4, 1, 3, 3),
                               direct(4, 1, 4, 4),
                               direct(4, 1, 5, 2),
                               direct(2, 2, 4, 4),
                               direct(2, 2, 4, 2),
                               direct(8, 1, 4, 1),
                               direct(8, 1, 4, 2)};
  for (int splits : {2, 3, 4, 6, 8, 9, 12}) {
    list.push_back(tiled(wide, 64, 3, 2, splits));
    list.push_back(tiled(half, 64, 4, 2, splits));
    list.push_back(tiled(small, 128, 4, 2, splits));
    list.push_back(tiled(low, 128, 4, 4, splits));
    list.push_back(tiled(low, 64, 6, 4, splits));
  }
  return list;
}

} // namespace qopt::test
