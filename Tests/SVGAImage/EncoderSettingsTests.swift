import Testing

@testable import SVGAImage

/// The default settings of encoders.
@Suite struct EncoderSettingsTests {
    @Test func `the better an AVIF's colors, the better its alpha, and from quality 90 on it is exact`() {
        for quality in 0...100 {
            let options = AVIFOptions(quality: quality)
            #expect(options.alphaLevel <= options.level * 2 / 3)
            if quality >= 90 { #expect(options.alphaLevel == 0) }
            if quality <= 80 { #expect(options.alphaLevel > 0) }
        }
        #expect(AVIFOptions(quality: 30).alphaLevel > 3 * AVIFOptions(quality: 70).alphaLevel)
    }
}
