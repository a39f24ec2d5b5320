"""Samples that are drawn: lines and pages of text, by Pillow in the DejaVu fonts, from a seed. Arrays are u8, [3, height, width]."""
import numpy as np

FONTS = "/usr/share/fonts/truetype/dejavu"
FACES = ["DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSansCondensed", "DejaVuSerif", "DejaVuSerif-Italic",
         "DejaVuSansMono"]
WORDS = """the of and station invoice number total amount paid date street house river garden window paper quiet northern
bridge market Monday Friday morning evening ticket price please keep this receipt open closed entrance exit platform train
delayed minutes arrival departure Zurich Quebec Phoenix Kyoto bakery coffee bread butter exact change only thank you for your
visit phone mobile account balance signed director general public library chapter section figure page volume""".split()


def text(rng, most):
    """Words, numbers and signs of `most` characters at most."""
    parts = []
    while True:
        kind = rng.random()
        part = WORDS[rng.integers(len(WORDS))]
        if kind < 0.15:
            part = str(rng.integers(10, 100000))
        elif kind < 0.25:
            part = f"{rng.integers(1, 29):02}/{rng.integers(1, 13):02}/{rng.integers(1990, 2030)}"
        elif kind < 0.35:
            part = f"${rng.integers(1, 900)}.{rng.integers(0, 100):02}"
        elif kind < 0.45:
            part = part.upper()
        if len(" ".join([*parts, part])) > most:
            return " ".join(parts) or part[:most]
        parts.append(part)


def colours(rng):
    """Paper and ink, light and dark or the other way round."""
    paper, ink = rng.integers(170, 256, 3), rng.integers(0, 90, 3)
    return (ink, paper) if rng.random() < 0.2 else (paper, ink)


def worn(image, rng):
    """A little blur, shade and noise."""
    from PIL import Image, ImageFilter
    image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0, 1.2)))
    array = np.asarray(image, np.float64)
    shade = np.linspace(rng.uniform(0.75, 1), rng.uniform(0.75, 1), array.shape[1])[None, :, None]
    array = array * shade + rng.normal(0, rng.uniform(0, 14), array.shape)
    return Image.fromarray(np.clip(np.rint(array), 0, 255).astype(np.uint8))


def line(rng, most=22, words=None):
    """(an image of a line, its text)"""
    from PIL import Image, ImageDraw, ImageFont
    words = words or text(rng, most)
    font = ImageFont.truetype(f"{FONTS}/{FACES[rng.integers(len(FACES))]}.ttf", int(rng.integers(18, 44)))
    left, top, right, bottom = font.getbbox(words)
    margin = rng.integers(2, 9, 4)
    size = int(right - left + margin[0] + margin[1]), int(bottom - top + margin[2] + margin[3])
    paper, ink = colours(rng)
    image = Image.new("RGB", size, tuple(map(int, paper)))
    ImageDraw.Draw(image).text((int(margin[0]) - left, int(margin[2]) - top), words, tuple(map(int, ink)), font)
    return worn(image, rng), words


def faint(image, rng):
    """As from far away: few pixels, little contrast, much noise."""
    from PIL import Image
    height = int(rng.integers(7, 20))
    small = image.resize((max(2, image.width * height // image.height), height), Image.Resampling.BILINEAR)
    array = np.asarray(small, np.float64)
    array = 128 + (array - array.mean()) * rng.uniform(0.1, 0.7) + rng.normal(0, rng.uniform(5, 40), array.shape)
    return Image.fromarray(np.clip(np.rint(array), 0, 255).astype(np.uint8))


def page(rng, width, height):
    """An image of several lines, here and there."""
    from PIL import Image, ImageDraw, ImageFont
    paper, ink = colours(rng)
    image = Image.new("RGB", (width, height), tuple(map(int, paper)))
    draw, y = ImageDraw.Draw(image), int(rng.integers(4, height // 8))
    while y < height - 24:
        size = int(rng.integers(12, 30))
        font = ImageFont.truetype(f"{FONTS}/{FACES[rng.integers(len(FACES))]}.ttf", size)
        draw.text((int(rng.integers(2, width // 4)), y), text(rng, int(width / size)), tuple(map(int, ink)), font)
        y += int(size * rng.uniform(1.2, 2.2))
    return worn(image, rng)


def fitted(image, width, height):
    """As recognizers of lines read them: of that height, as wide as it then is, grey zeros behind; f32 in [-1, 1]."""
    from PIL import Image
    wide = min(width, max(1, -(-image.width * height // image.height)))
    array = np.asarray(image.resize((wide, height), Image.Resampling.BILINEAR), np.float32).transpose(2, 0, 1)
    out = np.zeros((3, height, width), np.float32)
    out[:, :, :wide] = array / np.float32(127.5) - np.float32(1)
    return out


def normalized(image, mean, std):
    """f32, [3, height, width]: (x / 255 - mean) / std."""
    array = np.asarray(image, np.float32).transpose(2, 0, 1) / np.float32(255)
    return (array - np.array(mean, np.float32)[:, None, None]) / np.array(std, np.float32)[:, None, None]
