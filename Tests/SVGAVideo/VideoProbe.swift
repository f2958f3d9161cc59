#if Video
    import Foundation
    import TestSupport
    import Testing

    /// What the programs ffprobe and ffmpeg report about a file. Tests with it have the trait `.needs("ffprobe", "ffmpeg")`.
    struct VideoProbe: Decodable {
        struct Stream: Decodable {
            let codecName: String
            let codecType: String
            let width: Int?
            let height: Int?
            let pixFmt: String?
            let colorSpace: String?
            let colorRange: String?
            let rFrameRate: String
            let avgFrameRate: String
            let startTime: String?
            let duration: String?
            let nbReadFrames: String?
            let sampleRate: String?
            let channels: Int?
        }

        struct Format: Decodable {
            let duration: String?
            let startTime: String?
        }

        struct Frame: Decodable {
            let mediaType: String
            let ptsTime: String?
        }

        let streams: [Stream]
        let format: Format
        let frames: [Frame]?

        var video: Stream? { streams.first { $0.codecType == "video" } }
        var audio: Stream? { streams.first { $0.codecType == "audio" } }
        var seconds: Double { format.duration.flatMap(Double.init) ?? .nan }
        /// When each picture is shown.
        var times: [Double] { (frames ?? []).filter { $0.mediaType == "video" }.compactMap { $0.ptsTime.flatMap(Double.init) } }

        static func of(_ path: String) throws -> VideoProbe {
            let data = try Tool.run(
                "ffprobe", ["-v", "error", "-show_streams", "-show_format", "-show_frames", "-count_frames", "-of", "json", path])
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(VideoProbe.self, from: try #require(data))
        }

        /// All pictures, one after the other, straight RGBA.
        static func pixels(_ path: String) throws -> [UInt8] {
            // Its own decoder of VP9 leaves alpha out.
            let decoder = path.hasSuffix(".webm") ? ["-c:v", "libvpx-vp9"] : []
            let flags = ["-sws_flags", "accurate_rnd+full_chroma_int+bicubic"]
            let output = ["-i", path, "-an", "-f", "rawvideo", "-pix_fmt", "rgba"] + flags + ["-vsync", "passthrough", "-"]
            return [UInt8](try #require(try Tool.run("ffmpeg", ["-v", "error"] + decoder + output)))
        }

        /// The audible sound, from time 0 on, one channel at 48 kHz. The end of the last packet may be beyond the end: ffmpeg does not cut
        /// it off at the declared end.
        static func samples(_ path: String) throws -> [Float] {
            let data = try Tool.run(
                "ffmpeg",
                ["-v", "error", "-copyts", "-i", path, "-vn", "-af", "aresample=48000:async=1:first_pts=0", "-ac", "1", "-f", "f32le", "-"])
            return try #require(data).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        }
    }

    /// The ratio of the largest value to the error, in decibels, over some of the four channels.
    func peakSignalToNoise(_ left: [UInt8], _ right: [UInt8], channels: Range<Int> = 0..<4) -> Double {
        guard left.count == right.count, !left.isEmpty else { return -.infinity }
        var sum = 0.0
        for i in left.indices where channels.contains(i % 4) {
            let difference = Double(left[i]) - Double(right[i])
            sum += difference * difference
        }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(left.count / 4 * channels.count) / sum)
    }

    /// Straight pixels over a gray, so that colors count as much as they are seen.
    func flattened(_ pixels: [UInt8], over gray: Int = 128) -> [UInt8] {
        var result = pixels
        for i in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[i + 3])
            for channel in i..<i + 3 { result[channel] = UInt8((Int(pixels[channel]) * alpha + gray * (255 - alpha) + 127) / 255) }
            result[i + 3] = 255
        }
        return result
    }
#endif
