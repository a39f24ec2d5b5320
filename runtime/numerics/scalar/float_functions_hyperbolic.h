// sinh, cosh, asinh, acosh and atanh of f32, after float_functions.h and by its rules.

// e^a / 2 for a ≥ 0: the last binade of sinh and cosh lies where e^a is beyond f32.
DEVICE f32 halfExp(f32 a) {
  i32 n;
  const f32 p = expMantissa(a, &n), scaled = scaleByPowerOf2(p, n - 1);
  return a > 90.0f ? F32_INFINITY : scaled;
}

// x + x³·P(x²) where x is small, else e^x / 2 − e^−x / 2.
DEVICE f32 sinhF(f32 x) {
  const f32 a = absF(x), s = a * a;
  f32 p = 0x1.756c1ep-19f;
  p = fmaF(p, s, 0x1.a022bcp-13f);
  p = fmaF(p, s, 0x1.1110ep-7f);
  p = fmaF(p, s, 0x1.555556p-3f);
  p = fmaF(p * s, a, a);
  const f32 h = halfExp(a), q = h - divF(0.25f, h);
  return withSignOf(a < 1.0f ? p : q, x);
}

DEVICE f32 coshF(f32 x) {
  const f32 h = halfExp(absF(x));
  return h + divF(0.25f, h);
}

// x + x³·P(x²) where x is small, else log(x + √(x² + 1)), which is log(2x) where x is large.
DEVICE f32 asinhF(f32 x) {
  const f32 a = absF(x), s = a * a;
  f32 p = 0x1.3052c4p-14f;
  p = fmaF(p, s, -0x1.593cd4p-11f);
  p = fmaF(p, s, 0x1.673b44p-9f);
  p = fmaF(p, s, -0x1.d17336p-8f);
  p = fmaF(p, s, 0x1.b64aaep-7f);
  p = fmaF(p, s, -0x1.543638p-6f);
  p = fmaF(p, s, 0x1.ead846p-6f);
  p = fmaF(p, s, -0x1.6d2c44p-5f);
  p = fmaF(p, s, 0x1.332dbcp-4f);
  p = fmaF(p, s, -0x1.555542p-3f);
  p = fmaF(p * s, a, a);
  const int large = a > 0x1p30f;
  const f32 y = large ? a : a + sqrtF(fmaF(a, a, 1.0f));
  f32 q = logOfNormal(AS_U32(y), large ? 1.0f : 0.0f);
  q = y < F32_INFINITY ? q : y; // infinity and NaN
  return withSignOf(a < 1.2f ? p : q, x);
}

// √2t · (1 + t·P(t)) for t = x − 1 up to 1, else log(x + √(x² − 1)). Below 1 the root is NaN.
DEVICE f32 acoshF(f32 x) {
  const f32 t = x - 1.0f, root = sqrtF(t + t);
  f32 p = -0x1.c03c8p-16f;
  p = fmaF(p, t, 0x1.6edf7ap-13f);
  p = fmaF(p, t, -0x1.4ad87ep-11f);
  p = fmaF(p, t, 0x1.ea5a86p-10f);
  p = fmaF(p, t, -0x1.6d49a2p-8f);
  p = fmaF(p, t, 0x1.33302cp-6f);
  p = fmaF(p, t, -0x1.55554ep-4f);
  p = fmaF(p * t, root, root);
  const int large = x > 0x1p30f;
  const f32 y = large ? x : x + sqrtF(fmaF(x, x, -1.0f));
  f32 q = logOfNormal(AS_U32(y), large ? 1.0f : 0.0f);
  q = y < F32_INFINITY ? q : y; // infinity and NaN
  return x < 2.0f ? p : q;
}

// x + x³·P(x²) where x is small, else half of log((1 + x) / (1 − x)).
DEVICE f32 atanhF(f32 x) {
  const f32 a = absF(x), s = a * a;
  f32 p = 0x1.7b27ep-3f;
  p = fmaF(p, s, 0x1.15e7c6p-6f);
  p = fmaF(p, s, 0x1.af14c8p-4f);
  p = fmaF(p, s, 0x1.bfab16p-4f);
  p = fmaF(p, s, 0x1.24d1bap-3f);
  p = fmaF(p, s, 0x1.99979ep-3f);
  p = fmaF(p, s, 0x1.555558p-2f);
  p = fmaF(p * s, a, a);
  const f32 q = 0.5f * logF(divF(1.0f + a, 1.0f - a));
  return withSignOf(a < 0.5f ? p : q, x);
}
