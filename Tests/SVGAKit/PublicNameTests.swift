import SVGAKit
import Testing

/// A name of the user's own, as SwiftUI has one, so that the bare name means another type than ours.
private enum ContentMode {}

/// What a user sees who imports SVGAKit and nothing else of the package.
@Suite struct PublicNameTests {
    @Test("SVGAPlayer.ContentMode names the mode, although the bare name may be another type")
    func contentMode() {
        let mode: SVGAPlayer.ContentMode = .aspectFit
        let rect = mode.rect(movie: SVGASize(width: 200, height: 100), view: SVGASize(width: 100, height: 200))
        #expect(rect == SVGARect(x: 0, y: 75, width: 100, height: 50))
    }
}
