import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// Creates a movie from a source with given settings.
struct PictureAttempt {
    enum Outcome: Sendable {
        /// - decodedBytes: the decoded size of all its pictures.
        case made(SVGADocument, decodedBytes: Int)
        /// The approximate ratio to the allowed size.
        case tooLarge(ratio: Double)
    }

    /// The timing of the source.
    struct Found: Sendable {
        var choice: PictureTiming.Choice
        var seconds = 0.0

        func notes(_ settings: PictureSettings, _ asked: PictureSettings, kind: PictureKind) -> [Imported.Note] {
            var notes: [Imported.Note] = []
            if settings.isHalved { notes.append(Imported.Note("to fit: \(choice.fps) frames a second, half of the source's")) }
            if choice.dropped > 0 {
                notes.append(
                    Imported.Note("\(choice.dropped) pictures have no frame of their own at \(choice.fps) frames a second and are left out")
                )
            } else if choice.shift > 0.0015 {
                let shift = Double((choice.shift * 10_000).rounded()) / 10
                notes.append(
                    Imported.Note("at \(choice.fps) frames a second pictures come up to \(shift) ms earlier or later than in the source"))
            }
            return notes
        }
    }

    private let opened: OpenedPictures
    private let settings: PictureSettings
    private let options: PicturesOptions
    private let work: ImportWork

    init(_ opened: OpenedPictures, _ settings: PictureSettings, _ options: PicturesOptions, _ work: ImportWork) {
        (self.opened, self.settings, self.options, self.work) = (opened, settings, options, work)
    }

    /// - Parameter maximumBytes: the maximum size of all pictures.
    func run(maximumBytes: Int) async throws(ImportError) -> (Outcome, Found) {
        let grid = TileGrid(width: settings.shape.width, height: settings.shape.height)
        // All pictures are read at least twice, so this is checked before the first is decoded.
        try work.check(before: opened.workOfPass(width: grid.width, height: grid.height).multipliedSaturating(by: 2))
        var fps = settings.fps
        if settings.isHalved, let given = fps { fps = max(1, given / 2) }
        var survey = try await survey(grid, fps: fps)
        let timing = PictureTiming(times: survey.times)
        var choice = fps.map { timing.choice(at: $0) } ?? timing.choice(tolerance: opened.timeTolerance)
        if settings.isHalved, settings.fps == nil { choice = timing.choice(at: max(1, choice.fps / 2)) }
        // Pictures without a frame must not be stored.
        if fps == nil, choice.dropped > 0 { survey = try await self.survey(grid, fps: choice.fps) }
        let frames = PictureTiming.frame(at: survey.times[survey.times.count - 1], fps: choice.fps)
        guard frames <= options.limits.frames else {
            throw .limit(LimitExceeded(\.frames, of: options.limits, found: frames).description)
        }
        let timeline = survey.timeline(fps: choice.fps)
        let found = Found(choice: choice, seconds: Double(timeline.count) / Double(choice.fps))

        let plan = try SpritePlan(survey, timeline: timeline, usesStills: true, work)
        let painted = try await paint(plan, survey, maximumBytes: maximumBytes, comparing: !plan.isWhole)
        guard case .painted(let first, let wholeBytes) = painted else { return (painted.outcome, found) }
        var best = first
        if wholeBytes < first.byteCount {
            if let whole = try await wholePainting(survey, timeline, maximumBytes: first.byteCount) { best = whole }
        }
        let decoded = best.images.reduce(0) { $0 + 4 * $1.width * $1.height }
        let document = PictureMovie(grid: grid, fps: choice.fps, timeline: timeline).document(
            best.images, best.placedPictures, maximumSpriteFrames: options.limits.spriteFrames)
        return (.made(document, decodedBytes: decoded), found)
    }

    /// Every scene as one picture; nil if that is not smaller, or exceeds the work limit.
    private func wholePainting(_ survey: PictureSurvey, _ timeline: [Int32], maximumBytes: Int) async throws(ImportError) -> SpritePainting?
    {
        let pixels = survey.sceneCount.multipliedSaturating(by: survey.grid.width * survey.grid.height)
        let pass = opened.workOfPass(width: survey.grid.width, height: survey.grid.height)
        guard pass.addingSaturating(pixels.multipliedSaturating(by: ImportWork.Cost.encodedPixel(effort: 0))) <= work.left / 2 else {
            return nil
        }
        let plan = try SpritePlan(survey, timeline: timeline, usesStills: false, work)
        guard case .painted(let painting, _) = try await paint(plan, survey, maximumBytes: maximumBytes, comparing: false) else {
            return nil
        }
        return painting.byteCount < maximumBytes ? painting : nil
    }

    /// The pictures from the first on; charges one pass over all of them.
    private func stream() throws(ImportError) -> PictureStream {
        try work.charge(opened.workOfPass(width: settings.shape.width, height: settings.shape.height))
        return try PictureStream(opened, settings.shape, rate: settings.rate, limits: options.limits, threads: options.threads)
    }

    private func survey(_ grid: TileGrid, fps: Int?) async throws(ImportError) -> PictureSurvey {
        var survey = PictureSurvey(grid: grid, tolerance: settings.tolerance)
        let stream = try stream()
        while true {
            let pictures = try await stream.next()
            if pictures.isEmpty { break }
            for picture in pictures {
                let begin = survey.times[survey.times.count - 1]
                let isShown = fps.map {
                    PictureTiming.frame(at: begin + max(0, picture.seconds), fps: $0) > PictureTiming.frame(at: begin, fps: $0)
                }
                do throws(SVGAError) {
                    // The first picture is always shown, so that there is at least one.
                    try survey.add(picture, isShown: isShown ?? true || survey.sceneCount == 0)
                } catch {
                    throw ImportError(error, kind: opened.kind.rawValue)
                }
            }
            options.progress?(PicturesProgress(pass: 1, done: stream.count, count: nil))
        }
        guard survey.sceneCount > 0 else { throw .broken(kind: opened.kind.rawValue, location: "", reason: "there are no pictures in it") }
        survey.finish()
        return survey
    }

    private enum Painted {
        /// - wholeBytes: the approximate size with every scene as one picture.
        case painted(SpritePainting, wholeBytes: Int)
        case tooLarge(ratio: Double)

        var outcome: Outcome {
            if case .tooLarge(let ratio) = self { return .tooLarge(ratio: ratio) }
            return .tooLarge(ratio: 1)
        }
    }

    /// The maximum number of scenes that are also stored whole, to compare the sizes.
    private static let comparedScenes = 10

    private func paint(_ plan: SpritePlan, _ survey: PictureSurvey, maximumBytes: Int, comparing: Bool) async throws(ImportError) -> Painted
    {
        let pass = opened.workOfPass(width: survey.grid.width, height: survey.grid.height)
        let encoder = PieceEncoder(
            quality: settings.quality, minimumSimilarity: settings.minimumSimilarity, effort: effort(plan, survey, pass), work: work)
        var painting = SpritePainting(plan, grid: survey.grid, tolerance: settings.tolerance, encoder: encoder, threads: options.threads)
        let stream = try stream()
        var (index, next) = (0, 0)
        var compared = (bytes: 0, count: 0)
        let step = max(1, survey.sceneCount / PictureAttempt.comparedScenes)
        while true {
            let pictures = try await stream.next()
            if pictures.isEmpty { break }
            for picture in pictures {
                guard index < survey.scenes.count else { throw changed }
                let scene = survey.scenes[index]
                index += 1
                guard scene >= 0 else { continue }
                let isNew = Int(scene) == next
                painting.add(picture.pixmap, scene: isNew ? scene : nil)
                try work.check()
                guard isNew else { continue }
                let whole = ImportWork.Cost.encodedPixel(effort: encoder.effort) * survey.grid.width * survey.grid.height
                if comparing, next % step == step / 2, whole <= work.left / 8 {
                    compared = (compared.bytes + (try painting.wholeSize()), compared.count + 1)
                }
                next += 1
                if painting.isFull { try await painting.encode() }
            }
            options.progress?(PicturesProgress(pass: 2, done: index, count: survey.scenes.count))
            if painting.byteCount > maximumBytes {
                return .tooLarge(
                    ratio: Double(painting.byteCount) / Double(max(1, maximumBytes)) * Double(survey.sceneCount) / Double(max(1, next)))
            }
        }
        guard index == survey.scenes.count else { throw changed }
        try await painting.finish()
        if painting.byteCount > maximumBytes { return .tooLarge(ratio: Double(painting.byteCount) / Double(max(1, maximumBytes))) }
        let whole = compared.count == 0 ? Int.max : compared.bytes / compared.count * survey.sceneCount
        return .painted(painting, wholeBytes: whole)
    }

    /// The PNG effort. Each level makes the movie a few percent smaller, which justifies seconds, but not minutes.
    /// - Parameter pass: the cost of reading all pictures once more.
    private func effort(_ plan: SpritePlan, _ survey: PictureSurvey, _ pass: Int) -> Int {
        let pixels = survey.sceneCount.multipliedSaturating(by: survey.grid.width * survey.grid.height)
        let wanted =
            settings.quality == 100 && pixels <= PictureAttempt.maximumPixelsOfEffort5 ? 5 : survey.sceneCount > 200 ? 3 : 4
        // Changed pixels are stored, and some of them again to compare sizes.
        let stored = plan.isWhole ? pixels : survey.changedPixels
        let room = (work.left - min(pass, work.left)) / 2
        return (0...wanted).last { stored.multipliedSaturating(by: ImportWork.Cost.encodedPixel(effort: $0)) <= room } ?? 0
    }

    /// A quarter of a CPU second per million pixels.
    private static let maximumPixelsOfEffort5 = 80_000_000

    private var changed: ImportError {
        .broken(kind: opened.kind.rawValue, location: opened.name, reason: "it changed while it was read")
    }
}
