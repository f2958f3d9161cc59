import Testing

@testable import SVGAPixels

@Suite struct FittedPictureTests {
    @Test func `A picture is shrunk to the larger of its two ratios, and keeps its aspect ratio`() {
        let picture = Pixmap(width: 300, height: 100)
        let fitted = picture.fitted(width: 30, height: 50)
        #expect((fitted.width, fitted.height) == (30, 10))
        let high = Pixmap(width: 4, height: 4_000).fitted(width: 100, height: 100)
        #expect((high.width, high.height) == (1, 100))
    }

    @Test func `A picture that fits is unchanged`() {
        var picture = Pixmap(width: 2, height: 1)
        picture.pixels = [10, 20, 30, 40, 5, 5, 5, 5]
        #expect(picture.fitted(width: 2, height: 9) == picture)
        #expect(picture.fitted(width: 900, height: 900) == picture)
    }

    @Test func `New pixels are averages weighted by alpha`() {
        // An opaque red pixel beside a transparent one, and an opaque blue pair.
        let picture = Pixmap(width: 4, height: 1, pixels: [255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 255, 255])
        let fitted = picture.fitted(width: 2, height: 1)
        #expect(fitted.pixels == [128, 0, 0, 128, 0, 0, 255, 255])
    }
}
