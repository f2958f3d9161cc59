// Properties: values over time, as expressions see them. A property of the model has
// `i`, its number; `k`, its number of keyframes; `m`, whether its value is a list; `s`, whether it is a path; `x`, whether it has an expression;
// `ix`, its number in its group.

(function () {
  "use strict";
  var define = $svga.define, operation = { value: 0, keyTime: 1, keyValue: 2, path: 3 };
  $svga.operation = operation;
  // The frames of a second, and whether the expression that runs has seen a value that changes.
  $svga.state = { rate: 1, changes: false };

  function single(property, numbers) {
    if (numbers === null) return property.m ? [] : 0;
    return property.m ? numbers : numbers[0];
  }

  // A copy of a list of numbers. The language's own method is counted with more work.
  $svga.copied = function (list) {
    var result = [], count = list.length;
    $svga_step(1 + (count >> 5));
    for (var index = 0; index < count; index += 1) result[index] = list[index];
    return result;
  };

  // The value that the file has at a frame, without expressions.
  $svga.plain = function (property, frame) {
    if (property.k) $svga.state.changes = true;
    return single(property, $svga_host(operation.value, property.i, frame));
  };

  // The value that is drawn at the frame of the property's composition. An expression that needs its own value gets the plain one.
  $svga.current = function (property) {
    $svga_step();
    if (!property.x || property.isBusy) return $svga.plain(property, property.comp.frame);
    return $svga.evaluated(property);
  };

  function valueAtTime(property, time) {
    return $svga.plain(property, time * $svga.state.rate);
  }

  // The change per second.
  function velocityAtTime(property, time) {
    var step = 0.001, now = valueAtTime(property, time), before = valueAtTime(property, time - step);
    return property.m ? div(sub(now, before), step) : (now - before) / step;
  }

  function speedAtTime(property, time) {
    var velocity = velocityAtTime(property, time);
    return property.m ? length(velocity) : Math.abs(velocity);
  }

  function keyTimes(property) {
    if (!property.times) property.times = property.k ? $svga_host(operation.keyTime, property.i, 0) || [] : [];
    return property.times;
  }

  // A keyframe by its number, from 1. It is a list, too.
  function key(property, number) {
    $svga.state.changes = true;
    if (typeof number === "string" || !(number >= 1 && number <= keyTimes(property).length)) {
      throw new RangeError("the property has no keyframe " + number);
    }
    var known = property.keys || (property.keys = []);
    var numbers = $svga.copied(known[number] || (known[number] = $svga_host(operation.keyValue, property.i, number - 1) || []));
    var result = { time: keyTimes(property)[number - 1] / $svga.state.rate, index: number, value: property.m ? numbers : numbers[0] };
    for (var index = 0; index < numbers.length; index += 1) result[index] = numbers[index];
    return result;
  }

  function nearestKey(property, time) {
    var times = keyTimes(property), frame = time * $svga.state.rate, best = 0;
    $svga.state.changes = true;
    if (times.length === 0) return { index: 0, time: 0 };
    for (var index = 1; index < times.length; index += 1) {
      $svga_step();
      // Of two keyframes at one distance, the first is the nearest.
      if (Math.abs(times[index] - frame) < Math.abs(times[best] - frame)) best = index;
    }
    return { index: best + 1, time: times[best] / $svga.state.rate };
  }

  // MARK: - Repeating

  // Repeats a span of keyframes after the last one, or before the first one. `span` is a number of intervals, or seconds.
  function loop(property, isOut, type, span, isDuration) {
    var times = keyTimes(property), frame = property.comp.frame, now = $svga.plain(property, frame);
    if (times.length < 2 && !(isDuration && span)) return now;
    var last = times.length - 1, edge = isOut ? times[last] : times[0];
    if (times.length === 0 || (isOut ? frame <= edge : frame >= edge)) return now;
    var length = isDuration ? durationOf(property, isOut, edge, span) : intervalsOf(times, isOut, span);
    var over = Math.abs(frame - edge), rounds = Math.floor(over / length), within = over - rounds * length;
    if (!(length > 0)) return now;
    var name = String(type || "cycle").toLowerCase();
    function at(distance) {
      return $svga.plain(property, isOut ? edge - distance : edge + distance);
    }
    if (name === "pingpong") return at(rounds % 2 === 0 ? within : length - within);
    if (name === "continue") {
      var step = 0.001, change = sub(at(0), at(step));
      return sum(at(0), property.m ? mul(change, over / step) : change * over / step);
    }
    var value = at(length - within);
    if (name !== "offset") return value;
    var shift = sub(at(0), at(length));
    return sum(value, property.m ? mul(shift, rounds + 1) : shift * (rounds + 1));
  }

  function intervalsOf(times, isOut, count) {
    var last = times.length - 1, spans = !count || count > last ? last : Math.floor(count);
    return isOut ? times[last] - times[last - spans] : times[spans] - times[0];
  }

  function durationOf(property, isOut, edge, seconds) {
    if (seconds) return Math.abs(seconds * $svga.state.rate);
    return Math.max(0, isOut ? edge - property.layer.ip : property.layer.op - edge);
  }

  // The mean around a time.
  function smooth(property, width, samples, time) {
    var count = Math.min(Math.floor(samples || 5), 1000), range = width || 0.4, total;
    if (count <= 1) return valueAtTime(property, time);
    for (var index = 0; index < count; index += 1) {
      $svga_step();
      var value = valueAtTime(property, time - range / 2 + range * index / (count - 1));
      total = index === 0 ? value : sum(total, value);
    }
    return property.m ? div(total, count) : total / count;
  }

  // Smooth chance around the value. `octaves` adds finer waves.
  function wiggle(property, time, frequency, amount, octaves, share) {
    var value = valueAtTime(property, time), count = Math.min(Math.max(Math.floor(octaves || 1), 1), 8);
    function wave(part) {
      var result = 0, height = 1, rate = frequency;
      for (var octave = 0; octave < count; octave += 1) {
        $svga_step();
        var place = time * rate, from = Math.floor(place), t = place - from, smoothed = t * t * (3 - 2 * t);
        var left = $svga.noise(property.i, from, part * 8 + octave), right = $svga.noise(property.i, from + 1, part * 8 + octave);
        result += height * (2 * (left + (right - left) * smoothed) - 1);
        height *= share === undefined ? 0.5 : share;
        rate *= 2;
      }
      return result * amount;
    }
    $svga.state.changes = true;
    if (!property.m) return value + wave(0);
    var result = $svga.copied(value);
    for (var index = 0; index < result.length; index += 1) result[index] += wave(index);
    return result;
  }

  // MARK: - What an expression gets

  // Methods of a property, of which `owner(this)` is the property.
  function methods(prototype, owner) {
    function method(name, body) {
      define(prototype, name, { value: body, configurable: true });
    }
    function getter(name, body) {
      define(prototype, name, { get: body, configurable: true });
    }
    function now(property) {
      $svga.state.changes = $svga.state.changes || property.k > 0;
      return property.comp.frame / $svga.state.rate;
    }
    getter("numKeys", function () { return owner(this).k; });
    getter("propertyIndex", function () { return owner(this).ix; });
    getter("velocity", function () { return velocityAtTime(owner(this), now(owner(this))); });
    getter("speed", function () { return speedAtTime(owner(this), now(owner(this))); });
    method("valueAtTime", function (time) { return valueAtTime(owner(this), time); });
    method("velocityAtTime", function (time) { return velocityAtTime(owner(this), time); });
    method("speedAtTime", function (time) { return speedAtTime(owner(this), time); });
    method("key", function (number) { return key(owner(this), number); });
    method("nearestKey", function (time) { return nearestKey(owner(this), time); });
    method("loopIn", function (type, count) { return loop(owner(this), false, type, count, false); });
    method("loopOut", function (type, count) { return loop(owner(this), true, type, count, false); });
    method("loopInDuration", function (type, seconds) { return loop(owner(this), false, type, seconds, true); });
    method("loopOutDuration", function (type, seconds) { return loop(owner(this), true, type, seconds, true); });
    method("smooth", function (width, samples, time) {
      return smooth(owner(this), width, samples, time === undefined ? now(owner(this)) : time);
    });
    method("wiggle", function (frequency, amount, octaves, share, time) {
      return wiggle(owner(this), time === undefined ? now(owner(this)) : time, frequency, amount, octaves, share);
    });
    method("propertyGroup", function (level) { return $svga.ancestor(owner(this), level === undefined ? 1 : level); });
  }
  $svga.methods = methods;

  // The groups around a property or group, from the inside.
  $svga.ancestor = function (owner, level) {
    var group = owner;
    if (owner && owner.place) $svga.makeGroups(owner);
    for (var index = 0; index < level && group; index += 1) group = group.group || (group.$svga_record && group.$svga_record.group);
    return group || null;
  };

  var numbers = $svga.create(Number.prototype), lists = $svga.create(Array.prototype);
  function owner(value) {
    return value.$svga_property;
  }
  methods(numbers, owner);
  methods(lists, owner);
  define(numbers, "value", { get: function () { return this.valueOf(); } });
  define(lists, "value", { get: function () { return $svga.copied(this); } });

  // The prototype of a property's values, made once.
  function prototypeOf(property) {
    property.prototype = $svga.create(property.m ? lists : numbers);
    define(property.prototype, "$svga_property", { value: property });
    return property.prototype;
  }

  // A property's value as a number or list that knows its property.
  $svga.wrapped = function (property) {
    if (property.s) return $svga.path(property);
    if (property.text) return $svga.sourceText(property);
    var value = $svga.current(property), result = property.m ? $svga.copied(value) : new Number(value);
    if (!property.m) result[0] = value;
    return $svga.setPrototype(result, property.prototype || prototypeOf(property));
  };

  var these = $svga.create(Object.prototype);
  methods(these, owner);
  define(these, "value", { get: function () { return $svga.plain(owner(this), owner(this).comp.frame); } });
  define(these, "_name", { get: function () { return owner(this).layer.nm; } });
  define(these, "name", { get: function () { return owner(this).name; } });

  // The property that an expression belongs to.
  $svga.thisProperty = function (property) {
    var result = $svga.create(these);
    define(result, "$svga_property", { value: property });
    return property.s ? $svga.addPath(result, property) : result;
  };
}());
