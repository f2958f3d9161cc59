import SVGAExport
import SVGASupport
import SVGATasks

extension TaskError {
    /// Whether nobody needs to be told: a reader such as `head` has all it wanted.
    var isSilent: Bool {
        if case .export(_, .file(_, FileError.closedPipe)) = self { true } else { false }
    }

    /// One line: `svga: FILE: what is wrong (where); what to do`. Texts from files are made printable.
    var line: String { "svga: " + text }
}
