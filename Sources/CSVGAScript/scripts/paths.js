// Paths: a property whose value is an outline. The model has an outline as numbers: whether it is closed, then x and y of each vertex, of its
// tangent in and of its tangent out, all from the origin.

(function () {
  "use strict";
  var define = $svga.define, state = $svga.state, step = $svga_step;

  // The numbers that were read last are kept.
  function outline(property, frame) {
    if (property.k) state.changes = true;
    if (property.outlineFrame !== frame) {
      property.outline = $svga_host($svga.operation.path, property.i, frame) || [0];
      property.outlineFrame = frame;
    }
    return property.outline;
  }

  function currentOutline(property) {
    step();
    if (!property.x || property.isBusy) return outline(property, property.comp.frame);
    // Of an expression that returned another property's path, the numbers are read here.
    return $svga.evaluated(property) || outline(property.lastPath, property.lastPath.comp.frame);
  }

  function pairs(numbers, offset, isRelative) {
    var result = [];
    for (var at = 1; at + 5 < numbers.length; at += 6) {
      step();
      result.push([numbers[at + offset] - (isRelative ? numbers[at] : 0), numbers[at + offset + 1] - (isRelative ? numbers[at + 1] : 0)]);
    }
    return result;
  }

  // MARK: - Points on a path

  var measured = null, measuredSegments = null;

  // The segments that were measured last are kept.
  function segments(numbers) {
    if (numbers === measured) return measuredSegments;
    var result = [], count = Math.floor((numbers.length - 1) / 6), last = numbers[0] ? count : count - 1;
    for (var index = 0; index < last; index += 1) {
      step(20);
      var a = 1 + 6 * index, b = 1 + 6 * ((index + 1) % count);
      var points = [
        [numbers[a], numbers[a + 1]], [numbers[a + 4], numbers[a + 5]], [numbers[b + 2], numbers[b + 3]], [numbers[b], numbers[b + 1]]
      ];
      var lengths = [0], before = points[0];
      for (var part = 1; part <= 20; part += 1) {
        var point = onCurve(points, part / 20);
        lengths.push(lengths[part - 1] + Math.sqrt(Math.pow(point[0] - before[0], 2) + Math.pow(point[1] - before[1], 2)));
        before = point;
      }
      result.push({ points: points, lengths: lengths });
    }
    measured = numbers;
    measuredSegments = result;
    return result;
  }

  function onCurve(points, t) {
    var u = 1 - t;
    function along(axis) {
      return u * u * u * points[0][axis] + 3 * u * u * t * points[1][axis] + 3 * u * t * t * points[2][axis] + t * t * t * points[3][axis];
    }
    return [along(0), along(1)];
  }

  function pointOnPath(numbers, share) {
    var all = segments(numbers), total = 0, index;
    if (all.length === 0) return [numbers[1] || 0, numbers[2] || 0];
    for (index = 0; index < all.length; index += 1) total += all[index].lengths[20];
    var left = Math.min(Math.max(share, 0), 1) * total;
    for (index = 0; index < all.length - 1 && left > all[index].lengths[20]; index += 1) left -= all[index].lengths[20];
    var lengths = all[index].lengths, part = 1;
    while (part < 20 && lengths[part] < left) part += 1;
    var step = lengths[part] - lengths[part - 1];
    return onCurve(all[index].points, (part - 1 + (step > 0 ? Math.min((left - lengths[part - 1]) / step, 1) : 0)) / 20);
  }

  function tangentOnPath(numbers, share) {
    var from = pointOnPath(numbers, Math.min(share, 0.999)), to = pointOnPath(numbers, Math.min(share, 0.999) + 0.001);
    var distance = length(to, from);
    return distance === 0 ? [0, 0] : [(to[0] - from[0]) / distance, (to[1] - from[1]) / distance];
  }

  // MARK: - What an expression gets

  function Path(numbersAt, property) {
    define(this, "$svga_numbers", { value: numbersAt });
    define(this, "$svga_property", { value: property });
  }
  var prototype = Path.prototype;
  function numbers(path, time) {
    return path.$svga_numbers(time);
  }
  prototype.points = function (time) { return pairs(numbers(this, time), 0, false); };
  prototype.inTangents = function (time) { return pairs(numbers(this, time), 2, true); };
  prototype.outTangents = function (time) { return pairs(numbers(this, time), 4, true); };
  prototype.isClosed = function () { return numbers(this)[0] !== 0; };
  prototype.pointOnPath = function (share, time) { return pointOnPath(numbers(this, time), share === undefined ? 0.5 : share); };
  prototype.tangentOnPath = function (share, time) { return tangentOnPath(numbers(this, time), share === undefined ? 0.5 : share); };
  prototype.normalOnPath = function (share, time) {
    var tangent = this.tangentOnPath(share, time);
    return [-tangent[1], tangent[0]];
  };
  prototype.propertyGroup = function (level) { return $svga.ancestor(this.$svga_property, level === undefined ? 1 : level); };
  define(prototype, "numKeys", { get: function () { return this.$svga_property ? this.$svga_property.k : 0; } });

  $svga.path = function (property) {
    return new Path(function (time) {
      return time === undefined ? currentOutline(property) : outline(property, time * state.rate);
    }, property);
  };

  // Adds the methods of a path to the object for the property that an expression belongs to.
  $svga.addPath = function (result, property) {
    var path = $svga.path(property);
    ["points", "inTangents", "outTangents", "isClosed", "pointOnPath", "tangentOnPath", "normalOnPath"].forEach(function (name) {
      define(result, name, { value: function (a, b) { return path[name](a, b); } });
    });
    define(result, "value", { get: function () { return path; } });
    define(result, "$svga_path", { value: path });
    return result;
  };

  // The outline that an expression returns as numbers; null for anything else. Like lottie-web, an object may have the vertices and both tangents
  // from the origin.
  $svga.outlineOf = function (value) {
    if (value instanceof Path) return numbers(value);
    if (!$svga.isList(value.v) || !$svga.isList(value.i) || !$svga.isList(value.o)) return null;
    var result = [value.c ? 1 : 0];
    for (var index = 0; index < value.v.length; index += 1) {
      step();
      [value.v, value.i, value.o].forEach(function (list) {
        var point = list[index] || [0, 0];
        result.push(Number(point[0]), Number(point[1]));
      });
    }
    return result.every(function (number) { return number === number; }) ? result : null;
  };

  // The property whose path an expression returns unchanged; null for a path that it made.
  $svga.sourceOf = function (value) {
    return value instanceof Path && value.$svga_property && !value.$svga_property.x ? value.$svga_property : null;
  };

  $svga.createPath = function (points, ins, outs, isClosed) {
    var numbers = [isClosed ? 1 : 0];
    for (var index = 0; index < points.length; index += 1) {
      step();
      var x = Number(points[index][0]), y = Number(points[index][1]), into = (ins && ins[index]) || [0, 0], out = (outs && outs[index]) || [0, 0];
      numbers.push(x, y, x + Number(into[0]), y + Number(into[1]), x + Number(out[0]), y + Number(out[1]));
    }
    return new Path(function () { return numbers; }, undefined);
  };
}());

function createPath(points, ins, outs, isClosed) {
  "use strict";
  return $svga.createPath(points, ins, outs, isClosed);
}
