import SVGAFormat
import SVGAHTTP
import SVGAImage
import SVGAModel
import SVGARender
import SVGASupport

/// The pictures that were dropped on the page, in a private folder that goes with the process. They are known by names that are made here, so
/// no request can name another file.
final class Uploads: Sendable {
    struct Picture: Sendable {
        /// Its name in the folder, such as `u1.png`.
        let file: String
        let width: Int
        let height: Int

        fileprivate var decodedBytes: Int { 4 * width * height }
    }

    private struct State {
        var folder: PrivateFolder?
        var pictures: [String: Picture] = [:]
        /// Of the files.
        var bytes = 0
        /// Some of the pictures, decoded, by their files.
        var decoded: RecencyTable<String, ReplacementImage>
        /// What was written for jobs, by its content; the oldest is the first.
        var varsFiles: [(text: [UInt8], path: String)] = []
        var madeVarsFiles = 0

        init(maximumDecodedBytes: Int) { decoded = RecencyTable(maximumCost: maximumDecodedBytes) }

        /// Keeps a decoded picture for scenes to come. One that is larger than the maximum stays alone.
        mutating func keep(_ image: ReplacementImage, of picture: Picture) {
            decoded.insert(image, cost: min(picture.decodedBytes, decoded.maximumCost), for: picture.file)
        }
    }

    private static let maximumPictures = 1000
    private static let maximumBytes = 1 << 30
    /// More than there are jobs at a time.
    private static let maximumVarsFiles = 64

    /// Of one upload.
    let limitBytes: Int
    private let limits: ReadLimits
    private let state: Locked<State>

    /// - Parameter maximumDecodedBytes: of pictures that stay decoded; others are read again from their files.
    init(limits: ReadLimits, maximumDecodedBytes: Int = 256 << 20) {
        self.limits = limits
        state = Locked(State(maximumDecodedBytes: maximumDecodedBytes))
        limitBytes = min(limits.inputBytes, 64 << 20)
    }

    /// Keeps a picture.
    /// - Returns: nil if the bytes are no picture.
    /// - Throws: 422 for a picture that cannot be decoded, 413 for one that is too large, 429 for too many.
    func add(_ bytes: [UInt8]) throws(PreviewError) -> Picture? {
        guard case .image(let format) = PayloadKind.sniff(bytes), format != .unknown else { return nil }
        guard bytes.count <= limitBytes else { throw PreviewError(413, "an upload has at most \(limitBytes) bytes") }
        let image = try decode(bytes)
        return try state.withLock { (state) throws(PreviewError) in
            guard state.pictures.count < Uploads.maximumPictures, state.bytes + bytes.count <= Uploads.maximumBytes else {
                throw PreviewError(429, "too many pictures were added", advice: "start svga preview anew")
            }
            let picture = Picture(file: "u\(state.pictures.count + 1).\(format.name)", width: image.width, height: image.height)
            try Uploads.write(bytes, to: picture.file, &state)
            state.pictures[picture.file] = picture
            state.bytes += bytes.count
            state.keep(image, of: picture)
            return picture
        }
    }

    /// A picture that was uploaded, decoded.
    func image(_ file: String) throws(PreviewError) -> ReplacementImage {
        let (picture, image, folder) = state.withLock { state in
            (state.pictures[file], state.decoded.use(file), state.folder)
        }
        guard let picture, let folder else { throw Uploads.unknown(file) }
        if let image { return image }
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try FileBytes.read(path: "\(folder.path)/\(picture.file)", limits: limits)
        } catch {
            throw PreviewError(503, "\(picture.file): \(error)")
        }
        let decoded = try decode(bytes)
        state.withLock { $0.keep(decoded, of: picture) }
        return decoded
    }

    /// Drops the decoded pictures: they are read again from their files.
    func emptyCache() {
        let dropped = state.withLock { state in
            defer { state.decoded.removeAll() }
            return state.decoded
        }
        withExtendedLifetime(dropped) {}
    }

    /// Of the pictures that are decoded.
    var decodedBytes: Int { state.withLock { $0.decoded.cost } }

    /// Writes a JSON for `--vars` beside the pictures that it names.
    /// - Returns: its path, which stays for some time.
    /// - Throws: 422 if it names another file.
    func varsFile(_ vars: JSONValue) throws(PreviewError) -> String {
        guard case .object = vars else { throw PreviewError(422, "vars needs an object") }
        if case .object(let images)? = vars["images"] {
            for image in images {
                let file = image.value["file"] ?? image.value
                guard case .string(let name) = file else { throw PreviewError(422, "images.\(image.name) has no file") }
                guard state.withLock({ $0.pictures[name] != nil }) else { throw Uploads.unknown(name) }
            }
        }
        let text = Array(vars.text(.compact).utf8)
        return try state.withLock { (state) throws(PreviewError) in
            if let known = state.varsFiles.first(where: { $0.text == text }) { return known.path }
            if state.varsFiles.count == Uploads.maximumVarsFiles { TemporaryFiles.removeFile(FilePath(state.varsFiles.removeFirst().path)) }
            state.madeVarsFiles += 1
            let path = try Uploads.write(text, to: "v\(state.madeVarsFiles).json", &state)
            state.varsFiles.append((text, path))
            return path
        }
    }

    private func decode(_ bytes: [UInt8]) throws(PreviewError) -> ReplacementImage {
        do throws(ImageError) {
            return try ReplacementImage(bytes: bytes, limits: limits)
        } catch {
            if case .limit(let limit) = error { throw PreviewError(413, limit.description) }
            throw PreviewError(422, "this picture cannot be read: \(error)")
        }
    }

    /// - Returns: the path of the file.
    @discardableResult
    private static func write(_ bytes: [UInt8], to file: String, _ state: inout State) throws(PreviewError) -> String {
        do throws(FileError) {
            if state.folder == nil { state.folder = try PrivateFolder() }
            let folder = state.folder?.path ?? ""
            let output = try OutputFile(path: "\(folder)/\(file)", overwrite: true)
            try output.write(bytes)
            try output.commit()
            return output.path
        } catch {
            throw PreviewError(503, "the upload cannot be kept: \(error)")
        }
    }

    private static func unknown(_ file: String) -> PreviewError {
        PreviewError(422, "no picture \(file.quoted) was uploaded", advice: "upload it again")
    }
}
