/// How much a file may ask for. Everything that comes from a file is checked against these before memory is taken for it.
///
/// The defaults let every real gift through, and reading the worst files that were made for it stays under 256 MB and
/// about a second; painting a frame of them takes at most about 2 s. Raise one to read something unusual.
public struct ReadLimits: Hashable, Sendable {
    /// Bytes of the file itself. Default 128 MiB.
    public var inputBytes = 128 << 20
    /// Bytes after inflating: of the movie, and of all ZIP entries read together. Default 96 MiB.
    public var inflatedBytes = 96 << 20
    /// Bytes of memory the protobuf or JSON document may take while it is read, beside the inflated bytes. Default 128 MiB.
    public var documentBytes = 128 << 20
    /// Entries in a ZIP. Default 10 000.
    public var entries = 10_000
    /// Sprites of the movie. Default 10 000.
    public var sprites = 10_000
    /// The movie's length in frames. Default 100 000.
    public var frames = 100_000
    /// Frames of all sprites together. Default 2 000 000 (80 MB as stored).
    public var spriteFrames = 2_000_000
    /// Images and sounds of the movie. Default 10 000.
    public var images = 10_000
    /// Bytes of one key, in UTF-8. Default 65 536.
    public var keyBytes = 64 << 10
    /// Pixels of one image. Default 64 Mi (8192 × 8192). A JPEG of more than 16 scans counts as `pixels × scans / 16`, because
    /// each scan is a pass over the whole picture.
    public var imagePixels = 64 << 20
    /// Bytes of memory of all decoded images together, 4 a pixel, with their mipmaps, their padded copies and what is substituted.
    /// Default 384 MiB.
    public var decodedBytes = 384 << 20
    /// Segments of all paths together, each distinct path counted once. Default 4 000 000.
    public var pathSegments = 4_000_000
    /// Dashes one stroke may expand to. Default 50 000.
    public var dashes = 50_000
    /// Pixels of the output. Default 16 Mi (4096 × 4096).
    public var canvasPixels = 16 << 20
    /// Bytes of memory that drawing and exporting take together: decoded images, what painters draw on, frames that are encoded, and encoders,
    /// by what each says that it takes at most. One frame alone, with a copy of it, may take four ninths of it. An export draws fewer frames at once
    /// rather than go over it. Default 1 GiB.
    public var memory = 1 << 30
    /// Work of painting one frame, and of preparing the bitmaps of a scene, in units of about 0.2 ns of one core: what blending a pixel with a color takes. A pixel of a
    /// bitmap counts as 6, of a turned one as 20, of a group as 4, of a clip or a matte as 1 more, a line of an outline as 100 and as 25
    /// for each row and column that it crosses, a point of a stroke as 1000; a pixel that is decoded as 50, and as 4 for each smaller
    /// copy that is made of it. What is drawn as a change of the frame before counts only
    /// as far as it changes. Default 8 000 000 000: about 1.6 s.
    public var work = 8_000_000_000

    /// The default of every limit, as ``init()`` makes it.
    public static let `default` = ReadLimits()

    /// The defaults. Change single limits afterwards.
    public init() {}
}

/// A limit that a file or a request went over.
public struct LimitExceeded: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the property of ``ReadLimits``.
    public let name: String
    /// The limit's value.
    public let allowed: Int
    /// What was asked for, as far as it was counted.
    public let found: Int
    /// What asked for it, such as `image "user1"`; may be empty.
    package let subject: String

    package init(_ limit: KeyPath<ReadLimits, Int>, of limits: ReadLimits, found: Int, subject: String = "") {
        self.name = ReadLimits.names.first { $0.limit == limit }?.name ?? "limit"
        self.allowed = limits[keyPath: limit]
        self.found = found
        self.subject = subject
    }

    /// One line for a person, such as `image "user1": 90000000 is over the limit of 67108864 for imagePixels`.
    public var description: String {
        let what = subject.isEmpty ? "" : "\(subject): "
        return "\(what)\(found) is over the limit of \(allowed) for \(name)"
    }
}

extension ReadLimits {
    /// One limit as programs and command lines see it.
    package struct Name: Sendable {
        /// The property's name, such as `imagePixels`.
        package let name: String
        package let limit: any WritableKeyPath<ReadLimits, Int> & Sendable
        /// One line for a person.
        package let help: String
    }

    /// Every limit, in the order of the properties.
    package static let names: [Name] = [
        Name(name: "inputBytes", limit: \.inputBytes, help: "bytes of the file itself"),
        Name(name: "inflatedBytes", limit: \.inflatedBytes, help: "bytes after inflating, all entries together"),
        Name(name: "documentBytes", limit: \.documentBytes, help: "memory for the protobuf or JSON document"),
        Name(name: "entries", limit: \.entries, help: "entries in a ZIP"),
        Name(name: "sprites", limit: \.sprites, help: "sprites"),
        Name(name: "frames", limit: \.frames, help: "frames of the movie"),
        Name(name: "spriteFrames", limit: \.spriteFrames, help: "frames of all sprites together"),
        Name(name: "images", limit: \.images, help: "images and sounds"),
        Name(name: "keyBytes", limit: \.keyBytes, help: "bytes of one key"),
        Name(name: "imagePixels", limit: \.imagePixels, help: "pixels of one image"),
        Name(name: "decodedBytes", limit: \.decodedBytes, help: "bytes of all decoded images"),
        Name(name: "pathSegments", limit: \.pathSegments, help: "segments of all distinct paths"),
        Name(name: "dashes", limit: \.dashes, help: "dashes of one stroke"),
        Name(name: "canvasPixels", limit: \.canvasPixels, help: "pixels of the output"),
        Name(name: "memory", limit: \.memory, help: "bytes of memory of drawing and encoding"),
        Name(name: "work", limit: \.work, help: "work of painting a frame, in 0.2 ns of a core"),
    ]
}
