import SVGAEmulation
package import SVGAExport
package import SVGAFormat
import SVGAImport
package import SVGALottie
package import SVGAModel
package import SVGARender
import SVGASupport

/// The input of a command that draws: a movie, or a Lottie that is drawn directly.
package enum InputAnimation: Sendable {
    case movie(InputFile)
    case lottie(LottieFile)

    package init(_ file: FileName, options: ReadOptions, context: TaskContext) throws(TaskError) {
        if let input = context.inMemory?.movies[file] {
            if let player = options.player {
                if let animation = input.players[player] {
                    self = animation
                    return
                }
                try self.init(input.bytes, name: file.path, folder: file.folder(options.limits), options: options)
                return
            }
            self = input.animation
        } else if let cache = context.cache {
            self = try cache.animation(file, options) { () throws(TaskError) in
                try InputAnimation(reading: file, options: options, context: context)
            }
        } else {
            try self.init(reading: file, options: options, context: context)
        }
    }

    private init(reading file: FileName, options: ReadOptions, context: TaskContext) throws(TaskError) {
        let bytes = try InputFile.bytes(of: file, limits: options.limits, context: context)
        try self.init(bytes, name: file.path, folder: file.folder(options.limits), options: options)
    }

    /// - Parameter folder: the files next to the input, if any.
    package init(_ bytes: [UInt8], name: String, folder: FolderFiles?, options: ReadOptions) throws(TaskError) {
        let content: AnimationFile
        do throws(AnimationFile.Failure) {
            content = try AnimationFile(bytes: bytes, folder: folder, options: options)
        } catch {
            if Task.isCancelled { throw .interrupted }
            switch error {
            case .movie(let error): throw .read(file: name, error)
            case .lottie(let error): throw error.taskError(file: name)
            }
        }
        switch content {
        case .movie(let movie): self = .movie(InputFile(name: name, byteCount: bytes.count, movie: movie))
        case .lottie(let composition, let frameRate):
            if options.player != nil {
                throw .request(
                    file: name, message: "public SVGA players cannot read a Lottie",
                    advice: "\(command: "import") converts it to a movie")
            }
            var file = LottieFile(name: name, byteCount: bytes.count, composition: composition, frameRate: frameRate)
            // An archive contains its images.
            if folder != nil, !bytes.starts(with: [0x50, 0x4B]) {
                file.externalImages = composition.imageAssets.compactMap { composition.image(asset: $0)?.path }.filter { !$0.isEmpty }
            }
            self = .lottie(file)
        }
    }

    /// The name on the command line; `-` is standard input.
    package var name: String {
        switch self {
        case .movie(let file): file.name
        case .lottie(let file): file.name
        }
    }

    /// A copy with another name.
    package func named(_ name: String) -> InputAnimation {
        switch self {
        case .movie(let file): .movie(file.named(name))
        case .lottie(let file): .lottie(file.named(name))
        }
    }

    /// The size of the input.
    package var byteCount: Int {
        switch self {
        case .movie(let file): file.byteCount
        case .lottie(let file): file.byteCount
        }
    }

    package var frames: Int {
        switch self {
        case .movie(let file): file.movie.frameCount
        case .lottie(let file): file.composition.frames
        }
    }

    package var frameRate: FrameRate {
        switch self {
        case .movie(let file): file.movie.frameRate
        case .lottie(let file): file.frameRate
        }
    }

    /// In points.
    package var canvas: (width: Int, height: Int) {
        switch self {
        case .movie(let file): file.movie.canvasPixels
        case .lottie(let file): file.canvas
        }
    }

    /// The movie, or the movie that `svga import` creates from a Lottie.
    package func movie(_ limits: ReadLimits) throws(TaskError) -> InputFile {
        switch self {
        case .movie(let file): return file
        case .lottie(let file): return try file.imported(limits)
        }
    }

    /// The indices of the selected frames; nil selects all.
    package func frameIndices(_ selection: FrameSelection?) throws(TaskError) -> [Int] {
        guard frames > 0 else { throw .noFrames(file: name) }
        guard let selection else { return Array(0..<frames) }
        switch selection.indices(frames: frames) {
        case .success(let indices): return indices
        case .failure(let wrong): throw .render(file: name, .frameOutOfRange(frame: wrong.frame, frameCount: frames))
        }
    }

    /// Adds a file name to an export error: the movie's for rendering errors, else the output's.
    package func exporting<Result: Sendable>(
        to output: String, _ body: () async throws(SVGAError) -> Result
    ) async throws(TaskError) -> Result {
        do throws(SVGAError) {
            return try await body()
        } catch {
            if error.kind == .cancelled { throw .interrupted }
            throw error.isOfDrawing ? .render(file: name, error) : .export(output: output, error)
        }
    }
}

/// A Lottie that a command has read, with its file's name and size.
package struct LottieFile: Sendable {
    /// The name on the command line; `-` is standard input.
    package let name: String
    package let byteCount: Int
    package let composition: LottieComposition
    package let frameRate: FrameRate
    /// The paths of images that are not in the file. They are read from its folder.
    package fileprivate(set) var externalImages: [String] = []

    fileprivate init(name: String, byteCount: Int, composition: LottieComposition, frameRate: FrameRate) {
        (self.name, self.byteCount) = (name, byteCount)
        (self.composition, self.frameRate) = (composition, frameRate)
    }

    /// A copy with another name.
    fileprivate func named(_ name: String) -> LottieFile {
        var file = LottieFile(name: name, byteCount: byteCount, composition: composition, frameRate: frameRate)
        file.externalImages = externalImages
        return file
    }

    /// The files that may contain the external images: the stored paths and the common folders of exporters.
    /// - Parameter file: the Lottie file.
    package func externalImageCandidates(of file: FileName) -> [FileName] {
        let folder = FilePath(file.path).folderPrefix
        return externalImages.flatMap { path in
            let name = FilePath(path).lastComponent?.string ?? path
            return [path, name, "images/" + name, "i/" + name].map { FileName(path: folder.resolving(FilePath($0)).string) }
        }
    }

    /// In points, rounded to whole points.
    package var canvas: (width: Int, height: Int) {
        func side(_ points: Double) -> Int { points < 1 ? 1 : Int(saturating: min(points, 1e9).rounded()) }
        return (side(composition.width), side(composition.height))
    }

    /// The movie that `svga import` creates from the Lottie.
    package func imported(_ limits: ReadLimits) throws(TaskError) -> InputFile {
        return try TaskError.naming(name) { () throws(ImportError) in
            let movie = try VideoEntity(importing: composition, limits: limits)
            return InputFile(name: name, byteCount: byteCount, movie: movie)
        }
    }

    /// The animation with the command line's images, texts and values.
    package func animation(
        _ options: RenderOptions, _ substitution: SubstitutionOptions, _ common: CommonOptions, context: TaskContext
    ) throws(TaskError) -> LottieAnimation {
        let plan = try substitution.plan(limits: options.limits, context: context)
        var animation = try unchanged(options)
        if !substitution.fontFiles.isEmpty {
            throw .request(file: name, message: "the fonts of Lottie texts cannot be changed", advice: LottieFile.importAdvice)
        }
        if options.filter != nil {
            throw .request(file: name, message: "the pictures of a Lottie take no filter", advice: LottieFile.importAdvice)
        }
        guard !plan.isEmpty else {
            try warn(about: animation, common, context)
            return animation
        }
        try check(plan, animation, allowsMissing: substitution.allowsMissingKeys)
        var images = ImageSources(plan, substitution.url, of: name, common, context)
        for (key, choice) in plan.images.sorted(by: { $0.key < $1.key }) {
            animation.setImage(try images.image(key.text, choice), for: key.text)
        }
        for (key, text) in plan.words { animation.setText(text, for: key) }
        for key in plan.hiddenKeys { animation.setHidden(true, for: key.text) }
        for (path, value) in plan.values {
            switch value {
            case .color(let color): animation.setValue(color.color, at: path)
            case .number(let number): animation.setValue(number, at: path)
            }
        }
        try warn(about: animation, common, context)
        return animation
    }

    /// The animation without changes, at its natural size.
    package func animation(limits: ReadLimits) throws(TaskError) -> LottieAnimation { try unchanged(RenderOptions(limits: limits)) }

    private func unchanged(_ options: RenderOptions) throws(TaskError) -> LottieAnimation {
        return try TaskError.naming(name) { () throws(SVGAError) in
            try LottieAnimation(
                composition, size: options.size, crop: options.crop, fit: options.fit, background: options.background,
                limits: options.limits)
        }
    }

    private static let importAdvice: TaskText = "\(command: "import") converts it to a movie, which supports this"

    /// Checks that each substitution has a matching, replaceable target.
    private func check(_ plan: SubstitutionPlan, _ animation: LottieAnimation, allowsMissing: Bool) throws(TaskError) {
        let advice = LottieFile.importAdvice
        if plan.images.values.contains(where: { $0.fit != .fill || $0.mask != .none }) {
            throw .request(file: name, message: "the images of a Lottie do not support fit and mask", advice: advice)
        }
        if plan.hasStyles { throw .request(file: name, message: "the texts of a Lottie do not support styles", advice: advice) }
        if allowsMissing { return }
        let replaceable = animation.replaceableLayers
        func names(_ kind: LottieReplaceable.Kind) -> [String] { replaceable.filter { $0.kind == kind }.map(\.name) }
        for key in plan.images.keys.sorted() {
            try require(key.text, in: names(.image) + animation.imageAssets, "image layer")
        }
        for (key, _) in plan.words { try require(key, in: names(.text), "text layer") }
        for key in plan.hiddenKeys.sorted() { try require(key.text, in: animation.layerNames, "layer") }
        for (path, value) in plan.values {
            let isThere = try TaskError.naming(name) { () throws(SVGAError) in try animation.reaches(path, value.kind) }
            if isThere { continue }
            throw .request(
                file: name, message: "the Lottie has no \(value.kind.rawValue) at \"\(path)\"",
                advice: "\(command: "inspect", "\(option: "keys")") lists the replaceable values; \(option: "allow-missing") ignores others"
            )
        }
    }

    private func require(_ name: String, in names: [String], _ what: TaskText) throws(TaskError) {
        guard !names.contains(name) else { return }
        let suggestion = Advice.suggestion(for: name, among: names)
        throw .request(
            file: self.name, message: "no \(what) has the name \"\(name)\"",
            advice:
                "\(suggestion)\(suggestion.isEmpty ? "" : " ")\(command: "inspect", "\(option: "keys")") lists them; \(option: "allow-missing") ignores others"
        )
    }
}

extension FileName {
    /// The files next to this one, if any.
    package func folder(_ limits: ReadLimits) -> FolderFiles? { isStandardStream ? nil : FolderFiles(beside: path, limits: limits) }
}
