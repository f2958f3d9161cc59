#if Video
    import Foundation
    import Testing

    @testable import SVGAVideo

    @Suite struct ClosingEncoderTests {
        /// Tries again while exports of other tests close theirs.
        private static func close(_ encoder: CodecContext) -> Bool {
            (0..<5000).contains { _ in
                if encoder.closeLater() { return true }
                usleep(1000)
                return false
            }
        }

        @Test func `an encoder can be closed later as soon as the one before is closed`() throws {
            for _ in 0..<20 {
                #expect(ClosingEncoderTests.close(try CodecContext(encoder: "libx264")))
            }
            ClosingEncoder.wait()
        }

        @Test func `an encoder that is taken is not taken twice`() throws {
            let encoder = try CodecContext(encoder: "libx264")
            #expect(ClosingEncoderTests.close(encoder))
            ClosingEncoder.wait()
            #expect(encoder.closeLater() == false)
        }
    }
#endif
