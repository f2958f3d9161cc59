// Runs first. Removes what could work without end between two steps, what differs from run to run, and what reaches out of an expression.
var $svga = {};

(function (global) {
  "use strict";
  // The most elements of a list that a method of the language walks.
  var longest = 100000;
  var define = Object.defineProperty;
  var isList = Array.isArray;
  var descriptor = Object.getOwnPropertyDescriptor;
  var freeze = Object.freeze;
  var types = [Object, Function, Array, String, Boolean, Number, Error];
  $svga.define = define;
  $svga.setPrototype = Object.setPrototypeOf;
  $svga.create = Object.create;
  $svga.functions = Function.prototype;
  $svga.freeze = freeze;
  $svga.isList = isList;

  // Counts the work on a list or string before it is done. A sparse list may have billions of elements.
  function bound(value) {
    var own = value !== null && typeof value === "object" ? descriptor(value, "length") : undefined;
    var length = typeof value === "string" || isList(value) ? value.length : own !== undefined ? own.value : 0;
    if (!(length >= 0 && length <= longest)) throw new RangeError("the list is too long");
    $svga_step(1 + (length >> 5));
  }

  function guard(prototype) {
    Object.getOwnPropertyNames(prototype).forEach(function (name) {
      var method = prototype[name];
      if (typeof method !== "function" || name === "constructor") return;
      define(prototype, name, {
        value: function () {
          if (this === null || this === undefined) throw new TypeError("no value");
          bound(this);
          for (var index = 0; index < arguments.length; index += 1) {
            if (isList(arguments[index])) bound(arguments[index]);
          }
          return method.apply(this, arguments);
        }
      });
    });
  }
  guard(Array.prototype);
  // Regular expressions may take exponential time.
  ["match", "search", "matchAll"].forEach(function (name) {
    delete String.prototype[name];
  });
  guard(String.prototype);

  var allowed = [
    "Object", "Array", "String", "Boolean", "Number", "Math", "Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError",
    "URIError", "NaN", "Infinity", "undefined", "parseInt", "parseFloat", "isNaN", "isFinite", "$svga", "$svga_step", "$svga_host"
  ];
  Object.getOwnPropertyNames(global).forEach(function (name) {
    if (allowed.indexOf(name) < 0) delete global[name];
  });
  [
    "defineProperty", "defineProperties", "getOwnPropertyDescriptor", "getOwnPropertyDescriptors", "setPrototypeOf", "create"
  ].forEach(function (name) {
    delete Object[name];
  });
  ["__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__"].forEach(function (name) {
    delete Object.prototype[name];
  });
  delete types[1].prototype.constructor;

  // Called after all scripts: an expression changes nothing that another one sees.
  $svga.seal = function () {
    types.forEach(function (type) {
      freeze(type.prototype);
      freeze(type);
    });
    freeze(Math);
    freeze($svga);
  };
}(this));
