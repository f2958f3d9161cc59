import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGARender
import SVGASupport

/// `svga edit`: changes a movie without its source.
struct EditCommand: LimitedCommand {
    var inputs: [FileName] = []
    var output: FileName?
    /// In the order of the command line.
    var requests: [EditRequest] = []
    var writing = WritingOptions()
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
                .arguments(\.inputs, "IN…", help: "files, folders of .svga files, or - for standard input"),
                .option(\.output, "-o", "--output", placeholder: "OUT", help: "a file, or - for standard output; a folder for several"),
                .parsed("--set-image", "K=F", help: "a picture for good; ,fit= ,mask= ,density=2") {
                    (command, word) throws(UsageError) in command.requests.append(.setImage(try ImageArgument(word, takesDensity: true)))
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
                    try FileName.checkAddress(file, "--set-audio \(key)")
                    guard let name = FileName(argument: file) else { throw UsageError(message: "--set-audio \(word): the file is missing") }
                    command.requests.append(.setAudio(key: key, file: name))
                },
                Parameter(
                    info: ParameterInfo(kind: .flag, names: ["--remove-audio"], placeholder: "", help: "remove all sound"),
                    store: { command, _ in command.requests.append(.plain(.removeAudio)) }),
                .parsed("--merge", "OTHER", help: "add its frames; ,append or ,overlay,at=FRAME") { (command, word) throws(UsageError) in
                    command.requests.append(.merge(try MergeArgument(word)))
                },
            ]),
        WritingOptions.group.at(\.writing),
        CommonOptions.group.at(\.common),
        CommonOptions.limitGroup.at(\.common),
    ]

    func validate() throws(UsageError) {
        if requests.isEmpty { throw UsageError(message: "there is nothing to edit", advice: "svga help edit lists the edits") }
        try ChangedFiles.check("edit", inputs, output: output, writing)
        let files = requests.compactMap(\.file)
        let streams = (inputs + files).count(where: \.isStandardStream)
        let isBatch = inputs.count > 1 || inputs.contains(where: \.isFolder)
        if streams > 1 || isBatch && files.contains(where: \.isStandardStream) {
            throw UsageError(message: "standard input (-) can be read only once")
        }
    }

    func run(in context: CommandContext) async throws(CommandError) -> ExitCode {
        var clock = PhaseClock()
        let files = try ChangedFiles(inputs, output: output, isInPlace: writing.isInPlace)
        let (reports, code) = try await files.run(context) { (step) throws(CommandError) -> EditReport in
            let report = try edit(step, &clock, context)
            if !common.isQuiet && !writing.isJSON { context.note("svga: \(report.line)".printable) }
            return report
        }
        let list: JSONValue = ["schema": 1, "files": reports.map(\.members)]
        if writing.isJSON, let json = files.isBatch ? list : reports.first?.json { try context.print(json: json) }
        if common.showsPhaseTimes { context.note(clock.line) }
        return code
    }

    private func edit(
        _ step: ChangedFiles.Step, _ clock: inout PhaseClock, _ context: CommandContext
    ) throws(CommandError) -> EditReport {
        let bytes = try InputFile.bytes(of: step.input, limits: common.limits, context: context)
        var file = try DocumentFile(step.input, bytes, options: common.readOptions)
        clock.finish("read")
        var notes: [String] = []
        var inputs = [file.bytes]
        for request in requests {
            if Task.isCancelled { throw .interrupted }
            let edit = try request.load(options: common.readOptions, context: context, movies: &inputs)
            do throws(EditError) {
                notes.append(try file.document.apply(edit, limits: common.limits))
            } catch {
                throw CommandError(error, movie: file.name, source: request.file?.path)
            }
        }
        clock.finish("edit")
        if Task.isCancelled { throw .interrupted }
        let result = try DocumentFile.encoded(file.document, for: step.output, as: writing.format)
        if !writing.allowsPlayerFindings {
            let remark = try PlayerFindingGuard.check(
                result, since: inputs, name: file.name, renamed: requests.compactMap(\.renaming), isConverted: writing.format != nil,
                limits: common.limits)
            if let remark { context.note("svga: \(remark)".printable) }
            clock.finish("players")
        }
        if Task.isCancelled { throw .interrupted }
        if let output = step.output { try OutputFile.open(output, overwriting: writing.overwrites || writing.isInPlace).finish(result) }
        clock.finish("write")
        return EditReport(file: file.name, output: step.output, edits: notes, bytesBefore: bytes.count, bytesAfter: result.count)
    }
}

/// What `svga edit` did with one file.
struct EditReport: ChangeReport, Sendable {
    /// As it was written on the command line, or found in a folder.
    let file: String
    /// nil: nothing was written.
    var output: String?
    /// What each edit did, one line each.
    var edits: [String] = []
    var bytesBefore: Int?
    var bytesAfter: Int?
    /// Why nothing was written, for one of several files.
    var error: String?

    /// One line for a person.
    var line: String {
        let size = bytesAfter.map { Units.bytes($0) } ?? ""
        return "\(file): \(edits.joined(separator: "; ")); \(output.map { "\($0) has" } ?? "nothing was written, it would have") \(size)"
    }
}

extension EditReport {
    init(file: String, error: String) {
        self.file = file
        self.error = error
    }

    /// The contract of `--json`: every name is always there, and what is not known is null.
    var members: JSONValue {
        [
            "file": file, "output": output, "edits": edits, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter, "error": error,
        ]
    }

    var json: JSONValue {
        ["schema": 1, "file": file, "output": output, "edits": edits, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter]
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

    /// The old key and the new one, where it gives one.
    var renaming: (old: String, new: String)? {
        if case .plain(.rename(let old, let new)) = self { (old, new) } else { nil }
    }

    /// - Parameter movies: gets the bytes of a movie that is read.
    func load(options: ReadOptions, context: CommandContext, movies: inout [[UInt8]]) throws(CommandError) -> DocumentEdit {
        switch self {
        case .plain(let edit): return edit
        case .setImage(let argument):
            let bytes = try InputFile.bytes(of: argument.choice.file, limits: options.limits, context: context)
            return .setImage(
                key: argument.key, bytes: bytes, fit: argument.choice.fit, mask: argument.choice.mask,
                density: argument.density)
        case .setAudio(let key, let file):
            return .setAudio(key: key, bytes: try InputFile.bytes(of: file, limits: options.limits, context: context))
        case .merge(let argument):
            let other = try DocumentFile(argument.file, options: options, context: context)
            movies.append(other.bytes)
            return .merge(other.document, overlayAt: argument.overlayAt)
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
        case .target(_, _, let similarity, _):
            let advice = similarity == nil ? "choose a larger target" : "lower --min-ssim"
            self = .conversion(file: movie, message: error.description, advice: advice)
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
        try FileName.checkAddress(String(rest), "--merge")
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
