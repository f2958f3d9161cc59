#if Video
    import TestSupport
    import Testing

    @testable import SVGAVideo

    @Suite struct ClosingEncoderTests {
        /// Tries again while exports of other tests close theirs.
        private static func close(_ encoder: CodecContext) -> Bool {
            (0..<1000).contains { _ in
                ClosingEncoder.wait()
                return encoder.closeLater()
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
