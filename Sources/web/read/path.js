// SVG path data: M L H V C S Q T A Z in both cases, as Sources/SVGAFormat/Resolve/PathParser.swift reads it.

/** Larger coordinates could overflow in calculations. */
const largestCoordinate = 1e30;
const numberPattern = /[ ,\t-\r]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const commandPattern = /[ ,\t-\r]*([MLHVCSQTAZmlhvcsqtaz])/y;
/** Where a number may start. */
const startPattern = /[ ,\t-\r]*[-+.\d]/y;
const flagPattern = /[ ,\t-\r]*([01])/y;

/**
 * The path with the absolute commands M, L, C, A and Z. An invalid end is dropped.
 * @param {string} text @param {number} allowed the maximum number of segments
 * @returns {SVGP.ParsedPath | null} null: too many segments
 */
function parsePath(text, allowed) {
  let at = 0;
  let d = "";
  let segments = 0;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  // What S (cubic) or T (quadratic) mirrors; NaN after any other command.
  let [cubicX, cubicY, quadX, quadY] = [NaN, NaN, NaN, NaN];
  let isClosed = false;
  /** The length of the control polygon, for limits of dashes. */
  let length = 0;

  /** @param {RegExp} pattern */
  const scan = (pattern) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return null;
    at = pattern.lastIndex;
    return match[1];
  };
  /** @param {number} base */
  const coordinate = (base) => {
    const number = scan(numberPattern);
    const value = number === null ? NaN : base + Number(number);
    return Math.abs(value) < largestCoordinate ? value : NaN;
  };
  /** @param {number} px @param {number} py */
  const reach = (px, py) => {
    if (px < left) left = px;
    if (px > right) right = px;
    if (py < top) top = py;
    if (py > bottom) bottom = py;
  };
  /** @param {number} px @param {number} py */
  const move = (px, py) => {
    reach(px, py);
    d += `M${px} ${py}`;
    segments += 1;
    isClosed = false;
  };
  /** @param {number} px @param {number} py */
  const line = (px, py) => {
    if (isClosed) move(startX, startY);
    reach(px, py);
    d += `L${px} ${py}`;
    segments += 1;
    length += Math.hypot(px - x, py - y);
    [x, y] = [px, py];
  };
  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} px @param {number} py */
  const curve = (x1, y1, x2, y2, px, py) => {
    if (isClosed) move(startX, startY);
    reach(x1, y1);
    reach(x2, y2);
    reach(px, py);
    d += `C${x1} ${y1} ${x2} ${y2} ${px} ${py}`;
    segments += 1;
    length += Math.hypot(x1 - x, y1 - y) + Math.hypot(x2 - x1, y2 - y1) + Math.hypot(px - x2, py - y2);
    [x, y] = [px, py];
  };
  /** @param {number} cx @param {number} cy @param {number} px @param {number} py */
  const quad = (cx, cy, px, py) => curve(x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3, px + (cx - px) * 2 / 3, py + (cy - py) * 2 / 3, px, py);

  /** Reads the arguments of one segment; false if they are incomplete. @param {string} command @param {boolean} isRelative */
  const segment = (command, isRelative) => {
    const [baseX, baseY] = isRelative ? [x, y] : [0, 0];
    /** @type {number[]} */
    const p = [];
    const count = { M: 1, L: 1, C: 3, S: 2, Q: 2, T: 1 }[command] ?? 0;
    for (let index = 0; index < count; index += 1) p.push(coordinate(baseX), coordinate(baseY));
    if (command === "H") p.push(coordinate(baseX));
    if (command === "V") p.push(coordinate(baseY));
    if (command === "A") {
      p.push(Number(scan(numberPattern) ?? NaN), Number(scan(numberPattern) ?? NaN), Number(scan(numberPattern) ?? NaN));
      p.push(Number(scan(flagPattern) ?? NaN), Number(scan(flagPattern) ?? NaN), coordinate(baseX), coordinate(baseY));
    }
    if (!p.every(Number.isFinite)) return false;
    let [nextCubicX, nextCubicY, nextQuadX, nextQuadY] = [NaN, NaN, NaN, NaN];
    /** @param {number} control @param {number} point */
    const mirrored = (control, point) => Number.isNaN(control) ? point : 2 * point - control;
    if (command === "M") {
      move(p[0], p[1]);
      [x, y] = [startX, startY] = [p[0], p[1]];
    } else if (command === "L") line(p[0], p[1]);
    else if (command === "H") line(p[0], y);
    else if (command === "V") line(x, p[0]);
    else if (command === "C") {
      curve(p[0], p[1], p[2], p[3], p[4], p[5]);
      [nextCubicX, nextCubicY] = [p[2], p[3]];
    } else if (command === "S") {
      curve(mirrored(cubicX, x), mirrored(cubicY, y), p[0], p[1], p[2], p[3]);
      [nextCubicX, nextCubicY] = [p[0], p[1]];
    } else if (command === "Q" || command === "T") {
      const cx = command === "Q" ? p[0] : mirrored(quadX, x);
      const cy = command === "Q" ? p[1] : mirrored(quadY, y);
      quad(cx, cy, p[p.length - 2], p[p.length - 1]);
      [nextQuadX, nextQuadY] = [cx, cy];
    } else if (p[0] * p[1] === 0 || (p[5] === x && p[6] === y)) line(p[5], p[6]);
    else {
      if (isClosed) move(startX, startY);
      // Radii that are too small are enlarged to half the distance.
      const size = 2 * Math.max(Math.abs(p[0]), Math.abs(p[1]), Math.hypot(p[5] - x, p[6] - y));
      reach(x - size, y - size);
      reach(x + size, y + size);
      d += `A${p.join(" ")}`;
      segments += 1;
      length += 4 * size;
      [x, y] = [p[5], p[6]];
    }
    [cubicX, cubicY, quadX, quadY] = [nextCubicX, nextCubicY, nextQuadX, nextQuadY];
    return true;
  };

  for (;;) {
    const letter = scan(commandPattern);
    const command = letter?.toUpperCase();
    if (!letter || !command || (d === "" && command !== "M")) break;
    if (command === "Z") {
      if (!isClosed) d += "Z";
      length += Math.hypot(x - startX, y - startY);
      [x, y, isClosed] = [startX, startY, true];
      cubicX = quadX = NaN;
      continue;
    }
    let [isValid, isRepeated] = [true, false];
    do {
      if (segments >= allowed) return null;
      isValid = segment(isRepeated && command === "M" ? "L" : command, letter !== command);
      isRepeated = true;
      startPattern.lastIndex = at;
    } while (isValid && startPattern.test(text));
    if (!isValid) break;
  }
  return { d, box: left <= right ? [left, top, right, bottom] : null, segments, length };
}

export { parsePath };
