// CASE → a kernel, its tile and a convolution that reaches its edges: tiles that are not full, taps
// outside the image, a zero point, a window of no whole steps, fewer tiles than groups and more.
#if CASE == 1 // one stage more than steps; channels beyond the result
#define KERNEL_NAME conv2d_mma
#define KERNEL_FILE "lowering/kernels/conv2d_mma/conv2d_mma.cl"
#define PIXEL_TILE 64
#define CHANNEL_TILE 64
#define WARPS_DOWN 2
#define WARPS_ACROSS 2
#define STAGES 4
#define GROUPS 3
#define INPUT_TYPE u8
#define OUTPUT_TYPE u8
#define SIZE 7
#define IN_PITCH 16
#define OUT_CHANNELS 48
#define KERNEL 3
#define STRIDE 1
#define PAD 1
#define DILATION 1
#define SAMPLES 3
#elif CASE == 2 // zero points and signed bytes everywhere, stride, dilation, a residual
#define KERNEL_NAME conv2d_mma
#define KERNEL_FILE "lowering/kernels/conv2d_mma/conv2d_mma.cl"
#define PIXEL_TILE 64
#define CHANNEL_TILE 128
#define WARPS_DOWN 1
#define WARPS_ACROSS 2
#define STAGES 3
#define GROUPS 1
#define INPUT_TYPE i8
#define INPUT_ZERO (-9)
#define OUTPUT_TYPE i8
#define OUTPUT_ZERO 5
#define SIDE tensor0
#define SIDE_TYPE i8
#define SIDE_ZERO 11
#define SIZE 11
#define IN_PITCH 48
#define OUT_CHANNELS 160
#define KERNEL 3
#define STRIDE 2
#define PAD 2
#define DILATION 2
#define SAMPLES 4
#elif CASE == 3 // warps that share a step, unevenly many steps
#define KERNEL_NAME conv2d_mma
#define KERNEL_FILE "lowering/kernels/conv2d_mma/conv2d_mma.cl"
#define PIXEL_TILE 32
#define CHANNEL_TILE 64
#define WARPS_DOWN 2
#define WARPS_ACROSS 2
#define STAGES 3
#define WARPS_DEEP 2
#define DEPTH 128
#define GROUPS 8
#define INPUT_TYPE u8
#define OUTPUT_TYPE u8
#define SIDE tensor0
#define SIDE_TYPE u8
#define SIZE 7
#define IN_PITCH 64
#define OUT_CHANNELS 64
#define KERNEL 3
#define STRIDE 1
#define PAD 1
#define DILATION 1
#define SAMPLES 2
#elif CASE == 4 // straight from memory, K of two blocks
#define KERNEL_NAME conv2d_mma_direct
#define KERNEL_FILE "lowering/kernels/conv2d_mma_direct/conv2d_mma_direct.cl"
#define DIRECT
#define STAGES 3
#define WARPS_DOWN 2
#define WARPS_ACROSS 2
#define GROUPS 2
#define INPUT_TYPE u8
#define OUTPUT_TYPE u8
#define SIDE tensor0
#define SIDE_TYPE i8
#define SIZE 5
#define IN_PITCH 128
#define OUT_CHANNELS 256
#define KERNEL 1
#define STRIDE 1
#define PAD 0
#define DILATION 1
#define SAMPLES 5
#elif CASE == 5 // the same with a stride, a zero point and no residual
#define KERNEL_NAME conv2d_mma_direct
#define KERNEL_FILE "lowering/kernels/conv2d_mma_direct/conv2d_mma_direct.cl"
#define DIRECT
#define STAGES 3
#define WARPS_DOWN 2
#define WARPS_ACROSS 1
#define GROUPS 4
#define INPUT_TYPE i8
#define INPUT_ZERO 3
#define OUTPUT_TYPE i8
#define SIZE 9
#define IN_PITCH 64
#define OUT_CHANNELS 64
#define KERNEL 1
#define STRIDE 2
#define PAD 0
#define DILATION 1
#define SAMPLES 3
#elif CASE == 6 // four channels, a zero point, a window of seven; rows that are no whole strips
#define KERNEL_NAME conv2d_mma_first
#define KERNEL_FILE "lowering/kernels/conv2d_mma_first/conv2d_mma_first.cl"
#define FIRST
#define BLOCK_ROWS 2
#define GROUPS 3
#define INPUT_TYPE i8
#define INPUT_ZERO (-7)
#define OUTPUT_TYPE u8
#define SIZE 36
#define IN_PITCH 4
#define OUT_CHANNELS 64
#define KERNEL 7
#define STRIDE 2
#define PAD 3
#define DILATION 1
#define SAMPLES 3
#elif CASE == 8 // halves, a residual, warps that share a step's products
#define KERNEL_NAME conv2d_mma
#define KERNEL_FILE "lowering/kernels/conv2d_mma/conv2d_mma.cl"
#define PIXEL_TILE 32
#define CHANNEL_TILE 32
#define WARPS_DOWN 1
#define WARPS_ACROSS 1
#define WARPS_DEEP 4
#define DEPTH 128
#define STAGES 3
#define GROUPS 3
#define INPUT_TYPE f16
#define OUTPUT_TYPE f16
#define SIDE tensor0
#define SIDE_TYPE f16
#define SIZE 6
#define IN_PITCH 48
#define OUT_CHANNELS 72
#define KERNEL 3
#define STRIDE 1
#define PAD 1
#define DILATION 1
#define SAMPLES 3
#elif CASE == 9 // bytes whose result is f32, rows of 256 bytes, warps that share a step
#define KERNEL_NAME conv2d_mma
#define KERNEL_FILE "lowering/kernels/conv2d_mma/conv2d_mma.cl"
#define PIXEL_TILE 16
#define CHANNEL_TILE 64
#define WARPS_DOWN 1
#define WARPS_ACROSS 1
#define WARPS_DEEP 8
#define DEPTH 256
#define STAGES 3
#define GROUPS 2
#define INPUT_TYPE u8
#define OUTPUT_TYPE f32
#define SIZE 1
#define IN_PITCH 768
#define OUT_CHANNELS 208
#define KERNEL 1
#define STRIDE 1
#define PAD 0
#define DILATION 1
#define SAMPLES 21
#elif CASE == 10 // halves straight from memory, with a residual
#define KERNEL_NAME conv2d_mma_direct
#define KERNEL_FILE "lowering/kernels/conv2d_mma_direct/conv2d_mma_direct.cl"
#define DIRECT
#define STAGES 3
#define WARPS_DOWN 2
#define WARPS_ACROSS 2
#define GROUPS 2
#define INPUT_TYPE f16
#define OUTPUT_TYPE f16
#define SIDE tensor0
#define SIDE_TYPE f16
#define SIZE 5
#define IN_PITCH 128
#define OUT_CHANNELS 128
#define KERNEL 1
#define STRIDE 1
#define PAD 0
#define DILATION 1
#define SAMPLES 5
#elif CASE == 11 // halves of four channels
#define KERNEL_NAME conv2d_mma_first
#define KERNEL_FILE "lowering/kernels/conv2d_mma_first/conv2d_mma_first.cl"
#define FIRST
#define BLOCK_ROWS 4
#define GROUPS 2
#define INPUT_TYPE f16
#define OUTPUT_TYPE f16
#define SIZE 20
#define IN_PITCH 8
#define OUT_CHANNELS 64
#define KERNEL 7
#define STRIDE 2
#define PAD 3
#define DILATION 1
#define SAMPLES 2
#elif CASE == 7 // the same without stride, of unsigned bytes and more channels
#define KERNEL_NAME conv2d_mma_first
#define KERNEL_FILE "lowering/kernels/conv2d_mma_first/conv2d_mma_first.cl"
#define FIRST
#define BLOCK_ROWS 4
#define GROUPS 2
#define INPUT_TYPE u8
#define OUTPUT_TYPE i8
#define SIZE 12
#define IN_PITCH 4
#define OUT_CHANNELS 128
#define KERNEL 3
#define STRIDE 1
#define PAD 1
#define DILATION 1
#define SAMPLES 2
#endif

#define IN_BYTES IN_PITCH
#ifndef INPUT_ZERO
#define INPUT_ZERO 0
#endif
#ifndef OUTPUT_ZERO
#define OUTPUT_ZERO 0
#endif
#ifndef SIDE_ZERO
#define SIDE_ZERO 0
#endif
#ifndef WARPS_DEEP
#define WARPS_DEEP 1
#endif
#define IS_UNSIGNED(type) (JOIN(type, _IS_UNSIGNED))
#define u8_IS_UNSIGNED 1
#define i8_IS_UNSIGNED 0
#define f16_IS_UNSIGNED 1
#define f32_IS_UNSIGNED 1
#define LOW (IS_UNSIGNED(OUTPUT_TYPE) ? 0 : -100)
#define HIGH (IS_UNSIGNED(OUTPUT_TYPE) ? 250 : 127)
#if CASE % 2 == 1 && CASE < 9 // both ways to clamp; the test proves the bound
#define STEPS_FIT_16
#endif
#ifndef DEPTH
#define DEPTH 64
#endif
#define SIDE_SCALE 0x3f1d0e56u // near 0.6
#define OUT_SIZE ((SIZE + 2 * PAD - DILATION * (KERNEL - 1) - 1) / STRIDE + 1)
#define IN_H SIZE
#define IN_W SIZE
#define OUT_H OUT_SIZE
#define OUT_W OUT_SIZE
#define KERNEL_H KERNEL
#define KERNEL_W KERNEL
#define STRIDE_H STRIDE
#define STRIDE_W STRIDE
#define PAD_H PAD
#define PAD_W PAD
#define DILATION_H DILATION
#define DILATION_W DILATION
#define OUT_PITCH OUT_CHANNELS
#define OUT_FIRST 0
#define PRODUCTS (KERNEL * KERNEL * IN_PITCH)
#define WEIGHT_PITCH PRODUCTS
#define RESIDENT 1
#define CHANNELS_PADDED 256
