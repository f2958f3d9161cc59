import SVGAFormat
import SVGAImage
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Creates a movie from a Lottie.
package struct LottieImport {
    /// The segments in memory per segment of the movie: transforms replace many changes between frames.
    private static let keptOfSegment = 3

    private let source: LottieInput
    private let options: LottieImportOptions
    private let timing: LottieTiming
    private let work: ImportWork
    private let canvas: SVGARect
    /// The transform from the composition to the canvas.
    private let fit: SVGATransform

    /// - Throws: ``ImportError``.
    package static func document(
        _ source: LottieInput, options: LottieImportOptions = LottieImportOptions(),
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(ImportError) -> Imported {
        try LottieImport(source, options).run(progress)
    }

    private init(_ source: LottieInput, _ options: LottieImportOptions) throws(ImportError) {
        self.source = source
        self.options = options
        work = source.work ?? ImportWork(options.limits)
        timing = try LottieTiming(source, asked: options.framesPerSecond, limits: options.limits)
        guard source.width.isFinite, source.height.isFinite, source.width >= 1, source.height >= 1 else {
            throw .broken(kind: "Lottie", location: "w, h", reason: "a canvas of \(source.width.brief) × \(source.height.brief)")
        }
        var (width, height) = (source.width, source.height)
        if let size = options.size {
            width = size.width > 0 ? Double(size.width) : (Double(size.height) * source.width / source.height).rounded()
            height = size.height > 0 ? Double(size.height) : (Double(size.width) * source.height / source.width).rounded()
        }
        guard width >= 1, height >= 1, width <= 32_767, height <= 32_767 else {
            throw .limit("a canvas of \(width.brief) × \(height.brief): each side must be from 1 to 32767 points")
        }
        guard width * height <= Double(options.limits.canvasPixels) else {
            throw .limit(LimitExceeded(\.canvasPixels, of: options.limits, found: Int(saturating: width * height)).message)
        }
        canvas = SVGARect(x: 0, y: 0, width: width, height: height)
        fit = .scale(x: width / source.width, y: height / source.height)
    }

    private func run(_ progress: (Int, Int) -> Void) throws(ImportError) -> Imported {
        var flattener = Flattener(canvas: canvas, limits: options.limits, work: work)
        var frames: [FramePieces] = []
        frames.reserveCapacity(timing.frames)
        var (count, segments) = (0, 0)
        for time in timing.frameStates {
            if Task.isCancelled { throw .cancelled }
            let frameState = source.frameState(time)
            // Omitting the rest silently would give a wrong movie.
            if frameState.isCut { throw .limit("frame \(frames.count) has more layers or path segments than a frame may have") }
            // The evaluator limits a single frame state.
            try work.charge(frameState.work)
            var frame = flattener.pieces(of: frameState, transform: fit)
            try work.check()
            segments += frame.share(with: frames.last, work)
            guard segments / LottieImport.keptOfSegment <= options.limits.pathSegments else {
                throw .limit(LimitExceeded(\.pathSegments, of: options.limits, found: segments, subject: "paths of all frames").message)
            }
            count += frame.pieces.count + frame.mattes.count
            guard count <= options.limits.spriteFrames else {
                throw .limit(LimitExceeded(\.spriteFrames, of: options.limits, found: count).message)
            }
            frames.append(frame)
            progress(frames.count, 2 * timing.frames)
        }
        var assembly = SpriteAssembly(source, options, canvas: canvas, frames: timing.frames, work: work)
        try assembly.add(frames) { progress(timing.frames + $0, 2 * timing.frames) }
        var movie = try assembly.movie()
        movie.version = "2.0"
        (movie.viewBoxWidth, movie.viewBoxHeight) = (Float(canvas.width), Float(canvas.height))
        (movie.fps, movie.frames) = (Int32(timing.framesPerSecond), Int32(timing.frames))
        let document = SVGADocument(movie: movie)
        try work.check()
        do throws(SVGAError) {
            _ = try document.videoEntity(options: ReadOptions(limits: options.limits))
        } catch {
            throw .limit("the movie would be too large: \(error.message)")
        }
        var lost = NoteList()
        if let note = timing.note { lost.add(Imported.Note(note)) }
        for note in source.notes() + flattener.lost.notes + assembly.lost.notes { lost.add(note) }
        return Imported(document: document, source: "Lottie", rasterized: flattener.rasterized.notes, lost: lost.notes)
    }
}
