import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport

/// Reads the pictures of a source sequentially.
protocol PictureReader: AnyObject {
    func next() throws(ImportError) -> ComposedPicture?
}

/// The pictures of an animation or a video.
final class AnimationPictures: PictureReader {
    private let reader: any AnimationReader
    private let kind: PictureKind

    /// Browsers treat shorter durations as an error, and show the picture for 0.1 seconds.
    private static let shortest = 0.0105
    private static let usual = 0.1

    init(_ reader: any AnimationReader, _ kind: PictureKind) {
        self.reader = reader
        self.kind = kind
    }

    func next() throws(ImportError) -> ComposedPicture? {
        do throws(SVGAError) {
            guard let picture = try reader.next() else { return nil }
            if kind == .film || picture.seconds >= AnimationPictures.shortest { return picture }
            return ComposedPicture(pixmap: picture.pixmap, seconds: AnimationPictures.usual)
        } catch {
            throw ImportError(error, kind: Message(verbatim: kind.rawValue))
        }
    }
}

/// One picture.
final class StillPicture: PictureReader {
    private var picture: ComposedPicture?

    init(_ pixmap: Pixmap, seconds: Double) { picture = ComposedPicture(pixmap: pixmap, seconds: seconds) }

    func next() -> ComposedPicture? {
        defer { picture = nil }
        return picture
    }
}

/// Picture files, several of which are decoded at once.
final class FilePictures: PictureReader {
    private let files: [String]
    private let seconds: Double
    private let limits: ReadLimits
    private let threads: Int
    /// The index of the next file to decode.
    private var position = 0
    /// Decoded pictures, in reverse order.
    private var waiting: [Result<Pixmap, ImportError>] = []
    private var first: (width: Int, height: Int)?

    /// The maximum bytes of pictures that are decoded at once.
    private static let maximumBytes = 48 << 20

    init(_ files: [String], seconds: Double, limits: ReadLimits, threads: Int) {
        self.files = files
        self.seconds = seconds
        self.limits = limits
        self.threads = threads
    }

    func next() throws(ImportError) -> ComposedPicture? {
        if waiting.isEmpty { fill() }
        guard let result = waiting.popLast() else { return nil }
        let picture = try result.get()
        if let first, (picture.width, picture.height) != first {
            let file = files[position - waiting.count - 1]
            throw .broken(
                kind: Message(verbatim: PictureKind.sequence.rawValue), location: file,
                reason: "it has \(picture.width) × \(picture.height) pixels, but \(files[0]) has \(first.width) × \(first.height)")
        }
        first = (picture.width, picture.height)
        return ComposedPicture(pixmap: picture, seconds: seconds)
    }

    private func fill() {
        var count = 1
        if let first {
            count = max(1, min(4 * Parallel.workers(threads, count: .max), FilePictures.maximumBytes / (4 * first.width * first.height)))
        }
        let range = position..<min(files.count, position + count)
        let (files, limits) = (files, limits)
        waiting = Parallel.map(range.count, threads: threads) { index -> Result<Pixmap, ImportError> in
            let file = files[range.lowerBound + index]
            do throws(SVGAError) {
                return .success(try PictureSequence.decode(try PictureSequence.bytes(file, limits: limits), limits: limits))
            } catch {
                return .failure(ImportError(error, kind: "picture", location: file))
            }
        }
        waiting.reverse()
        position = range.upperBound
    }
}

/// The files of a folder or a pattern, in the order of their numbers.
struct PictureSequence {
    let files: [String]
    private(set) var notes: [Imported.Note] = []

    private static let extensions: Set<String> = ["png", "jpg", "jpeg", "webp", "bmp", "gif"]

    /// nil if the path is neither a folder nor a pattern.
    init?(path: String, limits: ReadLimits) throws(ImportError) {
        let status = FilePath(path).status
        let names: [String]
        let folder: String
        if let status, status.st_mode & S_IFMT == S_IFDIR {
            folder = FilePath(path).addingTrailingSlash().string
            names = try PictureSequence.entries(folder, most: limits.frames).filter { name in
                let ending = FilePath(name).extension.map { $0.lowercased() }
                return !name.utf8.starts(with: ".".utf8) && ending.map { PictureSequence.extensions.contains($0) } ?? false
            }.sorted(by: PictureSequence.isBefore)
            if names.isEmpty { throw .broken(kind: "folder", location: path, reason: "it has no images") }
        } else if status == nil, path.utf8.contains(UInt8(ascii: "%")) {
            folder = FilePath(path).folderPrefix.string
            let pattern = try NumberPattern(FilePath(path).name)
            var found = try PictureSequence.entries(folder.isEmpty ? "." : folder, most: limits.frames).compactMap { name in
                pattern.number(of: name).map { (number: $0, name: name) }
            }
            found.sort { $0.number == $1.number ? $0.name < $1.name : $0.number < $1.number }
            guard let first = found.first, let last = found.last else {
                throw .broken(kind: "pattern", location: path, reason: "no file matches the pattern")
            }
            names = found.map(\.name)
            let missing = last.number - first.number + 1 - Set(found.map(\.number)).count
            if missing > 0 {
                notes.append(
                    Imported.Note(
                        "\(missing) images are missing between \(first.number) and \(last.number); the others follow each other"))
            }
        } else {
            return nil
        }
        files = names.map { folder + $0 }
    }

    private static func entries(_ folder: String, most: Int) throws(ImportError) -> [String] {
        guard let directory = opendir(FilePath(folder).cString) else {
            throw .broken(kind: "folder", location: folder, reason: errorText(errno))
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(entry.name)
            if names.count > 4 * most { throw .limit("\(folder): more than \(4 * most) files") }
        }
        return names
    }

    /// A still picture, or the first picture of an animation.
    static func decode(_ bytes: [UInt8], limits: ReadLimits) throws(SVGAError) -> Pixmap {
        guard case .image(let format) = PayloadKind.sniff(bytes), format != .unknown else { throw .unknownFormat }
        return try ImageDecoder.decode(ImageEntity(key: "", format: format, bytes: bytes), limits: limits)
    }

    static func bytes(_ path: String, limits: ReadLimits) throws(SVGAError) -> [UInt8] {
        try FileBytes.read(path: path, limits: limits)
    }

    /// Compares numbers in names numerically: `f2` precedes `f10`.
    static func isBefore(_ left: String, _ right: String) -> Bool {
        let (a, b) = (Array(left.utf8), Array(right.utf8))
        func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            guard isDigit(a[i]), isDigit(b[j]) else {
                if a[i] != b[j] { return a[i] < b[j] }
                (i, j) = (i + 1, j + 1)
                continue
            }
            let first = a[i...].prefix(while: isDigit)
            let second = b[j...].prefix(while: isDigit)
            (i, j) = (first.endIndex, second.endIndex)
            let (one, other) = (first.drop { $0 == UInt8(ascii: "0") }, second.drop { $0 == UInt8(ascii: "0") })
            if one.count != other.count { return one.count < other.count }
            if !one.elementsEqual(other) { return one.lexicographicallyPrecedes(other) }
        }
        return a.count - i == b.count - j ? left < right : a.count - i < b.count - j
    }
}

/// A file name with a number in C's `printf` syntax: `f%04d.png`.
struct NumberPattern {
    private let prefix: [UInt8]
    private let suffix: [UInt8]
    /// The minimum number of digits.
    private let width: Int

    init(_ text: String) throws(ImportError) {
        let unusable = ImportError.unusable(text, reason: "a pattern needs one number, such as %d or %04d")
        var before: [UInt8] = []
        var after: [UInt8] = []
        var width: Int?
        let bytes = Array(text.utf8)
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "%"), at + 1 < bytes.count, bytes[at + 1] != UInt8(ascii: "%") {
                let digits = bytes[(at + 1)...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                guard width == nil, digits.count <= 3, digits.endIndex < bytes.count, bytes[digits.endIndex] == UInt8(ascii: "d") else {
                    throw unusable
                }
                width = digits.isEmpty ? 1 : max(1, Int(String(decoding: digits, as: UTF8.self)) ?? 1)
                at = digits.endIndex + 1
                continue
            }
            // Two percent signs are an escaped percent sign.
            if bytes[at] == UInt8(ascii: "%") { at += 1 }
            if at < bytes.count { if width == nil { before.append(bytes[at]) } else { after.append(bytes[at]) } }
            at += 1
        }
        guard let width else { throw unusable }
        (prefix, suffix, self.width) = (before, after, width)
    }

    /// nil if the name does not match.
    func number(of name: String) -> Int? {
        let bytes = Array(name.utf8)
        guard bytes.count > prefix.count + suffix.count, bytes.starts(with: prefix), bytes.suffix(suffix.count).elementsEqual(suffix) else {
            return nil
        }
        let digits = bytes[prefix.count..<bytes.count - suffix.count]
        guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), digits.count >= width, digits.count <= 12,
            digits.count == width || digits.first != UInt8(ascii: "0")
        else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
