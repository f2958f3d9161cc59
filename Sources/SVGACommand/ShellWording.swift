import SVGAExport
import SVGAModel
import SVGASupport
import SVGATasks

extension Wording {
    /// Options as flags, commands as command lines.
    static let shell = Wording(
        option: { name, value in name.flag + (value.isEmpty ? "" : " " + value) },
        command: { name, options in "svga \(name)" + (options.isEmpty ? "" : " " + options.shell) },
        help: { "svga help \($0)" })
}

extension Wording {
    /// For texts in JSON: English, or the language that `--lang` names.
    static var report: Wording {
        var wording = Wording.shell
        if let translation = Message.reportTranslation { wording.translate = translation.translate }
        return wording
    }
}

extension TaskText {
    var shell: String { text(as: .shell) }
}

extension String {
    /// The option's name as a flag: `-o`, `--output`.
    fileprivate var flag: String { (utf8.count == 1 ? "-" : "--") + self }
}

extension ParameterInfo {
    /// For example `-o` and `--output`; an argument has none.
    var flags: [String] { names.map(\.flag) }
}

extension TaskError {
    /// Whether no message is shown: a reader such as `head` has closed the pipe.
    var isSilent: Bool {
        switch self {
        case .export(_, let error): error.detail == .file(reason: FileError.closedPipe)
        case .standardOutput(let reason): reason == FileError.closedPipe
        default: false
        }
    }

    /// One line for JSON: `svga: FILE: what is wrong (where); what to do`. Text from files is made printable.
    var line: String { "svga: " + text(as: .report) }
}
