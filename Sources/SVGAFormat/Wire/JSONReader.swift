package import SVGAModel
import SVGASupport

/// Reads `movie.spec` with the tolerance that files need (Rules of rendering, section 2).
package struct JSONReader {
    /// The name of an image's entry; its bytes are in the archive.
    package struct ImageName {
        package let key: String
        package let name: String
    }

    /// The count of a tolerated problem, and its first location.
    private struct Tally {
        var count = 0
        var location: Message = ""
    }

    var scanner: JSONScanner
    var budget: DocumentBudget
    private var movie = WireMovie()
    private var imageNames: [ImageName] = []
    private var loose = Tally()
    private var unknown = Tally()
    private var dropped = Tally()
    private var frameIndex: Int?

    package init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ReadLimits) {
        scanner = JSONScanner(bytes)
        budget = DocumentBudget(limits: limits, slack: 2)
    }

    /// `images` of the movie is empty: the names are returned separately, in the order of the text.
    package mutating func read(diagnostics: inout DiagnosticList) throws(SVGAError) -> (movie: WireMovie, images: [ImageName]) {
        guard try scanner.peek() == .object else { throw scanner.failure("movie.spec is not an object") }
        try scanner.enter()
        while let key = try scanner.nextKey() {
            switch key {
            case "ver": movie.version = try text()
            case "movie": try readParams()
            case "images": try readImages()
            case "sprites": try readSprites()
            case "audios": try readAudios()
            default: movie.unknown.append(try unknownMember(), to: .own, .json)
            }
        }
        try scanner.finish()
        report(to: &diagnostics)
        return (movie, imageNames)
    }

    private func report(to diagnostics: inout DiagnosticList) {
        if scanner.repairedTexts > 0 {
            let count = scanner.repairedTexts
            diagnostics.add(.invalidUTF8, count == 1 ? "1 text is not valid UTF-8" : "\(count) texts are not valid UTF-8")
        }
        if loose.count > 0 {
            let what: Message = loose.count == 1 ? "1 value has the wrong type" : "\(loose.count) values have the wrong type"
            diagnostics.add(.looseJSON, what, at: loose.location)
        }
        if unknown.count > 0 {
            let what: Message = unknown.count == 1 ? "1 unknown member" : "\(unknown.count) unknown members"
            diagnostics.add(.unknownFields, what, at: unknown.location)
        }
        if dropped.count > 0 {
            let what: Message =
                dropped.count == 1
                ? "1 unknown member of a color or shape is dropped" : "\(dropped.count) unknown members of colors or shapes are dropped"
            diagnostics.add(.unknownFields, what, at: dropped.location)
        }
    }

    // MARK: - Parts of the movie

    private mutating func readParams() throws(SVGAError) {
        guard try enterObject() else { return }
        while let key = try scanner.nextKey() {
            switch key {
            case "viewBox":
                guard try enterObject() else { continue }
                while let key = try scanner.nextKey() {
                    switch key {
                    case "width": movie.viewBoxWidth = try number()
                    case "height": movie.viewBoxHeight = try number()
                    default: movie.unknown.append(try unknownMember(), to: .viewBox, .json)
                    }
                }
            case "fps": movie.fps = try integer()
            case "frames":
                movie.frames = try integer()
                try budget.check(frames: movie.frames)
            default: movie.unknown.append(try unknownMember(), to: .params, .json)
            }
        }
    }

    private mutating func readImages() throws(SVGAError) {
        guard try enterObject() else { return }
        while let key = try scanner.nextKey() {
            try budget.takeImage()
            let name = try key.text(in: &scanner)
            try budget.takeText(name.utf8.count)
            imageNames.append(ImageName(key: name, name: try text()))
        }
    }

    private mutating func readAudios() throws(SVGAError) {
        movie.audios = []
        guard try enterArray() else { return }
        while try scanner.nextElement() {
            try budget.takeAudio()
            guard try enterObject() else { continue }
            var audio = WireAudio()
            while let key = try scanner.nextKey() {
                switch key {
                case "audioKey": audio.audioKey = try text()
                case "startFrame": audio.startFrame = try integer()
                case "endFrame": audio.endFrame = try integer()
                case "startTime": audio.startTime = try integer()
                case "totalTime": audio.totalTime = try integer()
                default: audio.unknown.append(try unknownMember(), to: .own, .json)
                }
            }
            movie.audios.append(audio)
        }
    }

    private mutating func readSprites() throws(SVGAError) {
        movie.sprites = []
        guard try enterArray() else { return }
        while try scanner.nextElement() {
            try budget.takeSprite()
            var sprite = WireSprite()
            // A value that is not an object still counts as a sprite, so that later sprites keep their indices.
            if try enterObject() {
                while let key = try scanner.nextKey() {
                    switch key {
                    case "imageKey": sprite.imageKey = try text()
                    case "matteKey": sprite.matteKey = try text()
                    case "frames": try readFrames(into: &sprite.frames)
                    default: sprite.unknown.append(try unknownMember(), to: .own, .json)
                    }
                }
            }
            movie.sprites.append(sprite)
        }
    }

    private mutating func readFrames(into frames: inout [WireFrame]) throws(SVGAError) {
        frames = []
        guard try enterArray() else { return }
        while try scanner.nextElement() {
            try budget.takeFrame()
            frameIndex = frames.count
            frames.append(try frame())
        }
        frameIndex = nil
    }

    private mutating func frame() throws(SVGAError) -> WireFrame {
        var frame = WireFrame()
        guard try enterObject() else { return frame }
        while let key = try scanner.nextKey() {
            switch key {
            case "alpha": frame.alpha = try number()
            case "layout": frame.layout = try layout(&frame.unknown)
            case "transform": frame.transform = try transform(&frame.unknown)
            case "clipPath": frame.clipPath = try text()
            case "shapes": try readShapes(into: &frame.shapes)
            default: frame.unknown.append(try unknownMember(), to: .own, .json)
            }
        }
        return frame
    }

    private mutating func layout(_ unknown: inout UnknownFields) throws(SVGAError) -> WireLayout? {
        guard try enterObject() else { return nil }
        var layout = WireLayout()
        while let key = try scanner.nextKey() {
            switch key {
            case "x": layout.x = try number()
            case "y": layout.y = try number()
            case "width": layout.width = try number()
            case "height": layout.height = try number()
            default: unknown.append(try unknownMember(), to: .layout, .json)
            }
        }
        return layout
    }

    mutating func transform(_ unknown: inout UnknownFields) throws(SVGAError) -> WireTransform? {
        guard try enterObject() else { return nil }
        var transform = WireTransform()
        (transform.a, transform.d) = (1, 1)
        while let key = try scanner.nextKey() {
            switch key {
            case "a": transform.a = try number(default: 1)
            case "b": transform.b = try number()
            case "c": transform.c = try number()
            case "d": transform.d = try number(default: 1)
            case "tx": transform.tx = try number()
            case "ty": transform.ty = try number()
            default: unknown.append(try unknownMember(), to: .transform, .json)
            }
        }
        return transform
    }

    private mutating func readShapes(into shapes: inout [WireShape]) throws(SVGAError) {
        shapes = []
        guard try enterArray() else { return }
        while try scanner.nextElement() {
            try budget.takeShape()
            shapes.append(try shape())
        }
    }

    // MARK: - Values

    /// Enters an object. Any other value is skipped; null is skipped without a diagnostic.
    mutating func enterObject() throws(SVGAError) -> Bool { try enter(.object) }

    mutating func enterArray() throws(SVGAError) -> Bool { try enter(.array) }

    private mutating func enter(_ wanted: JSONScanner.Kind) throws(SVGAError) -> Bool {
        let kind = try scanner.peek()
        if kind == wanted {
            try scanner.enter()
            return true
        }
        if kind != .null { noteLoose() }
        try scanner.skipValue()
        return false
    }

    mutating func number(default missing: Float = 0) throws(SVGAError) -> Float {
        switch try scanner.peek() {
        case .number:
            let number = try scanner.number()
            if number.isLoose { noteLoose() }
            return number.float
        case .string: return try writtenNumber()?.float ?? missing
        case .word:
            noteLoose()
            return try scanner.word() ?? missing
        case .null: try scanner.null()
        default:
            noteLoose()
            try scanner.skipValue()
        }
        return missing
    }

    /// Rounded, and clamped to 32 bits.
    mutating func integer() throws(SVGAError) -> Int32 {
        let value: Double
        switch try scanner.peek() {
        case .number:
            let number = try scanner.number()
            if number.isLoose { noteLoose() }
            value = number.double
        case .string: value = try writtenNumber()?.double ?? 0
        default: value = Double(try self.number())
        }
        if value.isNaN { return 0 }
        return Int32(saturating: min(max(value.rounded(), Double(Int32.min)), Double(Int32.max)))
    }

    /// A number in quotes.
    private mutating func writtenNumber() throws(SVGAError) -> (float: Float, double: Double)? {
        noteLoose()
        var text = try scanner.string()
        return text.withUTF8 { bytes in
            let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
            guard let start = bytes.firstIndex(where: { !isSpace($0) }) else { return nil }
            let number = JSONNumber(bytes, from: start)
            guard number.isValid, bytes[number.end...].allSatisfy(isSpace) else { return nil }
            return (number.float, number.double)
        }
    }

    mutating func text() throws(SVGAError) -> String {
        switch try scanner.peek() {
        case .string:
            let start = scanner.position
            let text = try scanner.string()
            try budget.takeText(scanner.position - start)
            return text
        case .number:
            noteLoose()
            let start = scanner.position
            _ = try scanner.number()
            return String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self)
        case .null: try scanner.null()
        default:
            noteLoose()
            try scanner.skipValue()
        }
        return ""
    }

    /// Skips an unknown member and returns its bytes, which are preserved.
    mutating func unknownMember() throws(SVGAError) -> Slice<UnsafeBufferPointer<UInt8>> {
        unknown.count += 1
        if unknown.count == 1 { unknown.location = location }
        let start = scanner.memberStart
        try scanner.skipValue()
        try budget.takeUnknown(scanner.position - start)
        return scanner.bytes[start..<scanner.position]
    }

    /// Counts a member that the movie cannot represent. The caller reads or skips it.
    mutating func noteDropped(_ count: Int = 1) {
        if dropped.count == 0 { dropped.location = location }
        dropped.count += count
    }

    mutating func noteLoose() {
        loose.count += 1
        if loose.count == 1 { loose.location = location }
    }

    private var location: Message {
        guard let frameIndex else { return "byte \(scanner.position) of movie.spec" }
        return "sprite \(movie.sprites.count), frame \(frameIndex), byte \(scanner.position) of movie.spec"
    }
}
