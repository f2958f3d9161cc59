package import SVGAModel

/// What a file says, word for word, with what was tolerated while taking it out of its container.
package struct WireDocument: Sendable {
    package var movie: WireMovie
    package var container: VideoEntity.Container
    package var diagnostics: DiagnosticList

    package init(movie: WireMovie, container: VideoEntity.Container, diagnostics: DiagnosticList) {
        self.movie = movie
        self.container = container
        self.diagnostics = diagnostics
    }
}
