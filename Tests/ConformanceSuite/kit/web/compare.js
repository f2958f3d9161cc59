// The comparison of the driver `run`, for the page.

/** RGBA with straight alpha, as ImageData has it, to premultiplied. */
export function premultiplied({ data, width, height }) {
  const pixels = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3];
    for (let k = 0; k < 3; k++) pixels[i + k] = Math.floor((data[i + k] * alpha + 127) / 255);
    pixels[i + 3] = alpha;
  }
  return { pixels, width, height };
}

/** SSIM of grey over black and over white, in windows of 7 × 7; the worse of the two. */
export function similarity(one, two) {
  const { width, height } = one;
  const columns = Math.min(7, width), rows = Math.min(7, height), n = columns * rows;
  // All sums are of three times the grey, so the formula's constants are multiplied by the same.
  const c1 = (0.01 * 255) ** 2 * 9 * n * n, c2 = (0.03 * 255) ** 2 * 9 * n * Math.max(1, n - 1);
  let worst = 1;
  for (const ground of [0, 3]) {
    const stride = width + 1;
    const tables = Array.from({ length: 4 }, () => new Float64Array(stride * (height + 1)));
    for (let y = 0; y < height; y++) {
      const sums = [0, 0, 0, 0];
      for (let x = 0; x < width; x++) {
        const i = 4 * (y * width + x), p = one.pixels, q = two.pixels;
        const a = p[i] + p[i + 1] + p[i + 2] + ground * (255 - p[i + 3]);
        const b = q[i] + q[i + 1] + q[i + 2] + ground * (255 - q[i + 3]);
        [a, b, a * a + b * b, a * b].forEach((value, k) => {
          sums[k] += value;
          tables[k][(y + 1) * stride + x + 1] = tables[k][y * stride + x + 1] + sums[k];
        });
      }
    }
    let total = 0;
    for (let top = 0; top <= height - rows; top++) {
      for (let left = 0; left <= width - columns; left++) {
        const [a, b, squares, product] = tables.map(table =>
          table[(top + rows) * stride + left + columns] - table[top * stride + left + columns]
            - table[(top + rows) * stride + left] + table[top * stride + left]);
        const both = a * b, means = a * a + b * b;
        total += (2 * both + c1) * (2 * (n * product - both) + c2) / ((means + c1) * (n * squares - means + c2));
      }
    }
    worst = Math.min(worst, total / ((height - rows + 1) * (width - columns + 1)));
  }
  return worst;
}

/** The largest difference of each pixel's channels, for pictures of one size. */
function differences(one, two) {
  return Array.from({ length: one.width * one.height }, (_, index) => {
    let worst = 0;
    for (let i = 4 * index; i < 4 * index + 4; i++) worst = Math.max(worst, Math.abs(one.pixels[i] - two.pixels[i]));
    return worst;
  });
}

/** What to tell about a frame, by the limits of its class. */
export function compare(reference, picture, limits) {
  if (reference.width !== picture.width || reference.height !== picture.height) {
    return { isRight: false, reason: `${picture.width} × ${picture.height} pixels instead of ${reference.width} × ${reference.height}` };
  }
  const worst = differences(reference, picture), largest = Math.max(...worst);
  if ("largestDifference" in limits) {
    const isRight = largest <= limits.largestDifference;
    const off = worst.filter(value => value > limits.largestDifference).length;
    return { isRight, largestDifference: largest, ...(isRight ? {} : { reason: `${off} pixels differ, by up to ${largest}` }) };
  }
  const offShare = worst.filter(value => value > limits.offBy).length / worst.length;
  const ssim = largest ? similarity(reference, picture) : 1;
  const isRight = ssim >= limits.similarity && offShare <= limits.offShare;
  const reason = `SSIM ${ssim.toFixed(4)}, ${(100 * offShare).toFixed(2)} % of the pixels differ by more than ${limits.offBy}`;
  return { isRight, largestDifference: largest, similarity: ssim, offShare, ...(isRight ? {} : { reason }) };
}

/** Black where both are alike, then from dark red over yellow to white. */
export function differenceImage(reference, picture) {
  const image = new ImageData(reference.width, reference.height);
  if (reference.width !== picture.width || reference.height !== picture.height) return image;
  differences(reference, picture).forEach((value, index) => {
    const heat = value ? [Math.min(255, 96 + 2 * value), Math.max(0, Math.min(255, 3 * value - 255)), Math.max(0, 4 * value - 765)] : [0, 0, 0];
    image.data.set([...heat, 255], 4 * index);
  });
  return image;
}
