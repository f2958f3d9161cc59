// How a movie fills a canvas element.

/**
 * From points of the movie to pixels of a canvas, and the pixels that the movie fills.
 * @param {SVGP.Movie} movie @param {SVGP.Fit} fit @param {string} align @param {number} width @param {number} height of the canvas, in pixels
 * @param {number} ratio pixels per CSS pixel
 * @returns {{view: SVGP.Transform, box: SVGP.Box}}
 */
function fitted(movie, fit, align, width, height, ratio) {
  const [w, h] = movie.size;
  const [scaleX, scaleY] = [width / w, height / h];
  const uniform = fit === "contain" ? Math.min(scaleX, scaleY) : fit === "cover" ? Math.max(scaleX, scaleY) : ratio;
  const [x, y] = fit === "fill" ? [scaleX, scaleY] : [uniform, uniform];
  const words = align.toLowerCase().split(/\s+/);
  const shareX = words.includes("left") ? 0 : words.includes("right") ? 1 : 0.5;
  const shareY = words.includes("top") ? 0 : words.includes("bottom") ? 1 : 0.5;
  const [left, top] = [(width - w * x) * shareX, (height - h * y) * shareY];
  const box = clipped(movie, [left, top, left + w * x, top + h * y], x, y, width, height);
  if (!import.meta.isWritten || !movie.transform) return { view: [x, 0, 0, y, left, top], box };
  const [a, b, c, d, e, f] = movie.transform;
  return { view: [a * x, b * y, c * x, d * y, e * x + left, f * y + top], box };
}

/** The movie's rectangle in pixels, within the canvas. @param {SVGP.Movie} movie @param {SVGP.Box} box @param {number} x @param {number} y @param {number} width @param {number} height @returns {SVGP.Box} */
function clipped({ clip, transform }, [left, top, right, bottom], x, y, width, height) {
  if (import.meta.isWritten && clip && transform) {
    const [a, , , d, e, f] = transform;
    const [clipLeft, clipTop] = [left + (clip[0] * a + e) * x, top + (clip[1] * d + f) * y];
    [left, top] = [Math.max(left, clipLeft), Math.max(top, clipTop)];
    [right, bottom] = [Math.min(right, clipLeft + clip[2] * a * x), Math.min(bottom, clipTop + clip[3] * d * y)];
  }
  return [Math.max(0, Math.round(left)), Math.max(0, Math.round(top)), Math.min(width, Math.round(right)), Math.min(height, Math.round(bottom))];
}

export { fitted };
