import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import Testing

@Suite("Drawing into the caller's memory") struct DirectPaintingTests {
    private static let bytes = LottieText.file(
        LottieText.solid("#3080ff", ks: #""o":{"k":50},"p":{"a":1,"k":[{"t":0,"s":[0,0]},{"t":4,"s":[12,3]}]},"s":{"k":[50,50]}"#))

    /// The frame by both ways, with some bytes before it in memory and a padding after each row.
    private func drawn(_ painter: any DirectPainter, _ frame: Int, _ format: PixelFormat, padding: Int) throws -> (
        direct: [UInt8], copied: [UInt8]
    ) {
        let stride = 80 + padding
        var (direct, copied) = ([UInt8](repeating: 7, count: 20 * stride), [UInt8](repeating: 7, count: 20 * stride))
        try direct.withUnsafeMutableBytes { try painter.paint(frame: frame, format, bytesPerRow: padding == 0 ? nil : stride, into: $0) }
        try painter.paint(frame: frame)
        copied.withUnsafeMutableBytes { painter.copyPixels(format, bytesPerRow: padding == 0 ? nil : stride, into: $0) }
        return (direct, copied)
    }

    @Test("a frame has the same pixels as its copy, whatever was drawn before", arguments: [PixelFormat.premultipliedBGRA, .bgra, .rgba])
    func equal(format: PixelFormat) throws {
        let animation = try LottieAnimation(bytes: Self.bytes)
        let painter = try #require(try animation.makePainter() as? any DirectPainter)
        for padding in [0, 8] {
            for frame in [0, 0, 3, 3, 3, 9, 8, 9, 0] {
                let result = try drawn(painter, frame, format, padding: padding)
                #expect(result.direct == result.copied)
            }
        }
        // Frames 4 to 9 are equal. The second is a copy of the painter's own pixels.
        let first = try animation.pixmap(frame: 5)
        for frame in 4...9 {
            var pixels = [UInt8](repeating: 7, count: 1600)
            try pixels.withUnsafeMutableBytes { try painter.paint(frame: frame, .premultipliedBGRA, bytesPerRow: nil, into: $0) }
            let alphas = stride(from: 3, to: 1600, by: 4).map { pixels[$0] }
            let reds = stride(from: 2, to: 1600, by: 4).map { pixels[$0] }
            #expect(alphas == stride(from: 3, to: 1600, by: 4).map { first.pixels[$0] })
            #expect(reds == stride(from: 0, to: 1600, by: 4).map { first.pixels[$0] })
        }
    }

    @Test("a frame that does not exist is an error, and the next frame is drawn")
    func afterError() throws {
        let painter = try #require(try LottieAnimation(bytes: Self.bytes).makePainter() as? any DirectPainter)
        var pixels = [UInt8](repeating: 7, count: 1600)
        #expect(throws: (any Error).self) {
            try pixels.withUnsafeMutableBytes { try painter.paint(frame: 10, .premultipliedBGRA, bytesPerRow: nil, into: $0) }
        }
        let result = try drawn(painter, 2, .premultipliedBGRA, padding: 0)
        #expect(result.direct == result.copied && result.direct.contains { $0 != 0 })
    }

    @Test("layers that stay below others are painted once, and every frame is as if it were the first one")
    func unchangedLayers() throws {
        // Work for many pixels, below a layer that moves; in the last frames, the lowest layer moves, too.
        let star = #"{"ty":"sr","sy":1,"p":{"k":[10,10]},"pt":{"k":60},"ir":{"k":3},"or":{"k":9},"r":{"k":7}}"#
        let late = #""p":{"a":1,"k":[{"t":6,"s":[0,0]},{"t":9,"s":[5,1]}]}"#
        let moving = #""o":{"k":70},"s":{"k":[30,30]},"p":{"a":1,"k":[{"t":0,"s":[0,0]},{"t":9,"s":[12,9]}]}"#
        let bytes = LottieText.file(
            LottieText.solid("#3080ff", ks: moving), LottieText.shapes("\(star),\(star),\(LottieText.red)"),
            LottieText.shapes("\(star),\(LottieText.red)", ks: late))
        let animation = try LottieAnimation(bytes: bytes, background: SVGAColor(red: 0, green: 1, blue: 0))
        func pixels(_ painter: any DirectPainter, _ frame: Int) throws -> [UInt8] {
            var pixels = [UInt8](repeating: 7, count: 1600)
            try pixels.withUnsafeMutableBytes { try painter.paint(frame: frame, .premultipliedBGRA, bytesPerRow: nil, into: $0) }
            return pixels
        }
        let expected = try (0..<10).map { frame in
            let fresh = try LottieAnimation(bytes: bytes, background: SVGAColor(red: 0, green: 1, blue: 0))
            return try pixels(try #require(try fresh.makePainter() as? any DirectPainter), frame)
        }
        let painter = try #require(try animation.makePainter() as? any DirectPainter)
        for frame in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 2, 3, 9, 1, 1, 0, 7] { #expect(try pixels(painter, frame) == expected[frame]) }
    }
}
