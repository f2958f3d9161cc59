import SVGAPixels

#if Video
    import Foundation
    import SVGAExport
    import SVGAFormat
    import SVGAModel
    import SVGARender
    import SVGASupport
    import SVGAVideo
    import TestSupport
    import Testing

    enum VideoFixtures {
        /// A faint disc crosses the canvas over an opaque bar; elsewhere all is transparent.
        static func scene(
            width: Int = 64, height: Int = 48, frames: Int = 12, fps: Int = 20, background: SVGAColor? = nil
        ) throws -> SVGAScene {
            let (w, h) = (Float(width), Float(height))
            let pictures = (0..<frames).map { i in
                let x = w * Float(i % 12) / 12
                return WireFrame.visible(
                    layout: WireLayout(width: w, height: h),
                    .rect(0, h / 3, w, h / 3, .fill(WireColor(0.2, 0.5, 0.9))),
                    .ellipse(x, h / 2, w / 4, h / 3, .fill(WireColor(1, 0.3, 0, 0.6))))
            }
            let sprite = WireSprite(imageKey: "a.vector", matteKey: "", frames: pictures)
            var options = RenderOptions()
            options.background = background
            let movie = WireMovie.tiny(width: w, height: h, frames: Int32(frames), fps: Int32(fps), sprites: [sprite])
            return try SVGAScene(try movie.read(), options: options)
        }

        static let black = SVGAColor(red: 0, green: 0, blue: 0)

        /// What a sink gets for all frames, one after the other: straight RGBA.
        static func pixels(_ scene: SVGAScene) throws -> [UInt8] {
            try (0..<scene.movie.frameCount).flatMap { try scene.pixmap(frame: $0).straightPixels() }
        }

        /// Runs a sink over a movie with a sound of the test's own.
        static func export(_ scene: SVGAScene, sound: (any SoundTrack)?, to sink: VideoSink) throws {
            let rate = try #require(FrameRate(scene.movie.fps))
            let plan = ExportPlan(
                widthPixels: scene.widthPixels, heightPixels: scene.heightPixels, frames: Array(0..<scene.movie.frameCount),
                frameRate: rate, sound: sound)
            do {
                let preview = try FramePreview(scene, plan: plan)
                let encoder = try sink.begin(plan, preview: preview)
                for position in plan.frames.indices {
                    let pixels = try preview.pixels(at: position)
                    let picture = try pixels.withUnsafeBytes {
                        try encoder.encode(FramePicture(pixels: $0, position: position, frame: plan.frames[position]))
                    }
                    try sink.write(picture, at: position)
                }
                try sink.finish()
                try sink.commit()
            } catch {
                sink.abandon()
                throw error
            }
        }
    }

    extension VideoSink {
        convenience init(path: String, format: VideoFormat, overwrite: Bool = false, options: VideoOptions = VideoOptions()) {
            self.init(to: OutputDestination(path: path, overwrite: overwrite), format: format, options: options)
        }
    }

    /// A short burst of noise at each of some times.
    struct Clicks: SoundTrack {
        var sampleRate = 48000
        var channels = 2
        var sampleCount: Int
        /// In sample-frames.
        var starts: [Int]

        /// In sample-frames.
        var length: Int { sampleRate / 50 }

        func read(at position: Int, into samples: UnsafeMutableBufferPointer<Float>) {
            for i in samples.indices {
                let sampleIndex = position + i / channels
                let inClick = starts.first { ($0..<$0 + length).contains(sampleIndex) }
                samples[i] = inClick.map { value(sampleIndex - $0) } ?? 0
                if sampleIndex >= sampleCount || sampleIndex < 0 { samples[i] = 0 }
            }
        }

        /// The same noise at every rate, from a sum of tones that have no common period.
        private func value(_ sample: Int) -> Float {
            let time = Double(sample) / Double(sampleRate)
            let tones = [311.0, 733, 1237, 2111, 3307].map { sin(2 * .pi * ($0 + 9000 * time) * time) }
            return Float(tones.reduce(0, +) / 8)
        }
    }
#endif
