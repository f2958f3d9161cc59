// Groups of properties: transforms, the contents of shape layers, effects and masks. An expression gets each as a function that looks up its
// members by name, match name or number, with the members as properties, too.

(function () {
  "use strict";
  var define = $svga.define;

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

  var maskNames = { pt: "maskPath", o: "maskOpacity", x: "maskExpansion" };

  function folded(name) {
    return String(name).split(" ").join("").toLowerCase();
  }

  // The member that a name or number means.
  function member(names, properties, value) {
    var found = null, size = 0, text = typeof value === "string" ? folded(value) : null;
    Object.keys(names).forEach(function (key) {
      var name = names[key].toLowerCase();
      if (!properties[key] && !(key === "p" && properties.px)) return;
      if (typeof value === "number" && properties[key] && properties[key].ix === value) found = names[key];
      // A match name ends with the name, as in "ADBE Vector Rect Size".
      var isMatch = text !== null && text.substring(0, 4) === "adbe" && text.substring(text.length - name.length) === name;
      if ((text === name || isMatch) && name.length > size) {
        found = names[key];
        size = name.length;
      }
    });
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
    var prototype = $svga.create($svga.functions);
    Object.keys(names).forEach(function (key) {
      define(prototype, names[key], {
        get: function () {
          var property = this.$svga_properties[key];
          return property ? $svga.wrapped(property) : undefined;
        },
        configurable: true
      });
    });
    ["nm", "mn"].forEach(function (name) {
      define(prototype, name === "nm" ? "_name" : name, { get: function () { return this.$svga_record[name]; }, configurable: true });
    });
    define(prototype, "propertyIndex", { get: function () { return this.$svga_record.ix; }, configurable: true });
    define(prototype, "propertyGroup", {
      // Made once: see "Functions that are made once".
      get: function () {
        var record = this.$svga_record;
        return record.ancestors || (record.ancestors = ancestorsOf(this));
      },
      configurable: true
    });
    $svga.freeze(prototype);
    define(names, "$svga_prototype", { value: prototype });
    return prototype;
  }

  // A function with the members as properties.
  function groupOf(record, names, properties, numbers) {
    var known = null, count = 0;
    function group(value) {
      $svga_step();
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
    define(group, "$svga_record", { value: record });
    define(group, "$svga_properties", { value: properties });
    define(group, "name", { value: record.nm });
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
      $svga.properties[property.i] = property;
    }
  }
  $svga.adopt = adopt;

  $svga.transform = function (properties, record, place) {
    // The numbers of a layer's transform in After Effects.
    var numbers = record.isLayer ? { 1: "anchorPoint", 2: "position", 6: "scale", 10: "rotation", 11: "opacity" } : null;
    var group = groupOf(record, transformNames, properties, numbers);
    if (!properties.p && properties.px) {
      define(group, "position", {
        get: function () {
          var result = [group.xPosition, group.yPosition, properties.pz ? group.zPosition : 0];
          return result.map(Number);
        }
      });
    }
    if (!properties.r && properties.rz) define(group, "rotation", { get: function () { return group.zRotation; } });
    if (properties.r && !properties.rz) define(group, "zRotation", { get: function () { return group.rotation; } });
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
    (record.others || []).forEach(function (property) { adopt({ other: property }, group, place); });
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
    define(group, "$svga_record", { value: record });
    define(group, "name", { value: record.nm });
    ["nm", "mn"].forEach(function (name) { define(group, name, { value: record[name] }); });
    define(group, "_name", { value: record.nm });
    define(group, "propertyIndex", { value: record.ix });
    define(group, "numProperties", { value: record.np });
    define(group, "propertyGroup", { value: function (level) { return $svga.ancestor(group, level === undefined ? 1 : level); } });
    define(group, "transform", { value: $svga.transform(record.tr || {}, { nm: "Transform", group: group }, place) });
    define(group, "content", { value: $svga.contents(record.it || [], { nm: record.nm, ix: record.cix, group: group }, place, group.transform) });
    return group;
  }

  function isNamed(entry, value, isRoot) {
    return entry.nm === value || entry.mn === value || (!isRoot && entry.ix !== undefined && entry.ix === value);
  }

  // The contents of a shape layer or of a group.
  $svga.contents = function (records, record, place, transform) {
    var items, byName = null;
    function contents(value) {
      if (value === 0) return contents;
      var known = byName && typeof value === "string" && byName[value];
      if (known) {
        $svga_step();
        return known;
      }
      // A number is first that of the file, then a place in the list.
      var count = records.length, index = 0;
      while (index < count && !isNamed(records[index], value, record.isRoot)) index += 1;
      $svga_step(1 + index);
      if (index === count) return typeof value === "number" ? items[value - 1] || null : null;
      if (typeof value === "string") {
        if (!byName) byName = $svga.create(null);
        byName[value] = items[index];
      }
      return items[index];
    }
    define(contents, "$svga_record", { value: record });
    define(contents, "name", { value: record.nm });
    define(contents, "_name", { value: record.nm });
    define(contents, "propertyIndex", { value: record.ix });
    define(contents, "numProperties", { value: records.length });
    define(contents, "propertyGroup", { value: function (level) { return $svga.ancestor(contents, level === undefined ? 1 : level); } });
    if (transform) define(contents, "transform", { value: transform });
    items = records.map(function (entry) { return item(entry, contents, place); });
    return contents;
  };

  // MARK: - Effects and masks

  function valueOfEffect(record, place) {
    // A layer control has the number of a layer.
    if (record.ty === 10) return place.comp.compositionFunction($svga.current(record.p));
    return $svga.wrapped(record.p);
  }

  function effect(record, container, place) {
    record.group = container;
    function find(value) {
      var count = record.ef.length, index = 0;
      while (index < count && !isNamed(record.ef[index], value)) index += 1;
      $svga_step(1 + index);
      if (index < count) return record.ef[index].inner || valueOfEffect(record.ef[index], place);
      throw new ReferenceError("the effect \"" + record.nm + "\" has no " + String(value));
    }
    define(find, "$svga_record", { value: record });
    define(find, "name", { value: record.nm });
    define(find, "_name", { value: record.nm });
    define(find, "enabled", { value: record.en !== 0 });
    define(find, "active", { value: record.en !== 0 });
    define(find, "propertyIndex", { value: record.ix });
    define(find, "numProperties", { value: record.np });
    define(find, "propertyGroup", { value: function (level) { return $svga.ancestor(find, level === undefined ? 1 : level); } });
    if (record.mn === "ADBE Color Control" && record.ef.length > 0) {
      define(find, "color", { get: function () { return $svga.wrapped(record.ef[0].p); } });
    }
    record.ef.forEach(function (entry) {
      if (entry.ef) entry.inner = effect(entry, find, place);
      else adopt({ p: entry.p }, find, place);
    });
    return find;
  }

  $svga.effects = function (records, place) {
    var functions;
    function effects(value) {
      var count = records.length, index = 0;
      while (index < count && !isNamed(records[index], value)) index += 1;
      $svga_step(1 + index);
      if (index < count) return functions[index];
      return typeof value === "number" ? functions[value - 1] || null : null;
    }
    define(effects, "numProperties", { value: records.length });
    functions = records.map(function (record) { return effect(record, effects, place); });
    return effects;
  };

  $svga.masks = function (records, place) {
    records.forEach(function (record) { adopt(record.p, null, place); });
    return function (value) {
      for (var index = 0; index < records.length; index += 1) {
        $svga_step();
        if (records[index].nm === value || index + 1 === value) {
          return groupOf(records[index], maskNames, records[index].p);
        }
      }
      return null;
    };
  };
}());
