import SVGAFormat
import SVGAImage
import SVGAModel
import SVGARender
import SVGASources
import SVGASupport
import SVGATasks

/// A movie or an image of a source in memory, read and prepared once for all requests.
final class SourceFile: Sendable {
    let bytes: [UInt8]
    let version: SourceVersion?
    /// The SHA-256 of the bytes in hexadecimal.
    let hash: String
    private let animations = Locked<[ReadOptions: InputAnimation]>([:])
    private let picture = Locked<ReplacementImage?>(nil)

    /// The maximum number of combinations of `strict` and `allow` that are kept.
    private static let maximumAnimations = 4

    /// The name for errors: a request never names a local file.
    static let name = FileName(path: "-")

    init(bytes: [UInt8], version: SourceVersion? = nil) {
        self.bytes = bytes
        self.version = version
        hash = Digest.sha256(bytes).hexadecimal
    }

    /// The movie, prepared for drawing. The first caller prepares it; others wait.
    func animation(_ options: ReadOptions) throws(TaskError) -> InputAnimation {
        try animations.withLock { (animations) throws(TaskError) in
            if let known = animations[options] { return known }
            var animation = try InputAnimation(bytes, name: SourceFile.name.path, folder: nil, options: options)
            if case .movie(var movie) = animation {
                movie.prepared = PreparedMovie(movie.movie, limits: options.limits)
                animation = .movie(movie)
            }
            if animations.count < SourceFile.maximumAnimations { animations[options] = animation }
            return animation
        }
    }

    /// The image for a sprite. The first caller decodes it; others wait.
    /// - Parameter name: for errors.
    func image(_ limits: ReadLimits, name: String) throws(TaskError) -> ReplacementImage {
        try picture.withLock { (picture) throws(TaskError) in
            if let picture { return picture }
            do throws(SVGAError) {
                let image = try ReplacementImage(bytes: bytes, limits: limits)
                picture = image
                return image
            } catch {
                if error.limit != nil { throw .read(file: name, error) }
                throw .input(file: name, message: TaskText(error.message))
            }
        }
    }

    /// The estimated bytes in memory; they grow while images are decoded.
    var memoryBytes: Int {
        let prepared = animations.withLock { $0.values.reduce(0) { $0 + $1.estimatedBytes } }
        return bytes.count + prepared + (picture.withLock { $0?.bitmap.memoryBytes } ?? 0)
    }
}

/// A name of a source: `gifts/rose.svga` for the latest content, or `gifts/rose.svga#HASH` for a content.
struct SourceReference: Hashable, Sendable {
    let name: String
    /// The first 16 to 64 hexadecimal digits of the content's SHA-256; nil: the latest content.
    let hash: String?

    init(_ text: String) {
        if let mark = text.utf8.lastIndex(of: UInt8(ascii: "#")) {
            let digits = text.utf8[text.utf8.index(after: mark)...]
            let isHash =
                (16...64).contains(digits.count)
                && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            if isHash {
                (name, hash) = (String(text[..<mark]), String(digits) ?? "")
                return
            }
        }
        (name, hash) = (text, nil)
    }
}
