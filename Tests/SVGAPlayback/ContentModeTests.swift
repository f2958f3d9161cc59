import SVGAModel
import SVGAPixels
import SVGAPlayback
import Testing

@Suite struct ContentModeTests {
    @Test(
        "a movie of 200 × 100 in a view of 100 × 200",
        arguments: [
            (SVGAPlayer.ContentMode.fill, SVGARect(x: 0, y: 0, width: 100, height: 200)),
            (.aspectFit, SVGARect(x: 0, y: 75, width: 100, height: 50)),
            (.aspectFill, SVGARect(x: -150, y: 0, width: 400, height: 200)), (.top, SVGARect(x: 0, y: 0, width: 100, height: 50)),
            (.bottom, SVGARect(x: 0, y: 150, width: 100, height: 50)), (.left, SVGARect(x: 0, y: 0, width: 400, height: 200)),
            (.right, SVGARect(x: -300, y: 0, width: 400, height: 200)),
        ])
    func placed(mode: SVGAPlayer.ContentMode, expected: SVGARect) {
        #expect(mode.rect(movie: SVGASize(width: 200, height: 100), view: SVGASize(width: 100, height: 200)) == expected)
    }

    @Test("without a movie or a view nothing is shown", arguments: SVGAPlayer.ContentMode.allCases)
    func nothing(mode: SVGAPlayer.ContentMode) {
        let some = SVGASize(width: 10, height: 10)
        for none in [SVGASize(width: 0, height: 10), SVGASize(width: 10, height: -1), SVGASize(width: .nan, height: 10)] {
            #expect(!mode.transform(movie: none, view: some).isInvertible)
            #expect(mode.rect(movie: some, view: none) == .zero)
        }
    }
}
