import SVGAFormat
import SVGAHTTP
import SVGAImage
import SVGAModel
import SVGARender
import SVGASupport

/// The images, and the sounds and movies of edit steps, that were uploaded to the page, in a private folder of the process. The server creates their
/// names, so a request cannot name another file.
final class Uploads: Sendable {
    struct Picture: Sendable {
        /// The file name in the folder, for example `u1.png`.
        let file: String
        let width: Int
        let height: Int

        fileprivate var decodedBytes: Int { 4 * width * height }
    }

    /// What an edit step reads beside images.
    enum Part: Hashable, Sendable { case sound, movie }

    private struct State {
        var folder: PrivateFolder?
        var pictures: [String: Picture] = [:]
        /// By file name.
        var parts: [String: Part] = [:]
        /// File names by a hash of the content, so that the same image is stored once.
        var files: [UInt64: String] = [:]
        /// The total size of the files.
        var bytes = 0
        /// A cache of decoded images by file name.
        var decoded: RecencyTable<String, ReplacementImage>

        init(maximumDecodedBytes: Int) { decoded = RecencyTable(maximumCost: maximumDecodedBytes) }

        var count: Int { pictures.count + parts.count }

        /// Caches a decoded image. An image above the maximum evicts all others.
        mutating func keep(_ image: ReplacementImage, of picture: Picture) {
            decoded.insert(image, cost: min(picture.decodedBytes, decoded.maximumCost), for: picture.file)
        }
    }

    private static let maximumPictures = 1000
    private static let maximumBytes = 1 << 30

    /// The maximum size of one upload.
    let limitBytes: Int
    private let limits: ReadLimits
    private let state: Locked<State>

    /// - Parameter maximumDecodedBytes: the maximum size of cached decoded images; others are read again from their files.
    init(limits: ReadLimits, maximumDecodedBytes: Int = 256 << 20) {
        self.limits = limits
        state = Locked(State(maximumDecodedBytes: maximumDecodedBytes))
        limitBytes = min(limits.inputBytes, 64 << 20)
    }

    /// Stores an image.
    /// - Returns: nil if the bytes are not an image.
    /// - Throws: 422 for an image that cannot be decoded, 413 for one that is too large, 429 for too many images.
    func add(_ bytes: [UInt8]) throws(PreviewError) -> Picture? {
        guard case .image(let format) = PayloadKind.sniff(bytes), format != .unknown else { return nil }
        guard bytes.count <= limitBytes else { throw PreviewError(413, "an upload has at most \(limitBytes) bytes") }
        var hash = StableHash()
        hash.add(bytes)
        let known = state.withLock { state in state.files[hash.value].flatMap { state.pictures[$0] } }
        if let known, try content(known.file) == bytes { return known }
        let image = try decode(bytes)
        return try state.withLock { (state) throws(PreviewError) in
            try Uploads.check(bytes, state)
            let picture = Picture(file: "u\(state.count + 1).\(format.name)", width: image.width, height: image.height)
            try Uploads.write(bytes, to: picture.file, &state)
            state.pictures[picture.file] = picture
            state.files[hash.value] = picture.file
            state.bytes += bytes.count
            state.keep(image, of: picture)
            return picture
        }
    }

    private static func check(_ bytes: [UInt8], _ state: State) throws(PreviewError) {
        guard state.count < Uploads.maximumPictures, state.bytes + bytes.count <= Uploads.maximumBytes else {
            throw PreviewError(429, "too many images were added", advice: "restart svga preview")
        }
    }

    /// Stores a sound or a movie for edit steps.
    /// - Returns: its file name in the folder.
    /// - Throws: 422 for a movie that cannot be read or is not an SVGA, 413 for a file that is too large, 429 for too many files.
    func addPart(_ bytes: [UInt8]) throws(PreviewError) -> (file: String, part: Part) {
        guard bytes.count <= limitBytes else { throw PreviewError(413, "an upload has at most \(limitBytes) bytes") }
        var (part, ending) = (Part.movie, "svga")
        if case .sound(let format) = PayloadKind.sniff(bytes) {
            (part, ending) = (.sound, format.rawValue)
        } else {
            do throws(SVGAError) {
                _ = try VideoEntity(bytes: bytes, options: ReadOptions(limits: limits))
            } catch {
                throw PreviewError(422, "this is neither an image, a sound nor an SVGA movie: \(error.message)")
            }
        }
        var hash = StableHash()
        hash.add(bytes)
        let known = state.withLock { state in state.files[hash.value].flatMap { name in state.parts[name].map { (name, $0) } } }
        if let known, try content(known.0) == bytes { return known }
        return try state.withLock { (state) throws(PreviewError) in
            try Uploads.check(bytes, state)
            let file = "u\(state.count + 1).\(ending)"
            try Uploads.write(bytes, to: file, &state)
            state.parts[file] = part
            state.files[hash.value] = file
            state.bytes += bytes.count
            return (file, part)
        }
    }

    /// The path of a sound or movie, for tasks that read files.
    func path(_ file: String, as part: Part) throws(PreviewError) -> String {
        let (found, folder) = state.withLock { state in (state.parts[file], state.folder) }
        guard found == part, let folder else {
            throw PreviewError(422, "the file \(file.quoted) was not uploaded", advice: "upload it again")
        }
        return "\(folder.path)/\(file)"
    }

    /// The decoded image of an upload.
    func image(_ file: String) throws(PreviewError) -> ReplacementImage {
        let (picture, image) = state.withLock { state in (state.pictures[file], state.decoded.use(file)) }
        guard let picture else { throw Uploads.unknown(file) }
        if let image { return image }
        let decoded = try decode(content(file))
        state.withLock { $0.keep(decoded, of: picture) }
        return decoded
    }

    /// The path of an upload, for tasks that read files.
    func path(_ file: String) throws(PreviewError) -> String {
        let (picture, folder) = state.withLock { state in (state.pictures[file], state.folder) }
        guard let picture, let folder else { throw Uploads.unknown(file) }
        return "\(folder.path)/\(picture.file)"
    }

    /// The path of any upload, for names.
    func anyPath(_ file: String) throws(PreviewError) -> String {
        let part = state.withLock { $0.parts[file] }
        if let part { return try path(file, as: part) }
        return try path(file)
    }

    /// The bytes of an upload.
    private func content(_ file: String) throws(PreviewError) -> [UInt8] {
        let path = try anyPath(file)
        do throws(SVGAError) {
            return try FileBytes.read(path: path, limits: limits)
        } catch {
            throw PreviewError(503, "\(file): \(error.message)")
        }
    }

    /// Removes the decoded images; they are read again from their files.
    func emptyCache() {
        let dropped = state.withLock { state in
            defer { state.decoded.removeAll() }
            return state.decoded
        }
        withExtendedLifetime(dropped) {}
    }

    /// The size of the decoded images.
    var decodedBytes: Int { state.withLock { $0.decoded.cost } }

    private func decode(_ bytes: [UInt8]) throws(PreviewError) -> ReplacementImage {
        do throws(SVGAError) {
            return try ReplacementImage(bytes: bytes, limits: limits)
        } catch {
            if let limit = error.limit { throw PreviewError(413, limit.message) }
            throw PreviewError(422, "this image cannot be read: \(error.message)")
        }
    }

    private static func write(_ bytes: [UInt8], to file: String, _ state: inout State) throws(PreviewError) {
        do throws(FileError) {
            if state.folder == nil { state.folder = try PrivateFolder() }
            let folder = state.folder?.path ?? ""
            try OutputFile(OutputDestination(path: "\(folder)/\(file)", overwrite: true), holding: bytes).commit()
        } catch {
            throw PreviewError(503, "the upload cannot be stored: \(error.message)")
        }
    }

    private static func unknown(_ file: String) -> PreviewError {
        PreviewError(422, "the image \(file.quoted) was not uploaded", advice: "upload it again")
    }
}
