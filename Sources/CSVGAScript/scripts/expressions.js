// The expressions: what each sees by which name, and what becomes of its result.

(function () {
  "use strict";
  var model, current = null, round = 0, rootFrame = 0, expressions = [], programs = [];
  var state = $svga.state, random = $svga.random, step = $svga_step, isList = $svga.isList, plainOf = $svga.plain, copied = $svga.copied;
  var toNumber = Number;

  // Takes the model of a file: its compositions, and for each expression its property, composition and layer.
  $svga.load = function (value) {
    model = value;
    state.rate = model.rate;
    for (var index = 0; index < model.comps.length; index += 1) {
      var comp = model.comps[index], layers = comp.layers, byNumber = {}, number, layer;
      comp.frame = comp.round = 0;
      comp.made = $svga.composition(comp);
      for (number = 0; number < layers.length; number += 1) {
        layer = layers[number];
        layer.comp = comp;
        if (layer.ind !== undefined && byNumber["n" + layer.ind] === undefined) byNumber["n" + layer.ind] = layer;
      }
      for (number = 0; number < layers.length; number += 1) {
        layer = layers[number];
        if (layer.parent !== undefined && layer.parent !== layer.ind) layer.parentRecord = byNumber["n" + layer.parent];
      }
    }
  };

  // The only way to another composition: it gets the frame of this round.
  function visited(comp) {
    if (comp.round !== round) {
      comp.round = round;
      comp.frame = (rootFrame - comp.offset) / comp.scale;
    }
    return comp.made;
  }

  function compositionNamed(name) {
    step(1 + (model.comps.length >> 2));
    for (var index = 0; index < model.comps.length; index += 1) {
      if (model.comps[index].names.indexOf(name) >= 0) return visited(model.comps[index]);
    }
    // The exporter leaves out the name of the composition that it exports.
    if (model.comps[0].names.length === 0) return visited(model.comps[0]);
    throw new ReferenceError("there is no composition " + String(name));
  }

  // MARK: - Names

  // What one expression may use. Its program takes only the names that occur in the expression.
  function Interface(number, property) {
    this.number = number;
    this.property = property;
    this.made = null;
  }

  Interface.prototype = {
    get thisLayer() { return $svga.layer(this.property.layer); },
    get thisComp() { return this.property.comp.made; },
    get thisProperty() { return this.made || (this.made = $svga.thisProperty(this.property)); },
    get position() { return this.thisLayer.position; },
    get rotation() { return this.thisLayer.rotation; },
    get scale() { return this.thisLayer.scale; },
    get opacity() { return this.thisLayer.opacity; },
    get anchorPoint() { return this.thisLayer.anchorPoint; },
    get parent() { return this.thisLayer.parent; },
    get hasParent() { return this.thisLayer.hasParent; },
    get active() { return this.thisLayer.active; },
    get text() { return this.thisLayer.text; },
    get transform() { return this.thisLayer.transform; },
    get content() { return this.thisLayer.content; },
    get effect() { return this.thisLayer.effect; },
    get mask() { return this.thisLayer.mask; },
    get width() { return this.thisLayer.width; },
    get height() { return this.thisLayer.height; },
    get index() { return this.thisLayer.index; },
    get inPoint() { return this.thisLayer.inPoint; },
    get outPoint() { return this.thisLayer.outPoint; },
    get startTime() { return this.thisLayer.startTime; },
    get toWorld() { return this.thisLayer.toWorld; },
    get fromWorld() { return this.thisLayer.fromWorld; },
    get toComp() { return this.thisLayer.toComp; },
    get fromComp() { return this.thisLayer.fromComp; },
    get toWorldVec() { return this.thisLayer.toWorldVec; },
    get fromWorldVec() { return this.thisLayer.fromWorldVec; },
    get fromCompToSurface() { return this.thisLayer.fromCompToSurface; },
    get sourceRectAtTime() { return this.thisLayer.sourceRectAtTime; },
    get sampleImage() { return this.thisLayer.sampleImage; },
    get name() { return this.thisLayer.name; },
    get valueAtTime() { return $svga.bound(this.property, "valueAtTime"); },
    get velocityAtTime() { return $svga.bound(this.property, "velocityAtTime"); },
    get speedAtTime() { return $svga.bound(this.property, "speedAtTime"); },
    get key() { return $svga.bound(this.property, "key"); },
    get nearestKey() { return $svga.bound(this.property, "nearestKey"); },
    get loopIn() { return $svga.bound(this.property, "loopIn"); },
    get loopOut() { return $svga.bound(this.property, "loopOut"); },
    get loopInDuration() { return $svga.bound(this.property, "loopInDuration"); },
    get loopOutDuration() { return $svga.bound(this.property, "loopOutDuration"); },
    get smooth() { return $svga.bound(this.property, "smooth"); },
    get wiggle() { return $svga.bound(this.property, "wiggle"); },
    get propertyGroup() { return $svga.bound(this.property, "propertyGroup"); },
    get $bm_transform() { return this.transform; },
    get comp() { return compositionNamed; },
    // What the expression of a text selector is evaluated for.
    get textIndex() { return this.property.textIndex; },
    get textTotal() { return this.property.textTotal; },
    get selectorValue() { return this.property.select ? 100 : undefined; },
    get loop_in() { return this.loopIn; },
    get loop_out() { return this.loopOut; },
    get numKeys() { return this.property.k; },
    get propertyIndex() { return this.property.ix; },
    get velocity() { return this.thisProperty.velocity; },
    get speed() { return this.thisProperty.speed; },
    get framesToTime() {
      return function (frames, fps) { return frames / (fps || state.rate); };
    },
    get timeToFrames() {
      var api = this;
      return function (time, fps) {
        return (time === undefined ? api.property.comp.frame / state.rate : time) * (fps || state.rate);
      };
    },
    get seedRandom() {
      var api = this;
      return function (seed, isTimeless) {
        $svga.randomize(Number(seed) * 7919 + api.number + (isTimeless ? 0 : api.property.comp.frame * 104729));
      };
    },
    get substring() {
      var api = this;
      return function (from, to) { return plainText(api).substring(from, to); };
    },
    get substr() {
      var api = this;
      return function (from, count) { return plainText(api).substr(from, count); };
    },
    get posterized() {
      var api = this;
      return function (time) { return $svga.plain(api.property, time * state.rate); };
    },
    // In place of `eval`: only a chain of members, such as "thisLayer.parent.parent".
    get member() {
      var api = this;
      return function (text) {
        if (typeof text !== "string") return text;
        return text.split(".").reduce(function (owner, name) {
          if (owner === api && ["thisLayer", "thisComp", "thisProperty", "parent", "transform"].indexOf(name) < 0) throw new SyntaxError(text);
          if (name.indexOf("$svga") >= 0 || name.indexOf("constructor") >= 0) throw new SyntaxError(text);
          return owner[name];
        }, api);
      };
    }
  };

  function plainText(api) {
    return api.property.text ? $svga.plainText(api.property, api.property.comp.frame) : "";
  }

  // Called by each program. `isTimed` says whether the value may change by the time alone, `usesValue` whether it needs the property's own value.
  // `make` gets an interface and the values of some global names, and returns a function of the time and the value.
  $svga.program = function (number, isTimed, usesValue, make, globals) {
    programs[number] = { isTimed: isTimed, usesValue: usesValue, make: make, globals: globals };
  };

  // Gives an expression a program, which others may have, too.
  $svga.add = function (number, program) {
    var property = $svga.reach(model, model.expressions[number]);
    property.isTimed = programs[program].isTimed;
    property.usesValue = programs[program].usesValue;
    property.number = number;
    property.run = programs[program].make.apply(null, [new Interface(number, property)].concat(programs[program].globals));
    expressions[number] = property;
  };

  // MARK: - Values

  // The result of an expression as a value of its property; undefined if it is none.
  function fitted(property, result, plain) {
    if (result === void 0 || result === null) return void 0;
    if (property.s) return $svga.outlineOf(result.$svga_path || result);
    if (property.text) return String(result);
    if (!property.m) {
      if (typeof result !== "number") result = toNumber(isList(result) ? result[0] : result);
      return result === result ? result : void 0;
    }
    var isWhole = isList(result), fit = [];
    // The number of components is the same at all frames.
    if (plain === void 0 && (!isWhole || property.count === void 0 || result.length < property.count)) {
      plain = plainOf(property, property.comp.frame);
    }
    if (!isWhole) return plain;
    if (plain) property.count = plain.length;
    step(property.count);
    for (var index = 0; index < property.count; index += 1) {
      var value = result[index];
      if (typeof value !== "number") value = toNumber(value);
      if (index >= result.length || value !== value) {
        if (!plain) plain = plainOf(property, property.comp.frame);
        value = plain[index];
      }
      fit[index] = value;
    }
    return fit;
  }

  // The value of a property with an expression, at the frame of its composition. Computed once in a round: what is evaluated together at a frame.
  function evaluated(property) {
    var frame = property.comp.frame;
    if (property.at === round) {
      state.changes = state.changes || property.changes;
      return property.last;
    }
    if (!property.run) throw new ReferenceError("an expression that this one needs cannot be read");
    var changed = state.changes, result, plain;
    // A path is read only by an expression that uses it.
    state.changes = property.k > 0 && !property.s;
    property.isBusy = true;
    try {
      if (property.text) plain = $svga.plainText(property, frame);
      else if (property.s) plain = null;
      else if (property.usesValue) plain = plainOf(property, frame);
      random.seed = property.number + frame * 104729;
      random.state = 0;
      var raw = property.run(frame / state.rate, property.s ? $svga.path(property) : plain && property.m ? copied(plain) : plain);
      property.lastPath = property.s && raw ? $svga.sourceOf(raw) : null;
      result = property.lastPath ? null : fitted(property, raw, plain);
    } finally {
      property.isBusy = false;
    }
    if (result === void 0 || (property.s && !result && !property.lastPath)) throw new TypeError("the result is no value of the property");
    property.last = result;
    property.at = round;
    property.changes = state.changes || property.isTimed;
    state.changes = changed || property.changes;
    return result;
  }
  $svga.evaluated = evaluated;

  var total = 0;

  // Sets the number of letters, words or lines for which the next text selector is evaluated.
  $svga.letters = function (count) { total = count; };

  // The value of a text selector's expression for each letter, word or line, in percent.
  function selected(property) {
    var frame = property.comp.frame, values = [];
    if (!property.run) throw new ReferenceError("the expression cannot be read");
    property.textTotal = total;
    for (var index = 0; index < total; index += 1) {
      step(2);
      property.textIndex = index + 1;
      random.seed = property.number + index * 7919 + frame * 104729;
      random.state = 0;
      var value = fitted(property, property.run(frame / state.rate, 100));
      if (value === void 0) throw new TypeError("the result is no value of a selector");
      values[index] = value;
    }
    return [state.changes || property.isTimed ? 1 : 0, -1, values];
  }

  // MARK: - Calls from outside

  $svga.restart = function () { current = null; };

  // A list of whether the value may change with time, the number of the property whose path it is or -1, and the value, which is a number or a
  // list. For another property's path, the value is its frame, and only the choice of the property counts as a change. For a text, a string that
  // starts with 1 or 0.
  $svga.evaluate = function (number, frame) {
    var property = expressions[number];
    var comp = property.comp;
    if (comp.frame !== frame || current !== comp) {
      step();
      round += 1;
      rootFrame = comp.offset + comp.scale * frame;
      comp.frame = frame;
      comp.round = round;
      current = comp;
    }
    state.changes = false;
    if (property.select) return selected(property);
    var value = evaluated(property), changes = property.changes ? 1 : 0;
    if (typeof value === "string") return String(changes) + value;
    if (property.lastPath) return [changes, property.lastPath.i, property.lastPath.comp.frame];
    return [changes, -1, value];
  };
}());

// The next value begins a round, so that its steps do not depend on earlier calls.
function $svga_restart() {
  "use strict";
  $svga.restart();
}

function $svga_load(model) {
  "use strict";
  $svga.load(model);
}

function $svga_add(number, program) {
  "use strict";
  $svga.add(number, program);
}

function $svga_letters(count) {
  "use strict";
  $svga.letters(count);
}

var $svga_evaluate = $svga.evaluate;

// Only what is defined above may be changed.
function $svga_seal() {
  "use strict";
  $svga.seal();
}
