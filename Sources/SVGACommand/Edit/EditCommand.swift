import SVGAEdit
import SVGAFormat
import SVGAModel

/// `svga edit`: changes a movie without its source.
struct EditCommand: Command {
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
                throw request.commandError(error, movie: file.name)
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
    /// An edit that needs nothing but its value.
    fileprivate static func edit<Value: ExpressibleByArgument>(
        _ name: String, as type: Value.Type, _ placeholder: String, help: String, make: @escaping @Sendable (Value) -> DocumentEdit
    ) -> Self {
        .option(name, as: type, placeholder, help: help) { $0.requests.append(.plain(make($1))) }
    }
}
