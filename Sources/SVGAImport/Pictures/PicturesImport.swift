package import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// Creates a movie from pictures: animations, stills, sequences of files, videos.
///
/// Parts that stay constant over several pictures are stored once. Everything is drawn at whole pixels in its original size.
/// At quality 100, each frame equals its picture bit for bit. The source is read twice. Memory grows with the stored data, not with the duration.
package struct PicturesImport: Sendable {
    private let options: PicturesOptions
    private let counted: ImportWork

    package init(_ options: PicturesOptions = PicturesOptions()) { self.init(options, ImportWork(options.limits)) }

    /// - Parameter work: the work budget of the import, except for videos and sequences of files.
    init(_ options: PicturesOptions, _ work: ImportWork) { (self.options, counted) = (options, work) }

    package func run(_ source: PictureSource) async throws(ImportError) -> Imported {
        try check()
        let opened = try OpenedPictures(source, limits: options.limits, threads: options.threads)
        var (settings, notes) = try await settings(opened)
        let asked = settings
        notes = opened.notes + notes
        let sound = try VideoTrack(opened, options)
        let work = opened.isCounted ? counted : .unlimited
        let room = options.targetBytes ?? options.limits.inflatedBytes
        for _ in 0..<PicturesImport.maximumAttempts {
            let (outcome, found) = try await PictureAttempt(opened, settings, options, work).run(maximumBytes: room - sound.byteCount)
            switch outcome {
            case .made(let movie, let painted):
                var document = movie
                let lost = try sound.add(to: &document, seconds: found.seconds)
                var encoded: [UInt8]?
                if let targetBytes = options.targetBytes {
                    let bytes = try document.encodedByImport()
                    guard bytes.count <= targetBytes else {
                        settings = try settings.smaller(by: Double(bytes.count) / Double(targetBytes), target: room)
                        continue
                    }
                    encoded = bytes
                }
                notes += found.notes(settings)
                notes += settings.notes(asked, isLossless: opened.isLossless, options, decoded: painted) + lost
                return Imported(document: document, encoded: encoded, source: opened.kind.rawValue, lost: notes)
            case .tooLarge(let ratio):
                // The best settings that fit.
                settings = try settings.smaller(by: ratio, target: room)
            }
        }
        throw .limit("no quality or size reaches \(room) bytes")
    }

    private static let maximumAttempts = 12

    private func check() throws(ImportError) {
        if let fps = options.fps, !PictureTiming.rates.contains(fps) {
            throw .unusableOption(.fps, value: "\(fps)", reason: "a movie has 1 to 60 fps")
        }
        if let quality = options.quality, !(1...100).contains(quality) {
            throw .unusableOption(.quality, value: "\(quality)", reason: "it is 1 to 100")
        }
        if let size = options.size {
            guard size.width >= 0, size.height >= 0, size.width > 0 || size.height > 0, size.width <= 1 << 15, size.height <= 1 << 15 else {
                throw .unusableOption(.size, value: "\(size.width)x\(size.height)", reason: "a canvas cannot have this size")
            }
        }
    }

    // MARK: - What the source is taken for

    private static let usualFPS = 30
    /// The quality for videos with lossy codecs.
    private static let videoQuality = 80
    /// For some video pictures, palettes have too few colors.
    private static let videoSimilarity = 0.99

    private func settings(_ opened: OpenedPictures) async throws(ImportError) -> (PictureSettings, [Imported.Note]) {
        var notes: [Imported.Note] = []
        let split = try await split(opened, &notes)
        let (width, height) = (split?.colors.width ?? opened.width, split?.colors.height ?? opened.height)
        let shape = try shape(split, width, height)
        if !opened.hasTimes, opened.kind == .sequence, options.fps == nil {
            notes.append(Imported.Note("files have no frame rate: \(PicturesImport.usualFPS) fps is used"))
        }
        let rate = opened.hasTimes ? nil : options.fps ?? PicturesImport.usualFPS
        let quality = options.quality ?? (opened.isLossless ? 100 : PicturesImport.videoQuality)
        var settings = PictureSettings(shape: shape, quality: quality, fps: options.fps ?? rate, rate: Double(rate ?? 1))
        if options.quality == nil, !opened.isLossless { settings.minimumSimilarity = PicturesImport.videoSimilarity }
        return (settings, notes)
    }

    private func shape(_ split: SplitAlpha?, _ width: Int, _ height: Int) throws(ImportError) -> CanvasShape {
        var (newWidth, newHeight) = (width, height)
        if let size = options.size {
            newWidth = size.width > 0 ? size.width : max(1, (size.height * width + height / 2) / height)
            newHeight = size.height > 0 ? size.height : max(1, (size.width * height + width / 2) / width)
        }
        let (pixels, overflow) = newWidth.multipliedReportingOverflow(by: newHeight)
        guard !overflow, pixels <= min(options.limits.canvasPixels, 1 << 24), max(newWidth, newHeight) <= 1 << 15 else {
            throw .limit("a canvas of \(newWidth) × \(newHeight) pixels is too large")
        }
        return CanvasShape(split: split, width: newWidth, height: newHeight)
    }

    private func split(_ opened: OpenedPictures, _ notes: inout [Imported.Note]) async throws(ImportError) -> SplitAlpha? {
        if options.alpha == .none { return nil }
        if opened.kind == .film, let box = MP4Boxes.content(of: "vapc", in: opened.content) {
            if let split = SplitAlpha(vap: box, width: opened.width, height: opened.height) {
                if let value = try? JSONValue(parsing: box), case .array(let sources)? = value["src"], !sources.isEmpty {
                    notes.append(Imported.Note("\(sources.count) images or texts that VAP players fill are left out"))
                }
                return split
            }
            notes.append(Imported.Note("its vapc box does not fit the frame and is ignored"))
        }
        if options.alpha != .auto {
            let isStacked = options.alpha == .stacked
            guard let split = SplitAlpha(width: opened.width, height: opened.height, isStacked: isStacked) else {
                throw .unusableOption(.alpha, value: options.alpha.rawValue, reason: "the frame is too small for two halves")
            }
            return split
        }
        guard opened.kind == .film else { return nil }
        let pictures = try await firstPictures(opened)
        guard let split = SplitAlpha.detected(in: pictures) else { return nil }
        let isStacked = split.colors.x == split.alpha.x
        notes.append(
            Imported.Note(
                "it looks like a video with alpha \(isStacked ? "above or below" : "beside") the color, and is read as such"))
        return split
    }

    /// Samples of the first pictures.
    private func firstPictures(_ opened: OpenedPictures) async throws(ImportError) -> [Pixmap] {
        let reader = try opened.reader(rate: 1)
        var pictures: [Pixmap] = []
        let maximumCount = max(1, min(8, (48 << 20) / (4 * opened.width * opened.height)))
        var index = 0
        while pictures.count < maximumCount, let picture = try reader.next() {
            if index % 6 == 0 { pictures.append(picture.pixmap) }
            index += 1
        }
        return pictures
    }

    // MARK: - Comparing

    /// The similarity of the movie to its source: the lowest SSIM of the compared frames.
    ///
    /// Reads the source once more. Decodes only the images that a frame shows, so memory does not depend on the duration.
    /// - Parameters:
    ///   - document: the result of ``run(_:)`` for the source with the same options.
    ///   - every: 1 compares all frames, 2 every other frame.
    /// - Returns: nil if it exceeds the work limit.
    package func similarity(of document: SVGADocument, to source: PictureSource, every: Int = 1) async throws(ImportError) -> Double? {
        let opened = try OpenedPictures(source, limits: options.limits, threads: options.threads)
        let (settings, _) = try await settings(opened)
        let movie = document.movie
        let canvas = (width: Int(exactly: movie.viewBoxWidth) ?? 1, height: Int(exactly: movie.viewBoxHeight) ?? 1)
        let shape = CanvasShape(split: settings.shape.split, width: max(1, canvas.width), height: max(1, canvas.height))
        counted.beginComparison()
        let work = opened.isCounted ? counted : .unlimited
        guard work.spend(opened.workOfPass(width: shape.width, height: shape.height)) else { return nil }
        return try await PictureSimilarity(document: document, every: max(1, every), threads: options.threads, work: work)
            .lowest(opened, shape, rate: settings.rate, limits: options.limits)
    }
}
