import SVGAFormat
import SVGARender
import SVGAVideo

/// What `svga --version` prints.
enum VersionText {
    static var text: String {
        let libraries = FormatLibraries.versions + RenderLibraries.versions + videoLibraries
        let width = libraries.map(\.name.count).max() ?? 0
        return "svga \(CommandLineTool.version)\n"
            + libraries.map { "  \($0.name.padded(columns: width))  \($0.version)\n" }.joined()
    }

    private static var videoLibraries: [(name: String, version: String)] {
        #if Video
            VideoLibraries.versions
        #else
            []
        #endif
    }
}
