import SVGAFormat
import SVGAModel
import SVGASupport

/// Reads `movie.json`, which ``FolderMovieWriter`` writes and a user may have edited. The reader is strict, to detect typing errors: unknown
/// members, wrong types and wrong counts of numbers are errors with their location.
struct FolderMovieReader {
    enum Step {
        case member(String)
        case index(Int)
    }

    var scanner: JSONScanner
    var budget: DocumentBudget
    private let files: FolderFiles
    private let limits: ReadLimits
    /// The path of members and indices to the current value.
    var location: [Step] = []
    private var movie = WireMovie()
    private var container = VideoEntity.Container.zlib
    private var otherEntries: [ArchiveEntry] = []
    private var marks = FolderMarks()
    /// Warnings about probable mistakes.
    var notes: [FoundNote] = []

    static func read(
        _ text: [UInt8], limits: ReadLimits, files: FolderFiles
    ) throws(SVGAError) -> (document: SVGADocument, notes: [FolderNote]) {
        try text.withUnsafeBufferPointer { (bytes) throws(SVGAError) in
            var reader = FolderMovieReader(
                scanner: JSONScanner(bytes), budget: DocumentBudget(limits: limits, slack: 2), files: files, limits: limits)
            try reader.readAll()
            let notes = reader.notes + FolderChecks(reader.movie, reader.marks).notes
            let document = SVGADocument(movie: reader.movie, container: reader.container, otherEntries: reader.otherEntries)
            return (document, FolderNote.all(notes, in: bytes))
        }
    }

    private init(scanner: JSONScanner, budget: DocumentBudget, files: FolderFiles, limits: ReadLimits) {
        self.scanner = scanner
        self.budget = budget
        self.files = files
        self.limits = limits
    }

    private mutating func readAll() throws(SVGAError) {
        var version: Int32?
        try object { (reader, key) throws(SVGAError) in
            switch key {
            case "svgaFolder": version = try reader.integer()
            case "container": reader.container = try reader.readContainer()
            case "version": reader.movie.version = try reader.text()
            case "viewBox":
                reader.marks.viewBox = reader.scanner.position
                let size = try reader.numbers(2)
                (reader.movie.viewBoxWidth, reader.movie.viewBoxHeight) = (size[0], size[1])
            case "fps":
                reader.marks.fps = reader.scanner.position
                reader.movie.fps = try reader.integer()
            case "frames":
                reader.marks.frames = reader.scanner.position
                reader.movie.frames = try reader.integer()
                let frames = reader.movie.frames
                try reader.taking { (budget) throws(SVGAError) in try budget.check(frames: frames) }
            case "payloads": reader.movie.images = try reader.list { (reader) throws(SVGAError) in try reader.payload() }
            case "audios": reader.movie.audios = try reader.list { (reader) throws(SVGAError) in try reader.audio() }
            case "sprites": reader.movie.sprites = try reader.list { (reader) throws(SVGAError) in try reader.sprite() }
            case "otherEntries": reader.otherEntries = try reader.list { (reader) throws(SVGAError) in try reader.otherEntry() }
            case "unknown": reader.movie.unknown = try reader.unknown(of: .movie)
            default: return false
            }
            return true
        }
        try scanning { (scanner) throws(SVGAError) in try scanner.finish() }
        guard let version else { throw fault("the member svgaFolder is missing: this is not an unpacked animation") }
        guard version == FolderMovieWriter.version else {
            throw fault("svgaFolder is \(version); only \(FolderMovieWriter.version) is supported")
        }
    }

    private mutating func readContainer() throws(SVGAError) -> VideoEntity.Container {
        let word = try text()
        guard let container = VideoEntity.Container(rawValue: word) else {
            throw fault("\"\(word)\" is not one of zlib, zip-binary, zip-json, gzip, protobuf")
        }
        return container
    }

    // MARK: - Parts

    private mutating func payload() throws(SVGAError) -> WireImage {
        try taking { (budget) throws(SVGAError) in try budget.takeImage() }
        var image = WireImage(key: "", bytes: [])
        var hasFile = false
        let start = scanner.position
        marks.payloads.append(start)
        try object { (reader, key) throws(SVGAError) in
            switch key {
            case "key": image.key = try reader.text()
            case "file":
                let start = reader.scanner.position
                let name = try reader.text()
                image.bytes = try reader.bytes(ofFile: name, at: start)
                try reader.check(image.bytes, file: name, at: start, limits: reader.limits)
                hasFile = true
            case "entry": image.entryName = try reader.text()
            // `svga dump` writes the size, but the user may have replaced the file since then, so the size is ignored.
            case "bytes": _ = try reader.integer()
            case "crc32": _ = try reader.text()
            case "unknown": image.unknown = try reader.unknown(of: .image)
            default: return false
            }
            return true
        }
        guard hasFile else { throw fault("the member file is missing", at: start) }
        return image
    }

    private mutating func otherEntry() throws(SVGAError) -> ArchiveEntry {
        try taking { (budget) throws(SVGAError) in try budget.takeImage() }
        var entry = ArchiveEntry(name: "", bytes: [])
        try object { (reader, key) throws(SVGAError) in
            switch key {
            case "name": entry.name = try reader.text()
            case "file":
                let start = reader.scanner.position
                entry.bytes = try reader.bytes(ofFile: try reader.text(), at: start)
            // `svga dump` writes the size, but the user may have replaced the file since then, so the size is ignored.
            case "bytes": _ = try reader.integer()
            case "crc32": _ = try reader.text()
            default: return false
            }
            return true
        }
        return entry
    }

    /// - Parameter offset: the offset of the file's name in `movie.json`, for errors.
    private func bytes(ofFile name: String, at offset: Int) throws(SVGAError) -> [UInt8] {
        do throws(SVGAError) {
            return try files.read(name)
        } catch {
            guard case .readFile(let path, let reason)? = error.detail else { throw error }
            throw .readFile(path: path, reason: "\(reason) (movie.json, line \(line(at: offset)))")
        }
    }

    private mutating func audio() throws(SVGAError) -> WireAudio {
        try taking { (budget) throws(SVGAError) in try budget.takeAudio() }
        marks.audios.append(scanner.position)
        var audio = WireAudio()
        try object { (reader, key) throws(SVGAError) in
            switch key {
            case "audioKey": audio.audioKey = try reader.text()
            case "startFrame": audio.startFrame = try reader.integer()
            case "endFrame": audio.endFrame = try reader.integer()
            case "startTime": audio.startTime = try reader.integer()
            case "totalTime": audio.totalTime = try reader.integer()
            case "unknown": audio.unknown = try reader.unknown(of: .audio)
            default: return false
            }
            return true
        }
        return audio
    }

    private mutating func sprite() throws(SVGAError) -> WireSprite {
        try taking { (budget) throws(SVGAError) in try budget.takeSprite() }
        var sprite = WireSprite()
        let start = scanner.position
        var frames = start
        try object { (reader, key) throws(SVGAError) in
            switch key {
            case "imageKey": sprite.imageKey = try reader.text()
            case "matteKey": sprite.matteKey = try reader.text()
            case "frames":
                frames = reader.scanner.position
                sprite.frames = try reader.list { (reader) throws(SVGAError) in try reader.frame() }
            case "unknown": sprite.unknown = try reader.unknown(of: .sprite)
            default: return false
            }
            return true
        }
        marks.sprites.append((start, frames))
        return sprite
    }

    private mutating func frame() throws(SVGAError) -> WireFrame {
        try taking { (budget) throws(SVGAError) in try budget.takeFrame() }
        var frame = WireFrame()
        try object { (reader, key) throws(SVGAError) in
            switch key {
            case "alpha": frame.alpha = try reader.number()
            case "layout":
                let values = try reader.numbers(4)
                var layout = WireLayout()
                (layout.x, layout.y, layout.width, layout.height) = (values[0], values[1], values[2], values[3])
                frame.layout = layout
            case "transform": frame.transform = try reader.transform()
            case "clipPath": frame.clipPath = try reader.text()
            case "shapes": frame.shapes = try reader.list { (reader) throws(SVGAError) in try reader.shape() }
            case "unknown": frame.unknown = try reader.unknown(of: .frame)
            default: return false
            }
            return true
        }
        return frame
    }

    private mutating func transform() throws(SVGAError) -> WireTransform {
        let values = try numbers(6)
        var transform = WireTransform()
        (transform.a, transform.b, transform.c) = (values[0], values[1], values[2])
        (transform.d, transform.tx, transform.ty) = (values[3], values[4], values[5])
        return transform
    }

    private mutating func shape() throws(SVGAError) -> WireShape {
        try taking { (budget) throws(SVGAError) in try budget.takeShape() }
        var shape = WireShape()
        var unknown: [FoundEntry] = []
        try object { (reader, key) throws(SVGAError) in
            switch key {
            case "type":
                if try reader.kind() == .number {
                    // `svga dump` writes the type "shape" as a word. The number 0 is an unknown type whose number is not known.
                    shape.unknownKind = try reader.integer()
                    shape.kind = shape.unknownKind == 0 ? nil : WireShape.Kind(rawValue: shape.unknownKind)
                    if shape.kind != nil { shape.unknownKind = 0 }
                } else {
                    shape.kind = WireShape.Kind(rawValue: try reader.choice(FolderWords.shapes))
                }
            case "d": shape.args = .shape(d: try reader.text())
            case "rect":
                let values = try reader.numbers(5)
                shape.args = .rect(x: values[0], y: values[1], width: values[2], height: values[3], cornerRadius: values[4])
            case "ellipse":
                let values = try reader.numbers(4)
                shape.args = .ellipse(x: values[0], y: values[1], radiusX: values[2], radiusY: values[3])
            case "styles": shape.styles = try reader.style()
            case "transform": shape.transform = try reader.transform()
            case "unknown": unknown = try reader.unknownEntries()
            default: return false
            }
            return true
        }
        // The check needs the shape's type. In the file, the type may follow the unknown fields, so the check runs at the end.
        shape.unknown = try checked(unknown, in: .shape(args: shape.args, unknownKind: shape.unknownKind))
        return shape
    }

    private mutating func style() throws(SVGAError) -> WireStyle {
        var style = WireStyle()
        try object { (reader, key) throws(SVGAError) in
            switch key {
            case "fill": style.fill = try reader.color()
            case "stroke": style.stroke = try reader.color()
            case "strokeWidth": style.strokeWidth = try reader.number()
            case "lineCap": style.lineCap = try reader.choiceOrNumber(FolderWords.lineCaps)
            case "lineJoin": style.lineJoin = try reader.choiceOrNumber(FolderWords.lineJoins)
            case "miterLimit": style.miterLimit = try reader.number()
            case "lineDash":
                let values = try reader.numbers(3)
                style.lineDash = (values[0], values[1], values[2])
            default: return false
            }
            return true
        }
        return style
    }

    private mutating func color() throws(SVGAError) -> WireColor {
        let values = try numbers(4)
        var color = WireColor()
        (color.r, color.g, color.b, color.a) = (values[0], values[1], values[2], values[3])
        return color
    }

    // MARK: - Unknown fields

    /// Unknown fields of `movie.json` with their offset.
    private struct FoundEntry {
        let entry: UnknownFields.Entry
        let offset: Int
    }

    private mutating func unknown(of owner: UnknownFields.Owner) throws(SVGAError) -> UnknownFields {
        try checked(unknownEntries(), in: owner)
    }

    private mutating func unknownEntries() throws(SVGAError) -> [FoundEntry] {
        try list { (reader) throws(SVGAError) in try reader.unknownEntry() }
    }

    private mutating func unknownEntry() throws(SVGAError) -> FoundEntry {
        let offset = scanner.position
        var part = UnknownFields.Part.own
        var encoding = UnknownFields.Encoding.protobuf
        var count: Int32?
        var bytes: [UInt8] = []
        try object { (reader, key) throws(SVGAError) in
            switch key {
            case "part":
                let parts = UnknownFields.Part.allCases
                part = parts[Int(try reader.choice(parts.map { "\($0)" }))]
            case "encoding": encoding = try reader.choice(["protobuf", "json"]) == 0 ? .protobuf : .json
            case "count": count = try reader.integer()
            case "base64":
                guard let decoded = Base64.decoded(try reader.text()) else { throw reader.fault("this is not Base64") }
                bytes = decoded
            default: return false
            }
            return true
        }
        let size = bytes.count
        try taking { (budget) throws(SVGAError) in try budget.takeUnknown(size) }
        return FoundEntry(entry: UnknownFields.Entry(part: part, encoding: encoding, bytes: bytes, count: Int(count ?? 0)), offset: offset)
    }

    /// Checks that a reader of the packed file would find these unknown fields, and returns them. `location` is the owner or its member `unknown`.
    private mutating func checked(_ found: [FoundEntry], in owner: UnknownFields.Owner) throws(SVGAError) -> UnknownFields {
        if found.isEmpty { return UnknownFields() }
        var fields = UnknownFields()
        let depth = location.count
        if case .member("unknown")? = location.last {} else { location.append(.member("unknown")) }
        for (index, found) in found.enumerated() {
            location.append(.index(index))
            let entry: UnknownFields.Entry
            do throws(UnknownFieldsFault) {
                entry = try UnknownFields.readBack(found.entry, in: owner, limits: limits)
            } catch {
                location.append(.member("base64"))
                throw fault(error.reason, at: found.offset)
            }
            guard found.entry.count == 0 || found.entry.count == entry.count else {
                location.append(.member("count"))
                throw fault("there are \(entry.count), not \(found.entry.count)", at: found.offset)
            }
            guard fields[entry.part, entry.encoding].isEmpty else { throw fault("has \(entry.part) twice", at: found.offset) }
            fields.append(contentsOf: UnknownFields(entries: [entry]))
            location.removeLast()
        }
        location.removeSubrange(depth...)
        return fields
    }
}
