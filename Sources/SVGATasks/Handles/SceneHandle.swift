import SVGAEmulation
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGALottie
import SVGAModel
package import SVGAPixels
import SVGARender
import SVGASupport

/// An animation at one size with substitutions, for programs in other languages. It does what `svga render` does, in separate steps.
package final class SceneHandle: Sendable {
    package typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Bool

    struct State: Sendable {
        /// The options, each at most once. Images, texts and other substitutions are in ``plan``.
        var options: [JSONValue.Member] = []
        var plan = SubstitutionPlan()
        /// The images of ``plan`` that come from memory, by their placeholder names.
        var pictures: [FileName: ReplacementImage] = [:]
        /// The task that results from ``options`` and ``plan``.
        var task: RenderTask
        /// The animation, read with the options of ``task``.
        var animation: InputAnimation
        /// The scene to draw; nil until it is needed.
        var playable: (any PositionedAnimation)?
        /// The warnings about the texts and images of ``playable``.
        var notes: [TaskNote] = []
    }

    /// The names of the options that are stored in ``State/plan``.
    private static let substitutions: Set<String> = ["set-image", "set-text", "text-style", "hide", "set-value", "vars"]

    package let movie: MovieHandle
    let state: Locked<State>
    /// The exports that run and wait for their results.
    let running = Locked<[ObjectIdentifier: CancellationHandle]>([:])

    /// - Parameter options: options of `svga render` as a JSON object; nil for none.
    package init(_ movie: MovieHandle, options: String?) throws(TaskError) {
        self.movie = movie
        state = Locked(State(task: SceneHandle.task(of: movie), animation: movie.input.animation))
        let options = try OptionObject(options)
        if !options.members.isEmpty { try set(options) }
    }

    /// Creates a copy of a scene in its current state.
    package init(copying other: SceneHandle) {
        movie = other.movie
        state = Locked(other.state.withLock { $0 })
    }

    /// A task that has only the options with which the movie was read.
    private static func task(of movie: MovieHandle) -> RenderTask {
        var task = RenderTask()
        task.common = movie.common
        return task
    }

    // MARK: Setting

    /// Adds options, which override earlier ones.
    package func set(_ options: String?) throws(TaskError) { try set(try OptionObject(options)) }

    func set(_ options: OptionObject) throws(TaskError) {
        try change { (state) throws(TaskError) in try add(options, to: &state) }
    }

    /// Draws a text over the sprites of a key.
    package func setText(_ key: String, _ text: String) throws(TaskError) {
        try change { (state) throws(TaskError) in state.plan.apply(.text(key: key, text, isMarkup: nil)) }
    }

    /// Hides or shows the sprites of a key.
    package func setHidden(_ key: String, _ isHidden: Bool) throws(TaskError) {
        try change { (state) throws(TaskError) in state.plan.apply(isHidden ? .hide(key: key) : .show(key: key)) }
    }

    /// The options that recreate this scene, as a JSON object. Images from memory are omitted.
    package var options: String {
        let state = state.withLock { $0 }
        return JSONValue.object(state.options + state.plan.optionMembers { state.pictures[$0] == nil }).text(.compact)
    }

    /// Replaces the bitmaps of a key by an image.
    /// - Parameters:
    ///   - bytes: a PNG, JPEG, WebP, GIF or BMP.
    ///   - placement: `fit=…,mask=…`, each optional.
    package func setImage(_ key: String, _ bytes: [UInt8], placement: String) throws(TaskError) {
        let limits = limits
        try setImage(key, placement) { () throws(SVGAError) in try ReplacementImage(bytes: bytes, limits: limits) }
    }

    /// Replaces the bitmaps of a key by pixels.
    /// - Parameters:
    ///   - width: above 0.
    ///   - height: above 0.
    ///   - row: returns the pixels of a row, `4 × width` bytes. Row 0 is at the top.
    package func setPixels(
        _ key: String, width: Int, height: Int, _ format: PixelFormat, placement: String, row: (Int) -> UnsafeRawBufferPointer
    ) throws(TaskError) {
        let limits = limits
        try setImage(key, placement) { () throws(SVGAError) in
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

    /// The current limits of the scene.
    private var limits: ReadLimits { state.withLock { $0.task.common.limits } }

    /// Converts pixels to premultiplied RGBA.
    private static func premultiply(_ pixels: inout [UInt8], _ format: PixelFormat) {
        if format == .bgra || format == .premultipliedBGRA {
            for i in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(i, i + 2) }
        }
        switch format {
        case .rgba, .bgra: pixels.withUnsafeMutableBytes { AlphaConversion.premultiply($0) }
        // In premultiplied pixels, no color channel may exceed alpha.
        case .premultipliedRGBA, .premultipliedBGRA:
            for i in stride(from: 0, to: pixels.count, by: 4) {
                for channel in i..<i + 3 { pixels[channel] = min(pixels[channel], pixels[i + 3]) }
            }
        }
    }

    private func setImage(
        _ key: String, _ placement: String, _ picture: () throws(SVGAError) -> ReplacementImage
    ) throws(TaskError) {
        let image: ReplacementImage
        do throws(SVGAError) {
            image = try picture()
        } catch {
            if error.limit != nil { throw .read(file: "the image of \(key)", error) }
            throw .input(file: "the image of \(key)", message: TaskText(error.message))
        }
        let choice = try SceneHandle.choice(key, placement)
        try change { (state) throws(TaskError) in
            state.pictures[choice.file] = image
            state.plan.apply(.image(key: key, choice))
        }
    }

    /// - Parameter placement: `fit=…,mask=…`, each optional.
    private static func choice(_ key: String, _ placement: String) throws(TaskError) -> ImageChoice {
        // A placeholder name. File names cannot contain NUL, so no file has this name.
        let parts = [JSONValue.Member(name: "file", value: .string("\0" + key))] + (try placementParts(placement))
        guard let choice = try SubstitutionParts.choice(parts, "the image of \(key)", file: { (name, _) in FileName(path: name) }) else {
            throw badPlacement(placement)
        }
        return choice
    }

    private static func badPlacement(_ placement: String) -> TaskError {
        .usage("\"\(placement)\" is not a placement", advice: "write fit=…,mask=…, each at most once")
    }

    /// The members of `set-image` for a placement.
    static func placementParts(_ placement: String) throws(TaskError) -> [JSONValue.Member] {
        var parts: [JSONValue.Member] = []
        for word in placement.isEmpty ? [] : placement.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let (name, value) = KeyedWord.halves(word), ["fit", "mask"].contains(name), !parts.contains(where: { $0.name == name })
            else { throw badPlacement(placement) }
            parts.append(JSONValue.Member(name: name, value: .string(value)))
        }
        return parts
    }

    /// Applies a change. If the change throws, the state stays as it was before.
    private func change(_ body: (inout State) throws(TaskError) -> Void) throws(TaskError) {
        try state.withLock { (state) throws(TaskError) in
            var changed = state
            changed.playable = nil
            try body(&changed)
            try updateTask(&changed)
            if case .movie(let file) = changed.animation {
                try changed.task.substitution.checkNames(in: file, limits: changed.task.common.limits, context: context(changed))
            }
            state = changed
        }
    }

    /// Adds options. An option replaces its earlier value and removes options that cannot be combined with it.
    private func add(_ options: OptionObject, to state: inout State) throws(TaskError) {
        let members = options.members.filter { !$0.value.isAbsent }
        var names = Set(members.map(\.name))
        for group in RenderTask.exclusiveOptions where !names.isDisjoint(with: group) { names.formUnion(group) }
        state.options.removeAll { names.contains($0.name) }
        state.options += members.filter { !SceneHandle.substitutions.contains($0.name) }
        var task = SceneHandle.task(of: movie)
        try OptionObject(state.options + members.filter { SceneHandle.substitutions.contains($0.name) }).store(
            &task, RenderTask.parameters, of: "render")
        // The files of the option `vars` are read only here.
        let steps = try task.substitution.steps(limits: task.common.limits, context: context(state))
        for step in steps { state.plan.apply(step) }
    }

    /// Updates the task from the options and the plan.
    private func updateTask(_ state: inout State) throws(TaskError) {
        var task = SceneHandle.task(of: movie)
        try OptionObject(state.options).store(&task, RenderTask.parameters, of: "render")
        task.substitution.parts = state.plan.steps.map { .step($0) }
        try task.validate(inputs: [movie.name])
        // Reading is slow, so the movie is read again only if an option that affects reading has changed.
        if task.picture.player != state.task.picture.player || !task.common.readsLike(state.task.common) {
            state.animation = try movie.animation(as: task.picture.player, task.common)
        }
        state.task = task
        let used = Set(state.plan.images.values.map(\.file))
        state.pictures = state.pictures.filter { used.contains($0.key) }
    }

    private func context(_ state: State) -> TaskContext {
        var input = movie.input
        if let player = state.task.picture.player {
            input.players[player] = state.animation
        } else {
            input.animation = state.animation
        }
        return TaskContext(inMemory: InMemoryInputs(movies: [movie.name: input], pictures: state.pictures))
    }

    // MARK: Drawing

    /// The frame size in pixels.
    package func size() throws(TaskError) -> (width: Int, height: Int) {
        let playable = try prepared()
        return (playable.widthPixels, playable.heightPixels)
    }

    /// Draws a frame into the caller's buffer.
    /// - Parameter bytesPerRow: the stride of a row in bytes; nil for rows without padding.
    package func render(
        frame: Int, _ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(TaskError) {
        let playable = try prepared()
        let row = 4 * playable.widthPixels
        guard bytesPerRow ?? row >= row else { throw .usage("a row has \(row) bytes, but the stride is \(bytesPerRow ?? row)") }
        let needed = (playable.heightPixels - 1).multipliedReportingOverflow(by: bytesPerRow ?? row)
        guard !needed.overflow, buffer.count >= row, needed.partialValue <= buffer.count - row else {
            throw .usage("a buffer of \(buffer.count) bytes is too small for a frame of \(playable.widthPixels) × \(playable.heightPixels)")
        }
        try paint(playable, frame, format, bytesPerRow, buffer)
    }

    /// Draws a frame, and returns its size and pixels. Both belong to the same state of the scene.
    package func draw(frame: Int, _ format: PixelFormat) throws(TaskError) -> (width: Int, height: Int, pixels: [UInt8]) {
        let playable = try prepared()
        var pixels = [UInt8](repeating: 0, count: 4 * playable.widthPixels * playable.heightPixels)
        // The closure returns the error, because `withUnsafeMutableBytes` would erase its type.
        let failure = pixels.withUnsafeMutableBytes { buffer -> TaskError? in
            do throws(TaskError) {
                try paint(playable, frame, format, nil, buffer)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        return (playable.widthPixels, playable.heightPixels, pixels)
    }

    /// - Parameter known: the painter of the last frame, which repaints only changes; nil: a new one.
    func paint(
        _ playable: any PlayableAnimation, _ frame: Int, _ format: PixelFormat, _ bytesPerRow: Int?,
        _ buffer: UnsafeMutableRawBufferPointer, with known: (any AnimationPainter)? = nil
    ) throws(TaskError) {
        try TaskError.naming(movie.name.path) { () throws(SVGAError) in
            guard frame >= 0, frame < playable.frameCount else { throw .frameOutOfRange(frame: frame, frameCount: playable.frameCount) }
        }
        if let scene = playable as? SVGAScene { try checkPlayer(scene, frame) }
        try TaskError.naming(movie.name.path) { () throws(SVGAError) in
            let painter: any AnimationPainter = if let known { known } else { try playable.makePainter() }
            if let direct = painter as? any DirectPainter {
                try direct.paint(frame: frame, format, bytesPerRow: bytesPerRow, into: buffer)
            } else {
                try painter.paint(frame: frame)
                painter.copyPixels(format, bytesPerRow: bytesPerRow, into: buffer)
            }
        }
    }

    /// Throws if the emulated player cannot show this frame, as an export does.
    func checkPlayer(_ scene: SVGAScene, _ frame: Int) throws(TaskError) {
        if let failure = scene.playerFailure(frame: frame) { throw .player(file: movie.name.path, failure) }
    }

    /// The scene to draw, for the current state.
    func prepared() throws(TaskError) -> any PositionedAnimation {
        try state.withLock { (state) throws(TaskError) in
            if let playable = state.playable { return playable }
            let (task, context, animation) = (state.task, context(state), state.animation)
            try TaskError.naming(movie.name.path) { () throws(SVGAError) in try task.picture.check(animation.canvas) }
            let playable: any PositionedAnimation
            let notes = NoteList()
            switch animation {
            case .movie(let file):
                let scene = try task.scene(of: file, task.renderOptions, notes.collecting(from: context))
                try task.warnAboutContent(of: scene, file, notes.collecting(from: context))
                playable = scene
            case .lottie(let file):
                playable = try file.animation(task.renderOptions, task.substitution, task.common, context: notes.collecting(from: context))
            }
            (state.playable, state.notes) = (playable, notes.notes)
            return playable
        }
    }

    /// The warnings about the texts and images of the scene, as a JSON list.
    package func notes(as wording: Wording) throws(TaskError) -> String {
        _ = try prepared()
        return JSONValue.array(state.withLock { $0.notes }.map { $0.json(as: wording) }).text(.compact)
    }

    // MARK: Exporting

    /// Runs `svga render` and overwrites existing files.
    /// - Parameters:
    ///   - options: additional options for this export only.
    ///   - progress: called by one thread at a time. If it returns false, the export is canceled.
    ///   - stop: cancels the export.
    ///   - notes: receives the remarks and warnings of the export.
    package func export(
        to path: String, options: String?, stop: CancellationHandle = CancellationHandle(), notes: NoteList = NoteList(),
        progress: Progress?
    ) throws(TaskError) {
        guard !path.isEmpty, path != "-" else { throw .usage("an export needs a file name, not \"\(path)\"") }
        try FileName.checkAddress(path, "an export")
        try run(try exportTask(options, as: nil, notes), stop, progress) { (task, movie, context) async throws(TaskError) in
            _ = try await task.run(movie, to: FileName(path: path), in: context)
        }
    }

    /// Exports to memory.
    /// - Parameter format: the name of a format or a file extension.
    package func exportBytes(
        format: String, options: String?, stop: CancellationHandle = CancellationHandle(), notes: NoteList = NoteList(),
        progress: Progress?
    ) throws(TaskError) -> [UInt8] {
        let kind = try SceneHandle.formatOfOneFile(format)
        let export = try exportTask(options, as: kind, notes)
        let name = "export." + kind.fileExtension
        return try run(export, stop, progress) { (task, movie, context) async throws(TaskError) in
            try await task.bytes(of: movie, name: name, in: context)
        }
    }

    static func formatOfOneFile(_ name: String) throws(TaskError) -> OutputFormat {
        if let kind = OutputFormat(rawValue: name) ?? OutputFormat(extension: name), kind != .sheet { return kind }
        let advice = Advice.suggestion(for: name, among: OutputFormat.allCases.filter { $0 != .sheet }.map(\.rawValue))
        throw .usage("\"\(name)\" is not a format of one file", advice: advice)
    }

    /// The task of an export with additional options.
    /// - Parameter format: the format; nil for the format of the options or of the path's extension.
    func exportTask(
        _ options: String?, as format: OutputFormat?, _ notes: NoteList
    ) throws(TaskError) -> (task: RenderTask, context: TaskContext) {
        var state = state.withLock { $0 }
        try add(try OptionObject(options), to: &state)
        try updateTask(&state)
        var task = state.task
        task.overwrites = true
        task.format = format ?? task.format
        return (task, notes.collecting(from: context(state)))
    }

    func run<Value: Sendable>(
        _ export: (task: RenderTask, context: TaskContext), _ stop: CancellationHandle, _ progress: Progress?,
        _ work: @escaping @Sendable (_ task: RenderTask, _ movie: FileName, _ context: TaskContext) async throws(TaskError) -> Value
    ) throws(TaskError) -> Value {
        let task = export.task
        var context = export.context
        running.withLock { $0[ObjectIdentifier(stop)] = stop }
        defer { running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(stop)) } }
        let callbackLock = Locked(())
        context.progress = { step in
            guard let progress else { return }
            callbackLock.withLock { _ in
                if !progress(step.done, step.total) { stop.cancel() }
            }
        }
        return try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name = movie.name, task, context] () async throws(TaskError) in
            try await work(task, name, context)
        }
    }
}
