import SVGAFormat
import SVGAImage
import SVGAModel
import SVGASupport

extension MovieEditor {
    mutating func setCanvas(width: Double, height: Double, x: Double, y: Double) throws(SVGAError) {
        guard x.isFinite, y.isFinite else { throw .invalid(reason: "the content cannot be moved by \(x.brief), \(y.brief)") }
        try setViewBox(width: width, height: height)
        note = "canvas \(width.brief) × \(height.brief)"
        guard x != 0 || y != 0 else { return }
        note += ", content moved by \(x.brief), \(y.brief)"
        for sprite in movie.sprites.indices {
            for frame in movie.sprites[sprite].frames.indices { movie.sprites[sprite].frames[frame].move(x: Float(x), y: Float(y)) }
        }
    }

    mutating func setViewBox(width: Double, height: Double) throws(SVGAError) {
        guard width > 0, height > 0, width.isFinite, height.isFinite else {
            throw .invalid(reason: "a canvas of \(width.brief) × \(height.brief) is empty")
        }
        let pixels = (width * height).rounded()
        guard pixels <= Double(limits.canvasPixels) else {
            let found = pixels < 1e18 ? Int(saturating: pixels) : Int.max
            throw .limit(
                LimitExceeded(\.canvasPixels, of: limits, found: found, subject: "a canvas of \(width.brief) × \(height.brief)"))
        }
        movie.viewBoxWidth = Float(width)
        movie.viewBoxHeight = Float(height)
    }
}

extension WireFrame {
    mutating func move(x: Float, y: Float) {
        // A hidden frame usually has no transform, and needs none.
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
    /// Scales the transforms, so that all players show the same content at another size. Below 1, bitmaps and their layouts are scaled too.
    mutating func scale(by factor: Double) throws(SVGAError) {
        guard factor > 0, factor.isFinite else { throw .invalid(reason: "the scale must be above 0, not \(factor.brief)") }
        note = "scaled by \(factor.brief)"
        if factor == 1 { return }
        if movie.viewBoxWidth > 0, movie.viewBoxHeight > 0 {
            try setViewBox(width: Double(movie.viewBoxWidth) * factor, height: Double(movie.viewBoxHeight) * factor)
        }
        for sprite in movie.sprites.indices {
            for frame in movie.sprites[sprite].frames.indices { movie.sprites[sprite].frames[frame].scale(by: factor) }
        }
        note += " to \(Double(movie.viewBoxWidth).brief) × \(Double(movie.viewBoxHeight).brief)"
        guard factor < 1 else { return }
        let shrunk = try shrinkImages(by: factor)
        if shrunk > 0 { note += ", with \(counted(shrunk, "image")) of fewer pixels" }
    }

    /// Reduces images to their visible resolution, and sets their layouts to that size.
    /// - Returns: the number of reduced images.
    /// - Throws: ``SVGAError/Kind/limit`` if they have more than ``ReadLimits/decodedBytes`` in sum.
    private mutating func shrinkImages(by factor: Double) throws(SVGAError) -> Int {
        let images = try scalableImages()
        var count = 0
        for (index, sprites) in images {
            guard let picture = PNGPicture(png: movie.images[index].bytes, limits: limits) else { continue }
            // Rounded up, so that a bitmap is never coarser than requested.
            let width = max(1, Int(saturating: (Double(picture.width) * factor).rounded(.up)))
            let height = max(1, Int(saturating: (Double(picture.height) * factor).rounded(.up)))
            guard (width, height) != (picture.width, picture.height) else { continue }
            guard let bytes = PNGCompression().file(picture.shrunk(width: width, height: height)) else {
                throw .library(name: "libspng", reason: "out of memory")
            }
            movie.images[index].bytes = bytes
            PictureLayout.change(sprites, of: &movie, width: width, height: height, maxSegments: limits.pathSegments)
            count += 1
        }
        return count
    }

    /// The PNGs that can be replaced by smaller ones, and the sprites that show them.
    private func scalableImages() throws(SVGAError) -> [(index: Int, sprites: [Int])] {
        let users = ImageUsers(movie)
        var images: [(index: Int, sprites: [Int])] = []
        var decodedBytes = 0
        for index in movie.images.indices {
            guard let sprites = users.sprites(of: index), !sprites.isEmpty,
                sprites.allSatisfy({ PictureLayout.canChange(movie.sprites[$0]) }),
                let size = ImageDecoder.size(of: ImageEntity(key: "", format: .png, bytes: movie.images[index].bytes))
            else { continue }
            images.append((index, sprites))
            let pixels = size.width.multipliedSaturating(by: size.height)
            decodedBytes = decodedBytes.addingSaturating(pixels.multipliedSaturating(by: 4))
        }
        guard decodedBytes <= limits.decodedBytes else {
            throw .limit(LimitExceeded(\.decodedBytes, of: limits, found: decodedBytes, subject: "the images"))
        }
        return images
    }
}

extension WireFrame {
    fileprivate mutating func scale(by factor: Double) {
        // A hidden frame usually has no transform, and needs none.
        guard transform != nil || alpha > 0 else { return }
        func scaled(_ value: Float) -> Float { Float(Double(value) * factor) }
        let was = transform ?? .identity
        var larger = WireTransform()
        (larger.a, larger.b, larger.c) = (scaled(was.a), scaled(was.b), scaled(was.c))
        (larger.d, larger.tx, larger.ty) = (scaled(was.d), scaled(was.tx), scaled(was.ty))
        transform = larger
    }
}

/// Rewrites the numbers of SVG path data for the same outline at another size; the commands stay.
enum PathScaler {
    /// - Complexity: linear in the text.
    static func scale(_ text: String, by factor: Double, maxSegments: Int = .max) -> String {
        // An invalid end draws nothing. It stays unchanged, so that the path still ends at the same position.
        let end = PathParser.parse(text, maxSegments: maxSegments).brokenAt ?? text.utf8.count
        var text = text
        return text.withUTF8 { bytes in
            var writer = Writer(factor: factor)
            let valid = UnsafeBufferPointer(rebasing: bytes[..<end])
            let copied = writer.copy(valid)
            return writer.text(tail: bytes[copied...])
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
                    // Without a space, the iOS player does not find the command.
                    if !output.isEmpty { output.append(UInt8(ascii: " ")) }
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

    /// The shortest text that parses to the same Float, without an exponent if possible, because some players cannot read one.
    static func text(_ value: Double) -> String {
        let float = Float(value)
        guard float.isFinite, float.magnitude < 1e15 else { return "\(value)" }
        if float == float.rounded() { return String(Int64(saturating: float)) }
        let text = float.description
        guard text.contains("e") else { return text }
        // The value is below 0.0001 here. Nine decimals are enough for any screen.
        let billionths = Int64(saturating: (Double(float.magnitude) * 1e9).rounded())
        if billionths == 0 { return "0" }
        var decimals = String(billionths).zeroPadded(to: 9)
        while decimals.last == "0" { decimals.removeLast() }
        return (float < 0 ? "-" : "") + "0." + decimals
    }
}
