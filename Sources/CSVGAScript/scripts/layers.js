// Layers and compositions.

(function () {
  "use strict";
  var define = $svga.define, state = $svga.state, step = $svga_step, current = $svga.current, plain = $svga.plain;

  // MARK: - Matrices: [a, b, c, d, x, y]

  // Applies `inner` first.
  function product(outer, inner) {
    return [
      outer[0] * inner[0] + outer[2] * inner[1], outer[1] * inner[0] + outer[3] * inner[1],
      outer[0] * inner[2] + outer[2] * inner[3], outer[1] * inner[2] + outer[3] * inner[3],
      outer[0] * inner[4] + outer[2] * inner[5] + outer[4], outer[1] * inner[4] + outer[3] * inner[5] + outer[5]
    ];
  }

  function turned(degrees) {
    var angle = degreesToRadians(degrees);
    return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
  }

  // The transform of a layer without its parents, now or at a time.
  function matrix(layer, time) {
    // The layer's properties know their place when the transform has been made.
    var properties = layerOf(layer).transform && layer.ks;
    function value(key, fallback) {
      var property = properties[key];
      if (!property) return fallback;
      return time === undefined ? current(property) : plain(property, time * state.rate);
    }
    var anchor = value("a", [0, 0]), scale = value("s", [100, 100]), position = value("p", null), skew = value("sk", 0);
    if (position === null) position = [value("px", 0), value("py", 0)];
    var result = product([1, 0, 0, 1, position[0], position[1]], turned(value("r", value("rz", 0))));
    if (skew) {
      var axis = value("sa", 0);
      result = product(product(result, turned(axis)), product([1, 0, Math.tan(degreesToRadians(-skew)), 1, 0, 0], turned(-axis)));
    }
    return product(result, [scale[0] / 100, 0, 0, scale[1] / 100, -anchor[0] * scale[0] / 100, -anchor[1] * scale[1] / 100]);
  }

  function worldMatrix(layer, time) {
    var result = matrix(layer, time), parent = layer.parentRecord;
    for (var depth = 0; parent && depth < 1000; depth += 1) {
      step(10);
      result = product(matrix(parent, time), result);
      parent = parent.parentRecord;
    }
    return result;
  }

  function applied(m, point) {
    return [m[0] * point[0] + m[2] * point[1] + m[4], m[1] * point[0] + m[3] * point[1] + m[5], point[2] || 0];
  }

  function undone(m, point) {
    var area = m[0] * m[3] - m[1] * m[2], x = point[0] - m[4], y = point[1] - m[5];
    return [(m[3] * x - m[2] * y) / area, (m[0] * y - m[1] * x) / area, point[2] || 0];
  }

  function withoutShift(m) {
    return [m[0], m[1], m[2], m[3], 0, 0];
  }

  // MARK: - Layers

  // Reads the properties of a layer when they are first needed.
  function read(layer) {
    if (layer.part === undefined) return;
    var members = $svga_part(layer.part);
    layer.part = undefined;
    for (var name in members) layer[name] = members[name];
  }

  // Finds the property of an expression without the groups around it, which few expressions need. `place` has the number of the property, its
  // composition, its layer, and from there on the names of the members in which it is.
  $svga.reach = function (model, place) {
    var comp = model.comps[place[1]], layer = comp.layers[place[2]], count = place.length, property = layer, key = place[count - 1];
    read(layer);
    for (var index = 3; index < count; index += 1) property = property[place[index]];
    property.comp = comp;
    property.layer = layer;
    if (property.name === undefined) {
      property.name = key === "t" ? "sourceText" : key === "tm" ? "timeRemap" : typeof key === "number" ? "other" : key;
    }
    if (property.group === undefined) property.place = place;
    return property;
  };

  // Makes the groups around a property that has been found.
  $svga.makeGroups = function (property) {
    var place = property.place, layer = layerOf(property.layer);
    property.place = null;
    var first = place[3], owner = first === "ks" ? layer.transform : first === "sh" ? layer.content : first === "ef" ? layer.effect : layer.mask;
    for (var index = 4; owner && index < place.length; index += 1) {
      var key = place[index];
      if (typeof key === "number") owner = owner.$svga_item ? owner.$svga_item(key) : null;
      else if (key === "it") owner = owner.content;
      else owner = key === "tr" ? owner.transform : null;
    }
  };

  // The function that an expression gets for a layer, made once.
  function layerOf(layer) {
    if (layer.made) return layer.made;
    read(layer);
    var place = { comp: layer.comp, layer: layer };
    function find(value) {
      switch (value) {
        case "ADBE Root Vectors Group": case "Contents": case "contents": case 2: return find.content;
        case "ADBE Transform Group": case "Transform": case "transform": case 1: case 6: return find.transform;
        case "ADBE Effect Parade": case "Effects": case "effects": case 4: return find.effect;
        case "ADBE Text Properties": case "Text": case "text": return find.text;
        case "ADBE Mask Parade": case "Masks": case "masks": return find.mask;
        default: return null;
      }
    }
    layer.made = find;
    $svga.setPrototype(find, prototype);
    define(find, "$svga_layer", { value: layer });
    define(find, "$svga_place", { value: place });
    delete find.name;
    if (layer.t) {
      $svga.adopt({ sourceText: layer.t }, null, place);
      define(find, "text", { value: $svga.text(layer.t) });
    }
    for (var index = 0; layer.others && index < layer.others.length; index += 1) $svga.adopt({ other: layer.others[index] }, null, place);
    if (layer.tm) $svga.adopt({ timeRemap: layer.tm }, null, place);
    return find;
  }
  $svga.layer = layerOf;

  // The value of a layer that is made when it is first needed: most layers of a file are never reached.
  function once(find, key, body) {
    var layer = find.$svga_layer, made = layer[key];
    return made === undefined ? layer[key] = body(layer, find.$svga_place) : made;
  }

  // A function that belongs to a layer wherever it is called.
  function bound(find, key, body) {
    var layer = find.$svga_layer, made = layer[key];
    return made === undefined ? layer[key] = function (point, time) { return body(layer, point, time); } : made;
  }

  function toWorld(layer, point, time) { return applied(worldMatrix(layer, time), point); }
  function fromWorld(layer, point, time) { return undone(worldMatrix(layer, time), point); }
  function toWorldVec(layer, point, time) { return applied(withoutShift(worldMatrix(layer, time)), point); }
  function fromWorldVec(layer, point, time) { return undone(withoutShift(worldMatrix(layer, time)), point); }
  function sampleImage() { return [1, 1, 1, 1]; }
  function sourceRectAtTime(layer) {
    if (layer.ty === 5) throw new ReferenceError("sourceRectAtTime of a text");
    return { top: 0, left: 0, width: layer.w, height: layer.h };
  }

  function transformOf(layer, place) { return $svga.transform(layer.ks, { nm: "Transform", isLayer: true }, place); }
  function contentOf(layer, place) { return layer.sh ? $svga.contents(layer.sh, { nm: "Contents", isRoot: true }, place) : null; }
  function effectsOf(layer, place) { return $svga.effects(layer.ef || [], place); }
  function masksOf(layer, place) { return $svga.masks(layer.m || [], place); }

  // What layers have in common.
  var prototype = {
    get transform() { return once(this, "made transform", transformOf); },
    get content() { return once(this, "made content", contentOf); },
    get effect() { return once(this, "made effect", effectsOf); },
    get mask() { return once(this, "made mask", masksOf); },
    get timeRemap() {
      var property = this.$svga_layer.tm;
      return property ? $svga.wrapped(property) : null;
    },
    get anchorPoint() { return this.transform.anchorPoint; },
    get anchor_point() { return this.transform.anchorPoint; },
    get position() { return this.transform.position; },
    get scale() { return this.transform.scale; },
    get rotation() { return this.transform.rotation; },
    get opacity() { return this.transform.opacity; },
    get xPosition() { return this.transform.xPosition; },
    get yPosition() { return this.transform.yPosition; },
    get orientation() { return this.transform.orientation; },
    get hasParent() { return this.$svga_layer.parentRecord !== undefined; },
    get parent() {
      var parent = this.$svga_layer.parentRecord;
      return parent ? layerOf(parent) : null;
    },
    get active() {
      var layer = this.$svga_layer, frame = layer.comp.frame;
      state.changes = true;
      return !layer.hd && layer.ip <= frame && frame < layer.op;
    },
    get name() { return this.$svga_layer.nm; },
    get _name() { return this.$svga_layer.nm; },
    get index() { return this.$svga_layer.ind; },
    get width() { return this.$svga_layer.w; },
    get height() { return this.$svga_layer.h; },
    get source() { return this.$svga_layer.refId; },
    get startTime() { return this.$svga_layer.st / state.rate; },
    get inPoint() { return this.$svga_layer.ip / state.rate; },
    get outPoint() { return this.$svga_layer.op / state.rate; },
    get toWorld() { return bound(this, "made toWorld", toWorld); },
    get toComp() { return bound(this, "made toComp", toWorld); },
    get fromWorld() { return bound(this, "made fromWorld", fromWorld); },
    get fromComp() { return bound(this, "made fromComp", fromWorld); },
    get fromCompToSurface() { return bound(this, "made fromCompToSurface", fromWorld); },
    get toWorldVec() { return bound(this, "made toWorldVec", toWorldVec); },
    get fromWorldVec() { return bound(this, "made fromWorldVec", fromWorldVec); },
    get sampleImage() { return bound(this, "made sampleImage", sampleImage); },
    get sourceRectAtTime() { return bound(this, "made sourceRectAtTime", sourceRectAtTime); }
  };
  $svga.setPrototype(prototype, $svga.functions);
  $svga.freeze(prototype);

  // MARK: - Texts

  $svga.text = function (property) {
    var result = {};
    define(result, "sourceText", { get: function () { return $svga.wrapped(property); } });
    return result;
  };

  // The text of the file at a frame. The model has pairs of a frame and the text from there on.
  $svga.plainText = function (property, frame) {
    var list = property.text, result = list.length > 0 ? list[0][1] : "";
    if (list.length > 1) state.changes = true;
    for (var index = 1; index < list.length && list[index][0] <= frame; index += 1) {
      step();
      result = list[index][1];
    }
    return result;
  };

  $svga.sourceText = function (property) {
    var frame = property.comp.frame;
    var text = property.x && !property.isBusy ? $svga.evaluated(property) : $svga.plainText(property, frame), result = new String(text);
    define(result, "value", { value: text });
    define(result, "text", { value: text });
    define(result, "$svga_property", { value: property });
    return result;
  };

  // MARK: - Compositions

  // The function that an expression gets for a composition, made once.
  $svga.composition = function (comp) {
    function find(value) {
      var layers = comp.layers, count = layers.length, index = 0;
      while (index < count && layers[index].nm !== value && layers[index].ind !== value) index += 1;
      step(1 + index);
      if (index < count) return layerOf(layers[index]);
      throw new ReferenceError("there is no layer " + String(value));
    }
    comp.compositionFunction = function (value) {
      return typeof value === "function" ? value : find(value);
    };
    $svga.setPrototype(find, compositions);
    define(find, "$svga_comp", { value: comp });
    delete find.name;
    return find;
  };

  // What compositions have in common.
  var compositions = {
    get layer() { return this.$svga_comp.compositionFunction; },
    get name() { return this.$svga_comp.nm; },
    get _name() { return this.$svga_comp.nm; },
    get width() { return this.$svga_comp.w; },
    get height() { return this.$svga_comp.h; },
    get pixelAspect() { return 1; },
    get frameDuration() { return 1 / state.rate; },
    get duration() { return this.$svga_comp.frames / state.rate; },
    get displayStartTime() { return 0; },
    get numLayers() { return this.$svga_comp.layers.length; }
  };
  $svga.setPrototype(compositions, $svga.functions);
  $svga.freeze(compositions);
}());
