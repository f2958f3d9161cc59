// Texts in a layout rectangle, by the rules of TextStyle of SVGAKit.

/** A text longer than this is cut. */
const maximumLength = 1024;
/** The smallest share of its size at which a text is drawn by default. */
const minimumShare = 0.6;

/** @param {string} text @param {SVGP.TextStyle} style @returns {SVGP.SetText} */
function newText(text, style) {
  const lines = Math.max(1, Math.floor(style.maxLines ?? 1));
  // Control characters have no glyphs.
  // deno-lint-ignore no-control-regex
  const clean = text.replace(/^[\r\n]+|[\r\n]+$/g, "").replace(/\r\n?/g, "\n").replace(/[\0-\x09\x0B-\x1F\x7F]/g, " ").slice(0, maximumLength);
  return { text: lines === 1 ? clean.replaceAll("\n", " ") : clean, style: { ...style, maxLines: lines }, layouts: new Map() };
}

/** @param {SVGP.TextStyle} style @param {number} size */
function fontOf({ font = "sans-serif", weight = 400, italic }, size) {
  return `${italic ? "italic " : ""}${weight} ${size}px ${font}`;
}

/** The lines of a text at a font size, broken between words if there may be several. @param {CanvasRenderingContext2D} context @param {string} text @param {number} width @param {number} maximum */
function broken(context, text, width, maximum) {
  if (maximum === 1) return [text];
  const lines = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of words(paragraph)) {
      if (line.trim() !== "" && context.measureText((line + word).trimEnd()).width > width) {
        lines.push(line.trimEnd());
        line = "";
      }
      line += word;
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

/** Pieces between which a line may be broken. @param {string} text */
function words(text) {
  return text.match(/[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]|[^\s\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]+\s*|\s+/g) ?? [];
}

/** The text without a part, so that it fits. @param {CanvasRenderingContext2D} context @param {string} text @param {number} width @param {SVGP.TextStyle["ellipsis"]} mode @param {boolean} isCut whether lines follow that are omitted */
function shortened(context, text, width, mode = "end", isCut = false) {
  if (mode === "none" || (!isCut && context.measureText(text).width <= width + 0.01)) return text;
  const letters = graphemes(text);
  /** @param {number} count */
  const keeping = (count) => {
    const half = Math.ceil(count / 2);
    if (mode === "start") return `…${letters.slice(letters.length - count).join("").trimStart()}`;
    if (mode === "middle") return `${letters.slice(0, half).join("").trimEnd()}…${letters.slice(letters.length - (count - half)).join("").trimStart()}`;
    return `${letters.slice(0, count).join("").trimEnd()}…`;
  };
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (context.measureText(keeping(middle)).width <= width) low = middle;
    else high = middle - 1;
  }
  return keeping(low);
}

/** Letters as readers count them. @param {string} text */
function graphemes(text) {
  return "Segmenter" in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text];
}

/**
 * The lines of a text with their positions.
 * @param {CanvasRenderingContext2D} context @param {SVGP.SetText} set @param {number} width @param {number} height @returns {SVGP.TextLayout}
 */
function layoutText(context, { text, style }, width, height) {
  const { maxLines = 1, ellipsis = "end", lineSpacing = 1, shrinksToFit = true, align = "center", verticalAlign = "center" } = style;
  let size = Math.min(2000, style.size ?? 0.7 * height / maxLines);
  /** @param {number} candidate */
  const linesAt = (candidate) => {
    context.font = fontOf(style, candidate);
    return broken(context, text, width, maxLines);
  };
  const lineHeight = () => {
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText("x");
    return { ascent, descent };
  };
  /** @param {number} candidate */
  const fits = (candidate) => {
    const lines = linesAt(candidate);
    const { ascent, descent } = lineHeight();
    return lines.length <= maxLines && lines.every((line) => context.measureText(line).width <= width + 0.01)
      && (maxLines === 1 || (ascent + descent) * (1 + (lines.length - 1) * lineSpacing) <= height);
  };
  if (shrinksToFit && !fits(size)) {
    let [low, high] = [Math.min(size, style.minimumSize ? Math.max(1, style.minimumSize) : minimumShare * size), size];
    for (let round = 0; round < 10; round += 1) {
      const middle = (low + high) / 2;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    size = low;
  }
  const all = linesAt(size);
  const kept = all.slice(0, maxLines).map((line, index) => shortened(context, line, width, ellipsis, index === maxLines - 1 && all.length > maxLines));
  const { ascent, descent } = lineHeight();
  const step = (ascent + descent) * lineSpacing;
  const free = height - (ascent + descent + step * (kept.length - 1));
  const top = free * { top: 0, center: 0.5, bottom: 1 }[verticalAlign];
  const isRightToLeft = /^[^A-Za-z\u00C0-\u024F]*[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/.test(text);
  const side = align === "leading" ? (isRightToLeft ? "right" : "left") : align === "trailing" ? (isRightToLeft ? "left" : "right") : align;
  const share = { left: 0, center: 0.5, right: 1 }[side];
  let reach = 0;
  const lines = kept.map((line, index) => {
    const measured = context.measureText(line).width;
    reach = Math.max(reach, measured - width);
    return { text: line, x: (width - measured) * share, y: top + ascent + step * index };
  });
  const margin = size + Math.max(0, reach) + (style.outlineColor ? style.outlineWidth ?? 1 : 0)
    + (style.shadow ? Math.abs(style.shadow.x ?? 0) + Math.abs(style.shadow.y ?? 1) + 2 * (style.shadow.blur ?? 2) : 0);
  return { size, lines, isRightToLeft, box: [-margin, Math.min(0, free) - margin, width + margin, height + margin - Math.min(0, free)] };
}

/** The layout for a rectangle, computed once. @param {CanvasRenderingContext2D} context @param {SVGP.SetText} set @param {number} width @param {number} height @returns {SVGP.TextLayout | null} */
function textLayout(context, set, width, height) {
  if (!(width > 0 && height > 0) || set.text === "") return null;
  const key = `${width},${height}`;
  let layout = set.layouts.get(key);
  if (!layout) {
    context.save();
    layout = layoutText(context, set, width, height);
    context.restore();
    set.layouts.set(key, layout);
  }
  return layout;
}

/** @param {CanvasRenderingContext2D} context @param {SVGP.SetText} set @param {number} width @param {number} height @param {number} scale pixels per point, for shadows @param {SVGP.Tint | undefined} tint */
function drawText(context, set, width, height, scale, tint) {
  const layout = textLayout(context, set, width, height);
  if (!layout) return;
  const { color = "#fff", outlineColor, outlineWidth = 1, shadow } = set.style;
  context.save();
  context.font = fontOf(set.style, layout.size);
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.direction = layout.isRightToLeft ? "rtl" : "ltr";
  context.fillStyle = color;
  if (tint && context.fillStyle.startsWith("#")) {
    const parts = [1, 3, 5].map((start, index) => Math.round(parseInt(String(context.fillStyle).slice(start, start + 2), 16) * tint[index]));
    context.fillStyle = `rgb(${parts.join()})`;
  }
  if (shadow) {
    context.shadowColor = shadow.color ?? "rgba(0,0,0,0.5)";
    context.shadowOffsetX = (shadow.x ?? 0) * scale;
    context.shadowOffsetY = (shadow.y ?? 1) * scale;
    context.shadowBlur = (shadow.blur ?? 2) * scale;
  }
  const isOutlined = outlineColor !== undefined && outlineWidth > 0;
  if (isOutlined) {
    context.strokeStyle = outlineColor;
    context.lineWidth = 2 * outlineWidth;
    context.lineJoin = "round";
    for (const { text, x, y } of layout.lines) context.strokeText(text, x, y);
    context.shadowColor = "transparent";
  }
  for (const { text, x, y } of layout.lines) context.fillText(text, x, y);
  context.restore();
}

export { drawText, fontOf, newText, textLayout };
