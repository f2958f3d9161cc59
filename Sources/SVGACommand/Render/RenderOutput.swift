import Glibc
import SVGAExport

/// Where the frames of `svga render` go, settled from `-o`, `--format` and how many frames are asked for.
enum RenderOutput: Hashable {
    enum Format: String, CaseIterable, ExpressibleByArgument { case png, rgba }

    /// One PNG for each frame; the pattern holds `%d` or `%05d` unless there is one frame only.
    case png(pattern: String)
    /// 8-bit straight-alpha RGBA, frames one after the other.
    case rgba(path: String)

    /// `-o dir/` means this pattern in it.
    private static let folderPattern = "frame-%05d.png"

    init(_ file: FileName, format: Format?, frameCount: Int) throws(CommandError) {
        let path = file.path
        if path.hasSuffix("/") || RenderOutput.isFolder(path) {
            guard format != .rgba else {
                throw .request(
                    file: path, message: "raw pixels of all frames go into one file, and this is a folder", advice: "name a file")
            }
            self = .png(pattern: path + (path.hasSuffix("/") ? "" : "/") + RenderOutput.folderPattern)
            return
        }
        let settled = if let format { format } else { try RenderOutput.format(ofName: path) }
        switch settled {
        case .rgba: self = .rgba(path: path)
        case .png:
            let isPattern = try RenderOutput.hasIndex(path)
            guard frameCount == 1 || isPattern else {
                throw .request(
                    file: path, message: "\(frameCount) frames cannot go into one PNG",
                    advice: "use --frame N for one, or -o \(RenderOutput.suggestion(path)) for all")
            }
            self = .png(pattern: path)
        }
    }

    /// As it was written, for messages.
    var path: String {
        switch self {
        case .png(let pattern): pattern
        case .rgba(let path): path
        }
    }

    private static func format(ofName path: String) throws(CommandError) -> Format {
        if path == "-" {
            throw .request(
                file: path, message: "standard output has no extension to tell the format", advice: "add --format rgba or --format png")
        }
        let name = path.split(separator: "/").last ?? ""
        switch name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased() {
        case "png": return .png
        case "rgba", "raw": return .rgba
        case let other:
            let what = other.map { "no format is known for .\($0)" } ?? "the name has no extension to tell the format"
            throw .request(file: path, message: what, advice: "use .png or .rgba, or --format png|rgba")
        }
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
