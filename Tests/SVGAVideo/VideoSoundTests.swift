#if Video
    import Foundation
    import SVGAExport
    import SVGAModel
    import SVGARender
    import SVGAVideo
    import TestSupport
    import Testing

    @Suite struct VideoSoundTests {
        private let folder = TemporaryFolder()

        /// Where a click is heard, in samples of 48 kHz, within 100 ms of where it is to be.
        private func position(near start: Int, in heard: [Float]) -> Int? {
            var pattern = [Float](repeating: 0, count: 960)
            let original = Clicks(sampleRate: 48000, channels: 1, sampleCount: pattern.count, starts: [0])
            pattern.withUnsafeMutableBufferPointer { original.read(at: 0, into: $0) }
            func likeness(_ offset: Int) -> Float {
                var sum: Float = 0
                for i in pattern.indices where heard.indices.contains(offset + i) { sum += pattern[i] * heard[offset + i] }
                return sum
            }
            return ((start - 4800)...(start + 4800)).max { likeness($0) < likeness($1) }
        }

        @Test(.needs("ffprobe", "ffmpeg"), arguments: [VideoFormat.proRes, .animation])
        func `PCM samples in MOV equal the track's to the last bit`(format: VideoFormat) throws {
            let scene = try VideoFixtures.scene(width: 16, height: 16, frames: 10, fps: 20)
            let click = Clicks(sampleRate: 44100, channels: 2, sampleCount: 22050, starts: [0, 11025])
            let path = "\(folder.path)/a.mov"
            var options = VideoOptions()
            options.keepsSamples = true
            let sink = VideoSink(path: path, format: format, options: options)
            try VideoFixtures.export(scene, sound: click, to: sink)
            #expect(try VideoProbe.of(path).audio?.codecName == "pcm_s16le")
            let bytes = try #require(try Tool.run("ffmpeg", ["-v", "error", "-i", path, "-vn", "-f", "s16le", "-"]))
            var track = [Float](repeating: 0, count: 44100)
            track.withUnsafeMutableBufferPointer { click.read(at: 0, into: $0) }
            let words = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
            #expect(words == track.map(WAVWriter.word))
        }

        @Test(
            .needs("ffprobe", "ffmpeg"),
            arguments: [
                (VideoFormat.mp4, 48000, 2), (.mp4, 44100, 1), (.proRes, 44100, 2), (.webm, 48000, 2), (.webm, 44100, 1), (.mp4, 11025, 1),
                (.mp4, 50000, 2),
            ])
        func `sound begins at the track's start, and has its duration`(format: VideoFormat, rate: Int, channels: Int) throws {
            let scene = try VideoFixtures.scene(width: 16, height: 16, frames: 30, fps: 20, background: VideoFixtures.black)
            let click = Clicks(sampleRate: rate, channels: channels, sampleCount: rate * 3 / 2, starts: [0, rate / 2, rate * 7 / 5])
            let path = "\(folder.path)/a.\(format.fileExtension)"
            try VideoFixtures.export(scene, sound: click, to: VideoSink(path: path, format: format))
            let heard = try VideoProbe.samples(path)
            let probe = try VideoProbe.of(path)
            let sound = try #require(probe.audio)
            #expect(sound.codecName == (format == .webm ? "opus" : "aac") && sound.channels == channels)
            for start in [0, 24000, 67200] {
                let position = try #require(self.position(near: start, in: heard))
                #expect(abs(position - start) <= 48, "\(position - start) samples off at \(start)")
            }
            // ffmpeg cuts only Opus where the file says; in MP4 and MOV the stream's own length says it.
            if format == .webm {
                #expect(abs(heard.count - 72000) <= 48, "\(heard.count)")
            } else {
                #expect(abs((sound.duration.flatMap(Double.init) ?? 0) - 1.5) < 0.001, "\(sound.duration ?? "")")
                #expect(heard.count >= 72000 && heard.dropFirst(72100).allSatisfy { abs($0) < 0.05 })
            }
            #expect(abs(probe.seconds - 1.5) < 0.022, "\(probe.seconds)")
            #expect(probe.video?.nbReadFrames == "30")
        }

        @Test(.needs("ffprobe")) func `pictures and sound alternate in the file`() throws {
            let scene = try VideoFixtures.scene(width: 16, height: 16, frames: 400, fps: 20, background: VideoFixtures.black)
            let path = "\(folder.path)/a.mp4"
            let click = Clicks(sampleCount: 48000 * 20, starts: [0])
            try VideoFixtures.export(scene, sound: click, to: VideoSink(path: path, format: .mp4))
            let list = try #require(
                try Tool.run("ffprobe", ["-v", "error", "-show_entries", "packet=codec_type,dts_time,pos", "-of", "csv=p=0", path]))
            // In the order of the bytes, neither stream is more than a second and a half ahead of the other.
            let packets = String(decoding: list, as: UTF8.self).split(separator: "\n").map { $0.split(separator: ",") }
            let ordered = packets.compactMap { fields -> (type: Substring, time: Double, position: Int)? in
                guard fields.count >= 3, let time = Double(fields[1]), let position = Int(fields[2]) else { return nil }
                return (fields[0], time, position)
            }.sorted { $0.position < $1.position }
            #expect(ordered.count > 1200)
            var last = ["video": 0.0, "audio": 0.0]
            for packet in ordered {
                last[String(packet.type)] = packet.time
                #expect(abs(last["video", default: 0] - last["audio", default: 0]) < 1.5)
            }
        }

        @Test(.needs("ffprobe", "ffmpeg")) func `a movie of one frame has its sound too`() throws {
            let scene = try VideoFixtures.scene(width: 16, height: 16, frames: 1, fps: 20, background: VideoFixtures.black)
            for format in VideoFormat.allCases {
                let path = "\(folder.path)/one-\(format).\(format.fileExtension)"
                let click = Clicks(sampleRate: 44100, channels: 2, sampleCount: 2205, starts: [0])
                try VideoFixtures.export(scene, sound: click, to: VideoSink(path: path, format: format))
                let heard = try VideoProbe.samples(path)
                let position = try #require(self.position(near: 0, in: heard))
                #expect(abs(position) <= 48 && heard.count >= 2352, "\(format): \(position), \(heard.count)")
            }
        }
    }
#endif
