/// The objects of a description and the names of their members. `share/create.schema.json` defines each of them.
package enum SpecObject: String, CaseIterable, Sendable {
    case document, canvas, sprite, text, shadow, scatter, sound
    case rect, ellipse, path, star
    case spriteKeyframes, rectKeyframes, ellipseKeyframes, pathKeyframes, starKeyframes
    case track, key

    package var members: [String] {
        switch self {
        case .document: ["$schema", "comment", "canvas", "images", "sprites", "sounds"]
        case .canvas: ["width", "height", "fps", "duration"]
        case .sprite:
            [
                "comment", "name", "image", "shapes", "text", "group", "key", "from", "to", "parent", "matte", "clip", "width", "height",
                "anchor", "anchorPoint", "path", "orient", "scatter", "keyframes",
            ] + SpecObject.spriteKeyframes.members
        case .text:
            [
                "value", "font", "language", "weight", "italic", "size", "color", "outline", "outlineWidth", "shadow", "align",
                "verticalAlign", "lines", "shrink",
            ]
        case .shadow: ["color", "x", "y", "blur"]
        case .scatter: ["count", "seed", "delay", "x", "y", "scale", "rotation", "opacity", "pace"]
        case .sound: ["key", "file", "from", "to", "start", "length"]
        case .rect: SpecObject.paint + SpecObject.rectKeyframes.members
        case .ellipse: SpecObject.paint + SpecObject.ellipseKeyframes.members
        case .path: SpecObject.paint + ["d"] + SpecObject.pathKeyframes.members
        case .star: SpecObject.paint + ["points"] + SpecObject.starKeyframes.members
        case .spriteKeyframes: ["position", "x", "y", "scale", "scaleX", "scaleY", "rotation", "opacity", "progress"]
        case .rectKeyframes: SpecObject.shapeKeyframes + ["width", "height", "cornerRadius"]
        case .ellipseKeyframes: SpecObject.shapeKeyframes + ["width", "height"]
        case .pathKeyframes: SpecObject.shapeKeyframes
        case .starKeyframes: SpecObject.shapeKeyframes + ["outerRadius", "innerRadius"]
        case .track: ["keys", "repeat", "times"]
        case .key: ["at", "value", "ease"]
        }
    }

    /// The members that all shapes have, and those that can be animated.
    private static let paint = ["type", "lineCap", "lineJoin", "miterLimit", "dash", "keyframes"]
    private static let shapeKeyframes = ["center", "rotation", "scale", "fill", "stroke", "strokeWidth", "dashPhase"]

    /// The shapes by their `type`.
    static let shapes: [String: (shape: SpecObject, keyframes: SpecObject)] = [
        "rect": (.rect, .rectKeyframes), "ellipse": (.ellipse, .ellipseKeyframes), "path": (.path, .pathKeyframes),
        "star": (.star, .starKeyframes),
    ]
}
