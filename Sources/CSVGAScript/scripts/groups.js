// Groups of properties: transforms, the contents of shape layers, effects and masks. An expression gets each as a function that looks up its
// members by name, match name or number, with the members as properties, too.

(function () {
  "use strict";
  var define = $svga.define, step = $svga_step, wrapped = $svga.wrapped;

  // The names of members, by the key of the file.
  var transformNames = {
    a: "anchorPoint", p: "position", px: "xPosition", py: "yPosition", pz: "zPosition", s: "scale", r: "rotation", rz: "zRotation",
    rx: "xRotation", ry: "yRotation", or: "orientation", o: "opacity", sk: "skew", sa: "skewAxis"
  };
  var itemNames = {
    fl: { c: "color", o: "opacity" },
    st: { c: "color", o: "opacity", w: "strokeWidth" },
    gf: { s: "startPoint", e: "endPoint", o: "opacity" },
    gs: { s: "startPoint", e: "endPoint", o: "opacity", w: "strokeWidth" },
    tm: { s: "start", e: "end", o: "offset" },
    el: { s: "size", p: "position" },
    rc: { s: "size", p: "position", r: "roundness" },
    sr: {
      p: "position", r: "rotation", pt: "points", or: "outerRadius", os: "outerRoundness", ir: "innerRadius", is: "innerRoundness"
    },
    rd: { r: "radius" },
    rp: { c: "copies", o: "offset" },
    pb: { a: "amount" },
    zz: { s: "size", r: "ridges" },
    op: { a: "amount" },
    sh: { ks: "path" },
    tr: transformNames
  };

  // The numbers of a layer's transform in After Effects.
  var transformNumbers = { 1: "anchorPoint", 2: "position", 6: "scale", 10: "rotation", 11: "opacity" };

  var maskNames = { pt: "maskPath", o: "maskOpacity", x: "maskExpansion" };

  function folded(name) {
    return String(name).split(" ").join("").toLowerCase();
  }

  // The member that a name or number means.
  function member(names, properties, value) {
    var found = null, size = 0, text = typeof value === "string" ? folded(value) : null;
    for (var key in names) {
      if (!properties[key] && !(key === "p" && properties.px)) continue;
      var name = names[key].toLowerCase();
      if (typeof value === "number" && properties[key] && properties[key].ix === value) found = names[key];
      // A match name ends with the name, as in "ADBE Vector Rect Size".
      var isMatch = text !== null && text.substring(0, 4) === "adbe" && text.substring(text.length - name.length) === name;
      if ((text === name || isMatch) && name.length > size) {
        found = names[key];
        size = name.length;
      }
    }
    if (text === "adbevectoranchor") return "anchorPoint";
    if (text === "adberotatez") return "rotation";
    if (text === "shape" || text === "adbevectorshape") return "path";
    return found;
  }

  function ancestorsOf(group) {
    return function (level) { return $svga.ancestor(group, level === undefined ? 1 : level); };
  }

  // The prototype of groups with some members, made once: a group has few properties of its own, because a file has many groups.
  function prototypeOf(names) {
    if (names.$svga_prototype) return names.$svga_prototype;
    var prototype = $svga.create(groups);
    function addMember(key) {
      define(prototype, names[key], {
        get: function () {
          var property = this.$svga_record.properties[key];
          return property ? wrapped(property) : undefined;
        },
        configurable: true
      });
    }
    for (var key in names) addMember(key);
    if (names === transformNames) addTransform(prototype);
    $svga.freeze(prototype);
    define(names, "$svga_prototype", { value: prototype });
    return prototype;
  }

  // What all groups have in common.
  var groups = $svga.create($svga.functions);
  function describe(name, body) {
    define(groups, name, { get: function () { return body(this.$svga_record, this); }, configurable: true });
  }
  describe("name", function (record) { return record.nm; });
  describe("_name", function (record) { return record.nm; });
  describe("mn", function (record) { return record.mn; });
  describe("propertyIndex", function (record) { return record.ix; });
  // Made once: see "Functions that are made once".
  describe("propertyGroup", function (record, group) { return record.ancestors || (record.ancestors = ancestorsOf(group)); });
  $svga.freeze(groups);

  // A group's record. The function's own name would hide that of the group.
  function identify(group, record) {
    define(group, "$svga_record", { value: record });
    delete group.name;
  }

  // A file has a rotation or one about the z axis, and a position or its parts.
  function addTransform(prototype) {
    function addMember(name, body) {
      define(prototype, name, { get: function () { return body(this.$svga_record.properties, this); }, configurable: true });
    }
    function wrappedMember(property) { return property ? wrapped(property) : undefined; }
    addMember("rotation", function (properties) { return wrappedMember(properties.r || properties.rz); });
    addMember("zRotation", function (properties) { return wrappedMember(properties.rz || properties.r); });
    addMember("position", function (properties, group) {
      if (properties.p || !properties.px) return wrappedMember(properties.p);
      var result = [group.xPosition, group.yPosition, properties.pz ? group.zPosition : 0];
      return result.map(Number);
    });
  }

  // A function with the members as properties.
  function groupOf(record, names, properties, numbers) {
    var known = null, count = 0;
    function group(value) {
      step();
      // Numbers and texts have different keys. A limited number of them is kept.
      var type = typeof value, key = type === "string" || type === "number" ? type + value : null, name = known && key && known[key];
      if (!name) {
        name = member(names, properties, value) || (numbers && numbers[value]);
        if (name && key && count < 64) {
          if (!known) known = {};
          known[key] = name;
          count += 1;
        }
      }
      return name ? group[name] : null;
    }
    $svga.setPrototype(group, prototypeOf(names));
    record.properties = properties;
    identify(group, record);
    return group;
  }
  $svga.groupOf = groupOf;

  // Tells properties where they are.
  function adopt(properties, group, place) {
    for (var key in properties) {
      var property = properties[key];
      property.group = group;
      property.comp = place.comp;
      property.layer = place.layer;
      property.name = key;
      property.place = null;
    }
  }
  $svga.adopt = adopt;

  $svga.transform = function (properties, record, place) {
    var group = groupOf(record, transformNames, properties, record.isLayer ? transformNumbers : null);
    adopt(properties, group, place);
    return group;
  };

  // MARK: - Shapes

  function item(record, container, place) {
    record.group = container;
    if (record.ty === "gr") return shapeGroup(record, place);
    var names = itemNames[record.ty] || {}, properties = record.p || {};
    var group = groupOf(record, names, properties, record.ty === "sh" ? { 2: "path" } : null);
    if (record.ty === "sh") define(group, "shape", { get: function () { return group.path; } });
    var others = record.others || [];
    for (var index = 0; index < others.length; index += 1) adopt({ other: others[index] }, group, place);
    // The exporter's players count the levels of a fill without the fill itself.
    var isFill = record.ty === "fl" || record.ty === "gf";
    adopt(properties, isFill ? container : group, place);
    if (record.d) {
      var dash = groupOf({ nm: "Dashes", group: group }, record.d.names, record.d.p);
      adopt(record.d.p, dash, place);
      define(group, "dash", { value: dash });
    }
    return group;
  }

  function shapeGroup(record, place) {
    function group(value) {
      return value === "ADBE Vectors Group" || value === "Contents" || value === 2 ? group.content : group.transform;
    }
    $svga.setPrototype(group, shapeGroups);
    record.at = place;
    identify(group, record);
    return group;
  }

  // The transform and the content of a group are made when they are first needed.
  var shapeGroups = $svga.create(groups);
  define(shapeGroups, "nm", { get: function () { return this.$svga_record.nm; } });
  define(shapeGroups, "numProperties", { get: function () { return this.$svga_record.np; } });
  define(shapeGroups, "transform", {
    get: function () {
      var record = this.$svga_record;
      return record.transform || (record.transform = $svga.transform(record.tr || {}, { nm: "Transform", group: this }, record.at));
    }
  });
  define(shapeGroups, "content", {
    get: function () {
      var record = this.$svga_record;
      if (!record.content) record.content = $svga.contents(record.it || [], { nm: record.nm, ix: record.cix, group: this }, record.at, this);
      return record.content;
    }
  });
  $svga.freeze(shapeGroups);

  function isNamed(entry, value, isRoot) {
    return entry.nm === value || entry.mn === value || (!isRoot && entry.ix !== undefined && entry.ix === value);
  }

  // The contents of a shape layer or of a group, each made when it is first needed.
  $svga.contents = function (records, record, place, owner) {
    var items = [], byName = null;
    function itemAt(index) {
      return index < records.length ? items[index] || (items[index] = item(records[index], contents, place)) : null;
    }
    function contents(value) {
      if (value === 0) return contents;
      var known = byName && typeof value === "string" && byName[value];
      if (known) {
        step();
        return known;
      }
      // A number is first that of the file, then a place in the list.
      var count = records.length, index = 0;
      while (index < count && !isNamed(records[index], value, record.isRoot)) index += 1;
      step(1 + index);
      if (index === count) return typeof value === "number" && records[value - 1] ? itemAt(value - 1) : null;
      if (typeof value === "string") {
        if (!byName) byName = $svga.create(null);
        byName[value] = itemAt(index);
      }
      return itemAt(index);
    }
    $svga.setPrototype(contents, contentGroups);
    record.count = records.length;
    record.owner = owner;
    identify(contents, record);
    define(contents, "$svga_item", { value: itemAt });
    return contents;
  };

  var contentGroups = $svga.create(groups);
  define(contentGroups, "numProperties", { get: function () { return this.$svga_record.count; } });
  define(contentGroups, "transform", {
    get: function () {
      var owner = this.$svga_record.owner;
      return owner ? owner.transform : undefined;
    }
  });
  $svga.freeze(contentGroups);

  // MARK: - Effects and masks

  function valueOfEffect(record, place) {
    // A layer control has the number of a layer.
    if (record.ty === 10) return place.comp.compositionFunction($svga.current(record.p));
    return wrapped(record.p);
  }

  function effect(record, container, place) {
    record.group = container;
    function find(value) {
      var count = record.ef.length, index = 0;
      while (index < count && !isNamed(record.ef[index], value)) index += 1;
      step(1 + index);
      if (index < count) return record.ef[index].inner || valueOfEffect(record.ef[index], place);
      throw new ReferenceError("the effect \"" + record.nm + "\" has no " + String(value));
    }
    $svga.setPrototype(find, effectGroups);
    identify(find, record);
    if (record.mn === "ADBE Color Control" && record.ef.length > 0) {
      define(find, "color", { get: function () { return wrapped(record.ef[0].p); } });
    }
    for (var number = 0; number < record.ef.length; number += 1) {
      var entry = record.ef[number];
      if (entry.ef) entry.inner = effect(entry, find, place);
      else adopt({ p: entry.p }, find, place);
    }
    return find;
  }

  var effectGroups = $svga.create(groups);
  define(effectGroups, "enabled", { get: function () { return this.$svga_record.en !== 0; } });
  define(effectGroups, "active", { get: function () { return this.$svga_record.en !== 0; } });
  define(effectGroups, "numProperties", { get: function () { return this.$svga_record.np; } });
  $svga.freeze(effectGroups);

  $svga.effects = function (records, place) {
    var made = [];
    function effectAt(index) {
      return index < records.length ? made[index] || (made[index] = effect(records[index], effects, place)) : null;
    }
    function effects(value) {
      var count = records.length, index = 0;
      while (index < count && !isNamed(records[index], value)) index += 1;
      step(1 + index);
      if (index < count) return effectAt(index);
      return typeof value === "number" && records[value - 1] ? effectAt(value - 1) : null;
    }
    define(effects, "numProperties", { value: records.length });
    define(effects, "$svga_item", { value: effectAt });
    return effects;
  };

  $svga.masks = function (records, place) {
    for (var number = 0; number < records.length; number += 1) adopt(records[number].p, null, place);
    return function (value) {
      for (var index = 0; index < records.length; index += 1) {
        step();
        if (records[index].nm === value || index + 1 === value) {
          return groupOf(records[index], maskNames, records[index].p);
        }
      }
      return null;
    };
  };
}());
