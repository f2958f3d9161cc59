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

  // What layers have in common. Contents, effects and masks are made when they are first needed: most layers of a file are never reached.
  var prototype = $svga.create($svga.functions);

  function compute(name, body) {
    define(prototype, name, { get: function () { return body(this.$svga_layer, this.$svga_place, this); } });
  }

  function computeOnce(name, body) {
    var key = "made " + name;
    define(prototype, name, {
      get: function () {
        var layer = this.$svga_layer, made = layer[key];
        return made === undefined ? layer[key] = body(layer, this.$svga_place) : made;
      }
    });
  }

  computeOnce("transform", function (layer, place) { return $svga.transform(layer.ks, { nm: "Transform", isLayer: true }, place); });
  computeOnce("content", function (layer, place) {
    return layer.sh ? $svga.contents(layer.sh, { nm: "Contents", isRoot: true }, place) : null;
  });
  computeOnce("effect", function (layer, place) { return $svga.effects(layer.ef || [], place); });
  computeOnce("mask", function (layer, place) { return $svga.masks(layer.m || [], place); });

  compute("timeRemap", function (layer) { return layer.tm ? $svga.wrapped(layer.tm) : null; });
  ["anchorPoint", "position", "scale", "rotation", "opacity", "xPosition", "yPosition", "orientation"].forEach(function (name) {
    compute(name, function (layer, place, find) { return find.transform[name]; });
  });
  compute("anchor_point", function (layer, place, find) { return find.transform.anchorPoint; });
  compute("hasParent", function (layer) { return layer.parentRecord !== undefined; });
  compute("parent", function (layer) { return layer.parentRecord ? layerOf(layer.parentRecord) : null; });
  compute("active", function (layer) {
    var comp = layer.comp;
    state.changes = true;
    return !layer.hd && layer.ip <= comp.frame && comp.frame < layer.op;
  });
  [["name", "nm"], ["_name", "nm"], ["index", "ind"], ["width", "w"], ["height", "h"], ["source", "refId"]].forEach(function (names) {
    compute(names[0], function (layer) { return layer[names[1]]; });
  });
  [["startTime", "st"], ["inPoint", "ip"], ["outPoint", "op"]].forEach(function (names) {
    compute(names[0], function (layer) { return layer[names[1]] / state.rate; });
  });

  // Functions that belong to a layer wherever they are called.
  function addFunction(names, body) {
    names.forEach(function (name) {
      computeOnce(name, function (layer) {
        return function (point, time) { return body(layer, point, time); };
      });
    });
  }
  addFunction(["toWorld", "toComp"], function (layer, point, time) { return applied(worldMatrix(layer, time), point); });
  addFunction(["fromWorld", "fromComp", "fromCompToSurface"], function (layer, point, time) { return undone(worldMatrix(layer, time), point); });
  addFunction(["toWorldVec"], function (layer, point, time) { return applied(withoutShift(worldMatrix(layer, time)), point); });
  addFunction(["fromWorldVec"], function (layer, point, time) { return undone(withoutShift(worldMatrix(layer, time)), point); });
  addFunction(["sampleImage"], function () { return [1, 1, 1, 1]; });
  addFunction(["sourceRectAtTime"], function (layer) {
    if (layer.ty === 5) throw new ReferenceError("sourceRectAtTime of a text");
    return { top: 0, left: 0, width: layer.w, height: layer.h };
  });
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
  var compositions = $svga.create($svga.functions);
  function describe(name, body) {
    define(compositions, name, { get: function () { return body(this.$svga_comp); } });
  }
  describe("layer", function (comp) { return comp.compositionFunction; });
  describe("name", function (comp) { return comp.nm; });
  describe("_name", function (comp) { return comp.nm; });
  describe("width", function (comp) { return comp.w; });
  describe("height", function (comp) { return comp.h; });
  describe("pixelAspect", function () { return 1; });
  describe("frameDuration", function () { return 1 / state.rate; });
  describe("duration", function (comp) { return comp.frames / state.rate; });
  describe("displayStartTime", function () { return 0; });
  describe("numLayers", function (comp) { return comp.layers.length; });
  $svga.freeze(compositions);
}());
