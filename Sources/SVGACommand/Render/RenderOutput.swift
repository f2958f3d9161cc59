import Glibc
import SVGAExport

/// Where the frames of `svga render` go, settled from `-o`, `--format` and how many frames are asked for.
struct RenderOutput: Hashable {
    let format: OutputFormat
    /// For ``OutputFormat/png`` a pattern that holds `%d` or `%05d`, unless there is one frame only.
    let path: String

    /// `-o dir/` means this pattern in it.
    private static let folderPattern = "frame-%05d.png"

    init(_ file: FileName, format: OutputFormat?, frameCount: Int) throws(CommandError) {
        let path = file.path
        if path.hasSuffix("/") || RenderOutput.isFolder(path) {
            guard format == nil || format == .png else {
                throw .request(file: path, message: "all frames go into one file, and this is a folder", advice: "name a file")
            }
            self.format = .png
            self.path = path + (path.hasSuffix("/") ? "" : "/") + RenderOutput.folderPattern
            return
        }
        self.format = if let format { format } else { try RenderOutput.format(ofName: path) }
        self.path = path
        if self.format == .png {
            let isPattern = try RenderOutput.hasIndex(path)
            guard frameCount == 1 || isPattern else {
                throw .request(
                    file: path, message: "\(frameCount) frames cannot go into one PNG",
                    advice: "use --frame N for one, -o \(RenderOutput.suggestion(path)) for all, or --format apng or sheet")
            }
        }
    }

    private static func format(ofName path: String) throws(CommandError) -> OutputFormat {
        let formats = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
        if path == "-" {
            throw .request(
                file: path, message: "standard output has no extension to tell the format", advice: "add --format with one of \(formats)")
        }
        let name = path.split(separator: "/").last ?? ""
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased()
        if let format = ending.flatMap(OutputFormat.init(extension:)) { return format }
        let what = ending.map { "no format is known for .\($0)" } ?? "the name has no extension to tell the format"
        throw .request(file: path, message: what, advice: "use one of .\(formats.replacing(", ", with: ", .")), or --format")
    }

    private static func hasIndex(_ path: String) throws(CommandError) -> Bool {
        do throws(ExportError) {
            return try FramePattern(path).hasIndex
        } catch {
            throw .export(output: path, error)
        }
    }

    private static func suggestion(_ path: String) -> String {
        let stem = path.lowercased().hasSuffix(".png") ? String(path.dropLast(4)) : path == "-" ? "frame" : path
        return stem + "-%05d.png"
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
