import SVGAFormat
import SVGARender

/// What `svga --version` prints.
enum VersionText {
    static var text: String {
        let libraries = FormatLibraries.versions + RenderLibraries.versions
        let width = libraries.map(\.name.count).max() ?? 0
        return "svga \(CommandLineTool.version)\n"
            + libraries.map { "  \($0.name.padded(columns: width))  \($0.version)\n" }.joined()
    }
}
