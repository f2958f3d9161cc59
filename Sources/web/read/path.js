// SVG path data: M L H V C S Q T A Z in both cases, as Sources/SVGAFormat/Resolve/PathParser.swift reads it.

/** Larger coordinates could overflow in calculations. */
const largestCoordinate = 1e30;
const numberPattern = /[ ,\t-\r]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const commandPattern = /[ ,\t-\r]*([MLHVCSQTAZmlhvcsqtaz])/y;
/** Where a number may start. */
const startPattern = /[ ,\t-\r]*[-+.\d]/y;
const flagPattern = /[ ,\t-\r]*([01])/y;
/** What follows each command: coordinates x and y, flags f, and other numbers n. @type {Record<string, string>} */
const parameters = { M: "xy", L: "xy", H: "x", V: "y", C: "xyxyxy", S: "xyxy", Q: "xyxy", T: "xy", A: "nnnffxy" };

/**
 * The path with the absolute commands M, L, C, A and Z. An invalid end is dropped.
 * @param {string} text @param {number} [allowed] the maximum number of segments
 * @returns {SVGP.ParsedPath | null} null: too many segments
 */
function parsePath(text, allowed = Infinity) {
  let at = 0;
  let d = "";
  let segments = 0;
  /** The length of the control polygon, for limits of dashes. */
  let length = 0;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let [controlX, controlY] = [0, 0];
  /** The command that mirrors the control point. */
  let mirroring = "";
  let isClosed = false;

  /** @param {RegExp} pattern */
  const scan = (pattern) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return null;
    at = pattern.lastIndex;
    return match[1];
  };

  /** @param {string} letter @param {number[]} points the control points and the end @param {number[]} numbers what is written */
  const append = (letter, points, numbers = points) => {
    if (letter === "M") length -= Math.hypot(points[0] - x, points[1] - y);
    else if (isClosed) append("M", [startX, startY]);
    d += letter + numbers.join(" ");
    segments += 1;
    isClosed = false;
    for (let index = 0; index < points.length; index += 2) {
      const px = points[index];
      const py = points[index + 1];
      if (px < left) left = px;
      if (px > right) right = px;
      if (py < top) top = py;
      if (py > bottom) bottom = py;
      length += Math.hypot(px - x, py - y);
      [x, y] = [px, py];
    }
    if (letter === "M") [startX, startY] = [x, y];
  };

  /** Reads the arguments of one segment; false if they are incomplete. @param {string} command @param {boolean} isRelative */
  const segment = (command, isRelative) => {
    /** @type {number[]} */
    const numbers = [];
    for (const kind of parameters[command]) {
      const base = !isRelative ? 0 : kind === "x" ? x : kind === "y" ? y : 0;
      const number = base + Number(scan(kind === "f" ? flagPattern : numberPattern) ?? NaN);
      if (!(Math.abs(number) < (kind === "n" ? Infinity : largestCoordinate))) return false;
      numbers.push(number);
    }
    if (command === "H") numbers.push(y);
    if (command === "V") numbers.unshift(x);
    const [endX, endY] = numbers.slice(-2);
    const isMirrored = command === mirroring;
    mirroring = "";
    if (command === "A" && numbers[0] * numbers[1] !== 0 && (endX !== x || endY !== y)) {
      // Radii that are too small are enlarged to half the distance.
      const size = 2 * Math.max(Math.abs(numbers[0]), Math.abs(numbers[1]), Math.hypot(endX - x, endY - y));
      append("A", [x - size, y - size, x + size, y + size, endX, endY], numbers);
    } else if ("CSQT".includes(command)) {
      const isQuadratic = command === "Q" || command === "T";
      mirroring = isQuadratic ? "T" : "S";
      let [firstX, firstY] = numbers;
      if (command === mirroring) [firstX, firstY] = isMirrored ? [2 * x - controlX, 2 * y - controlY] : [x, y];
      [controlX, controlY] = isQuadratic ? [firstX, firstY] : numbers.slice(-4, -2);
      /** @param {number} from @param {number} control */
      const raised = (from, control) => from + (control - from) * 2 / 3;
      append("C", isQuadratic ? [raised(x, firstX), raised(y, firstY), raised(endX, firstX), raised(endY, firstY), endX, endY]
        : [firstX, firstY, controlX, controlY, endX, endY]);
    } else append(command === "M" ? "M" : "L", [endX, endY]);
    return true;
  };

  for (;;) {
    const letter = scan(commandPattern);
    const command = letter?.toUpperCase();
    if (!letter || !command || (d === "" && command !== "M")) break;
    if (command === "Z") {
      if (!isClosed) d += "Z";
      length += Math.hypot(x - startX, y - startY);
      [x, y, isClosed, mirroring] = [startX, startY, true, ""];
      continue;
    }
    let next = command;
    let isValid = true;
    do {
      if (segments >= allowed) return null;
      isValid = segment(next, letter !== command);
      if (command === "M") next = "L";
      startPattern.lastIndex = at;
    } while (isValid && startPattern.test(text));
    if (!isValid) break;
  }
  return { d, box: left <= right ? [left, top, right, bottom] : null, segments, length };
}

export { parsePath };
