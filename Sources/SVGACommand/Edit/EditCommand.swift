import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGARender
import SVGASupport

/// `svga edit`: changes a movie without its source.
struct EditCommand: LimitedCommand {
    var input = FileName()
    var output = FileName()
    /// In the order of the command line.
    var requests: [EditRequest] = []
    var format: MovieFormat?
    var overwrites = false
    var common = CommonOptions()

    static let name = "edit"
    static let abstract = "Changes images, keys, frames, size and sound of a file, in order"
    static let examples = [
        "svga edit samples/gift.svga -o out.svga --set-image user1=samples/photo.jpg",
        "svga edit samples/gift.svga -o out.svga --trim 0-44 --scale 0.5",
    ]

    static let groups: [ParameterGroup<EditCommand>] = [
        ParameterGroup(
            "Options",
            [
                .argument(\.input, "IN", help: "the movie; - is standard input"),
                .option(\.output, "-o", "--output", placeholder: "OUT", help: "the new file; - is standard output", required: true),
                .parsed("--set-image", "K=F", help: "a picture for good; ,fit= and ,mask= as for render") {
                    (command, word) throws(UsageError) in command.requests.append(.setImage(try ImageArgument(word)))
                },
                .parsed("--rename", "A=B", help: "another key: sprites, images, mattes, sounds") { (command, word) throws(UsageError) in
                    let (old, new) = try KeyedWord.split(word, option: "--rename", form: "A=B")
                    command.requests.append(.plain(.rename(from: old, to: new)))
                },
                .edit("--delete", as: String.self, "K", help: "remove a key's sprites, image and sound") { .delete(key: $0) },
                .edit("--set-fps", as: PositiveCount.self, "N", help: "play the same frames faster or slower") { .setFPS($0.value) },
                .edit("--trim", as: FrameRange.self, "A-B", help: "keep only these frames, both included") {
                    .trim(first: $0.first, last: $0.last)
                },
                .edit("--canvas", as: CanvasArgument.self, "WxH[+X+Y]", help: "another canvas, in points; move what is on it") {
                    .setCanvas(width: $0.width, height: $0.height, x: $0.x, y: $0.y)
                },
                .edit("--scale", as: Scale.self, "X", help: "make everything X times as large") { .scale($0.factor) },
                .parsed("--set-audio", "K=F", help: "replace a sound, or add one") { (command, word) throws(UsageError) in
                    let (key, file) = try KeyedWord.split(word, option: "--set-audio", form: "KEY=FILE")
                    guard let name = FileName(argument: file) else { throw UsageError(message: "--set-audio \(word): the file is missing") }
                    command.requests.append(.setAudio(key: key, file: name))
                },
                Parameter(
                    info: ParameterInfo(kind: .flag, names: ["--remove-audio"], placeholder: "", help: "remove all sound"),
                    store: { command, _ in command.requests.append(.plain(.removeAudio)) }),
                .parsed("--merge", "OTHER", help: "add its frames; ,append or ,overlay,at=FRAME") { (command, word) throws(UsageError) in
                    command.requests.append(.merge(try MergeArgument(word)))
                },
                .option(\.format, "--to", placeholder: "FORMAT", help: "2, 1-json or 1-binary (default: as IN)"),
                .flag(\.overwrites, "--force", help: "overwrite OUT"),
            ]),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if requests.isEmpty { throw UsageError(message: "there is nothing to edit", advice: "svga help edit lists the edits") }
        let streams = ([input] + requests.compactMap(\.file)).count(where: \.isStandardStream)
        if streams > 1 { throw UsageError(message: "standard input (-) can be read only once") }
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        var file = try DocumentFile(input, options: common.readOptions, context: context)
        clock.finish("read")
        var notes: [String] = []
        for request in requests {
            if Task.isCancelled { throw .interrupted }
            let edit = try request.load(options: common.readOptions, context: context)
            do throws(EditError) {
                notes.append(try file.document.apply(edit, limits: common.limits))
            } catch {
                throw CommandError(error, movie: file.name, source: request.file?.path)
            }
        }
        clock.finish("edit")
        if Task.isCancelled { throw .interrupted }
        let size = try DocumentFile.write(file.document, to: output, as: format, overwriting: overwrites)
        clock.finish("write")
        if !common.isQuiet {
            context.note("svga: \(file.name): \(notes.joined(separator: "; ")); \(output.path) has \(Units.bytes(size))".printable)
        }
        if common.showsPhaseTimes { context.note(clock.line) }
        return .done
    }
}

extension Parameter where Root == EditCommand {
    /// An edit that needs only its value, no file.
    fileprivate static func edit<Value: ExpressibleByArgument>(
        _ name: String, as type: Value.Type, _ placeholder: String, help: String, make: @escaping @Sendable (Value) -> DocumentEdit
    ) -> Self {
        .option(name, as: type, placeholder, help: help) { $0.requests.append(.plain(make($1))) }
    }
}

/// One edit as the command line gives it; its file has not been read yet.
enum EditRequest: Sendable {
    case setImage(ImageArgument)
    case setAudio(key: String, file: FileName)
    case merge(MergeArgument)
    /// An edit that needs no file.
    case plain(DocumentEdit)

    /// The file that the edit reads.
    var file: FileName? {
        switch self {
        case .setImage(let argument): argument.choice.file
        case .setAudio(_, let file): file
        case .merge(let argument): argument.file
        case .plain: nil
        }
    }

    func load(options: ReadOptions, context: CommandContext) throws(CommandError) -> DocumentEdit {
        switch self {
        case .plain(let edit): return edit
        case .setImage(let argument):
            let bytes = try InputFile.bytes(of: argument.choice.file, limits: options.limits, context: context)
            return .setImage(key: argument.key, bytes: bytes, fit: argument.choice.fit, mask: argument.choice.mask)
        case .setAudio(let key, let file):
            return .setAudio(key: key, bytes: try InputFile.bytes(of: file, limits: options.limits, context: context))
        case .merge(let argument):
            return .merge(try DocumentFile(argument.file, options: options, context: context).document, overlayAt: argument.overlayAt)
        }
    }
}

extension CommandError {
    /// Adds the name of the file that caused the error.
    ///
    /// - Parameters:
    ///   - movie: the edited movie, or the folder that is packed.
    ///   - source: the file that the edit reads; nil: none.
    init(_ error: EditError, movie: String, source: String? = nil) {
        let source = source ?? movie
        switch error {
        case .unknownKey:
            self = .request(file: movie, message: error.description, advice: "svga inspect --keys lists what can be set")
        case .keyTaken: self = .request(file: movie, message: error.description, advice: "")
        case .image(.limit(let limit)): self = .read(file: source, .limit(limit))
        case .image, .notASound: self = .input(file: source, message: error.description, advice: "")
        case .invalid: self = .request(file: source, message: error.description, advice: "")
        case .read(let error): self = .read(file: movie, error)
        case .render(let error): self = .render(file: movie, error)
        case .write(.library(_, let reason)): self = .export(output: source, .encode(frame: 0, reason: reason))
        case .write(let error): self = .conversion(file: movie, message: error.description, advice: "")
        case .limit(let limit): self = .read(file: movie, .limit(limit))
        case .target: self = .conversion(file: movie, message: error.description, advice: "lower --min-ssim")
        case .exists(let path):
            self = .export(output: path, .file(path: path, reason: "the folder is not empty; --force writes into it all the same"))
        case .writeFile(let path, let reason): self = .export(output: path, .file(path: path, reason: reason))
        case .readFile(let path, let reason): self = .input(file: path, message: reason, advice: "")
        case .folder(let place, let line, let reason):
            let what = (place.isEmpty ? "" : "\(place): ") + "\(reason) (line \(line))"
            self = .input(file: "\(movie)/movie.json", message: what, advice: "")
        case .cancelled: self = .interrupted
        }
    }
}

/// `OTHER[,append|overlay][,at=FRAME]`; other commas belong to the file's name.
struct MergeArgument: Hashable, Sendable {
    let file: FileName
    /// nil: the frames follow the last one.
    let overlayAt: Int?

    init(_ word: String) throws(UsageError) {
        var rest = word[...]
        var mode: String?
        var at: Int?
        while let comma = rest.lastIndex(of: ",") {
            let tail = rest[rest.index(after: comma)...]
            if mode == nil, tail == "append" || tail == "overlay" {
                mode = String(tail)
            } else if at == nil, tail.hasPrefix("at=") {
                guard let frame = Int(tail.dropFirst(3)), frame >= 0 else {
                    throw UsageError(message: "--merge: at needs a frame from 0 on, not \"\(tail.dropFirst(3))\"")
                }
                at = frame
            } else {
                break
            }
            rest = rest[..<comma]
        }
        guard let name = FileName(argument: String(rest)) else {
            throw UsageError(message: "--merge \(word): the name of the file is missing", advice: "write OTHER[,append|overlay][,at=FRAME]")
        }
        if at != nil, mode == "append" {
            throw UsageError(message: "--merge: at= has no meaning with append", advice: "write ,overlay,at=FRAME")
        }
        file = name
        // A start frame only makes sense for an overlay.
        overlayAt = mode == "overlay" ? at ?? 0 : at
    }
}

/// `WxH[+X+Y]` in points: the canvas, and by how much its content moves. X and Y may be negative: `750x750-20+0`.
struct CanvasArgument: ExpressibleByArgument, Hashable {
    let width: Double
    let height: Double
    var x = 0.0
    var y = 0.0

    init?(argument: String) {
        guard let times = argument.firstIndex(of: "x") else { return nil }
        let rest = argument[argument.index(after: times)...]
        let signs = rest.indices.filter { rest[$0] == "+" || rest[$0] == "-" }
        guard let width = Double(argument: String(argument[..<times])), width > 0,
            let height = Double(argument: String(rest[..<(signs.first ?? rest.endIndex)])), height > 0
        else { return nil }
        (self.width, self.height) = (width, height)
        if signs.isEmpty { return }
        guard signs.count == 2, let x = Double(argument: String(rest[signs[0]..<signs[1]])),
            let y = Double(argument: String(rest[signs[1]...]))
        else { return nil }
        (self.x, self.y) = (x, y)
    }

    static var expectation: String { "WxH such as 300x200, or WxH+X+Y such as 300x200+10-5" }
}

/// `A-B`: frames, both included.
struct FrameRange: ExpressibleByArgument, Hashable {
    let first: Int
    let last: Int

    init?(argument: String) {
        let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, first <= last else { return nil }
        (self.first, self.last) = (first, last)
    }

    static var expectation: String { "the first and last frame, such as 10-40" }
}
