#if Video
    import TestSupport
    import Testing

    @testable import SVGAVideo

    @Suite("Faint colors") struct FaintColorsTests {
        /// Smooths a picture of this size.
        private func smooth(_ pixels: [UInt32], width: Int) -> [UInt32] {
            var (pixels, faint) = (pixels, FaintColors(width: width, height: pixels.count / width, faint: 77))
            pixels.withUnsafeMutableBufferPointer { pixels in
                faint.smooth { UnsafeMutableBufferPointer(rebasing: pixels[$0 * width..<($0 + 1) * width]) }
            }
            return pixels
        }

        @Test("alpha stays, and the colors of visible pixels", arguments: [1, 2, 7, 16, 33])
        func visible(width: Int) {
            var random = SeededGenerator(state: 5)
            for _ in 0..<20 {
                let pixels = (0..<width * Int.random(in: 1...40, using: &random)).map { _ in
                    UInt32(truncatingIfNeeded: random.next()) & (Bool.random(using: &random) ? .max : 0x1FFF_FFFF)
                }
                let smooth = smooth(pixels, width: width)
                for (new, old) in zip(smooth, pixels) {
                    #expect(new >> 24 == old >> 24)
                    if old >> 24 >= 77 { #expect(new == old) }
                }
            }
        }

        @Test("a color continues around visible pixels, and far from them the picture is black")
        func continued() {
            let (width, color) = (96, UInt32(0xFF20_80E0))
            var pixels = [UInt32](repeating: 0, count: width * width)
            for y in 0..<24 { for x in 0..<24 { pixels[y * width + x] = color } }
            let smooth = smooth(pixels, width: width)
            for channel in [0, 8, 16] as [UInt32] {
                #expect(abs(Int(smooth[4 * width + 24] >> channel & 255) - Int(color >> channel & 255)) <= 40)
            }
            #expect(smooth[90 * width + 90] == 0)
        }

        @Test("an empty picture stays")
        func empty() { #expect(smooth([UInt32](repeating: 0, count: 35), width: 7) == [UInt32](repeating: 0, count: 35)) }
    }
#endif
