"""Compares pictures for the tools of this folder: luma, SSIM in two kinds of windows, and the frames of an animation."""

from fractions import Fraction

import numpy
from PIL import Image

BACKGROUNDS = ((255, 255, 255), (0x2B, 0x1A, 0x4A))
LUMA = numpy.array([0.2126, 0.7152, 0.0722], numpy.float32)
WINDOW = 7
STABILIZERS = (0.01 * 255) ** 2, (0.03 * 255) ** 2


def luma(frames, color):
    """The luma of frames of straight RGBA on a color, as 32-bit floats."""
    alpha = frames[..., 3].astype(numpy.float32) / 255
    return (frames[..., :3].astype(numpy.float32) @ LUMA) * alpha + float(LUMA @ numpy.array(color, numpy.float32)) * (1 - alpha)


def ssim(mean_one, mean_other, variances, covariance):
    """The mean SSIM of windows. `variances` are the sums of both variances."""
    first, second = STABILIZERS
    result = (2 * mean_one * mean_other + first) * (2 * covariance + second)
    return float((result / ((mean_one ** 2 + mean_other ** 2 + first) * (variances + second))).mean())


def block_sums(values):
    """The sums of all windows of 8 by 8 whose corners are multiples of 4."""
    height, width = values.shape
    blocks = values.reshape(height // 4, 4, width // 4, 4).sum((1, 3), dtype=numpy.float64)
    return blocks[:-1, :-1] + blocks[1:, :-1] + blocks[:-1, 1:] + blocks[1:, 1:]


def block_similarity(one, other):
    """The SSIM of two pictures of luma, in windows of 8 by 8 that are 4 pixels apart."""
    height, width = one.shape
    margin = ((0, max(8 - height, -height % 4)), (0, max(8 - width, -width % 4)))
    one, other = numpy.pad(one, margin, "edge"), numpy.pad(other, margin, "edge")
    mean_one, mean_other = block_sums(one) / 64, block_sums(other) / 64
    variances = (block_sums(one * one) + block_sums(other * other)) / 64 - mean_one ** 2 - mean_other ** 2
    return ssim(mean_one, mean_other, variances, block_sums(one * other) / 64 - mean_one * mean_other)


def window_means(values):
    """The means of all windows of 7 by 7."""
    sums = numpy.pad(values, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
    return (sums[WINDOW:, WINDOW:] - sums[:-WINDOW, WINDOW:] - sums[WINDOW:, :-WINDOW] + sums[:-WINDOW, :-WINDOW]) / WINDOW ** 2


def similarity(one, other):
    """The SSIM of two gray pictures in all windows of 7 by 7, with sample covariance: the metric of --target-size and --min-ssim."""
    margin = [(0, max(0, WINDOW - side)) for side in one.shape]
    one, other = numpy.pad(one, margin, "edge"), numpy.pad(other, margin, "edge")
    mean_one, mean_other = window_means(one), window_means(other)
    sample = WINDOW ** 2 / (WINDOW ** 2 - 1)
    variances = sample * (window_means(one * one) + window_means(other * other) - mean_one ** 2 - mean_other ** 2)
    return ssim(mean_one, mean_other, variances, sample * (window_means(one * other) - mean_one * mean_other))


def gray_similarity(one, other):
    """The SSIM of two RGBA pictures with straight alpha, on black or white, whichever shows the larger difference."""
    values = []
    for background in (0.0, 255.0):
        grays = []
        for picture in (one, other):
            alpha = picture[..., 3:].astype(float) / 255
            grays.append((picture[..., :3] * alpha + background * (1 - alpha)).mean(-1))
        values.append(similarity(*grays))
    return min(values)


def read_frames(path):
    """The frames of a file that Pillow reads, as RGBA, and the time at which each begins, in seconds."""
    frames, begins, time = [], [], Fraction(0)
    with Image.open(path) as picture:
        for number in range(getattr(picture, "n_frames", 1)):
            picture.seek(number)
            frames.append(numpy.asarray(picture.convert("RGBA")))
            begins.append(time)
            time += Fraction(picture.info.get("duration", 0)) / 1000
    return numpy.stack(frames), begins
