// Properties: values over time, as expressions see them. A property of the model has
// `i`, its number; `k`, its number of keyframes; `m`, whether its value is a list; `s`, whether it is a path; `x`, whether it has an expression;
// `ix`, its number in its group.

(function () {
  "use strict";
  // The frames of a second, and whether the expression that runs has seen a value that changes. Looking up a global name takes longer than
  // reading a member, so the functions here have what they use in their scope.
  var define = $svga.define, state = { rate: 1, changes: false }, step = $svga_step, host = $svga_host, setPrototype = $svga.setPrototype;
  var NumberObject = Number;
  var operation = { value: 0, keyTime: 1, keyValue: 2, path: 3 };
  $svga.operation = operation;
  $svga.state = state;

  // A copy of a list of numbers. The language's own method is counted with more work.
  function copied(list) {
    var count = list.length;
    step(1 + (count >> 5));
    // The language makes a list of known length in one step.
    if (count === 2) return [list[0], list[1]];
    if (count === 3) return [list[0], list[1], list[2]];
    var result = [];
    for (var index = 0; index < count; index += 1) result[index] = list[index];
    return result;
  }
  $svga.copied = copied;

  // The value that the file has at a frame, without expressions.
  function plain(property, frame) {
    if (property.k) state.changes = true;
    // The host fills a list of the right length, or makes one. In place of 0 it returns the first number alone.
    var found = host(0, property.i, frame, !property.m ? 0 : property.size === 2 ? [0, 0] : property.size === 3 ? [0, 0, 0] : null);
    if (!property.m) return found === null ? 0 : found;
    if (found === null) return [];
    property.size = found.length;
    return found;
  }
  $svga.plain = plain;

  // The value that is drawn at the frame of the property's composition. An expression that needs its own value gets the plain one.
  function current(property) {
    step();
    return !property.x || property.isBusy ? plain(property, property.comp.frame) : $svga.evaluated(property);
  }
  $svga.current = current;

  function valueAtTime(property, time) {
    return plain(property, time * state.rate);
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
    return property.times || (property.times = property.k ? host(operation.keyTime, property.i, 0) || [] : []);
  }

  // A keyframe by its number, from 1. It is a list, too.
  function key(property, number) {
    var times = property.times || keyTimes(property);
    state.changes = true;
    if (typeof number === "string" || !(number >= 1 && number <= times.length)) {
      throw new RangeError("the property has no keyframe " + number);
    }
    var known = property.keys || (property.keys = []);
    var numbers = known[number] || (known[number] = host(operation.keyValue, property.i, number - 1) || []);
    var count = numbers.length, x = numbers[0], y = numbers[1], time = times[number - 1] / state.rate;
    if (count > 2) return longKey(property, numbers, time, number);
    step();
    if (count === 2) return { time: time, index: number, value: property.m ? [x, y] : x, 0: x, 1: y };
    if (count === 1) return { time: time, index: number, value: property.m ? [x] : x, 0: x };
    return { time: time, index: number, value: property.m ? [] : x };
  }

  function longKey(property, numbers, time, number) {
    var copy = copied(numbers), result = { time: time, index: number, value: property.m ? copy : numbers[0] };
    for (var index = 0; index < numbers.length; index += 1) result[index] = numbers[index];
    return result;
  }

  function nearestKey(property, time) {
    var times = property.times || keyTimes(property), frame = time * state.rate, best = 0, count = times.length;
    state.changes = true;
    if (count === 0) return { index: 0, time: 0 };
    if (count > 1) step(count - 1);
    var shortest = times[0] < frame ? frame - times[0] : times[0] - frame;
    for (var index = 1; index < count; index += 1) {
      var distance = times[index] < frame ? frame - times[index] : times[index] - frame;
      // Of two keyframes at one distance, the first is the nearest.
      if (distance < shortest) {
        best = index;
        shortest = distance;
      }
    }
    return { index: best + 1, time: times[best] / state.rate };
  }

  // MARK: - Repeating

  // Repeats a span of keyframes after the last one, or before the first one. `span` is a number of intervals, or seconds.
  function loop(property, isOut, type, span, isDuration) {
    var times = keyTimes(property), frame = property.comp.frame, now = plain(property, frame);
    if (times.length < 2 && !(isDuration && span)) return now;
    var last = times.length - 1, edge = isOut ? times[last] : times[0];
    if (times.length === 0 || (isOut ? frame <= edge : frame >= edge)) return now;
    var length = isDuration ? durationOf(property, isOut, edge, span) : intervalsOf(times, isOut, span);
    var over = Math.abs(frame - edge), rounds = Math.floor(over / length), within = over - rounds * length;
    if (!(length > 0)) return now;
    var name = String(type || "cycle").toLowerCase();
    function at(distance) {
      return plain(property, isOut ? edge - distance : edge + distance);
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
    if (seconds) return Math.abs(seconds * state.rate);
    return Math.max(0, isOut ? edge - property.layer.ip : property.layer.op - edge);
  }

  // The mean around a time.
  function smooth(property, width, samples, time) {
    var count = Math.min(Math.floor(samples || 5), 1000), range = width || 0.4, total;
    if (count <= 1) return valueAtTime(property, time);
    for (var index = 0; index < count; index += 1) {
      step();
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
        step();
        var place = time * rate, from = Math.floor(place), t = place - from, smoothed = t * t * (3 - 2 * t);
        var left = $svga.noise(property.i, from, part * 8 + octave), right = $svga.noise(property.i, from + 1, part * 8 + octave);
        result += height * (2 * (left + (right - left) * smoothed) - 1);
        height *= share === undefined ? 0.5 : share;
        rate *= 2;
      }
      return result * amount;
    }
    state.changes = true;
    if (!property.m) return value + wave(0);
    var result = copied(value);
    for (var index = 0; index < result.length; index += 1) result[index] += wave(index);
    return result;
  }

  // MARK: - What an expression gets

  // The methods of a property, each with the property in front of its arguments.
  function now(property) {
    state.changes = state.changes || property.k > 0;
    return property.comp.frame / state.rate;
  }
  var calls = {
    valueAtTime: valueAtTime,
    velocityAtTime: velocityAtTime,
    speedAtTime: speedAtTime,
    key: key,
    nearestKey: nearestKey,
    loopIn: function (property, type, count) { return loop(property, false, type, count, false); },
    loopOut: function (property, type, count) { return loop(property, true, type, count, false); },
    loopInDuration: function (property, type, seconds) { return loop(property, false, type, seconds, true); },
    loopOutDuration: function (property, type, seconds) { return loop(property, true, type, seconds, true); },
    smooth: function (property, width, samples, time) { return smooth(property, width, samples, time === undefined ? now(property) : time); },
    wiggle: function (property, frequency, amount, octaves, share, time) {
      return wiggle(property, time === undefined ? now(property) : time, frequency, amount, octaves, share);
    },
    propertyGroup: function (property, level) { return $svga.ancestor(property, level === undefined ? 1 : level); }
  };

  // A method that belongs to one property wherever it is called.
  $svga.bound = function (property, name) {
    var call = calls[name];
    return function (a, b, c, d, e) { return call(property, a, b, c, d, e); };
  };

  // Methods of a property, of which `owner(this)` is the property.
  function methods(prototype, owner) {
    function method(name) {
      var call = calls[name];
      define(prototype, name, {
        value: function (a, b, c, d, e) { return call(owner(this), a, b, c, d, e); }, configurable: true
      });
    }
    function getter(name, body) {
      define(prototype, name, { get: body, configurable: true });
    }
    for (var name in calls) method(name);
    getter("numKeys", function () { return owner(this).k; });
    getter("propertyIndex", function () { return owner(this).ix; });
    getter("velocity", function () { return velocityAtTime(owner(this), now(owner(this))); });
    getter("speed", function () { return speedAtTime(owner(this), now(owner(this))); });
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
  define(lists, "value", { get: function () { return copied(this); } });

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
    var value = current(property), result;
    if (property.m) {
      result = copied(value);
    } else {
      result = new NumberObject(value);
      result[0] = value;
    }
    return setPrototype(result, property.prototype || prototypeOf(property));
  };

  var these = $svga.create(Object.prototype);
  methods(these, owner);
  define(these, "value", { get: function () { return plain(owner(this), owner(this).comp.frame); } });
  define(these, "_name", { get: function () { return owner(this).layer.nm; } });
  define(these, "name", { get: function () { return owner(this).name; } });

  // The property that an expression belongs to.
  $svga.thisProperty = function (property) {
    var result = $svga.create(these);
    define(result, "$svga_property", { value: property });
    return property.s ? $svga.addPath(result, property) : result;
  };
}());
