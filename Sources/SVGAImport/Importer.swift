package import SVGAFormat
package import SVGAModel

/// What is imported.
package enum ImportInput: Sendable {
    /// A file's bytes, whose name is `name`.
    case bytes([UInt8], name: String)
    /// A folder of pictures or a pattern such as `frame-%04d.png`.
    case path(String)
    /// Pictures that follow each other.
    case files([String])
}

/// What a caller may choose, whatever is imported. An option that the source has no use for is an error.
package struct ImportOptions: Sendable {
    package enum Alpha: String, CaseIterable, Sendable {
        case auto
        case sideBySide = "side-by-side"
        case stacked
    }

    /// nil: the source's own, or the nearest that a movie can have.
    package var framesPerSecond: Int?
    /// In points; nil: the source's. A 0 keeps the aspect.
    package var size: (width: Int, height: Int)?
    package var keys: [(layer: String, key: String)] = []
    /// 1 to 100, for pictures.
    package var quality: Int?
    package var alpha: Alpha?
    package var targetBytes: Int?
    package var limits = ReadLimits.default
    /// 0: as many as there are processors.
    package var threads = 0

    package init() {}
}

/// A movie made of a source, which can still be compared with it.
package struct ImportResult: Sendable {
    package var imported: Imported
    /// The lowest SSIM of a movie's frames against the source; at most so many are drawn, evenly spaced. nil where the source cannot be drawn.
    package var lowestSimilarity: @Sendable (SVGADocument, _ frames: Int) async throws(ImportError) -> Double?

    package init(
        _ imported: Imported,
        lowestSimilarity: @escaping @Sendable (SVGADocument, _ frames: Int) async throws(ImportError) -> Double?
    ) {
        self.imported = imported
        self.lowestSimilarity = lowestSimilarity
    }
}

/// Makes a movie of whatever a file holds.
package enum Importer {
    /// - Parameter progress: how much of all is done.
    /// - Throws: ``ImportError``.
    package static func run(
        _ input: ImportInput, options: ImportOptions, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws(ImportError) -> ImportResult {
        let kind: ImportKind
        var file: [UInt8] = []
        switch input {
        case .bytes(let bytes, _):
            kind = try ImportKind(bytes)
            file = bytes
        case .path, .files: kind = .sequence
        }
        try check(options, for: kind)
        switch kind {
        case .lottie: return try await LottieImporter.run(file, options, progress)
        case .gif, .png, .webP, .jpeg, .bmp, .video, .sequence, .svg:
            throw .unknownKind(found: "\(kind.rawValue) is not linked into this build")
        }
    }

    private static func check(_ options: ImportOptions, for kind: ImportKind) throws(ImportError) {
        let isDrawn = kind == .lottie || kind == .svg
        func refuse(_ option: String, _ isGiven: Bool) throws(ImportError) {
            guard isGiven else { return }
            throw .unusable(option: option, reason: "\(kind.rawValue) has no use for it")
        }
        try refuse("--key", kind != .lottie && !options.keys.isEmpty)
        try refuse("--quality", isDrawn && options.quality != nil)
        try refuse("--alpha", kind != .video && options.alpha != nil)
        try refuse("--target-size", isDrawn && options.targetBytes != nil)
        try refuse("--fps", kind == .svg && options.framesPerSecond != nil)
    }
}
