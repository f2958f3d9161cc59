import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport

/// Checks the frames of sprites and converts them to the file's form. Repeated shapes become KEEP (Rules of rendering, section 6).
/// Resources with read limits are counted over all sprites.
struct FrameWriter: Sendable {
    private let limits: ReadLimits
    /// All distinct paths, because readers count each once.
    private var paths: Set<SVGAPath> = []
    private var segments = 0
    /// The frame count of all sprites.
    private var spriteFrames = 0
    /// The memory of the movie while a file of format 2 is read, in bytes.
    private var documentBytes = 0
    /// The elements of `paths` that were added since the last ``mark()``.
    private var newPaths: [SVGAPath] = []

    /// The counts before a sprite is written.
    struct Mark {
        fileprivate let segments: Int
        fileprivate let spriteFrames: Int
        fileprivate let documentBytes: Int
    }

    init(limits: ReadLimits) {
        self.limits = limits
    }

    mutating func mark() -> Mark {
        newPaths = []
        return Mark(segments: segments, spriteFrames: spriteFrames, documentBytes: documentBytes)
    }

    /// Restores the counts of the last ``mark()``, for a sprite that cannot be added.
    mutating func goBack(to mark: Mark) {
        (segments, spriteFrames, documentBytes) = (mark.segments, mark.spriteFrames, mark.documentBytes)
        paths.subtract(newPaths)
        newPaths = []
    }

    /// The frames of one sprite; a frame for which `frame` returns nil is hidden.
    /// - Parameter layout: the default layout of frames.
    mutating func frames(
        _ key: String, count: Int, layout: SVGARect, frame: (Int) -> MovieBuilder.Frame?
    ) throws(SVGAError) -> [WireFrame] {
        try limits.require(\.spriteFrames, spriteFrames + count)
        try takeMemory(count * MemoryLayout<WireFrame>.stride)
        var written: [WireFrame] = []
        written.reserveCapacity(count)
        // The shapes that KEEP refers to, and the latest clip path.
        var kept: [ShapeEntity] = []
        var clip: (path: SVGAPath, text: String)?
        for index in 0..<count {
            guard let frame = frame(index) else {
                written.append(WireFrame())
                kept = []
                continue
            }
            let location = FrameLocation(key: key, frame: index)
            var wire = WireFrame()
            wire.alpha = Float(try location.part(frame.alpha, "alpha"))
            wire.layout = try location.layout(frame.layout ?? layout)
            wire.transform = try location.transform(frame.transform, "the transform")
            if let path = frame.clipPath {
                if clip?.path != path {
                    try check(path, "the clip path", location)
                    clip = (path, path.text)
                }
                wire.clipPath = clip?.text ?? ""
                try takeMemory(wire.clipPath.utf8.count)
            }
            if !kept.isEmpty, frame.shapes == kept {
                wire.shapes = [.keep]
            } else {
                for (number, shape) in frame.shapes.enumerated() { wire.shapes.append(try write(shape, "shape \(number)", location)) }
                kept = frame.shapes
            }
            try takeMemory(wire.shapes.count * MemoryLayout<WireShape>.stride)
            written.append(wire)
        }
        spriteFrames += count
        return written
    }

    private mutating func takeMemory(_ bytes: Int) throws(SVGAError) {
        try limits.require(\.documentBytes, documentBytes + bytes)
        documentBytes += bytes
    }

    /// Checks each distinct path once.
    private mutating func check(_ path: SVGAPath, _ what: Message, _ location: FrameLocation) throws(SVGAError) {
        if path.isEmpty { throw .path(key: location.key, frame: location.frame, what: what, reason: "is empty") }
        guard path.verbs.first == .move else {
            throw .path(key: location.key, frame: location.frame, what: what, reason: "does not start with a move")
        }
        if paths.contains(path) { return }
        guard path.coordinates.allSatisfy({ $0.magnitude < PathParser.largestCoordinate }) else {
            throw .notFinite(key: location.key, frame: location.frame, what: what)
        }
        try limits.require(\.pathSegments, segments + path.verbs.count)
        segments += path.verbs.count
        paths.insert(path)
        newPaths.append(path)
    }

    /// - Parameter name: the name of the shape, for errors.
    private mutating func write(_ shape: ShapeEntity, _ name: Message, _ location: FrameLocation) throws(SVGAError) -> WireShape {
        var shape = shape
        switch shape.geometry {
        case .path(let path):
            try check(path, "the path of \(name)", location)
        case .rect(let rect, let cornerRadius):
            _ = try location.rect(rect, name)
            _ = try location.notNegative(cornerRadius, "the corner radius of \(name)")
        case .ellipse(let x, let y, let radiusX, let radiusY):
            for radius in [radiusX, radiusY] { _ = try location.notNegative(radius, "a radius of \(name)") }
            _ = try location.number(x.magnitude + y.magnitude + radiusX + radiusY, name)
        }
        _ = try location.transform(shape.transform, "the transform of \(name)")
        shape.fill = try shape.fill.map { (color) throws(SVGAError) in try location.color(color, "the fill of \(name)") }
        if let stroke = shape.stroke { shape.stroke = try checked(stroke, of: shape.geometry, name, location) }
        var wire = WireShape(shape)
        // Without miters the limit has no effect, and readers use 10 if there is none.
        if let stroke = shape.stroke, stroke.lineJoin != .miter, stroke.miterLimit == 10 { wire.styles?.miterLimit = 0 }
        if case .shape(let d) = wire.args { try takeMemory(d.utf8.count) }
        return wire
    }

    private func checked(
        _ stroke: ShapeEntity.Stroke, of geometry: ShapeEntity.Geometry, _ name: Message, _ location: FrameLocation
    ) throws(SVGAError) -> ShapeEntity.Stroke {
        var stroke = stroke
        stroke.color = try location.color(stroke.color, "the stroke of \(name)")
        guard try location.number(stroke.width, "the stroke width of \(name)") > 0 else {
            throw location.outOfRange("the stroke width of \(name)", stroke.width, "above 0")
        }
        guard try location.number(stroke.miterLimit, "the miter limit of \(name)") >= 1 else {
            throw location.outOfRange("the miter limit of \(name)", stroke.miterLimit, "1 or more")
        }
        guard let dash = stroke.dash else { return stroke }
        _ = try location.notNegative(dash.dash, "the dash of \(name)")
        _ = try location.notNegative(dash.gap, "the gap of \(name)")
        _ = try location.number(dash.phase, "the dash phase of \(name)")
        guard dash.dash > 0 || dash.gap > 0 else { throw location.outOfRange("the dash of \(name)", dash.dash, "above 0, nor is its gap") }
        do throws(LimitExceeded) {
            try geometry.check(dash, limits)
        } catch {
            throw .limit(error)
        }
        return stroke
    }
}

/// The location of a frame, for errors.
private struct FrameLocation {
    /// The rounding tolerance for computed alphas and colors outside their range.
    private static let slack = 1e-6

    let key: String
    let frame: Int

    func outOfRange(_ what: Message, _ value: Double, _ allowed: Message) -> SVGAError {
        .outOfRange(key: key, frame: frame, what: what, value: value, allowed: allowed)
    }

    /// A number that the file format can represent.
    func number(_ value: Double, _ what: @autoclosure () -> Message) throws(SVGAError) -> Float {
        let number = Float(value)
        guard number.isFinite else { throw .notFinite(key: key, frame: frame, what: what()) }
        return number
    }

    func notNegative(_ value: Double, _ what: @autoclosure () -> Message) throws(SVGAError) -> Float {
        let number = try number(value, what())
        guard number >= 0 else { throw outOfRange(what(), value, "0 or more") }
        return number
    }

    /// A number from 0 to 1.
    func part(_ value: Double, _ what: @autoclosure () -> Message) throws(SVGAError) -> Double {
        guard value.isFinite else { throw .notFinite(key: key, frame: frame, what: what()) }
        guard value >= -FrameLocation.slack, value <= 1 + FrameLocation.slack else { throw outOfRange(what(), value, "from 0 to 1") }
        return min(max(value, 0), 1)
    }

    func color(_ color: SVGAColor, _ what: @autoclosure () -> Message) throws(SVGAError) -> SVGAColor {
        SVGAColor(
            red: try part(color.red, what()), green: try part(color.green, what()), blue: try part(color.blue, what()),
            alpha: try part(color.alpha, what()))
    }

    func transform(_ transform: SVGATransform, _ what: @autoclosure () -> Message) throws(SVGAError) -> WireTransform {
        var wire = WireTransform()
        wire.a = try number(transform.a, what())
        wire.b = try number(transform.b, what())
        wire.c = try number(transform.c, what())
        wire.d = try number(transform.d, what())
        wire.tx = try number(transform.tx, what())
        wire.ty = try number(transform.ty, what())
        return wire
    }

    func layout(_ rect: SVGARect) throws(SVGAError) -> WireLayout { WireLayout(try self.rect(rect, "the layout")) }

    /// A rectangle of finite numbers, including its far edges.
    func rect(_ rect: SVGARect, _ what: @autoclosure () -> Message) throws(SVGAError) -> SVGARect {
        _ = try notNegative(rect.width, "the width of \(what())")
        _ = try notNegative(rect.height, "the height of \(what())")
        _ = try number(rect.x.magnitude + rect.y.magnitude + rect.width + rect.height, what())
        return rect
    }
}

extension ReadLimits {
    /// - Throws: ``SVGAError/Kind/limit`` if the limit is exceeded.
    func require(_ limit: KeyPath<ReadLimits, Int>, _ found: Int) throws(SVGAError) {
        guard found <= self[keyPath: limit] else { throw .limit(LimitExceeded(limit, of: self, found: found)) }
    }
}
