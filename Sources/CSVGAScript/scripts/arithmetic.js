// The functions that After Effects gives expressions, and those that its exporter writes for operators. Both work on numbers and lists.

// A random number in 0..<1 by the place of the expression in the file and the frame, so that every run draws the same.
$svga.random = { seed: 1, state: 1 };
$svga.randomize = function (seed) {
  "use strict";
  $svga.random.seed = seed;
  $svga.random.state = 0;
};
// Numbers below 2^53 keep all digits of the products of halves.
function $svga_product(x, y) {
  "use strict";
  return ((x & 0xffff) * y + ((((x >>> 16) * y) & 0xffff) << 16)) >>> 0;
}
$svga.noise = function (a, b, c) {
  "use strict";
  var product = $svga_product, hash = product(a >>> 0, 0x9e3779b1) ^ product(b >>> 0, 0x85ebca77) ^ product(c >>> 0, 0xc2b2ae3d);
  hash = product((hash ^ (hash >>> 15)) >>> 0, 0x2c1b3c6d);
  hash = product((hash ^ (hash >>> 12)) >>> 0, 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296;
};

// Looking up a global name takes longer than adding two numbers, so these functions have what they use in their scope.
(function () {
  "use strict";
  var step = $svga_step, isList = $svga.isList, NumberObject = Number, toInteger = parseInt;

  function isNumber(value) {
    var type = typeof value;
    return type === "number" || type === "boolean" || type === "string" || value instanceof NumberObject;
  }

  // Functions that are made once: a closure has a cycle of references, which only a collection of garbage frees.
  function plus(x, y) {
    return x + y;
  }

  function minus(x, y) {
    return x - y;
  }

  // Applies a function to the elements of two lists; an element that only one of them has stays.
  function paired(a, b, change) {
    var result = [], countA = a.length, countB = b.length, count = countA < countB ? countB : countA;
    if (count > 0) step(count);
    for (var index = 0; index < count; index += 1) {
      if (index >= countA || index >= countB) result[index] = index < countA ? a[index] : b[index];
      else result[index] = change(a[index], b[index]);
    }
    return result;
  }
  $svga.paired = paired;

  // For a number and a list, the number belongs to the first element.
  function combined(a, b, change) {
    var isListA = isList(a), isListB = isList(b), result;
    if (isListA && isListB) return paired(a, b, change);
    if (isListA && isNumber(b)) {
      result = a.slice(0);
      result[0] = change(result[0], b);
      return result;
    }
    if (isNumber(a) && isListB) {
      result = b.slice(0);
      result[0] = change(a, result[0]);
      return result;
    }
    return 0;
  }

  function multiplied(list, factor) {
    var result = [], count = list.length;
    if (count > 0) step(count);
    for (var index = 0; index < count; index += 1) result[index] = list[index] * factor;
    return result;
  }

  function divided(list, divisor) {
    var result = [], count = list.length;
    if (count > 0) step(count);
    for (var index = 0; index < count; index += 1) result[index] = list[index] / divisor;
    return result;
  }

  $svga.sum = function (a, b) {
    if (typeof a === "number" && typeof b === "number") return a + b;
    if (typeof a === "string" || typeof b === "string" || (isNumber(a) && isNumber(b))) return a + b;
    return combined(a, b, plus);
  };

  $svga.sub = function (a, b) {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (isNumber(a) && isNumber(b)) return (typeof a === "string" ? toInteger(a, 10) : a) - (typeof b === "string" ? toInteger(b, 10) : b);
    return combined(a, b, minus);
  };

  $svga.mul = function (a, b) {
    if (typeof a === "number" && typeof b === "number") return a * b;
    if (isNumber(a)) return isNumber(b) ? a * b : isList(b) ? multiplied(b, a) : 0;
    return isList(a) && isNumber(b) ? multiplied(a, b) : 0;
  };

  $svga.div = function (a, b) {
    if (typeof a === "number" && typeof b === "number") return a / b;
    if (isNumber(a)) return isNumber(b) ? a / b : isList(b) ? $svga_scaled(b, function (x) { return a / x; }) : 0;
    return isList(a) && isNumber(b) ? divided(a, b) : 0;
  };
}());

function $svga_scaled(list, change) {
  "use strict";
  var result = [];
  for (var index = 0; index < list.length; index += 1) {
    $svga_step();
    result[index] = change(list[index]);
  }
  return result;
}

var sum = $svga.sum, sub = $svga.sub, mul = $svga.mul, div = $svga.div;

function mod(a, b) {
  "use strict";
  return (typeof a === "string" ? parseInt(a, 10) : a) % (typeof b === "string" ? parseInt(b, 10) : b);
}

function $bm_neg(a) {
  "use strict";
  return $svga.isList(a) ? $svga_scaled(a, function (x) { return -x; }) : -a;
}

var add = sum, $bm_sum = sum, $bm_sub = sub, $bm_mul = mul, $bm_div = div, $bm_mod = mod;

function clamp(value, low, high) {
  "use strict";
  if ($svga.isList(value)) return $svga_scaled(value, function (x) { return clamp(x, low, high); });
  return Math.min(Math.max(value, Math.min(low, high)), Math.max(low, high));
}

function radiansToDegrees(value) {
  "use strict";
  return value * 180 / Math.PI;
}

function degreesToRadians(value) {
  "use strict";
  return value * Math.PI / 180;
}

var radians_to_degrees = radiansToDegrees, degrees_to_radians = degreesToRadians;

// The length of a vector, or the distance of two points.
function length(a, b) {
  "use strict";
  if (!$svga.isList(a)) return Math.abs(a - (b || 0));
  var square = 0, count = b ? Math.min(a.length, b.length) : a.length;
  for (var index = 0; index < count; index += 1) {
    $svga_step();
    square += Math.pow(a[index] - (b ? b[index] : 0), 2);
  }
  return Math.sqrt(square);
}

function normalize(vector) {
  "use strict";
  return div(vector, length(vector));
}

function dot(a, b) {
  "use strict";
  return $svga.paired(a, b, function (x, y) { return x * y; }).reduce(function (x, y) { return x + y; }, 0);
}

function cross(a, b) {
  "use strict";
  var az = a[2] || 0, bz = b[2] || 0;
  return [a[1] * bz - az * b[1], az * b[0] - a[0] * bz, a[0] * b[1] - a[1] * b[0]];
}

function lookAt(from, to) {
  "use strict";
  var x = to[0] - from[0], y = to[1] - from[1], z = to[2] - from[2];
  return [radiansToDegrees(-Math.atan2(y, z)), radiansToDegrees(Math.atan2(x, Math.sqrt(y * y + z * z))), 0];
}

// MARK: - Interpolation

function $svga_between(share, from, to) {
  "use strict";
  if (!$svga.isList(from)) return from + (to - from) * share;
  return $svga.paired(from, to, function (x, y) { return x + (y - x) * share; });
}

function linear(t, low, high, from, to) {
  "use strict";
  if (from === undefined || to === undefined) return linear(t, 0, 1, low, high);
  if (high < low) return linear(t, high, low, from, to);
  if (t <= low) return from;
  if (t >= high) return to;
  return $svga_between((t - low) / (high - low), from, to);
}

// A curve of easing: the share of the way at a share of the time. The numbers are a cubic Bézier curve's inner points.
function $svga_curve(x1, y1, x2, y2) {
  "use strict";
  function at(a, b, t) {
    return 3 * a * t * (1 - t) * (1 - t) + 3 * b * t * t * (1 - t) + t * t * t;
  }
  return function (share) {
    var low = 0, high = 1, t = share;
    for (var round = 0; round < 40; round += 1) {
      if (at(x1, x2, t) < share) low = t;
      else high = t;
      t = (low + high) / 2;
    }
    return at(y1, y2, t);
  };
}

function $svga_eased(curve) {
  "use strict";
  return function (t, low, high, from, to) {
    if (from === undefined) {
      from = low;
      to = high;
    } else {
      t = (t - low) / (high - low);
    }
    return $svga_between(t >= 1 ? 1 : t > 0 ? curve(t) : 0, from, to);
  };
}

var easeIn = $svga_eased($svga_curve(0.333, 0, 0.833, 0.833));
var easeOut = $svga_eased($svga_curve(0.167, 0.167, 0.667, 1));
var ease = $svga_eased($svga_curve(0.33, 0, 0.667, 1));

// MARK: - Colors

function rgbToHsl(color) {
  "use strict";
  var red = color[0], green = color[1], blue = color[2];
  var high = Math.max(red, green, blue), low = Math.min(red, green, blue), range = high - low, light = (high + low) / 2, hue;
  if (range === 0) return [0, 0, light, color[3]];
  if (high === red) hue = (green - blue) / range + (green < blue ? 6 : 0);
  else if (high === green) hue = (blue - red) / range + 2;
  else hue = (red - green) / range + 4;
  return [hue / 6, range / (light > 0.5 ? 2 - high - low : high + low), light, color[3]];
}

function hslToRgb(color) {
  "use strict";
  var light = color[2], chroma = color[1] * Math.min(light, 1 - light);
  function part(shift) {
    var place = (shift + color[0] * 12) % 12;
    return light - chroma * Math.max(-1, Math.min(place - 3, 9 - place, 1));
  }
  return [part(0), part(8), part(4), color[3]];
}

function hexToRgb(text) {
  "use strict";
  var digits = String(text).replace("#", "");
  function part(index) {
    return parseInt(digits.substr(index, 2), 16) / 255;
  }
  return [part(0), part(2), part(4), digits.length >= 8 ? part(6) : 1];
}

// MARK: - Chance

function $svga_chance() {
  "use strict";
  $svga.random.state += 1;
  return $svga.noise($svga.random.seed, $svga.random.state, 0);
}

function random(low, high) {
  "use strict";
  if (high === undefined) {
    high = low === undefined ? 1 : low;
    low = 0;
  }
  if (!$svga.isList(high)) return low + $svga_chance() * (high - low);
  return $svga_scaled(high, function (x) { return x; }).map(function (x, index) {
    var from = low ? low[index] : 0;
    return from + $svga_chance() * (x - from);
  });
}

function gaussRandom(low, high) {
  "use strict";
  var share = ($svga_chance() + $svga_chance() + $svga_chance()) / 3;
  if (high === undefined) return share * (low === undefined ? 1 : low);
  return $svga_between(share, low, high);
}

Math.random = $svga_chance;
["abs", "sin", "cos", "floor", "ceil", "round"].forEach(function (name) {
  "use strict";
  var single = Math[name];
  // The exporter's Math takes lists, too.
  Math[name] = function (value) { return $svga.isList(value) ? $svga_scaled(value, single) : single(value); };
});
