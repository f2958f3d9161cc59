#if Video
    import CLibAV
    package import SVGAExport
    package import SVGAModel
    package import SVGASupport

    /// Writes one video file, with the plan's sound.
    ///
    /// Every frame of the output is a frame of the file. The index of an MP4 or MOV precedes the data, so that it plays while it loads.
    /// A failed or canceled export leaves no file.
    package final class VideoSink: FrameSink {
        private let destination: OutputDestination
        private let format: VideoFormat
        private let options: VideoOptions
        private let fusion: FusionScene?
        private var state: State?

        /// Exists from ``begin(_:preview:)`` to ``commit()``.
        private struct State {
            let file: RandomAccessFile
            let muxer: Muxer
            let video: PictureEncoder
            let audio: AudioEncoder?
            let split: SplitInfo?
            let splitFile: OutputFile?
            let frameRate: FrameRate
        }

        private static let videoStream: Int32 = 0
        private static let audioStream: Int32 = 1

        /// - Parameters:
        ///   - destination: a pipe or a device receives WebM while it is encoded, without the seek index.
        ///     It receives the other formats at the end, from a temporary file in `TMPDIR`.
        ///   - format: the container and the codec.
        ///   - options: quality, alpha and threads.
        ///   - fusion: the sprites that players draw; its scene is the exported one. nil: none.
        package init(
            to destination: OutputDestination, format: VideoFormat, options: VideoOptions = VideoOptions(), fusion: FusionScene? = nil
        ) {
            self.destination = destination
            self.format = format
            self.options = options
            self.fusion = fusion
        }

        package static var holdsSound: Bool { true }
        package private(set) var byteCount = 0

        package func memory(width: Int, height: Int, frames: Int) -> SinkMemory {
            // Without the sources of players, whose size is a part of the frame's.
            guard let codec = try? VideoCodec(format, options: options, width: width, height: height, fusion: nil) else {
                return SinkMemory(pixels: width * height)
            }
            return codec.memory
        }

        /// - Throws: ``SVGAError/Kind/file``, ``SVGAError/Kind/fileExists``, and ``SVGAError/Kind/encoding`` for settings
        ///     that the codec refuses, such as a size.
        package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> VideoFrameEncoder {
            let calls = CallThread()
            // To read the libraries takes up to a tenth of a second, for which a canceled task does not wait.
            do throws(SVGAError) { try calls.call { () throws(SVGAError) in try LibAV.load() } } catch {
                calls.abandon {}
                throw error
            }
            if fusion != nil && options.alpha == .native {
                throw .impossible(reason: "players fill keys only in videos with alpha beside the color")
            }
            let fusionPlan = try fusion.map { (fusion) throws(SVGAError) in
                try FusionPlan(fusion, frames: plan.frames, alphaScale: options.alphaScale)
            }
            let codec = try VideoCodec(format, options: options, width: plan.widthPixels, height: plan.heightPixels, fusion: fusionPlan)
            let layout = codec.picture.layout
            let file = try SVGAError.mapping(RandomAccessFile(destination, streams: format == .webm))
            let split = SplitInfo(layout, frames: plan.frames, frameRate: plan.frameRate, fusion: fusionPlan)
            var splitFile: OutputFile?
            if let split, !destination.isStream {
                splitFile = try SVGAError.mapping(OutputFile(destination.beside(extension: "json"), holding: split.json))
            }
            let muxer = try Muxer(container: codec.container, file: file)
            let video = try codec.open(frameRate: plan.frameRate, isGlobal: muxer.wantsGlobalHeaders)
            _ = try muxer.addStream(video.codec, pixels: codec.picture.pixels)
            var audio: AudioEncoder?
            if let sound = plan.sound, sound.sampleCount > 0 {
                let encoder = try AudioEncoder(sound, encoder: codec.audioEncoder, isGlobal: muxer.wantsGlobalHeaders)
                _ = try muxer.addStream(encoder.codec)
                audio = encoder
            }
            try muxer.begin(muxerOptions(plan.frameRate), seconds: plan.durationSeconds)
            state = State(
                file: file, muxer: muxer, video: video, audio: audio, split: split, splitFile: splitFile, frameRate: plan.frameRate)
            let pictures = try PicturePool(format: codec.picture.pixels, width: layout.width, height: layout.height)
            return VideoFrameEncoder(converters: try PixelConverters(codec.picture), pictures: pictures)
        }

        package func write(_ packet: VideoPicture, at position: Int) throws(SVGAError) {
            guard let state else { return }
            packet.frame.pointee.pts = Int64(position)
            try encodeVideo(packet, state)
            try state.audio?.encode(before: position + 1, at: state.frameRate) { (packet) throws(SVGAError) in
                try writeAudio(packet, state)
            }
            byteCount = state.file.byteCount
        }

        package func finish() throws(SVGAError) {
            guard let state else { return }
            try encodeVideo(nil, state)
            try state.audio?.finish { (packet) throws(SVGAError) in try writeAudio(packet, state) }
            try state.muxer.end()
            if format == .mp4, let box = state.split?.box {
                try SVGAError.mapping(state.file.append(box))
            }
            byteCount = state.file.byteCount + (state.splitFile == nil ? 0 : state.split?.json.count ?? 0)
        }

        package func commit() throws(SVGAError) {
            guard let state else { return }
            try SVGAError.mapping(state.file.commit(with: state.splitFile.map { [$0] } ?? []))
            self.state = nil
        }

        package func abandon() {
            state?.video.abandon()
            state = nil
        }

        /// - Parameter picture: the next one; nil after the last one.
        private func encodeVideo(_ picture: VideoPicture?, _ state: State) throws(SVGAError) {
            try state.video.encode(picture) { (packet) throws(SVGAError) in
                // In frames. Some encoders do not set it, and the last frame would have no duration.
                packet.pointee.duration = 1
                try state.muxer.write(packet, from: state.video.codec, to: VideoSink.videoStream)
            }
        }

        private func writeAudio(_ packet: UnsafeMutablePointer<AVPacket>, _ state: State) throws(SVGAError) {
            guard let audio = state.audio else { return }
            try state.muxer.write(packet, from: audio.codec, to: VideoSink.audioStream)
        }

        private func muxerOptions(_ frameRate: FrameRate) -> [(name: String, value: String)] {
            guard format != .webm else { return [] }
            // A frame is a whole number of ticks of every clock in the file, so nothing is rounded.
            var timescale = frameRate.numerator
            while timescale < 10_000 { timescale *= 2 }
            return [("movflags", "+faststart"), ("video_track_timescale", "\(timescale)"), ("movie_timescale", "\(timescale)")]
        }
    }

    /// Converts frames for the codec of a ``VideoSink``, several at once.
    package struct VideoFrameEncoder: FrameEncoder {

        let converters: PixelConverters
        let pictures: PicturePool

        /// - Throws: ``SVGAError/Kind/unsupported``.
        package func encode(_ picture: FramePicture) throws(SVGAError) -> VideoPicture {
            let target = try pictures.take()
            let converter = try converters.take()
            defer { converters.put(converter) }
            try converter.convert(picture, into: target)
            return target
        }
    }
#endif
