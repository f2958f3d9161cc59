import CWebP

/// Reads WebP with libwebp's animation decoder.
package enum WebPReader {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package static func read(_ bytes: [UInt8]) throws -> DecodedAnimation {
        try bytes.withUnsafeBufferPointer { bytes in
            var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
            var options = WebPAnimDecoderOptions()
            guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw Failure(description: "options") }
            options.color_mode = MODE_RGBA
            guard let decoder = WebPAnimDecoderNew(&data, &options) else { throw Failure(description: "no animated WebP") }
            defer { WebPAnimDecoderDelete(decoder) }
            var info = WebPAnimInfo()
            guard WebPAnimDecoderGetInfo(decoder, &info) != 0 else { throw Failure(description: "no info") }
            var animation = DecodedAnimation(
                width: Int(info.canvas_width), height: Int(info.canvas_height), loops: Int(info.loop_count), frames: [])
            var before: Int32 = 0
            while WebPAnimDecoderHasMoreFrames(decoder) != 0 {
                var pixels: UnsafeMutablePointer<UInt8>?
                var end: Int32 = 0
                guard WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0 else { throw Failure(description: "a broken frame") }
                let canvas = UnsafeBufferPointer(start: pixels, count: 4 * animation.width * animation.height)
                animation.frames.append(AnimationFrame(pixels: Array(canvas), seconds: Double(end - before) / 1000))
                before = end
            }
            guard animation.frames.count == Int(info.frame_count) else { throw Failure(description: "fewer frames than said") }
            return animation
        }
    }
}
