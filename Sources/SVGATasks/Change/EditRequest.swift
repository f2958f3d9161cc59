package import SVGAEdit
package import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

extension Parameter where Root == EditTask {
    /// An edit that needs only a value, no file.
    static func edit<Value: ExpressibleByArgument>(
        _ name: String, as type: Value.Type, _ placeholder: String, help: TaskText, _ chinese: TaskText,
        make: @escaping @Sendable (Value) -> DocumentEdit
    ) -> Self {
        .option(name, as: type, placeholder, help: help, chinese) { $0.requests.append(.plain(make($1))) }
    }

    static func movieEdit<Value: ExpressibleByArgument>(
        _ name: String, as type: Value.Type, _ placeholder: String, help: TaskText, _ chinese: TaskText,
        make: @escaping @Sendable (Value) -> MovieEdit
    ) -> Self {
        .option(name, as: type, placeholder, help: help, chinese) { $0.requests.append(.movie(make($1))) }
    }
}

/// An edit from the command line, before its file is read.
package enum EditRequest: Sendable {
    case setImage(ImageArgument)
    case setAudio(key: String, file: FileName)
    case merge(MergeArgument)
    /// An edit that needs no file.
    case plain(DocumentEdit)
    case movie(MovieEdit)
    /// If `isMarkup` is nil, the style decides.
    case setText(key: String, String, isMarkup: Bool?)

    /// An edit with the content of its file.
    package enum Loaded: Sendable {
        case document(DocumentEdit)
        case movie(MovieEdit)
    }

    /// The file that the edit reads.
    package var file: FileName? {
        switch self {
        case .setImage(let argument): argument.choice.file
        case .setAudio(_, let file): file
        case .merge(let argument): argument.file
        case .plain, .movie, .setText: nil
        }
    }

    /// The key of a text; nil for other edits.
    package var textKey: String? {
        if case .setText(let key, _, _) = self { key } else { nil }
    }

    /// The old and the new key of a rename; nil for other edits.
    package var renaming: (old: String, new: String)? {
        if case .plain(.rename(let old, let new)) = self { (old, new) } else { nil }
    }

    /// - Parameters:
    ///   - texts: the styles and fonts of texts.
    ///   - movies: receives the bytes of each movie that is read.
    package func load(
        _ texts: SubstitutionOptions, options: ReadOptions, context: TaskContext, movies: inout [[UInt8]]
    ) throws(TaskError) -> Loaded {
        switch self {
        case .plain(let edit): return .document(edit)
        case .movie(let edit): return .movie(edit)
        case .setText(let key, let text, let isMarkup):
            var plan = try texts.plan(limits: options.limits, context: context)
            plan.apply(.text(key: key, text, isMarkup: isMarkup))
            let content = plan.contents[ByteKey(key)] ?? TextContent(text)
            return .movie(.setText(key: key, content, fonts: try texts.loadedFonts(context)))
        case .setImage(let argument):
            let bytes = try InputFile.bytes(of: argument.choice.file, limits: options.limits, context: context)
            return .document(
                .setImage(
                    key: argument.key, bytes: bytes, fit: argument.choice.fit, mask: argument.choice.mask, density: argument.density))
        case .setAudio(let key, let file):
            return .document(.setAudio(key: key, bytes: try InputFile.bytes(of: file, limits: options.limits, context: context)))
        case .merge(let argument):
            let other = try DocumentFile(argument.file, options: options, context: context)
            movies.append(other.bytes)
            return .document(.merge(other.document, overlayAt: argument.overlayAt))
        }
    }
}

/// `OTHER[,append|overlay][,at=FRAME]`. Other commas are part of the file name.
package struct MergeArgument: Hashable, Sendable {
    package let file: FileName
    /// The start frame of an overlay; nil appends the frames.
    package let overlayAt: Int?

    package init(file: FileName, overlayAt: Int?) { (self.file, self.overlayAt) = (file, overlayAt) }

    package init(_ word: String) throws(TaskError) {
        var remainder = word[...]
        var mode: String?
        var at: Int?
        while let comma = remainder.lastIndex(of: ",") {
            let tail = remainder[remainder.index(after: comma)...]
            if mode == nil, tail == "append" || tail == "overlay" {
                mode = String(tail)
            } else if at == nil, tail.hasPrefix("at=") {
                guard let frame = Int(tail.dropFirst(3)), frame >= 0 else {
                    throw .usage("\(option: "merge"): at needs a frame number of at least 0, not \"\(tail.dropFirst(3))\"")
                }
                at = frame
            } else {
                break
            }
            remainder = remainder[..<comma]
        }
        try FileName.checkAddress(String(remainder), "\(option: "merge")")
        guard let name = FileName(argument: String(remainder)) else {
            throw .usage("\(option: "merge") \(word): the file name is missing", advice: "write OTHER[,append|overlay][,at=FRAME]")
        }
        if at != nil, mode == "append" {
            throw .usage("\(option: "merge"): at= does not apply to append", advice: "write ,overlay,at=FRAME")
        }
        file = name
        // A start frame applies to an overlay only.
        overlayAt = mode == "overlay" ? at ?? 0 : at
    }
}

/// `WxH[+X+Y]` in points: the canvas size and the offset of the content. X and Y may be negative: `750x750-20+0`.
package struct CanvasArgument: ExpressibleByArgument, Hashable {
    package let width: Double
    package let height: Double
    package var x = 0.0
    package var y = 0.0

    package init?(argument: String) {
        guard let times = argument.firstIndex(of: "x") else { return nil }
        let remainder = argument[argument.index(after: times)...]
        let signs = remainder.indices.filter { remainder[$0] == "+" || remainder[$0] == "-" }
        guard let width = Double(argument: String(argument[..<times])), width > 0,
            let height = Double(argument: String(remainder[..<(signs.first ?? remainder.endIndex)])), height > 0
        else { return nil }
        (self.width, self.height) = (width, height)
        if signs.isEmpty { return }
        guard signs.count == 2, let x = Double(argument: String(remainder[signs[0]..<signs[1]])),
            let y = Double(argument: String(remainder[signs[1]...]))
        else { return nil }
        (self.x, self.y) = (x, y)
    }

    package static var expectation: TaskText { "WxH such as 300x200, or WxH+X+Y such as 300x200+10-5" }
}

/// `A-B`: the first and the last frame.
package struct FrameRange: ExpressibleByArgument, Hashable {
    package let first: Int
    package let last: Int

    package init?(argument: String) {
        let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, first <= last else { return nil }
        (self.first, self.last) = (first, last)
    }

    package static var expectation: TaskText { "the first and last frame, such as 10-40" }
}
