import SVGAEdit
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGARender

/// One edit as the command line asks for it, with files not read yet.
enum EditRequest: Sendable {
    case setImage(ImageArgument)
    case setAudio(key: String, file: FileName)
    case merge(MergeArgument)
    /// Needs no file.
    case plain(DocumentEdit)

    /// The file it reads.
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
            return .merge(try DocumentFile(argument.file, options: options, context: context).document, argument.placement)
        }
    }

    /// Puts an error where it belongs: to the movie that is edited, or to the file that was to go in.
    func commandError(_ error: EditError, movie: String) -> CommandError {
        let other = file?.path ?? movie
        switch error {
        case .unknownKey: return .request(file: movie, message: error.description, advice: "svga inspect --keys lists what can be set")
        case .invalid: return .request(file: other, message: error.description, advice: "")
        case .keyTaken: return .request(file: movie, message: error.description, advice: "")
        case .image(.limit(let limit)): return .read(file: other, .limit(limit))
        case .image, .notASound: return .input(file: other, message: error.description, advice: "")
        case .read(let error): return .read(file: movie, error)
        case .render(let error): return .render(file: movie, error)
        case .encode(let error): return .export(output: other, error)
        case .limit(let limit): return .read(file: movie, .limit(limit))
        }
    }
}

/// `OTHER[,append|overlay][,at=FRAME]`; other commas belong to the file's name.
struct MergeArgument: Hashable, Sendable {
    let file: FileName
    let placement: MergePlacement

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
        // Who says where it starts means to lay it over.
        placement = mode == "overlay" || at != nil ? .overlay(at: at ?? 0) : .append
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
