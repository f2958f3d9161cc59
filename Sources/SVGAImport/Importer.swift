package import SVGAFormat
package import SVGAModel
import SVGASupport

/// The input of an import.
package enum ImportInput: Sendable {
    /// A file's bytes with its `name`. `folder` contains the external images of a Lottie; nil: none.
    case bytes([UInt8], name: String, folder: FolderFiles? = nil)
    /// A folder of pictures, a pattern such as `frame-%04d.png`, or a video, which is read from disk.
    case path(String)
    /// A sequence of pictures.
    case files([String])
}

/// Options for all source types. An option that does not apply to the source is an error.
package struct ImportOptions: Sendable {
    /// nil: the source's frame rate, or the nearest that a movie supports.
    package var framesPerSecond: Int?
    /// In points; nil: the source's size. 0 keeps the aspect ratio.
    package var size: (width: Int, height: Int)?
    package var keys: [(layer: String, key: String)] = []
    /// 1 to 100, for pictures.
    package var quality: Int?
    package var alpha: PicturesOptions.Alpha?
    package var targetBytes: Int?
    package var limits = ReadLimits.default
    /// 0: the number of available processors.
    package var threads = 0

    package init() {}
}

/// The movie of an import, which can be compared with its source.
package struct ImportResult: Sendable {
    package var imported: Imported
    /// The work of importing and comparing so far.
    package var work: ImportWork
    /// The lowest SSIM of a movie's frames against the source. Draws at most this many frames, evenly spaced. nil if the source cannot be drawn.
    package var lowestSimilarity: @Sendable (SVGADocument, _ frames: Int) async throws(ImportError) -> Double?

    package init(
        _ imported: Imported, _ work: ImportWork,
        lowestSimilarity: @escaping @Sendable (SVGADocument, _ frames: Int) async throws(ImportError) -> Double?
    ) {
        self.imported = imported
        self.work = work
        self.lowestSimilarity = lowestSimilarity
    }
}

/// Creates a movie from any supported file.
package enum Importer {
    /// - Parameter progress: receives the share of completed work.
    /// - Throws: ``ImportError``.
    package static func run(
        _ input: ImportInput, options: ImportOptions, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(ImportError) -> ImportResult {
        let work = ImportWork(options.limits)
        switch input {
        case .bytes(let packed, let name, let folder):
            let bytes = try unpacked(packed, limits: options.limits)
            let kind = try ImportKind(bytes)
            try check(options, for: kind)
            switch kind {
            case .lottie: return try await LottieImporter.run(bytes, folder: folder, options, work, progress)
            case .svg: return try SVGImport.run(bytes, options, work)
            case .pictures: return try await PicturesImport.run(.bytes(bytes, name: name), options, work, progress)
            }
        case .path(let path): return try await pictures(.path(path), options, work, progress)
        case .files(let paths): return try await pictures(.files(paths), options, work, progress)
        }
    }

    /// Decompresses the gzip of a Telegram sticker or an `.svgz`.
    private static func unpacked(_ bytes: [UInt8], limits: ReadLimits) throws(ImportError) -> [UInt8] {
        do throws(SVGAError) {
            return try FileBytes.withoutGzip(bytes, limits: limits)
        } catch {
            if error.limit != nil { throw .limit(error.message) }
            throw .broken(kind: "gzip", location: "", reason: error.message)
        }
    }

    private static func pictures(
        _ source: PictureSource, _ options: ImportOptions, _ work: ImportWork, _ progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(ImportError) -> ImportResult {
        try check(options, for: .pictures(.sequence))
        return try await PicturesImport.run(source, options, work, progress)
    }

    private static func check(_ options: ImportOptions, for kind: ImportKind) throws(ImportError) {
        let mayBeHalves = kind == .pictures(.film) || kind == .pictures(.sequence)
        func refuse(_ option: ImportOption, _ isGiven: Bool) throws(ImportError) {
            guard isGiven else { return }
            throw .unusableOption(option, reason: "it does not apply to \(kind.name)")
        }
        try refuse(.key, kind != .lottie && !options.keys.isEmpty)
        try refuse(.quality, kind == .svg && options.quality != nil)
        try refuse(.alpha, !mayBeHalves && options.alpha != nil)
        try refuse(.targetSize, kind == .svg && options.targetBytes != nil)
        try refuse(.fps, kind == .svg && options.framesPerSecond != nil)
    }
}

extension PicturesImport {
    static func run(
        _ source: PictureSource, _ options: ImportOptions, _ work: ImportWork, _ progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(ImportError) -> ImportResult {
        var choices = PicturesOptions()
        choices.fps = options.framesPerSecond
        choices.size = options.size
        choices.quality = options.quality
        choices.alpha = options.alpha ?? .auto
        choices.targetBytes = options.targetBytes
        choices.limits = options.limits
        choices.threads = options.threads
        choices.progress = { state in
            guard let count = state.count, state.pass <= 2 else { return }
            progress((state.pass - 1) * count + state.done, 2 * count)
        }
        let pictures = PicturesImport(choices, work)
        let imported = try await pictures.run(source)
        return ImportResult(imported, work) { (document, frames) async throws(ImportError) -> Double? in
            try await pictures.similarity(of: document, to: source, every: max(1, Int(document.movie.frames) / max(1, frames)))
        }
    }
}

extension SVGImport {
    static func run(_ bytes: [UInt8], _ options: ImportOptions, _ work: ImportWork) throws(ImportError) -> ImportResult {
        var choices = SVGImport.Options()
        choices.size = options.size.map { SVGASize(width: Double($0.width), height: Double($0.height)) }
        choices.limits = options.limits
        let still = SVGImport(choices, work)
        return ImportResult(try still.run(bytes), work) { (document, _) throws(ImportError) -> Double? in
            try still.similarity(of: document, to: bytes)
        }
    }
}
