"""Graphs of one operator, or of a few, for operators.py: name → a function that makes the graph in TensorFlow.

A case has inputs by shape (f32, drawn from −2 to 2) and a function of them.
"""
import numpy as np
import tensorflow as tf

RANDOM = np.random.default_rng(46)
IMAGE, ROWS = (2, 9, 8, 4), (3, 6)


def constant(*shape, least=-1.0, most=1.0):
    return tf.constant(RANDOM.uniform(least, most, shape).astype(np.float32))


def transposed(stride, padding):
    return lambda x: tf.nn.conv2d_transpose(x, constant(3, 3, 5, 4), (2, 9 * stride, 8 * stride, 5), stride, padding)


def fused(version):
    def make(x):
        function = getattr(tf.raw_ops, f"FusedBatchNorm{version}")
        return function(x=x, scale=constant(4), offset=constant(4), mean=constant(4),
                        variance=constant(4, least=0.2), epsilon=1e-3, is_training=False).y
    return make


def windows():
    for stride in (1, 2):
        for padding in ("SAME", "VALID"):
            key = f"{padding}_{stride}"
            yield f"conv_{key}", [IMAGE], lambda x, s=stride, p=padding: tf.nn.conv2d(x, constant(3, 2, 4, 6), s, p)
            yield f"depthwise_{key}", [IMAGE], lambda x, s=stride, p=padding: tf.nn.depthwise_conv2d(
                x, constant(3, 3, 4, 2), (1, s, s, 1), p)
            yield f"max_pool_{key}", [IMAGE], lambda x, s=stride, p=padding: tf.nn.max_pool2d(x, 3, s, p)
            yield f"avg_pool_{key}", [IMAGE], lambda x, s=stride, p=padding: tf.nn.avg_pool2d(x, (3, 2), s, p)
            if padding == "SAME":
                yield f"transposed_{key}", [IMAGE], transposed(stride, padding)
    yield "conv_dilated", [IMAGE], lambda x: tf.nn.conv2d(x, constant(3, 3, 4, 5), 1, "SAME", dilations=2)
    yield "conv_explicit", [IMAGE], lambda x: tf.nn.conv2d(x, constant(3, 3, 4, 5), 2, [[0, 0], [1, 2], [0, 1], [0, 0]])
    yield "conv_grouped", [IMAGE], lambda x: tf.nn.conv2d(x, constant(3, 3, 2, 6), 1, "SAME")
    yield "conv_atrous", [IMAGE], lambda x: tf.compat.v1.batch_to_space_nd(tf.nn.conv2d(
        tf.compat.v1.space_to_batch_nd(x, [2, 3], [[2, 3], [1, 3]]), constant(3, 2, 4, 5), 1, "VALID"), [2, 3], [[1, 1], [0, 2]])
    yield "space_to_batch", [(2, 4, 6, 3)], lambda x: tf.compat.v1.batch_to_space_nd(tf.abs(
        tf.compat.v1.space_to_batch_nd(x, [2, 2], [[1, 1], [0, 2]])), [2, 2], [[0, 1], [1, 0]])
    yield "conv3d", [(1, 4, 5, 6, 2)], lambda x: tf.nn.conv3d(x, constant(2, 3, 3, 2, 4), (1, 1, 2, 2, 1), "SAME")
    yield "conv_padded", [IMAGE], lambda x: tf.nn.conv2d(
        tf.pad(x, [[0, 0], [0, 1], [0, 1], [0, 0]]), constant(3, 3, 4, 5), 2, "VALID")
    yield "avg_pool3d", [(1, 4, 5, 6, 2)], lambda x: tf.nn.avg_pool3d(x, 2, 2, "SAME")


def blocks():
    yield "conv_bias_relu6", [IMAGE], lambda x: tf.nn.relu6(tf.nn.bias_add(
        tf.nn.conv2d(x, constant(3, 3, 4, 6), 1, "SAME"), constant(6)) * 3)

    def residual(x):
        y = tf.nn.relu(tf.nn.conv2d(x, constant(3, 3, 4, 4), 1, "SAME"))
        y = tf.concat([x + y, tf.nn.max_pool2d(y, 3, 1, "SAME")], 3)
        return tf.reduce_mean(tf.nn.conv2d(y, constant(1, 1, 8, 5), 1, "VALID"), [1, 2])

    def excited(x):
        y = tf.nn.conv2d(x, constant(3, 3, 4, 6), 1, "SAME")
        gate = tf.reduce_mean(y, [1, 2], keepdims=True)
        return y * tf.sigmoid(tf.nn.conv2d(gate, constant(1, 1, 6, 6), 1, "SAME"))

    def flattened(x):
        y = tf.nn.conv2d(x, constant(3, 3, 4, 2), 2, "SAME")
        return tf.matmul(tf.reshape(y, [tf.shape(y)[0], -1]), constant(40, 3))
    yield "residual", [IMAGE], residual
    yield "excited", [IMAGE], excited
    yield "flattened", [IMAGE], flattened
    for version in ("", "V2", "V3"):
        yield f"fused_batch_norm{version}", [IMAGE], fused(version)
    yield "lrn", [IMAGE], lambda x: tf.nn.lrn(x, 2, 1.5, 0.3, 0.7)


def products():
    yield "matmul", [ROWS], lambda x: tf.matmul(x, constant(6, 4))
    yield "matmul_transposed", [ROWS], lambda x: tf.matmul(x, constant(4, 6), transpose_b=True)
    yield "matmul_turned", [ROWS], lambda x: tf.matmul(x, constant(3, 4), transpose_a=True)
    yield "batch_matmul", [(2, 3, 4), (2, 4, 5)], tf.matmul
    yield "batch_matmul_adjoint", [(2, 3, 4), (2, 5, 4)], lambda a, b: tf.matmul(a, b, adjoint_b=True)
    yield "batch_matmul_broadcast", [(2, 3, 4)], lambda a: tf.matmul(a, constant(4, 5))


def elementwise():
    for name in ("Relu", "Relu6", "Elu", "Selu", "LeakyRelu", "Softplus", "Softsign"):
        yield name, [ROWS], lambda x, n=name: getattr(tf.raw_ops, n)(features=x)
    for name in ("Sigmoid", "Tanh", "Exp", "Expm1", "Square", "Erf", "Erfc", "Sin", "Cos", "Atan", "Sinh", "Floor", "Ceil",
                 "Rint", "Round", "Abs", "Neg", "Sign"):
        yield name, [ROWS], lambda x, n=name: getattr(tf.raw_ops, n)(x=x)
    for name in ("Log", "Log1p", "Sqrt", "Rsqrt", "Reciprocal"):
        yield name, [ROWS], lambda x, n=name: getattr(tf.raw_ops, n)(x=tf.abs(x) + 0.5)
    for name in ("Add", "AddV2", "Sub", "Mul", "RealDiv", "Maximum", "Minimum", "SquaredDifference", "FloorDiv", "FloorMod",
                 "DivNoNan"):
        yield name, [ROWS, (6,)], lambda x, y, n=name: getattr(tf.raw_ops, n)(x=x, y=y + 3)
    for name in ("Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual"):
        yield name, [ROWS, (6,)], lambda x, y, n=name: tf.cast(getattr(tf.raw_ops, n)(x=x, y=y), tf.float32)
    yield "AddN", [ROWS, ROWS], lambda x, y: tf.add_n([x, y, x])
    yield "Pow", [ROWS], lambda x: tf.pow(tf.abs(x) + 0.1, 1.7)
    yield "Select", [ROWS, ROWS], lambda x, y: tf.where(x < y, x, 2 * y)
    yield "logical", [ROWS, ROWS], lambda x, y: tf.cast(tf.logical_or(x < y, tf.logical_not(y > 0)), tf.float32)
    yield "elementwise_image", [IMAGE, IMAGE], lambda x, y: tf.nn.relu(tf.nn.max_pool2d(x, 2, 2, "SAME")) * tf.nn.avg_pool2d(
        y, 2, 2, "SAME") - constant(4) + constant(1, 5, 4, 1)


def reductions():
    for name in ("Mean", "Sum", "Max", "Min", "Prod"):
        for axes in ([1], [-1], [0, 2], [1, 2]):
            for keep in (False, True):
                key = "_".join(map(str, axes)) + ("_keep" if keep else "")
                yield f"{name}_{key}", [IMAGE], lambda x, n=name, a=axes, k=keep: getattr(tf.raw_ops, n)(
                    input=tf.nn.relu(tf.nn.max_pool2d(x, 2, 2, "SAME")), axis=a, keep_dims=k)
    yield "arg_max", [ROWS], lambda x: tf.cast(tf.argmax(x, 1), tf.float32)
    yield "arg_min_32", [ROWS], lambda x: tf.cast(tf.argmin(x, 0, output_type=tf.int32), tf.float32)
    yield "softmax", [ROWS], tf.nn.softmax
    yield "softmax_image", [IMAGE], lambda x: tf.nn.softmax(tf.nn.max_pool2d(x, 2, 2, "SAME"))
    yield "log_softmax", [ROWS], tf.nn.log_softmax
    yield "all", [ROWS], lambda x: tf.cast(tf.reduce_all(x > -1, 1), tf.float32)


def movements():
    yield "reshape", [IMAGE], lambda x: tf.reshape(x, [-1, 16])
    yield "squeeze", [(2, 1, 3, 1)], lambda x: tf.squeeze(x, [1])
    yield "squeeze_all", [(2, 1, 3, 1)], tf.squeeze
    yield "expand_dims", [ROWS], lambda x: tf.expand_dims(x, -1)
    yield "transpose", [IMAGE], lambda x: tf.transpose(x, [0, 2, 1, 3])
    yield "stack", [ROWS, ROWS], lambda x, y: tf.stack([x, y], 1)
    yield "unstack", [ROWS], lambda x: tf.unstack(x)[2]
    yield "split", [IMAGE], lambda x: tf.split(tf.nn.relu(x), 2, 3)[1]
    yield "split_image", [IMAGE], lambda x: tf.add(*tf.split(tf.nn.max_pool2d(x, 2, 1, "SAME"), 2, 3))
    yield "split_sizes", [ROWS], lambda x: tf.split(x, [1, -1, 2], 1)[1]
    yield "slice", [IMAGE], lambda x: tf.slice(x, [0, 1, 2, 0], [-1, 3, 2, -1])
    yield "strided", [IMAGE], lambda x: x[:, 1:-1:2, ::-1, tf.newaxis, 1]
    yield "slice_image", [IMAGE], lambda x: tf.nn.relu(tf.nn.max_pool2d(x, 2, 1, "SAME"))[:, 1:7:2, ::-1, 1:]
    yield "one_channel", [(2, 7, 5, 1)], lambda x: tf.nn.max_pool2d(tf.nn.max_pool2d(x, 2, 1, "SAME") + x, 2, 2, "SAME")
    yield "strided_ellipsis", [IMAGE], lambda x: x[..., -1]
    yield "pad", [ROWS], lambda x: tf.pad(x, [[1, 0], [0, 2]], constant_values=1.5)
    yield "pad_image", [IMAGE], lambda x: tf.pad(x, [[0, 0], [1, 0], [0, 2], [0, 0]])
    yield "mirror_pad", [IMAGE], lambda x: tf.pad(x, [[0, 0], [1, 2], [3, 0], [0, 0]], "REFLECT")
    yield "tile", [ROWS], lambda x: tf.tile(x, [2, 1])
    yield "broadcast", [(1, 6)], lambda x: tf.broadcast_to(x, [4, 6])
    yield "gather", [ROWS], lambda x: tf.gather(x, [2, 0], axis=0)
    yield "gather_nd", [ROWS], lambda x: tf.gather_nd(x, [[0, 1], [2, 5]])
    yield "one_hot", [ROWS], lambda x: tf.one_hot(tf.argmax(x, 1), 6, 2.0, -1.0)
    yield "reverse", [ROWS], lambda x: tf.reverse(x, [1])
    yield "depth_to_space", [IMAGE], lambda x: tf.nn.depth_to_space(x, 2)
    yield "space_to_depth", [(1, 4, 6, 3)], lambda x: tf.nn.space_to_depth(x, 2)
    for half, align in ((False, False), (True, False), (False, True)):
        for name in ("ResizeBilinear", "ResizeNearestNeighbor"):
            for size in ((13, 5), (9, 16), (3, 4)):
                yield (f"{name}_{size[0]}_{int(half)}{int(align)}", [IMAGE],
                       lambda x, n=name, s=size, h=half, a=align: getattr(tf.raw_ops, n)(
                           images=x, size=s, half_pixel_centers=h, align_corners=a))


def quantizations():
    yield "fake_quant_args", [ROWS], lambda x: tf.quantization.fake_quant_with_min_max_args(x, -1.3, 1.1)
    yield "fake_quant_vars", [IMAGE], lambda x: tf.quantization.fake_quant_with_min_max_vars(x, 0.0, 1.7)
    yield "fake_quant_narrow", [ROWS], lambda x: tf.quantization.fake_quant_with_min_max_vars(x, -1.0, 1.0, 8, True)
    yield "fake_quant_4", [ROWS], lambda x: tf.quantization.fake_quant_with_min_max_vars(x, -0.7, 1.5, 4)
    yield "fake_quant_channels", [ROWS], lambda x: tf.quantization.fake_quant_with_min_max_vars_per_channel(
        x, constant(6, least=-2, most=-0.5), constant(6, least=0.5, most=2))


    for mode in ("MIN_COMBINED", "MIN_FIRST", "SCALED"):
        yield f"dequantize_{mode}", [ROWS], lambda x, m=mode: x + tf.raw_ops.Dequantize(
            input=tf.constant(np.arange(0, 252, 14).reshape(ROWS).astype(tf.quint8.as_numpy_dtype), tf.quint8),
            min_range=-1.0 if m != "SCALED" else 0.0, max_range=2.0, mode=m)
    yield "quantize_and_dequantize", [ROWS], lambda x: tf.quantization.quantize_and_dequantize_v2(
        x, -1.0, 1.2, range_given=True, num_bits=6)


def flows():
    def branching(x, taken, new):
        (tf.compat.v1.enable_control_flow_v2 if new else tf.compat.v1.disable_control_flow_v2)()
        condition = tf.compat.v1.placeholder_with_default(tf.constant(taken), [], "training")
        return tf.cond(condition, lambda: tf.nn.relu(x) * 2, lambda: tf.exp(x - tf.reduce_max(x)))

    @tf.function
    def twice(a, b):
        return tf.split(tf.nn.relu(a) + b, 2, 1)[1], a * b

    def called(x, y):
        left, right = twice(x, y)
        return tf.concat([twice(left, left)[0], right], 1)
    for new in (False, True):
        for taken in (False, True):
            yield f"cond_v{1 + new}_{taken}", [ROWS], lambda x, t=taken, n=new: branching(x, t, n)
    yield "call", [(3, 8), (3, 8)], called
    yield "dropout", [ROWS], lambda x: tf.nn.relu(tf.keras.layers.Dropout(0.5)(x, training=False))


def all_cases():
    for family in (flows, windows, blocks, products, elementwise, reductions, movements, quantizations):
        for name, shapes, make in family():
            yield f"{family.__name__}.{name}", shapes, make
