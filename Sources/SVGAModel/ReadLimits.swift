package import SVGASupport

/// Limits for reading a file. They are checked before memory is allocated.
///
/// The defaults accept every real movie. Reading the worst crafted files takes less than 256 MB and about a second; painting a frame of
/// them takes at most about 2 s. Raise a limit to read unusual files.
public struct ReadLimits: Hashable, Sendable {
    /// The maximum file size in bytes. Default 128 MiB.
    public var inputBytes = 128 << 20
    /// The maximum bytes after decompression: of the movie, and of all ZIP entries that are read. Default 96 MiB.
    public var inflatedBytes = 96 << 20
    /// The maximum memory of the protobuf or JSON document while it is read, in addition to the decompressed bytes. Default 128 MiB.
    public var documentBytes = 128 << 20
    /// The maximum number of ZIP entries. Default 10,000.
    public var entries = 10_000
    /// The maximum number of sprites. Default 10,000.
    public var sprites = 10_000
    /// The maximum frame count of the movie. Default 100,000.
    public var frames = 100_000
    /// The maximum number of frames of all sprites. Default 2,000,000 (80 MB as stored).
    public var spriteFrames = 2_000_000
    /// The maximum number of images and sounds. Default 10,000.
    public var images = 10_000
    /// The maximum size of a key in bytes of UTF-8. Default 65,536.
    public var keyBytes = 64 << 10
    /// The maximum pixels of one image. Default 64 Mi (8192 × 8192). A JPEG with more than 16 scans counts as `pixels × scans / 16`,
    /// because each scan is a pass over the entire picture.
    public var imagePixels = 64 << 20
    /// The maximum bytes of all decoded images, 4 per pixel, including mipmaps, padded copies and substituted images. Default 384 MiB.
    public var decodedBytes = 384 << 20
    /// The maximum number of segments of all paths; equal paths count once. Default 4,000,000.
    public var pathSegments = 4_000_000
    /// The maximum number of dashes of a stroke. Default 50,000.
    public var dashes = 50_000
    /// The maximum pixels of the output. Default 16 Mi (4096 × 4096).
    public var canvasPixels = 16 << 20
    /// The maximum bytes for drawing and exporting: decoded images, canvases, frames that are encoded, and the estimates of encoders. One
    /// frame, with a copy of it, may take 4/9 of it. An export draws fewer frames in parallel to stay within it. Default 1 GiB.
    public var memory = 1 << 30
    /// The maximum work of painting a frame, and of preparing the bitmaps of a scene. The unit is blending a pixel with a color, about 0.2
    /// ns of one core. Default 8,000,000,000: about 1.6 s.
    ///
    /// The costs per pixel are 6 for a bitmap, 20 for a rotated one, 4 for a group, and 1 more for a clip or a matte. A decoded pixel costs 50,
    /// and 4 for each reduced copy. A line of an outline costs 100, and 25 for each row and column that it crosses; a point of a stroke
    /// costs 1000. If only changes of a frame are drawn, only they count.
    public var work = 8_000_000_000
    /// The maximum steps of all expressions of a Lottie file while it is read: one for each round of a loop and each call of a function.
    /// Default 10,000,000: about 1.5 s, which is a limit, too. Properties that exceed it have their values without expressions, each with a note.
    /// When a frame is drawn, its expressions have a 250th of the default, or this limit if it is lower. With 0, no expression is evaluated.
    public var expressionSteps = 10_000_000

    /// The default limits, as ``init()`` makes them.
    public static let `default` = ReadLimits()

    /// The default limits. Change single ones afterwards.
    public init() {}
}

/// A limit that a file or a request exceeds.
public struct LimitExceeded: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the property of ``ReadLimits``.
    public let name: String
    /// The limit's value.
    public let allowed: Int
    /// The requested value, as far as it was counted.
    public let found: Int
    /// The cause, such as `image "user1"`; may be empty.
    package let subject: Message

    package init(_ limit: KeyPath<ReadLimits, Int>, of limits: ReadLimits, found: Int, subject: Message = "") {
        self.name = ReadLimits.names.first { $0.limit == limit }?.name ?? "limit"
        self.allowed = limits[keyPath: limit]
        self.found = found
        self.subject = subject
    }

    /// One line for a person, such as `image "user1": 90000000 is over the limit of 67108864 for imagePixels`.
    public var description: String { message.description }

    package var message: Message {
        let what: Message = subject.isEmpty ? "" : "\(subject): "
        return "\(what)\(found) exceeds the limit of \(allowed) for \(name)"
    }
}

extension ReadLimits {
    /// A limit with its name for programs and command lines.
    package struct Name: Sendable {
        /// The property's name, such as `imagePixels`.
        package let name: String
        package let limit: any WritableKeyPath<ReadLimits, Int> & Sendable
        /// One line for users.
        package let help: String
    }

    /// Every limit, in the order of the properties.
    package static let names: [Name] = [
        Name(name: "inputBytes", limit: \.inputBytes, help: "size of the file in bytes"),
        Name(name: "inflatedBytes", limit: \.inflatedBytes, help: "decompressed bytes of all entries"),
        Name(name: "documentBytes", limit: \.documentBytes, help: "bytes of memory for the protobuf or JSON document"),
        Name(name: "entries", limit: \.entries, help: "entries in a ZIP"),
        Name(name: "sprites", limit: \.sprites, help: "sprites"),
        Name(name: "frames", limit: \.frames, help: "frames of the movie"),
        Name(name: "spriteFrames", limit: \.spriteFrames, help: "frames of all sprites together"),
        Name(name: "images", limit: \.images, help: "images and sounds"),
        Name(name: "keyBytes", limit: \.keyBytes, help: "bytes of a key"),
        Name(name: "imagePixels", limit: \.imagePixels, help: "pixels of one image"),
        Name(name: "decodedBytes", limit: \.decodedBytes, help: "bytes of all decoded images"),
        Name(name: "pathSegments", limit: \.pathSegments, help: "segments of all distinct paths"),
        Name(name: "dashes", limit: \.dashes, help: "dashes of one stroke"),
        Name(name: "canvasPixels", limit: \.canvasPixels, help: "pixels of the output"),
        Name(name: "memory", limit: \.memory, help: "bytes of memory for drawing and encoding"),
        Name(name: "expressionSteps", limit: \.expressionSteps, help: "steps of a Lottie's expressions; 0 ignores expressions"),
        Name(name: "work", limit: \.work, help: "work to draw a frame, in units of 0.2 ns of one core"),
    ]
}
