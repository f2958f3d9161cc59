import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport
import SVGAVideo

/// The source of pictures: an animation, a still, a video, or a sequence of files.
package enum PictureSource: Sendable {
    /// A file, a folder of pictures, or a pattern such as `frames/f%04d.png`.
    case path(String)
    /// - Parameter name: for messages.
    case bytes([UInt8], name: String)
    /// A sequence of pictures.
    case files([String])
}

/// The type of a file with pictures, detected by its first bytes.
package enum PictureKind: String, Hashable, Sendable {
    case gif = "GIF"
    case apng = "APNG"
    case png = "PNG"
    case jpeg = "JPEG"
    case webP = "WebP"
    case bmp = "BMP"
    case film = "video"
    case sequence = "image sequence"

    /// The number of bytes that ``init(_:)`` needs. PNGs need all bytes.
    package static let headBytes = 64

    /// nil: not an importable picture type.
    package init?(_ bytes: [UInt8]) {
        func has(_ text: StaticString, at offset: Int = 0) -> Bool {
            text.withUTF8Buffer { bytes.count >= offset + $0.count && bytes[offset..<offset + $0.count].elementsEqual($0) }
        }
        if has("GIF8") {
            self = .gif
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            self = APNGAnimationReader.isAnimated(bytes) ? .apng : .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webP
        } else if has("BM"), bytes.count > 14 {
            self = .bmp
        } else if PictureKind.isVideo(bytes, has) {
            self = .film
        } else {
            return nil
        }
    }

    private static func isVideo(_ bytes: [UInt8], _ has: (StaticString, Int) -> Bool) -> Bool {
        let boxes: [StaticString] = ["ftyp", "moov", "mdat", "wide", "free", "skip", "vapc"]
        if boxes.contains(where: { has($0, 4) }) { return true }
        // Matroska and WebM, ASF, MPEG.
        let starts: [[UInt8]] = [[0x1A, 0x45, 0xDF, 0xA3], [0x30, 0x26, 0xB2, 0x75], [0, 0, 1, 0xBA], [0, 0, 1, 0xB3]]
        if starts.contains(where: { bytes.starts(with: $0) }) { return true }
        return has("RIFF", 0) && has("AVI ", 8) || has("FLV", 0) || has("OggS", 0) || has("DKIF", 0) || has("YUV4MPEG2", 0)
    }

    /// Whether a file is a video that can be read from disk.
    package static func isVideo(path: String) -> Bool { head(path).flatMap { PictureKind($0) } == .film }

    private static func head(_ path: String) -> [UInt8]? {
        let descriptor = open(FilePath(path).cString, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var information = stat()
        // A pipe or device can be read only once, so it is read into memory.
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        return [UInt8](unsafeUninitializedCapacity: headBytes) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
    }
}

/// An analyzed source, which can be read from its start any number of times.
struct OpenedPictures: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        /// A video that is read from disk.
        case path(String)
        case files([String])
    }

    let kind: PictureKind
    let content: Content
    let name: String
    /// The width of a source picture.
    private(set) var width = 0
    private(set) var height = 0
    /// Whether the pictures are originals without loss from a codec.
    private(set) var isLossless = true
    private(set) var hasSound = false
    private(set) var notes: [Imported.Note] = []
    /// The canvas and picture count from the headers; nil for videos and sequences of files.
    private let outline: AnimationOutline?
    private let limits: ReadLimits
    private let threads: Int

    /// No SVGA player supports larger pictures, and small files must not allocate more memory than this.
    private static let maximumPixels = 1 << 24

    init(_ source: PictureSource, limits given: ReadLimits, threads: Int) throws(ImportError) {
        var limits = given
        limits.imagePixels = min(given.imagePixels, given.canvasPixels, OpenedPictures.maximumPixels)
        self.limits = limits
        self.threads = threads
        switch source {
        case .files(let files):
            name = files.first ?? ""
            (kind, content) = (.sequence, .files(files))
        case .bytes(let bytes, let name):
            self.name = name
            guard let found = PictureKind(bytes) else { throw ImportKind.unknown(bytes) }
            (kind, content) = (found, .bytes(bytes))
        case .path(let path):
            name = path
            if let sequence = try PictureSequence(path: path, limits: limits) {
                (kind, content, notes) = (.sequence, .files(sequence.files), sequence.notes)
            } else if PictureKind.isVideo(path: path) {
                (kind, content) = (.film, .path(path))
            } else {
                let bytes: [UInt8]
                do throws(SVGAError) {
                    bytes = try FileBytes.read(path: path, limits: limits)
                } catch {
                    if let limit = error.limit { throw .limit(limit.message) }
                    throw .broken(kind: "file", location: path, reason: error.message)
                }
                guard let found = PictureKind(bytes) else { throw ImportKind.unknown(bytes) }
                (kind, content) = (found, .bytes(bytes))
            }
        }
        outline = OpenedPictures.outline(kind, content)
        try look()
    }

    private mutating func look() throws(ImportError) {
        if kind == .film {
            #if Video
                if MatroskaElements.isCutOff(content) {
                    throw .broken(kind: Message(verbatim: kind.rawValue), location: "", reason: "it is truncated")
                }
                let film = try film()
                (width, height) = (film.properties.width, film.properties.height)
                (isLossless, hasSound) = (film.properties.isLossless, film.properties.hasSound)
                if film.properties.hasUnsupportedRotation {
                    notes.append(
                        Imported.Note("its rotation is not a multiple of 90°: frames are not rotated"))
                }
                if !film.properties.hasSquarePixels {
                    notes.append(Imported.Note("its pixels are not square: frames are not stretched"))
                }
            #else
                throw OpenedPictures.withoutVideo
            #endif
        } else {
            guard let first = try reader(rate: 1).next() else {
                throw .broken(kind: Message(verbatim: kind.rawValue), location: "", reason: "it has no images")
            }
            (width, height) = (first.pixmap.width, first.pixmap.height)
        }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= limits.imagePixels else {
            throw .limit(LimitExceeded(\.imagePixels, of: limits, found: overflow ? .max : pixels, subject: "an image").message)
        }
    }

    private static func outline(_ kind: PictureKind, _ content: Content) -> AnimationOutline? {
        guard case .bytes(let bytes) = content else { return nil }
        switch kind {
        case .gif: return AnimationOutline(gif: bytes)
        case .apng: return AnimationOutline(apng: bytes)
        case .webP: return AnimationOutline(webP: bytes)
        case .png, .jpeg, .bmp, .film, .sequence: return nil
        }
    }

    /// Whether its work is limited. For videos and sequences it is not, because it is proportional to the recorded data.
    var isCounted: Bool { kind != .film && kind != .sequence }

    /// The cost of one pass over all pictures, for a canvas size.
    func workOfPass(width: Int, height: Int) -> Int {
        let (own, shaped) = (self.width * self.height, width * height)
        let isResized = (width, height) != (self.width, self.height)
        let canvas = ImportWork.Cost.canvasPixel * max(own, shaped) + (isResized ? ImportWork.Cost.resizedPixel * (own + shaped) : 0)
        guard let outline else { return canvas + ImportWork.Cost.decodedPixel * own }
        // libwebp searches the list of pictures from its start for each next one.
        let steps = kind == .webP ? outline.pictures.multipliedSaturating(by: outline.pictures) : 0
        return steps.multipliedSaturating(by: ImportWork.Cost.listStep).addingSaturating(workOfPixels(outline, own, canvas))
    }

    private func workOfPixels(_ outline: AnimationOutline, _ own: Int, _ canvas: Int) -> Int {
        let stored = ImportWork.Cost.storedPixel.multipliedSaturating(by: max(outline.storedPixels, own))
        return stored.addingSaturating((canvas + ImportWork.Cost.picture).multipliedSaturating(by: max(outline.pictures, 1)))
    }

    /// Whether pictures have their own times.
    var hasTimes: Bool {
        switch kind {
        case .gif, .apng, .film, .webP: true
        case .png, .jpeg, .bmp, .sequence: false
        }
    }

    /// The maximum rounding error of times in the file, because of the format's units.
    var timeTolerance: Double { kind == .gif ? 0.005_01 : 0.001_01 }

    /// Reads the pictures from the first on.
    /// - Parameter rate: the frame rate of pictures without times.
    func reader(rate: Double) throws(ImportError) -> any PictureReader {
        switch content {
        case .files(let files): return FilePictures(files, seconds: 1 / rate, limits: limits, threads: threads)
        case .path:
            #if Video
                return AnimationPictures(try film(), kind)
            #else
                throw OpenedPictures.withoutVideo
            #endif
        case .bytes(let bytes):
            do throws(SVGAError) {
                switch kind {
                case .gif: return AnimationPictures(try GIFAnimationReader(bytes, limits: limits), kind)
                case .apng: return AnimationPictures(try APNGAnimationReader(bytes, limits: limits), kind)
                case .webP: return AnimationPictures(try WebPAnimationReader(bytes, limits: limits), kind)
                case .film: break
                default: return StillPicture(try PictureSequence.decode(bytes, limits: limits), seconds: 1 / rate)
                }
            } catch {
                throw ImportError(error, kind: Message(verbatim: kind.rawValue))
            }
            #if Video
                return AnimationPictures(try film(), kind)
            #else
                throw OpenedPictures.withoutVideo
            #endif
        }
    }

    /// For builds without the package trait `Video`.
    private static let withoutVideo = ImportError.unknownKind(found: "a video, and this svga was built without video support")

    #if Video
        private func film() throws(ImportError) -> VideoReader {
            do throws(SVGAError) {
                if case .bytes(let bytes) = content { return try VideoReader(whole: bytes, name: name, limits: limits) }
                return try VideoReader(whole: name, limits: limits)
            } catch {
                throw ImportError(video: error, kind: Message(verbatim: kind.rawValue))
            }
        }
    #endif
}

extension ImportError {
    init(_ error: SVGAError, kind: Message, location: String = "") {
        if let limit = error.limit {
            self = .limit(limit.message)
            return
        }
        if error.kind == .cancelled {
            self = .cancelled
            return
        }
        switch error.detail {
        case .truncatedImage: self = .broken(kind: kind, location: location, reason: "it is truncated")
        case .broken(_, let reason): self = .broken(kind: kind, location: location, reason: reason)
        default: self = .broken(kind: kind, location: location, reason: error.message)
        }
    }

    /// The error of a video.
    init(video error: SVGAError, kind: Message) {
        if error.kind == .cancelled {
            self = .cancelled
        } else if case .codec(_, let reason)? = error.detail {
            self = .broken(kind: kind, location: "", reason: reason)
        } else {
            self = .broken(kind: kind, location: "", reason: error.message)
        }
    }
}
