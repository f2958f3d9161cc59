import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    mutating func setCanvas(width: Double, height: Double, x: Double, y: Double) throws(EditError) {
        guard x.isFinite, y.isFinite else { throw .invalid(reason: "the content cannot be moved by \(x.brief), \(y.brief)") }
        try setViewBox(width: width, height: height)
        note = "canvas \(width.brief) × \(height.brief)"
        guard x != 0 || y != 0 else { return }
        note += ", content moved by \(x.brief), \(y.brief)"
        for sprite in movie.sprites.indices {
            for frame in movie.sprites[sprite].frames.indices { movie.sprites[sprite].frames[frame].move(x: Float(x), y: Float(y)) }
        }
    }

    mutating func setViewBox(width: Double, height: Double) throws(EditError) {
        guard width > 0, height > 0, width.isFinite, height.isFinite else {
            throw .invalid(reason: "a canvas of \(width.brief) × \(height.brief) has nothing in it")
        }
        let pixels = (width * height).rounded()
        guard pixels <= Double(limits.canvasPixels) else {
            let found = pixels < 1e18 ? Int(pixels) : Int.max
            throw .limit(
                LimitExceeded(\.canvasPixels, of: limits, found: found, subject: "a canvas of \(width.brief) × \(height.brief)"))
        }
        movie.viewBoxWidth = Float(width)
        movie.viewBoxHeight = Float(height)
    }
}

extension WireFrame {
    fileprivate mutating func move(x: Float, y: Float) {
        // A hidden frame usually has no transform, and does not need one.
        guard transform != nil || alpha > 0 else { return }
        var moved = transform ?? .identity
        moved.tx += x
        moved.ty += y
        transform = moved
    }
}

extension WireTransform {
    static var identity: WireTransform {
        var transform = WireTransform()
        (transform.a, transform.d) = (1, 1)
        return transform
    }
}

extension MovieEditor {
    mutating func scale(by factor: Double) throws(EditError) {
        guard factor > 0, factor.isFinite else { throw .invalid(reason: "the scale has to be above 0, not \(factor.brief)") }
        note = "scaled by \(factor.brief)"
        if factor == 1 { return }
        if movie.viewBoxWidth > 0, movie.viewBoxHeight > 0 {
            try setViewBox(width: Double(movie.viewBoxWidth) * factor, height: Double(movie.viewBoxHeight) * factor)
        }
        var scaler = MovieScaler(factor: factor, maxSegments: limits.pathSegments)
        for sprite in movie.sprites.indices {
            for frame in movie.sprites[sprite].frames.indices { scaler.scale(&movie.sprites[sprite].frames[frame]) }
        }
        note += " to \(Double(movie.viewBoxWidth).brief) × \(Double(movie.viewBoxHeight).brief)"
    }
}

/// Multiplies the lengths in frames. Equal paths are rewritten once.
private struct MovieScaler {
    let factor: Double
    let maxSegments: Int
    private var paths: [ByteKey: String] = [:]

    init(factor: Double, maxSegments: Int) {
        self.factor = factor
        self.maxSegments = maxSegments
    }

    private func scaled(_ value: Float) -> Float { Float(Double(value) * factor) }

    private mutating func scaled(path: String) -> String {
        if path.isEmpty { return path }
        if let known = paths[ByteKey(path)] { return known }
        let result = PathScaler.scale(path, by: factor, maxSegments: maxSegments)
        paths[ByteKey(path)] = result
        return result
    }

    mutating func scale(_ frame: inout WireFrame) {
        if let layout = frame.layout {
            frame.layout?.x = scaled(layout.x)
            frame.layout?.y = scaled(layout.y)
            frame.layout?.width = scaled(layout.width)
            frame.layout?.height = scaled(layout.height)
        }
        move(&frame.transform)
        frame.clipPath = scaled(path: frame.clipPath)
        for index in frame.shapes.indices { scale(&frame.shapes[index]) }
    }

    /// Scales the translation only: what the transform applies to is scaled itself.
    private func move(_ transform: inout WireTransform?) {
        guard let was = transform else { return }
        transform?.tx = scaled(was.tx)
        transform?.ty = scaled(was.ty)
    }

    private mutating func scale(_ shape: inout WireShape) {
        if let style = shape.styles, style.isDashTooFine(for: factor) {
            // Dashes have a minimum length in shape space (Rules of rendering, section 6), so the shape's transform is scaled instead of
            // its lengths.
            let was = shape.transform ?? .identity
            var transform = WireTransform()
            (transform.a, transform.b, transform.c) = (scaled(was.a), scaled(was.b), scaled(was.c))
            (transform.d, transform.tx, transform.ty) = (scaled(was.d), scaled(was.tx), scaled(was.ty))
            shape.transform = transform
            return
        }
        move(&shape.transform)
        switch shape.args {
        case .none: break
        case .shape(let d): shape.args = .shape(d: scaled(path: d))
        case .rect(let x, let y, let width, let height, let radius):
            shape.args = .rect(x: scaled(x), y: scaled(y), width: scaled(width), height: scaled(height), cornerRadius: scaled(radius))
        case .ellipse(let x, let y, let radiusX, let radiusY):
            shape.args = .ellipse(x: scaled(x), y: scaled(y), radiusX: scaled(radiusX), radiusY: scaled(radiusY))
        }
        if let style = shape.styles {
            shape.styles?.strokeWidth = scaled(style.strokeWidth)
            let dash = style.lineDash
            shape.styles?.lineDash = (scaled(dash.0), scaled(dash.1), scaled(dash.2))
        }
    }
}

extension WireStyle {
    /// Whether a dash or gap is below its minimum length before or after scaling.
    fileprivate func isDashTooFine(for factor: Double) -> Bool {
        guard stroke != nil, lineDash.0 > 0 || lineDash.1 > 0 else { return false }
        let least = 1 / min(factor, 1)
        return Double(lineDash.0) < least || Double(lineDash.1) < 0.1 * least
    }
}

/// Rewrites the numbers of SVG path data, so that it draws the same outline at another size; the commands stay.
enum PathScaler {
    /// - Complexity: linear in the text.
    static func scale(_ text: String, by factor: Double, maxSegments: Int = .max) -> String {
        // A broken tail draws nothing. It stays as it is, so that the path still breaks off at the same place.
        let end = PathParser.parse(text, maxSegments: maxSegments).brokenAt ?? text.utf8.count
        var text = text
        return text.withUTF8 { bytes in
            var writer = Writer(factor: factor)
            let whole = UnsafeBufferPointer(rebasing: bytes[..<end])
            let rest = writer.copy(whole)
            return writer.text(tail: bytes[rest...])
        }
    }

    private struct Writer {
        let factor: Double
        private var output: [UInt8] = []
        private var isAfterLetter = true

        init(factor: Double) {
            self.factor = factor
        }

        /// Copies until the first error, and returns its offset.
        mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
            var scanner = NumberScanner(bytes)
            var isArc = false
            var argument = 0
            while true {
                scanner.skipSeparators()
                guard let byte = scanner.next else { return scanner.offset }
                let lower = byte | 0x20
                if lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "z") {
                    isArc = lower == UInt8(ascii: "a")
                    argument = 0
                    output.append(byte)
                    isAfterLetter = true
                    scanner.advance()
                    continue
                }
                // The arguments of an arc are two radii, a rotation, two flags and the end point.
                switch isArc ? argument % 7 : 0 {
                case 2:
                    guard let degrees = scanner.number() else { return scanner.offset }
                    append(PathScaler.text(degrees))
                case 3, 4:
                    guard let flag = scanner.flag() else { return scanner.offset }
                    append(flag ? "1" : "0")
                default:
                    guard let number = scanner.number() else { return scanner.offset }
                    append(PathScaler.text(number * factor))
                }
                argument += 1
            }
        }

        private mutating func append(_ number: String) {
            if !isAfterLetter { output.append(UInt8(ascii: " ")) }
            output += number.utf8
            isAfterLetter = false
        }

        func text(tail: Slice<UnsafeBufferPointer<UInt8>>) -> String {
            String(decoding: tail.isEmpty ? output : output + [UInt8(ascii: " ")] + tail, as: UTF8.self)
        }
    }

    /// The shortest text that reads back as the same Float. Without an exponent if possible, because some players cannot read one.
    static func text(_ value: Double) -> String {
        let float = Float(value)
        guard float.isFinite, float.magnitude < 1e15 else { return "\(value)" }
        if float == float.rounded() { return String(Int64(float)) }
        let text = float.description
        guard text.contains("e") else { return text }
        // It is below 0.0001 here. Nine decimal places are enough for any screen.
        let billionths = Int64((Double(float.magnitude) * 1e9).rounded())
        if billionths == 0 { return "0" }
        let digits = String(billionths)
        var places = String(repeating: "0", count: max(0, 9 - digits.count)) + digits
        while places.last == "0" { places.removeLast() }
        return (float < 0 ? "-" : "") + "0." + places
    }
}
