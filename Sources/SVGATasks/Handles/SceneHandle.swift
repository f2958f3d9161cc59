import SVGAEmulation
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGALottie
import SVGAModel
package import SVGAPixels
import SVGARender
import SVGASupport

/// A movie with pictures and texts in it, at a size, for programs in other languages: `svga render` with its options, step by step.
package final class SceneHandle: Sendable {
    package typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Bool

    private struct State: Sendable {
        /// What is set but for pictures, texts and the like, each option once.
        var options: [JSONValue.Member] = []
        var plan = SubstitutionPlan()
        /// Those from memory that ``plan`` has.
        var pictures: [FileName: ReplacementImage] = [:]
        /// What ``options`` and ``plan`` say.
        var task: RenderTask
        /// The movie as ``task`` reads it.
        var shown: InputAnimation
        /// nil: to be made of the rest.
        var drawn: (any PlayableAnimation)?
    }

    /// The options whose values are kept by key in the plan.
    private static let substitutions: Set<String> = ["set-image", "set-text", "text-style", "hide", "set-value", "vars"]

    package let movie: MovieHandle
    private let state: Locked<State>

    /// - Parameter options: those of `svga render`, as an object of JSON.
    package init(_ movie: MovieHandle, options: String?) throws(TaskError) {
        self.movie = movie
        state = Locked(State(task: SceneHandle.task(of: movie), shown: movie.held.shown))
        try set(options)
    }

    /// A scene with all that another one has at this moment.
    package init(copying other: SceneHandle) {
        movie = other.movie
        state = Locked(other.state.withLock { $0 })
    }

    /// With nothing but what the movie was read with.
    private static func task(of movie: MovieHandle) -> RenderTask {
        var task = RenderTask()
        task.common = movie.common
        return task
    }

    // MARK: Setting

    /// Adds options, which win over those before.
    package func set(_ options: String?) throws(TaskError) {
        let options = try OptionObject(options)
        try change { (state) throws(TaskError) in try add(options, to: &state) }
    }

    /// Puts a text over the sprites of a key.
    package func setText(_ key: String, _ text: String) throws(TaskError) {
        try change { (state) throws(TaskError) in state.plan.apply(.text(key: key, text, isMarkup: nil)) }
    }

    /// Leaves out what has this key, or shows it again.
    package func setHidden(_ key: String, _ isHidden: Bool) throws(TaskError) {
        try change { (state) throws(TaskError) in state.plan.apply(isHidden ? .hide(key: key) : .show(key: key)) }
    }

    /// Options that make such a scene again, as an object of JSON; pictures from memory are left out.
    package var options: String {
        let state = state.withLock { $0 }
        return JSONValue.object(state.options + state.plan.optionMembers { state.pictures[$0] == nil }).text(.compact)
    }

    /// Puts a picture in place of the bitmaps of a key.
    /// - Parameters:
    ///   - bytes: of a PNG, JPEG, WebP, GIF or BMP.
    ///   - placement: `fit=…,mask=…`, either or none of them.
    package func setImage(_ key: String, _ bytes: [UInt8], placement: String) throws(TaskError) {
        let limits = limits
        try setImage(key, placement) { () throws(ImageError) in try ReplacementImage(bytes: bytes, limits: limits) }
    }

    /// Puts pixels in place of the bitmaps of a key.
    /// - Parameters:
    ///   - width: above 0.
    ///   - height: above 0.
    ///   - row: `4 × width` bytes each, from the top.
    package func setPixels(
        _ key: String, width: Int, height: Int, _ format: PixelFormat, placement: String, row: (Int) -> UnsafeRawBufferPointer
    ) throws(TaskError) {
        let limits = limits
        try setImage(key, placement) { () throws(ImageError) in
            guard width * height <= limits.imagePixels else {
                throw .limit(LimitExceeded(\.imagePixels, of: limits, found: width * height))
            }
            var pixels: [UInt8] = []
            pixels.reserveCapacity(4 * width * height)
            for y in 0..<height { pixels += row(y) }
            SceneHandle.premultiply(&pixels, format)
            return try ReplacementImage(Pixmap(width: width, height: height, pixels: pixels))
        }
    }

    /// As they are set now.
    private var limits: ReadLimits { state.withLock { $0.task.common.limits } }

    /// Pixels of a format become premultiplied RGBA.
    private static func premultiply(_ pixels: inout [UInt8], _ format: PixelFormat) {
        if format == .bgra || format == .premultipliedBGRA {
            for i in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(i, i + 2) }
        }
        switch format {
        case .rgba, .bgra: pixels.withUnsafeMutableBytes { AlphaConversion.premultiply($0) }
        // A colour above its alpha is not a colour.
        case .premultipliedRGBA, .premultipliedBGRA:
            for i in stride(from: 0, to: pixels.count, by: 4) {
                for channel in i..<i + 3 { pixels[channel] = min(pixels[channel], pixels[i + 3]) }
            }
        }
    }

    private func setImage(
        _ key: String, _ placement: String, _ picture: () throws(ImageError) -> ReplacementImage
    ) throws(TaskError) {
        let image: ReplacementImage
        do throws(ImageError) {
            image = try picture()
        } catch {
            if case .limit(let limit) = error { throw .read(file: "the picture of \(key)", .limit(limit)) }
            throw .input(file: "the picture of \(key)", message: TaskText(error.description))
        }
        let choice = try SceneHandle.choice(key, placement)
        try change { (state) throws(TaskError) in
            state.pictures[choice.file] = image
            state.plan.apply(.image(key: key, choice))
        }
    }

    /// - Parameter placement: `fit=…,mask=…`, either or none of them.
    private static func choice(_ key: String, _ placement: String) throws(TaskError) -> ImageChoice {
        // No file has such a name.
        let name = "\0" + key
        var parts: [JSONValue.Member] = [JSONValue.Member(name: "file", value: .string(name))]
        let form = TaskError.usage("\"\(placement)\" is no placement", advice: "write fit=…,mask=…, each at most once")
        for word in placement.isEmpty ? [] : placement.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let (name, value) = KeyedWord.halves(word), ["fit", "mask"].contains(name), !parts.contains(where: { $0.name == name })
            else { throw form }
            parts.append(JSONValue.Member(name: name, value: .string(value)))
        }
        return try SubstitutionParts.choice(parts, "the picture of \(key)") { (name, _) in FileName(path: name) }
    }

    /// Changes what is set, or nothing at all.
    private func change(_ body: (inout State) throws(TaskError) -> Void) throws(TaskError) {
        try state.withLock { (state) throws(TaskError) in
            var changed = state
            changed.drawn = nil
            try body(&changed)
            try settle(&changed)
            if case .movie(let file) = changed.shown {
                try changed.task.substitution.checkNames(in: file, limits: changed.task.common.limits, context: context(changed))
            }
            state = changed
        }
    }

    /// Takes in options: each wins over the same one before, and over those that cannot go together with it.
    private func add(_ options: OptionObject, to state: inout State) throws(TaskError) {
        let members = options.members.filter { $0.value != .null }
        var names = Set(members.map(\.name))
        for rivals in RenderTask.rivals where !names.isDisjoint(with: rivals) { names.formUnion(rivals) }
        state.options.removeAll { names.contains($0.name) }
        state.options += members.filter { !SceneHandle.substitutions.contains($0.name) }
        var task = SceneHandle.task(of: movie)
        try OptionObject(state.options + members.filter { SceneHandle.substitutions.contains($0.name) }).store(
            &task, RenderTask.parameters, of: "render")
        // Files of vars are read once, now.
        let steps = try task.substitution.steps(limits: task.common.limits, context: context(state))
        for step in steps { state.plan.apply(step) }
    }

    /// Makes the task of what is set.
    private func settle(_ state: inout State) throws(TaskError) {
        var task = SceneHandle.task(of: movie)
        try OptionObject(state.options).store(&task, RenderTask.parameters, of: "render")
        task.substitution.parts = state.plan.steps.map { .step($0) }
        try task.validate(inputs: [movie.name])
        // Reading takes long, so only where it reads otherwise than before.
        if task.picture.player != state.task.picture.player || !task.common.readsLike(state.task.common) {
            state.shown = try movie.shown(as: task.picture.player, task.common)
        }
        state.task = task
        let used = Set(state.plan.images.values.map(\.file))
        state.pictures = state.pictures.filter { used.contains($0.key) }
    }

    private func context(_ state: State) -> TaskContext {
        var held = movie.inputs
        if let player = state.task.picture.player {
            held.movies[movie.name]?.players[player] = state.shown
        } else {
            held.movies[movie.name]?.shown = state.shown
        }
        held.pictures = state.pictures
        return TaskContext(held: held)
    }

    // MARK: Drawing

    /// The size of its frames in pixels.
    package func size() throws(TaskError) -> (width: Int, height: Int) {
        let drawn = try prepared()
        return (drawn.widthPixels, drawn.heightPixels)
    }

    /// Draws a frame into the caller's memory.
    /// - Parameter bytesPerRow: nil: no padding.
    package func render(
        frame: Int, _ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(TaskError) {
        let drawn = try prepared()
        let row = 4 * drawn.widthPixels
        guard bytesPerRow ?? row >= row else { throw .usage("a row has \(row) bytes, and the stride is \(bytesPerRow ?? row)") }
        let needed = (drawn.heightPixels - 1).multipliedReportingOverflow(by: bytesPerRow ?? row)
        guard !needed.overflow, buffer.count >= row, needed.partialValue <= buffer.count - row else {
            throw .usage("a frame of \(drawn.widthPixels) × \(drawn.heightPixels) needs a larger buffer than \(buffer.count) bytes")
        }
        try paint(drawn, frame, format, bytesPerRow, buffer)
    }

    /// Draws a frame, whose size and pixels are of the same moment.
    package func draw(frame: Int, _ format: PixelFormat) throws(TaskError) -> (width: Int, height: Int, pixels: [UInt8]) {
        let drawn = try prepared()
        var pixels = [UInt8](repeating: 0, count: 4 * drawn.widthPixels * drawn.heightPixels)
        // A closure that throws its own kind of error only.
        let failure = pixels.withUnsafeMutableBytes { buffer -> TaskError? in
            do throws(TaskError) {
                try paint(drawn, frame, format, nil, buffer)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        return (drawn.widthPixels, drawn.heightPixels, pixels)
    }

    private func paint(
        _ drawn: some PlayableAnimation, _ frame: Int, _ format: PixelFormat, _ bytesPerRow: Int?, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(TaskError) {
        try TaskError.naming(movie.name.path) { () throws(RenderError) in
            guard frame >= 0, frame < drawn.frameCount else { throw .frameOutOfRange(frame: frame, frameCount: drawn.frameCount) }
        }
        if let scene = drawn as? SVGAScene { try checkPlayer(scene, frame) }
        try TaskError.naming(movie.name.path) { () throws(RenderError) in
            let painter = try drawn.makePainter()
            try painter.paint(frame: frame)
            painter.copyPixels(format, bytesPerRow: bytesPerRow, into: buffer)
        }
    }

    /// Refuses a frame that the player of the scene does not show, as an export does.
    private func checkPlayer(_ scene: SVGAScene, _ frame: Int) throws(TaskError) {
        if let failure = scene.playerFailure(frame: frame) { throw .player(file: movie.name.path, failure) }
    }

    /// What draws, as it is set now.
    private func prepared() throws(TaskError) -> any PlayableAnimation {
        try state.withLock { (state) throws(TaskError) in
            if let drawn = state.drawn { return drawn }
            let (task, context, shown) = (state.task, context(state), state.shown)
            try TaskError.naming(movie.name.path) { () throws(RenderError) in try task.picture.check(shown.canvas) }
            let drawn: any PlayableAnimation
            switch shown {
            case .movie(let file): drawn = try task.scene(of: file, task.renderOptions, context)
            case .lottie(let file): drawn = try file.animation(task.renderOptions, task.substitution, context: context)
            }
            state.drawn = drawn
            return drawn
        }
    }

    /// What `svga hit --json` prints.
    package func hit(frame: Int, x: Double, y: Double) throws(TaskError) -> String {
        let drawn = try prepared()
        guard let scene = drawn as? SVGAScene else {
            throw .request(
                file: movie.name.path, message: "a Lottie has no keys to hit", advice: "\(command: "import") makes a movie of it")
        }
        let hit = try TaskError.naming(movie.name.path) { () throws(RenderError) in try scene.hit(x: x, y: y, frame: frame) }
        try checkPlayer(scene, frame)
        let report = HitReport(file: movie.name.path, frame: frame, point: PointArgument(x: x, y: y), threshold: 0.5, hit: hit)
        return report.json.text(.pretty, escaping: [.short, .controls]) + "\n"
    }

    // MARK: Exporting

    /// Does what `svga render` does, over what is there.
    /// - Parameters:
    ///   - options: for this export alone.
    ///   - progress: called by one thread at a time; false cancels.
    ///   - stop: cancels it.
    package func export(
        to path: String, options: String?, stop: CancellationHandle = CancellationHandle(), progress: Progress?
    ) throws(TaskError) {
        guard !path.isEmpty, path != "-" else { throw .usage("an export needs the name of a file, not \"\(path)\"") }
        try FileName.checkAddress(path, "an export")
        try run(try settled(options, as: nil), to: FileName(path: path), stop, progress)
    }

    /// What exports with some more options.
    /// - Parameter format: nil: as the options or the path's ending say.
    private func settled(_ options: String?, as format: OutputFormat?) throws(TaskError) -> (task: RenderTask, context: TaskContext) {
        var state = state.withLock { $0 }
        try add(try OptionObject(options), to: &state)
        try settle(&state)
        var task = state.task
        task.overwrites = true
        task.format = format ?? task.format
        return (task, context(state))
    }

    /// - Parameter memory: gets the files; nil: they are written to disk.
    private func run(
        _ settled: (task: RenderTask, context: TaskContext), to output: FileName, in memory: OutputMemory? = nil,
        _ stop: CancellationHandle,
        _ progress: Progress?
    ) throws(TaskError) {
        let task = settled.task
        var context = settled.context
        let turn = Locked(())
        context.progress = { step in
            guard let progress else { return }
            turn.withLock { _ in
                if !progress(step.done, step.total) { stop.cancel() }
            }
        }
        try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name = movie.name, task, context] () async throws(TaskError) in
            _ = try await task.run(name, to: output, memory: memory, in: context)
        }
    }

    /// The same into memory.
    /// - Parameter format: the ending of a file.
    package func exportBytes(
        format: String, options: String?, stop: CancellationHandle = CancellationHandle(), progress: Progress?
    ) throws(TaskError) -> [UInt8] {
        guard let kind = OutputFormat(rawValue: format) ?? OutputFormat(extension: format), kind != .sheet else {
            let advice = Advice.meant(by: format, among: OutputFormat.allCases.filter { $0 != .sheet }.map(\.rawValue))
            throw .usage("\"\(format)\" is no format of one file", advice: advice)
        }
        let settled = try settled(options, as: kind)
        let name = "export." + kind.fileExtension
        // A search for a size reads what it has written.
        if settled.task.encoding.targetSize != nil {
            try settled.task.encoding.check(for: kind)
            return try CallRun.bytes(fileName: name) { (path) throws(TaskError) in
                try run(settled, to: FileName(path: path), stop, progress)
            }
        }
        let memory = OutputMemory()
        try run(settled, to: FileName(path: name), in: memory, stop, progress)
        // Files beside it, such as types of a module, are left out.
        guard let file = memory.files.first(where: { $0.name == name }) else {
            throw .export(output: name, .file(path: name, reason: "nothing was written"))
        }
        return file.bytes
    }
}
