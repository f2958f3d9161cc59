/// The names of members that scripts reach.
enum ScriptName: String {
    // Of properties.
    case numKeys, propertyIndex, velocity, speed, valueAtTime, velocityAtTime, speedAtTime, key, nearestKey, loopIn, loopOut, loopInDuration
    case loopOutDuration, wiggle, propertyGroup, value
    // Of keyframes and lists.
    case time, index, length
    // Of texts.
    case split
    // Of layers.
    case transform, content, effect, mask, timeRemap, hasParent, parent, active, width, height, startTime, inPoint, outPoint, name
    case oldAnchorPoint = "anchor_point"
    case toWorld, toComp, fromWorld, fromComp, fromCompToSurface, toWorldVec, fromWorldVec
    case underscoredName = "_name"
    // Of compositions.
    case layer, pixelAspect, frameDuration, duration, displayStartTime, numLayers
    // Of groups.
    case nm, mn, numProperties, enabled, color, shape, dash
    case anchorPoint, position, xPosition, yPosition, zPosition, scale, rotation, zRotation, xRotation, yRotation, orientation, opacity,
        skew
    case skewAxis
    case strokeWidth, startPoint, endPoint, start, end, offset, size, roundness, points, outerRadius, outerRoundness, innerRadius
    case innerRoundness, radius, copies, amount, ridges, path, maskPath, maskOpacity, maskExpansion
    // Of `Math`.
    case abs, sin, cos, tan, asin, acos, atan, atan2, floor, ceil, round, sqrt, pow, exp, log, min, max
    case pi = "PI"
    case e = "E"
    case rootOfTwo = "SQRT2"
    case rootOfHalf = "SQRT1_2"

    /// The lengths of match names such as "ADBE Vector Rect Size" are compared, so this is the name in small letters.
    var folded: String { rawValue.lowercased() }
}

/// What a name means that no variable has.
enum ScriptGlobal {
    case thisLayer, thisComp, thisProperty, comp, math, undefined, nan, infinity
    /// A member of the layer.
    case ofLayer(ScriptName)
    /// A member of the property.
    case ofProperty(ScriptName)
    case function(ScriptFunction)
    /// The engine has it, but not the direct evaluation.
    case unsupported
    /// Nothing has the name.
    case unknown

    init(_ name: String) {
        if let known = ScriptGlobal.names[name] {
            self = known
        } else if let function = ScriptFunction(rawValue: name) {
            self = .function(function)
        } else {
            self = ScriptGlobal.others.contains(name) || name.hasPrefix("$") ? .unsupported : .unknown
        }
    }

    private static let names: [String: ScriptGlobal] = [
        "thisLayer": .thisLayer, "thisComp": .thisComp, "thisProperty": .thisProperty, "comp": .comp, "Math": .math,
        "undefined": .undefined,
        "NaN": .nan, "Infinity": .infinity,
        "transform": .ofLayer(.transform), "$bm_transform": .ofLayer(.transform), "content": .ofLayer(.content),
        "effect": .ofLayer(.effect),
        "mask": .ofLayer(.mask), "width": .ofLayer(.width), "height": .ofLayer(.height), "index": .ofLayer(.index),
        "inPoint": .ofLayer(.inPoint), "outPoint": .ofLayer(.outPoint), "startTime": .ofLayer(.startTime), "name": .ofLayer(.name),
        "position": .ofLayer(.position), "rotation": .ofLayer(.rotation), "scale": .ofLayer(.scale), "opacity": .ofLayer(.opacity),
        "anchorPoint": .ofLayer(.anchorPoint), "parent": .ofLayer(.parent), "hasParent": .ofLayer(.hasParent), "active": .ofLayer(.active),
        "toWorld": .ofLayer(.toWorld), "toComp": .ofLayer(.toComp), "fromWorld": .ofLayer(.fromWorld), "fromComp": .ofLayer(.fromComp),
        "fromCompToSurface": .ofLayer(.fromCompToSurface), "toWorldVec": .ofLayer(.toWorldVec), "fromWorldVec": .ofLayer(.fromWorldVec),
        "numKeys": .ofProperty(.numKeys), "propertyIndex": .ofProperty(.propertyIndex), "velocity": .ofProperty(.velocity),
        "speed": .ofProperty(.speed), "valueAtTime": .ofProperty(.valueAtTime), "velocityAtTime": .ofProperty(.velocityAtTime),
        "speedAtTime": .ofProperty(.speedAtTime), "key": .ofProperty(.key), "nearestKey": .ofProperty(.nearestKey),
        "loopIn": .ofProperty(.loopIn), "loopOut": .ofProperty(.loopOut), "loop_in": .ofProperty(.loopIn),
        "loop_out": .ofProperty(.loopOut),
        "loopInDuration": .ofProperty(.loopInDuration), "loopOutDuration": .ofProperty(.loopOutDuration), "wiggle": .ofProperty(.wiggle),
        "propertyGroup": .ofProperty(.propertyGroup),
    ]

    private static let others: Set<String> = [
        "Object", "Array", "String", "Boolean", "Number", "Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError",
        "URIError", "parseInt", "parseFloat", "arguments", "this", "text", "sourceRectAtTime", "sampleImage", "smooth", "seedRandom",
        "substring", "substr", "posterizeTime", "dot", "cross", "lookAt", "rgbToHsl", "hslToRgb", "hexToRgb", "random", "gaussRandom",
        "createPath",
    ]
}

/// Functions that no object has.
enum ScriptFunction: String {
    case sum, sub, mul, div, mod, clamp, length, normalize, linear, ease, easeIn, easeOut, isNaN, isFinite, framesToTime, timeToFrames, eval
    case degreesToRadians, radiansToDegrees
    case add
    case oldRadiansToDegrees = "radians_to_degrees"
    case oldDegreesToRadians = "degrees_to_radians"
    case bmSum = "$bm_sum"
    case bmSub = "$bm_sub"
    case bmMul = "$bm_mul"
    case bmDiv = "$bm_div"
    case bmMod = "$bm_mod"
    case bmNeg = "$bm_neg"
}
