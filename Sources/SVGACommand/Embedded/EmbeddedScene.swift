import SVGAExport
import SVGAFormat
import SVGAImage
import SVGALottie
import SVGAModel
package import SVGAPixels
import SVGARender
import SVGASupport

/// A movie with pictures and texts in it, at a size, for programs in other languages: `svga render` with its options, step by step.
package final class EmbeddedScene: Sendable {
    package typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Bool

    private struct State: Sendable {
        var command = RenderCommand()
        var pictures: [FileName: ReplacementImage] = [:]
        /// nil: to be made of the rest.
        var drawn: (any Animation)?
    }

    private static let parameters = JSONOptions.parameters(RenderCommand.groups)

    package let movie: EmbeddedMovie
    private let state: Locked<State>

    /// - Parameter options: those of `svga render`, as an object of JSON.
    package init(_ movie: EmbeddedMovie, options: String?) throws(EmbeddedFailure) {
        self.movie = movie
        var state = State()
        state.command.inputs = [movie.name]
        state.command.common = movie.common
        state.command.common.isQuiet = true
        self.state = Locked(state)
        try set(options)
    }

    // MARK: Setting

    /// Adds options, which win over those before.
    package func set(_ options: String?) throws(EmbeddedFailure) {
        try EmbeddedFailure.catching { () throws(CommandError) in
            let options = try EmbeddedOptions(options)
            try change { (state) throws(CommandError) in try EmbeddedScene.add(options, to: &state.command) }
        }
    }

    /// Puts a picture in place of the bitmaps of a key.
    /// - Parameters:
    ///   - bytes: of a PNG, JPEG, WebP, GIF or BMP.
    ///   - placement: `fit=…,mask=…`, either or none of them.
    package func setImage(_ key: String, _ bytes: [UInt8], placement: String) throws(EmbeddedFailure) {
        try setImage(key, placement) { () throws(ImageError) in try ReplacementImage(bytes: bytes, limits: movie.common.limits) }
    }

    /// Puts pixels in place of the bitmaps of a key.
    /// - Parameters:
    ///   - width: above 0.
    ///   - height: above 0.
    ///   - row: `4 × width` bytes each, from the top.
    package func setPixels(
        _ key: String, width: Int, height: Int, _ format: PixelFormat, placement: String, row: (Int) -> UnsafeRawBufferPointer
    ) throws(EmbeddedFailure) {
        let limits = movie.common.limits
        try setImage(key, placement) { () throws(ImageError) in
            guard width * height <= limits.imagePixels else {
                throw .limit(LimitExceeded(\.imagePixels, of: limits, found: width * height))
            }
            var pixels: [UInt8] = []
            pixels.reserveCapacity(4 * width * height)
            for y in 0..<height { pixels += row(y) }
            EmbeddedScene.premultiply(&pixels, format)
            return try ReplacementImage(Pixmap(width: width, height: height, pixels: pixels))
        }
    }

    /// Pixels of a format become premultiplied RGBA.
    private static func premultiply(_ pixels: inout [UInt8], _ format: PixelFormat) {
        if format == .bgra || format == .premultipliedBGRA {
            for i in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(i, i + 2) }
        }
        switch format {
        case .rgba, .bgra: pixels.withUnsafeMutableBytes { AlphaConversion.premultiply($0) }
        // A colour above its alpha is no colour.
        case .premultipliedRGBA, .premultipliedBGRA:
            for i in stride(from: 0, to: pixels.count, by: 4) {
                for channel in i..<i + 3 { pixels[channel] = min(pixels[channel], pixels[i + 3]) }
            }
        }
    }

    private func setImage(
        _ key: String, _ placement: String, _ picture: () throws(ImageError) -> ReplacementImage
    ) throws(EmbeddedFailure) {
        try EmbeddedFailure.catching { () throws(CommandError) in
            let image: ReplacementImage
            do throws(ImageError) {
                image = try picture()
            } catch {
                if case .limit(let limit) = error { throw .read(file: "the picture of \(key)", .limit(limit)) }
                throw .input(file: "the picture of \(key)", message: error.description, advice: "")
            }
            let choice: ImageChoice
            do throws(UsageError) {
                // No file has such a name.
                let argument = try ImageArgument("\(key)=\0\(key)" + (placement.isEmpty ? "" : "," + placement))
                guard !key.isEmpty, argument.key == key, argument.choice.file.path == "\0\(key)" else {
                    throw UsageError(message: "\"\(key)\", \"\(placement)\"", advice: "a placement is fit=…,mask=…; keys have no =")
                }
                choice = argument.choice
            } catch {
                throw .usage(error)
            }
            try change { (state) throws(CommandError) in
                state.pictures[choice.file] = image
                state.command.substitution.parts.append(.step(.image(key: key, choice)))
            }
        }
    }

    /// Changes what is set, or nothing at all.
    private func change(_ body: (inout State) throws(CommandError) -> Void) throws(CommandError) {
        try state.withLock { (state) throws(CommandError) in
            var changed = state
            changed.drawn = nil
            try body(&changed)
            if case .movie(let file) = movie.held.shown {
                try changed.command.substitution.checkNames(in: file, limits: changed.command.common.limits, context: context(changed))
            }
            state = changed
        }
    }

    private static func add(_ options: EmbeddedOptions, to command: inout RenderCommand) throws(CommandError) {
        command.clearRivals(of: options.names)
        try options.store(&command, parameters, of: RenderCommand.name)
        do throws(UsageError) {
            try command.validate()
        } catch {
            throw .usage(error)
        }
    }

    private func context(_ state: State) -> CommandContext {
        var held = movie.inputs
        held.pictures = state.pictures
        return EmbeddedRun.context(held)
    }

    // MARK: Drawing

    /// The size of its frames in pixels.
    package func size() throws(EmbeddedFailure) -> (width: Int, height: Int) {
        let drawn = try EmbeddedFailure.catching(prepared)
        return (drawn.widthPixels, drawn.heightPixels)
    }

    /// Draws a frame into the caller's memory.
    /// - Parameter bytesPerRow: nil: no padding.
    package func render(
        frame: Int, _ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(EmbeddedFailure) {
        try EmbeddedFailure.catching { () throws(CommandError) in
            let drawn = try prepared()
            let row = 4 * drawn.widthPixels
            guard bytesPerRow ?? row >= row else {
                throw .usage(UsageError(message: "a row has \(row) bytes, and the stride is \(bytesPerRow ?? row)"))
            }
            let needed = (drawn.heightPixels - 1).multipliedReportingOverflow(by: bytesPerRow ?? row)
            guard !needed.overflow, buffer.count >= row, needed.partialValue <= buffer.count - row else {
                throw .usage(
                    UsageError(
                        message: "a frame of \(drawn.widthPixels) × \(drawn.heightPixels) needs a larger buffer than \(buffer.count) bytes")
                )
            }
            try EmbeddedScene.paint(drawn, frame, format, bytesPerRow, buffer, movie.name.path)
        }
    }

    private static func paint(
        _ drawn: some Animation, _ frame: Int, _ format: PixelFormat, _ bytesPerRow: Int?, _ buffer: UnsafeMutableRawBufferPointer,
        _ name: String
    ) throws(CommandError) {
        try CommandError.rendering(name) { () throws(RenderError) in
            guard frame >= 0, frame < drawn.frames else { throw .frameOutOfRange(frame: frame, frames: drawn.frames) }
            let painter = try drawn.makePainter()
            try painter.paint(frame: frame)
            painter.copyPixels(format, bytesPerRow: bytesPerRow, into: buffer)
        }
    }

    /// What draws, as it is set now.
    private func prepared() throws(CommandError) -> any Animation {
        try state.withLock { (state) throws(CommandError) in
            if let drawn = state.drawn { return drawn }
            let (command, context) = (state.command, context(state))
            try CommandError.rendering(movie.name.path) { () throws(RenderError) in try command.picture.check(movie.held.shown.canvas) }
            let drawn: any Animation
            switch movie.held.shown {
            case .movie(let file): drawn = try command.scene(of: file, command.renderOptions, context)
            case .lottie(let file): drawn = try file.animation(command.renderOptions, command.substitution, context: context)
            }
            state.drawn = drawn
            return drawn
        }
    }

    /// What `svga hit --json` prints.
    package func hit(frame: Int, x: Double, y: Double) throws(EmbeddedFailure) -> String {
        let drawn = try EmbeddedFailure.catching(prepared)
        guard let scene = drawn as? Scene else {
            throw EmbeddedFailure(
                .request(file: movie.name.path, message: "a Lottie has no keys to hit", advice: "svga import makes a movie of it"))
        }
        return try EmbeddedFailure.catching { () throws(CommandError) in
            let hit = try CommandError.rendering(movie.name.path) { () throws(RenderError) in try scene.hit(x: x, y: y, frame: frame) }
            let report = HitReport(file: movie.name.path, frame: frame, point: PointArgument(x: x, y: y), threshold: 0.5, hit: hit)
            return report.json.text(.pretty, escaping: [.short, .controls]) + "\n"
        }
    }

    // MARK: Exporting

    /// Does what `svga render` does, over what is there.
    /// - Parameters:
    ///   - options: for this export alone.
    ///   - progress: called by one thread at a time; false cancels.
    package func export(to path: String, options: String?, progress: Progress?) throws(EmbeddedFailure) {
        try export(to: path, as: nil, options: options, progress: progress)
    }

    /// - Parameter format: nil: as the options or the path's ending say.
    private func export(to path: String, as format: OutputFormat?, options: String?, progress: Progress?) throws(EmbeddedFailure) {
        let state = state.withLock { $0 }
        let command = try EmbeddedFailure.catching { () throws(CommandError) in
            guard !path.isEmpty, path != "-" else {
                throw .usage(UsageError(message: "an export needs the name of a file, not \"\(path)\""))
            }
            var command = state.command
            command.output = FileName(path: path)
            command.overwrites = true
            try EmbeddedScene.add(try EmbeddedOptions(options), to: &command)
            command.format = format ?? command.format
            return command
        }
        let (context, stop) = (context(state), StopSwitch())
        let turn = Locked(())
        let reporter = ProgressReporter { done, total in
            guard let progress else { return }
            turn.withLock { _ in
                if !progress(done, total) { stop.pull() }
            }
        }
        try EmbeddedRun.wait(timeout: command.common.timeout, stop: stop) { () async throws(CommandError) in
            try await command.runAlone(in: context, reporter: reporter)
        }
    }

    /// The same into memory.
    /// - Parameter format: the ending of a file.
    package func exportBytes(format: String, options: String?, progress: Progress?) throws(EmbeddedFailure) -> [UInt8] {
        guard let kind = OutputFormat(rawValue: format) ?? OutputFormat(extension: format), kind != .sheet else {
            let advice = Advice.meant(by: format, among: OutputFormat.allCases.filter { $0 != .sheet }.map(\.rawValue))
            throw EmbeddedFailure(.usage(UsageError(message: "\"\(format)\" is no format of one file", advice: advice)))
        }
        return try EmbeddedRun.bytes(fileName: "export." + kind.fileExtension) { (path) throws(EmbeddedFailure) in
            try export(to: path, as: kind, options: options, progress: progress)
        }
    }
}
