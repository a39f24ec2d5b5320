// Float convolutions 3×3 by tiles of 2×2 results, F(2×2, 3×3) of Winograd's and Lavin's (Lavin and
// Gray, "Fast Algorithms for Convolutional Neural Networks", 2015): 16 products of transformed
// values for each pair of channels where the sum itself takes 36.
#include "runtime/numerics/windows/tiled_conv2d.h"

#include "runtime/numerics/matmul/packing.h"
#include "runtime/numerics/windows/winograd/winograd_factors.h"
#include "runtime/numerics/windows/winograd/winograd_kernels.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

namespace qrt {

namespace {

constexpr int64_t tileSide = 4, productCount = tileSide * tileSide, resultSide = 2;

/// [product][in][out].
std::vector<float> transformWeights(const Execution &execution, const Conv2dShape &shape,
                                    const float *weights) {
  const int64_t in = shape.inChannels, out = shape.outChannels;
  std::vector<float> transformed(size_t(productCount * in * out));
  winogradCopy(execution, {{out, in, 3, 3}}, weights, {.strides = {in * 9, 9, 3, 1}},
               transformed.data(), {.strides = {1, out, 0, in * out}});
  return transformed;
}

/// Floats from one product's matrix to the next: an odd number of cache lines, so that the same
/// place in all of them lies in different sets.
int64_t productStride(int64_t tiles, int64_t channels) {
  const int64_t lines = (tiles * channels + 15) / 16;
  return (lines | 1) * 16;
}

/// The tiles of a sample that are taken together: some rows of tiles, or a part of one.
struct TileBlocks {
  int64_t tilesY, tilesX; // of a sample
  int64_t rows, columns;  // of a block
  int64_t down, across;   // blocks of a sample

  /// Blocks whose transformed inputs and sums stay in the second-level cache, at least one for each
  /// thread.
  TileBlocks(const Conv2dShape &shape, int64_t paddedColumns, int64_t samples, int64_t threads)
      : tilesY((shape.out[0] + 1) / resultSide), tilesX((shape.out[1] + 1) / resultSide) {
    constexpr int64_t cacheBytes = 192 * 1024, fewest = 24;
    const int64_t tileBytes = productCount * 4 * (shape.inChannels + paddedColumns);
    const int64_t most = std::max(fewest, cacheBytes / tileBytes);
    across = (tilesX + most - 1) / most;
    columns = (tilesX + across - 1) / across;
    rows = std::clamp<int64_t>(most / columns, 1, tilesY);
    const int64_t wanted = (threads + samples - 1) / samples;
    if (samples * across * ((tilesY + rows - 1) / rows) < threads)
      rows = std::max<int64_t>(1, tilesY / wanted);
    down = (tilesY + rows - 1) / rows;
  }
  int64_t count() const { return down * across; }
};

/// One thread's blocks.
class TileWorker {
public:
  TileWorker(const Conv2dShape &shape, const float *x, const PackedWeights &packed,
             const TileBlocks &blocks, const BlockProgram &program, const Epilogue &epilogue)
      : shape(shape), x(x), packed(packed), blocks(blocks), kernels(winogradKernels(packed.isa)),
        epilogue(program, epilogue, shape.out[0] * shape.out[1], shape.outChannels) {
    const int64_t most = blocks.rows * blocks.columns;
    transformed.reserve(size_t(productCount * productStride(most, shape.inChannels)) * 4);
    sums.reserve(size_t(productCount * productStride(most, packed.paddedColumns)) * 4);
    results.reserve(size_t(resultSide * resultSide * blocks.columns * packed.paddedColumns) * 4);
    zeros.assign(size_t(shape.inChannels), 0.0f);
    for (std::vector<const float *> &row : pixels)
      row.resize(size_t(resultSide * blocks.columns + 2));
    for (int64_t t = 0; t < most; ++t)
      rowOffsets.push_back(t * shape.inChannels * 4);
  }

  /// Block `index` of a sample.
  void run(int64_t sample, int64_t index) {
    const int64_t firstRow = index / blocks.across * blocks.rows;
    const int64_t firstColumn = index % blocks.across * blocks.columns;
    const int64_t rows = std::min(blocks.rows, blocks.tilesY - firstRow);
    const int64_t columns = std::min(blocks.columns, blocks.tilesX - firstColumn);
    tiles = rows * columns;
    for (int64_t r = 0; r < rows; ++r)
      transformRow(sample, firstRow + r, firstColumn, columns, r * columns);
    multiply();
    for (int64_t r = 0; r < rows; ++r)
      writeRow(sample, firstRow + r, firstColumn, columns, r * columns);
  }

private:
  /// Tiles [position, position + columns) of the block: those of tile row `ty` from `tx` on.
  void transformRow(int64_t sample, int64_t ty, int64_t tx, int64_t columns, int64_t position) {
    std::array<const float *const *, tileSide> rows;
    for (int64_t i = 0; i < tileSide; ++i) {
      findPixels(sample, ty * resultSide - shape.window.padBegin[0] + i,
                 tx * resultSide - shape.window.padBegin[1],
                 std::span(pixels[size_t(i)]).first(size_t(resultSide * columns + 2)));
      rows[size_t(i)] = pixels[size_t(i)].data();
    }
    kernels.input({rows.data(), columns, shape.inChannels,
                   transformed.as<float>() + position * shape.inChannels,
                   productStride(tiles, shape.inChannels)});
  }

  /// Finds the pixels of input row `y` from column `left` on.
  void findPixels(int64_t sample, int64_t y, int64_t left, std::span<const float *> found) const {
    const int64_t count = int64_t(found.size());
    const bool isInside = y >= 0 && y < shape.in[0];
    const int64_t begin = isInside ? std::clamp<int64_t>(-left, 0, count) : count;
    const int64_t end = std::clamp<int64_t>(shape.in[1] - left, begin, count);
    std::fill(found.begin(), found.begin() + begin, zeros.data());
    std::fill(found.begin() + end, found.end(), zeros.data());
    if (begin == end)
      return;
    const float *pixel =
        x + ((sample * shape.in[0] + y) * shape.in[1] + left + begin) * shape.pixelPitch();
    for (int64_t j = begin; j < end; ++j, pixel += shape.pixelPitch())
      found[size_t(j)] = pixel;
  }

  void multiply() {
    const int64_t origin = 0;
    const std::span<const int64_t> offsets(rowOffsets.data(), size_t(tiles));
    const float *inputs = transformed.as<float>();
    float *products = sums.as<float>();
    for (int64_t p = 0; p < productCount; ++p) {
      multiplyBlock(packed, {}, p, 0, packed.panels.size(), reinterpret_cast<const char *>(inputs),
                    offsets, {&origin, 1}, products, packed.paddedColumns, std::nullopt);
      inputs += productStride(tiles, shape.inChannels);
      products += productStride(tiles, packed.paddedColumns);
    }
  }

  /// The results of a row of tiles: two rows of pixels, or the last one.
  void writeRow(int64_t sample, int64_t ty, int64_t tx, int64_t columns, int64_t position) {
    const int64_t y = ty * resultSide, left = tx * resultSide;
    WinogradOutputArgs args{};
    args.sums = sums.as<float>() + position * packed.paddedColumns;
    args.productStride = productStride(tiles, packed.paddedColumns);
    args.channels = packed.paddedColumns;
    args.width = std::min(resultSide * columns, shape.out[1] - left);
    args.rows = int(std::min(resultSide, shape.out[0] - y));
    EpilogueRunner::Tile tiles[resultSide];
    std::optional<Finish> finish[resultSide];
    for (int r = 0; r < args.rows; ++r) {
      EpilogueRunner::Tile &tile = tiles[r];
      tile.sample = sample;
      tile.pixel = (y + r) * shape.out[1] + left;
      tile.rows = args.width;
      tile.columns = shape.outChannels;
      finish[r] = epilogue.finishOf(tile, packed.finish());
      args.finish[r] = finish[r] ? &*finish[r] : nullptr;
      args.results[r] = results.as<float>() + r * args.width * packed.paddedColumns;
    }
    kernels.output(args);
    for (int r = 0; r < args.rows; ++r)
      if (finish[r])
        epilogue.translate(tiles[r]);
      else
        epilogue.run(tiles[r], args.results[r], packed.paddedColumns);
  }

  const Conv2dShape &shape;
  const float *x;
  const PackedWeights &packed;
  const TileBlocks &blocks;
  const WinogradKernels &kernels;
  EpilogueRunner epilogue;
  Scratch transformed, sums, results; // [product][tile][channel] twice; [pixel row][pixel][channel]
  std::vector<float> zeros;           // a pixel of the padding
  std::array<std::vector<const float *>, tileSide> pixels;
  std::vector<int64_t> rowOffsets;
  int64_t tiles = 0; // of the block
};

} // namespace

bool hasTiles(const Conv2dShape &shape) {
  const Window2d unit{{3, 3}, {1, 1}, {1, 1}, shape.window.padBegin};
  return shape.window == unit && shape.groups == 1;
}

// With few channels or pixels the transforms cost as much as the products save.
bool gainsByTiles(const Conv2dShape &shape) {
  constexpr int64_t fewestChannels = 16, fewestPixels = 16;
  return shape.inChannels >= fewestChannels && shape.outChannels >= fewestChannels &&
         shape.out[0] * shape.out[1] >= fewestPixels;
}

PackedWeightsPtr packTiledConv2d(const Execution &execution, const Conv2dShape &shape,
                                 const float *weights, PackedFor packedFor) {
  assert(hasTiles(shape));
  auto packed = std::make_shared<PackedWeights>(packedFor);
  chooseFamily(*packed, execution, {}, {});
  packed->form = PackedForm::Tiles;
  packed->run = shape.inChannels;
  packed->columns = shape.outChannels;
  packed->matrices = productCount;
  const std::vector<float> transformed = transformWeights(execution, shape, weights);
  const int64_t in = shape.inChannels, out = shape.outChannels;
  packPanels(execution, *packed,
             {ElementType::F32, transformed.data(), 0,
              [=](int64_t product, int64_t, int64_t k, int64_t column) -> PackedColumns {
                return {(product * in + k) * out + column, 1};
              }});
  return packed;
}

void tiledConv2d(const Execution &execution, const Conv2dShape &shape, int64_t samples,
                 const void *x, const PackedWeights &weights, const BlockProgram &program,
                 const Epilogue &epilogue) {
  const int64_t threads = execution.pool ? execution.pool->threads() : 1;
  const TileBlocks blocks(shape, weights.paddedColumns, samples, threads);
  auto body = [&](int64_t begin, int64_t end) {
    TileWorker worker(shape, static_cast<const float *>(x), weights, blocks, program, epilogue);
    for (int64_t i = begin; i < end; ++i)
      worker.run(i / blocks.count(), i % blocks.count());
  };
  execution.parallelFor(samples * blocks.count(), 1, body);
}

} // namespace qrt
