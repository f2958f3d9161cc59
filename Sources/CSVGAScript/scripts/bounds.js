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

  var allowed = {
    Object: 1, Array: 1, String: 1, Boolean: 1, Number: 1, Math: 1, Error: 1, EvalError: 1, RangeError: 1, ReferenceError: 1, SyntaxError: 1,
    TypeError: 1, URIError: 1, NaN: 1, Infinity: 1, undefined: 1, parseInt: 1, parseFloat: 1, isNaN: 1, isFinite: 1, $svga: 1, $svga_step: 1,
    $svga_host: 1, $svga_part: 1
  };
  var names = Object.getOwnPropertyNames(global);
  for (var index = 0; index < names.length; index += 1) {
    if (allowed[names[index]] !== 1) delete global[names[index]];
  }

  // Counts the work on a list or string before it is done. A sparse list may have billions of elements.
  function bound(value) {
    var length = 0;
    if (typeof value === "string" || isList(value)) {
      length = value.length;
    } else if (value !== null && typeof value === "object") {
      var own = descriptor(value, "length");
      if (own !== undefined) length = own.value;
    }
    if (!(length >= 0 && length <= longest)) throw new RangeError("the list is too long");
    $svga_step(1 + (length >> 5));
  }

  function guarded(method) {
    return function () {
      if (this === null || this === undefined) throw new TypeError("no value");
      bound(this);
      for (var index = 0; index < arguments.length; index += 1) {
        if (isList(arguments[index])) bound(arguments[index]);
      }
      return method.apply(this, arguments);
    };
  }

  function guard(prototype) {
    var names = Object.getOwnPropertyNames(prototype);
    for (var index = 0; index < names.length; index += 1) {
      var name = names[index], method = prototype[name];
      if (typeof method === "function" && name !== "constructor") prototype[name] = guarded(method);
    }
  }
  guard(Array.prototype);
  // Regular expressions may take exponential time.
  ["match", "search", "matchAll"].forEach(function (name) {
    delete String.prototype[name];
  });
  guard(String.prototype);

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
